module github.com/mcpvet/mcpvet/guard

go 1.24.0

require golang.org/x/time v0.9.0
