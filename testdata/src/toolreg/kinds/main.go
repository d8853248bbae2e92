// Command kinds has tools that a registry in another package makes by kind:
// that package alone can't tell which kind a name stands for.
package main

import (
	"log"

	"example.test/mcpvet/src/toolreg/kinds/registry"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("kinds", "1") // server: kinds.main transports=stdio
	registry.New(s).RegisterAll()
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
