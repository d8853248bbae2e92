// Command golangci-lint is golangci-lint with mcpvet, as "golangci-lint custom"
// would build it.
package main

import (
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/mcpvet/mcpvet/plugin"
)

func main() {
	// Without a version results are kept for this very binary.
	if err := commands.Execute(commands.BuildInfo{Version: "(devel)"}); err != nil {
		os.Exit(exitcodes.Failure)
	}
}
