// Command small runs another function of the library than the program that
// stands for it.
package main

import (
	"log"

	"github.com/mark3labs/mcp-go/server"

	"example.test/mcpvet/src/toolreg/partly/parts"
)

func main() {
	s := server.NewMCPServer("small", "1") // server: partly/small.main transports=stdio
	parts.Small(s)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
