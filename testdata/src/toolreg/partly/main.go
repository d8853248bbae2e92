// Command partly runs some functions of a library that registers tools. The
// others are there for programs elsewhere, and their tools must not be lost.
package main

import (
	"log"

	"github.com/mark3labs/mcp-go/server"

	"example.test/mcpvet/src/toolreg/partly/parts"
)

func main() {
	s := server.NewMCPServer("partly", "1") // server: partly.main transports=stdio
	parts.Register(s)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
