module example.test/old/mcpgo-v0.8

go 1.26.0

require github.com/mark3labs/mcp-go v0.8.3

require github.com/google/uuid v1.6.0 // indirect
