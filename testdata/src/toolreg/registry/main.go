// Command registry serves what other packages have put into a global registry.
package main

import (
	"log"

	"example.test/mcpvet/src/toolreg/registry/core"
	_ "example.test/mcpvet/src/toolreg/registry/tools/files"
	_ "example.test/mcpvet/src/toolreg/registry/tools/web"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("registry", "1") // server: registry.main name=registry transports=stdio
	core.Install(s)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
