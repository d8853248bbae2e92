// Command cobra_cmd registers inside the closures of its commands.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/spf13/cobra"
)

// live: no

var addr string

var rootCmd = &cobra.Command{
	Use: "app",
	PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
		prefix = "app_"
		return nil
	},
}

var prefix string

var httpCmd = &cobra.Command{
	Use: "http",
	Run: func(cmd *cobra.Command, args []string) {
		s := newServer("http") // the name is a parameter
		if err := http.ListenAndServe(addr, server.NewStreamableHTTPServer(s)); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	},
}

func init() {
	httpCmd.Flags().StringVar(&addr, "addr", "localhost:8080", "where to listen")
	rootCmd.AddCommand(httpCmd, stdioCmd())
}

func stdioCmd() *cobra.Command {
	var extra bool
	cmd := &cobra.Command{Use: "stdio"}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		s := server.NewMCPServer("stdio", "1")  // server: cobra_cmd.stdioCmd$1 name=stdio transports=stdio
		s.AddTool(mcp.NewTool("hello"), handle) // tool: hello server=cobra_cmd.stdioCmd$1
		if extra {
			s.AddTool(mcp.NewTool("extra"), handle) // tool: extra server=cobra_cmd.stdioCmd$1
		}
		return server.ServeStdio(s)
	}
	cmd.Flags().BoolVar(&extra, "extra", false, "more")
	return cmd
}

func newServer(name string) *server.MCPServer {
	s := server.NewMCPServer(name, "1")      // server: cobra_cmd.newServer name=http transports=http
	s.AddTool(mcp.NewTool("served"), handle) // tool: served server=cobra_cmd.newServer
	return s
}

func main() {
	if err := rootCmd.Execute(); err != nil {
		os.Exit(1)
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(prefix), nil
}
