// Names that a reader takes for one another.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func handle(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("done"), nil
}

var table = []struct{ name, description string }{
	{"get_user", "Return one user by id."},
	{"getUser", "Return the user that is logged in."}, // want `warning regular: tool "getUser" and tool "get_user" on server "people" differ only in case and separators`
	{"get_users", "Return all users."},
	{"delete_user", "Delete one user."},
	{"dеlete_user", "Delete the user that is logged in."}, // want `error regular: tool "dеlete_user" and tool "delete_user" on server "people" differ only in characters that look the same` `error regular: name of tool "dеlete_user" holds 'е' \(U\+0435, Cyrillic\)`
	{"list-groups", "List the groups."},
	{"list_groups", "List the groups of one user."}, // want `warning regular: tool "list_groups" and tool "list-groups" .* differ only in case and separators`
	{"report_v1", "Write a report in the old form."},
	{"report_vl", "Write a report in large type."}, // want `warning regular: .* differ only in digits and the letters that they look like`
	{"report_v2", "Write a report in the new form."},
	{"set_up", "Prepare the data of a user."},
	{"re_sent", "List what was sent again."},
	{"res_ent", "List the entities that are reserved."},
	{"copy", "Copy the data of a user to a file."},
	{"duplicate", "Copy the data of a user  to a file."}, // want `warning pedantic: tool "duplicate" has the description of tool "copy" on server "people"`
	{"list_user", "List the fields of one user."},
	{"list_users", "List the names of all users."},
}

func main() {
	s := server.NewMCPServer("people", "1")
	for _, row := range table {
		s.AddTool(mcp.NewTool(row.name, mcp.WithDescription(row.description)), handle)
	}
	other := server.NewMCPServer("machines", "1")
	other.AddTool(mcp.NewTool("GetUser", mcp.WithDescription("Return the user of a machine.")), handle)
	go func() { log.Fatal(server.NewStreamableHTTPServer(other).Start("127.0.0.1:8080")) }()
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
