// Two packages register tools of one name with one server, through a wrapper.
package main

import (
	"log"

	"example.test/mcpvet/src/tooldesc/twice/alpha"
	"example.test/mcpvet/src/tooldesc/twice/beta"
	"example.test/mcpvet/src/tooldesc/twice/kit"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	alpha.Register()
	beta.Register()
	if err := server.ServeStdio(kit.Server); err != nil {
		log.Fatal(err)
	}
}
