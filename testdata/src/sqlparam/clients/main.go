// Command clients asks its databases by the programs that come with them.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

type answer = *mcp.CallToolResult

func result(out []byte, err error) (answer, any, error) {
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
}

func run(ctx context.Context, name string, args ...string) (answer, any, error) {
	return result(exec.CommandContext(ctx, name, args...).Output()) // want `argument "name" of tool "psql" becomes part of the text of a query that psql runs$` `argument "name" of tool "psql_long" becomes part of` `argument "name" of tool "mysql" becomes part of the text of a query that mysql runs$` `argument "name" of tool "mariadb" is the text of a query that mariadb runs$` `argument "name" of tool "sqlite" becomes part of the text of a query that sqlite3 runs$`
}

func psql(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return run(ctx, "psql", "-At", "-d", "app", "-c", "SELECT * FROM users WHERE name = '"+a.Name+"'")
}

func psqlLong(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return run(ctx, "psql", "--command=SELECT * FROM "+a.Name, "app")
}

func mysql(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return run(ctx, "mysql", "-u", "root", "-e", fmt.Sprintf("SHOW TABLES FROM %s", a.Name))
}

func mariadb(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return run(ctx, "mariadb", "--execute", a.Name)
}

func sqlite(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return run(ctx, "sqlite3", "-readonly", "app.db", "SELECT * FROM t WHERE a = '"+a.Name+"'")
}

func fed(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	cmd := exec.CommandContext(ctx, "docker", "exec", "-i", "db", "psql", "-U", "postgres")
	cmd.Stdin = strings.NewReader("SELECT * FROM " + a.Name) // want `argument "name" of tool "fed" becomes part of the text of a query that psql runs$`
	return result(cmd.Output())
}

func script(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	if err := os.WriteFile("/srv/report.sql", []byte("SELECT * FROM "+a.Name), 0o600); err != nil { // want `argument "name" of tool "script" becomes part of the text of a query that psql runs$`
		return nil, nil, err
	}
	return result(exec.CommandContext(ctx, "psql", "-d", "app", "-f", "/srv/report.sql").Output())
}

// A variable of the client, which quotes it.
func variable(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	cmd := exec.CommandContext(ctx, "psql", "-At", "-d", "app", "-v", "name="+a.Name, "-f", "-")
	cmd.Stdin = strings.NewReader("SELECT * FROM users WHERE name = :'name'")
	return result(cmd.Output())
}

func user(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return result(exec.CommandContext(ctx, "psql", "-U", a.Name, "-c", "SELECT 1").Output())
}

func file(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return result(exec.CommandContext(ctx, "sqlite3", "/srv/"+a.Name, "SELECT count(*) FROM t").Output())
}

func quoted(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return result(exec.CommandContext(ctx, "psql", "-c", fmt.Sprintf(`SELECT * FROM "%s"`, strings.ReplaceAll(a.Name, `"`, `""`))).Output())
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "clients", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "psql"}, psql)
	mcp.AddTool(s, &mcp.Tool{Name: "psql_long"}, psqlLong)
	mcp.AddTool(s, &mcp.Tool{Name: "mysql"}, mysql)
	mcp.AddTool(s, &mcp.Tool{Name: "mariadb"}, mariadb)
	mcp.AddTool(s, &mcp.Tool{Name: "sqlite"}, sqlite)
	mcp.AddTool(s, &mcp.Tool{Name: "fed"}, fed)
	mcp.AddTool(s, &mcp.Tool{Name: "script"}, script)
	mcp.AddTool(s, &mcp.Tool{Name: "variable"}, variable)
	mcp.AddTool(s, &mcp.Tool{Name: "user"}, user)
	mcp.AddTool(s, &mcp.Tool{Name: "file"}, file)
	mcp.AddTool(s, &mcp.Tool{Name: "quoted"}, quoted)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
