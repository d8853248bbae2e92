// Command operations has tools that do several things, of which an argument
// chooses one. What must be confirmed is decided apart from what is done.
package main

import (
	"context"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type notes struct{ dir string }

var (
	asked    = []string{"delete", "clear"}
	forgot   = []string{"delete"}
	mustAsk  = map[string]bool{"delete": true, "clear": true, "read": false}
	harmless = map[string]struct{}{"read": {}}
)

func confirmed(req mcp.CallToolRequest) bool { return req.GetBool("confirm", false) }

func (n notes) file(req mcp.CallToolRequest) string {
	return filepath.Join(n.dir, strconv.Itoa(req.GetInt("id", 0)))
}

// do does what was asked for.
func (n notes) do(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	switch req.GetString("operation", "read") {
	case "read":
		b, err := os.ReadFile(n.file(req))
		if err != nil {
			return mcp.NewToolResultError("not read"), nil
		}
		return mcp.NewToolResultText(strconv.Itoa(len(b))), nil
	case "delete":
		if os.Remove(n.file(req)) != nil {
			return mcp.NewToolResultError("not deleted"), nil
		}
	case "clear":
		if os.Truncate(n.file(req), 0) != nil { // want `tool "forgotten" overwrites files \(os.Truncate\) without the confirmation that it asks for before it deletes`
			return mcp.NewToolResultError("not cleared"), nil
		}
	default:
		return mcp.NewToolResultError("no such operation"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func (n notes) listed(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if slices.Contains(asked, req.GetString("operation", "read")) && !confirmed(req) {
		return mcp.NewToolResultText("set confirm"), nil
	}
	return n.do(req)
}

func (n notes) mapped(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if mustAsk[req.GetString("operation", "read")] && !confirmed(req) {
		return mcp.NewToolResultText("set confirm"), nil
	}
	return n.do(req)
}

func (n notes) unlessHarmless(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, ok := harmless[req.GetString("operation", "read")]; !ok && !confirmed(req) {
		return mcp.NewToolResultText("set confirm"), nil
	}
	return n.do(req)
}

func (n notes) compared(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	op := req.GetString("operation", "read")
	if (op == "delete" || op == "clear") && !confirmed(req) {
		return mcp.NewToolResultText("set confirm"), nil
	}
	return n.do(req)
}

// forgotten misses one of the operations.
func (n notes) forgotten(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if slices.Contains(forgot, req.GetString("operation", "read")) && !confirmed(req) {
		return mcp.NewToolResultText("set confirm"), nil
	}
	return n.do(req)
}

// otherwise does the worst where it does not know what is asked for.
func (n notes) otherwise(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	op := req.GetString("operation", "read")
	if op == "delete" && !confirmed(req) {
		return mcp.NewToolResultText("set confirm"), nil
	}
	if op == "read" {
		return n.do(req)
	}
	if os.Remove(n.file(req)) != nil { // want `tool "otherwise" deletes files \(os.Remove\) without the confirmation`
		return mcp.NewToolResultError("not deleted"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// folded checks the text as it comes, and goes by another.
func (n notes) folded(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	op := req.GetString("operation", "read")
	if op == "delete" && !confirmed(req) {
		return mcp.NewToolResultText("set confirm"), nil
	}
	if strings.ToLower(op) == "delete" && os.Remove(n.file(req)) != nil {
		return mcp.NewToolResultError("not deleted"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// Each has a server of its own: what most tools of one do at one place is its
// housekeeping.
func serve(name string, h server.ToolHandlerFunc) {
	s := server.NewMCPServer(name, "1.0.0")
	s.AddTool(mcp.NewTool(name, mcp.WithString("operation"), mcp.WithNumber("id"), mcp.WithBoolean("confirm")), h)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

// lowered asks by the same text that it goes by.
func (n notes) lowered(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	op := strings.ToLower(strings.TrimSpace(req.GetString("operation", "read")))
	if slices.Contains(asked, op) && !confirmed(req) {
		return mcp.NewToolResultText("set confirm"), nil
	}
	if op == "delete" && os.Remove(n.file(req)) != nil {
		return mcp.NewToolResultError("not deleted"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// long goes by the length of the text.
func (n notes) long(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	op := req.GetString("operation", "read")
	if op == "delete" && !confirmed(req) {
		return mcp.NewToolResultText("set confirm"), nil
	}
	if len(op) > 6 && os.Remove(n.file(req)) != nil {
		return mcp.NewToolResultError("not deleted"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func main() {
	n := notes{os.Getenv("NOTES")}
	switch os.Getenv("TOOL") {
	case "listed":
		serve("listed", n.listed)
	case "mapped":
		serve("mapped", n.mapped)
	case "unless_harmless":
		serve("unless_harmless", n.unlessHarmless)
	case "compared":
		serve("compared", n.compared)
	case "forgotten":
		serve("forgotten", n.forgotten)
	case "otherwise":
		serve("otherwise", n.otherwise)
	case "folded":
		serve("folded", n.folded) // want `tool "folded" deletes files \(os.Remove\) on some way without "confirm"`
	case "lowered":
		serve("lowered", n.lowered)
	case "long":
		serve("long", n.long) // want `tool "long" deletes files \(os.Remove\) on some way without "confirm"`
	}
}
