// Command mcpvet audits the Go source of MCP servers.
//
// It is three things in one binary: a command of its own ("mcpvet ./..."), a
// tool for "go vet -vettool", and what the golangci-lint plugin also runs.
// The analysis is the same; this package only reads flags, calls the engine
// or unitchecker, and writes what they found.
package main

import (
	"os"
)

func main() {
	if isVetTool(os.Args[1:]) {
		vet(os.Args[len(os.Args)-1]) // ends the process
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}
