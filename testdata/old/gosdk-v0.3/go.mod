module example.test/old/gosdk-v0.3

go 1.26.0

require (
	github.com/google/jsonschema-go v0.2.0
	github.com/modelcontextprotocol/go-sdk v0.3.0
)

require github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
