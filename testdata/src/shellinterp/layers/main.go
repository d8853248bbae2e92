// Command layers keeps its commands behind a service and an interface, each in
// a package of its own.
package main

import (
	"context"
	"log"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.test/mcpvet/src/shellinterp/layers/desk"
	"example.test/mcpvet/src/shellinterp/layers/run"
)

func main() {
	var r desk.Runner = run.Local{Dir: os.Getenv("DESK_DIR")}
	if os.Getenv("DESK_DRY") != "" {
		r = run.Dry{}
	}
	d := desk.New(r)
	s := mcp.NewServer(&mcp.Implementation{Name: "layers", Version: "1"}, nil)
	d.Register(s)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
