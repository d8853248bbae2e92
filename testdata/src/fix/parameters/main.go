// Program parameters has texts for shells in which a value can be a parameter, and
// those in which that would help nobody, or be another one.
package main

import (
	"context"
	"fmt"
	"log"
	"os/exec"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name  string `json:"name"`
	Dir   string `json:"folder"`
	Count int    `json:"count"`
}

// What a text has beside the value stays as it is.
func kept(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	exec.CommandContext(ctx, "sh", "-c", "ps aux | grep -e '"+a.Name+"' | awk '{print $1}'").Run()                               // fix review MCP004
	exec.CommandContext(ctx, "bash", "-c", "set -euo pipefail; wc -l 'notes/"+a.Name+"' | sort").Run()                           // fix review MCP004
	exec.CommandContext(ctx, "bash", "-c", "find . -name '*."+a.Name+"' -exec grep -l word {} \\; | head").Run()                 // fix review MCP004
	exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf("mkdir -p notes/%s && cp a notes/%s/", a.Name, a.Name)).Run()               // fix review MCP004
	exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf("cd 'notes/%s' && tail -n%d log", a.Name, a.Count)).Run()                   // fix review MCP004
	exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf("kill %d; ls 'notes/%s'", a.Count, a.Name)).Run()                           // fix review MCP004
	exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf("ls '%s' | sort; ls '%s' | sort", a.Name, a.Dir)).Run()                     // fix review MCP004
	exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf("make PREFIX='%s' | tail", a.Name)).Run()                                   // fix review MCP004
	exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf("echo \"there are $(ls 'notes/%s' | wc -l) of 'em\" | cat", a.Name)).Run()  // fix review MCP004
	exec.CommandContext(ctx, "bash", "-c", "cd /srv && bash deploy.sh 'notes/"+a.Name+"' && sed \"s/^a\\$/b/\" log > run").Run() // fix review MCP004
	return nil, nil, nil
}

// A value that something reads as a program is that as a parameter, too.
func read(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	exec.CommandContext(ctx, "sh", "-c", "echo 'ls "+a.Name+"' | sh").Run()                              // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "echo 'ls "+a.Name+"' | tee log | sudo bash -s").Run()          // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "printf '%s' 'ls "+a.Name+"' | python3 -").Run()                // fix none MCP004
	exec.CommandContext(ctx, "bash", "-c", "bash <(echo 'ls "+a.Name+"')").Run()                         // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "eval \"$(echo 'ls "+a.Name+"')\"").Run()                       // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "line=$(echo 'ls "+a.Name+"'); eval $line").Run()               // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "echo 'ls "+a.Name+"' > run.sh; sh run.sh").Run()               // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "find 'notes/"+a.Name+"' | xargs -I% sh -c 'wc -l %'").Run()    // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "find 'notes/"+a.Name+"' -exec sh -c 'wc -l {}' \\;").Run()     // fix none MCP004
	exec.CommandContext(ctx, "bash", "-c", "while read '"+a.Name+"'; do ls; done < log").Run()           // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "curl -sS 'https://example.test/"+a.Name+"' | sh -s now").Run() // fix none MCP004
	return nil, nil, nil
}

// Parameters are taken, or called otherwise.
func taken(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	exec.CommandContext(ctx, "sh", "-c", "show() { wc -l \"${1}\" 'notes/"+a.Name+"'; }; show log | head").Run() // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "show() { wc -l 'notes/"+a.Name+"'; }; show log | head").Run()          // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "for f; do echo $f 'notes/"+a.Name+"'; done").Run()                     // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "set log; wc -l 'notes/"+a.Name+"' | head").Run()                       // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "echo $# ${2:-none} 'notes/"+a.Name+"' | head").Run()                   // fix none MCP004
	exec.CommandContext(ctx, "fish", "-c", "wc -l 'notes/"+a.Name+"' | head").Run()                              // fix none MCP004
	exec.CommandContext(ctx, "fish", "-c", "wc -l 'notes/"+a.Name+"'").Run()                                     // fix none MCP004
	return nil, nil, nil
}

// What stands before a value makes something else of it.
func before(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	exec.CommandContext(ctx, "sh", "-c", "ls ~"+a.Name+" | head").Run()            // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "ls notes/\\"+a.Name+" | head").Run()     // fix none MCP004
	exec.CommandContext(ctx, "sh", "-c", "ls \"notes/\\"+a.Name+"\" | head").Run() // fix none MCP004
	return nil, nil, nil
}

// Without quotes it may be several words, or a pattern, also beside other text.
func bare(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	exec.CommandContext(ctx, "sh", "-c", "ls -l notes/"+a.Name).Run()           // fix review MCP004
	exec.CommandContext(ctx, "sh", "-c", "ls -l "+a.Name+a.Dir).Run()           // fix review MCP004
	exec.CommandContext(ctx, "sh", "-c", "ls -l 'notes/"+a.Name+"'").Run()      // fix safe MCP004
	exec.CommandContext(ctx, "sh", "-c", "ls -l ''\"notes/"+a.Name+"\"").Run()  // fix safe MCP004
	exec.CommandContext(ctx, "sh", "-c", "ls -l ''\""+a.Name+"\" notes/").Run() // fix safe MCP004
	return nil, nil, nil
}

// A comment in what is replaced would get lost.
func said(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	exec.CommandContext(ctx, "sh", "-c", "wc -l "+ // fix none MCP004
		// of the caller's choice
		"'notes/"+a.Name+"'").Run()
	exec.CommandContext(ctx, "sh", "-c", "cd notes && wc -l "+ // fix none MCP004
		// of the caller's choice
		"'"+a.Name+"'").Run()
	return nil, nil, nil
}

func main() {
	s := sdk.NewServer(&sdk.Implementation{Name: "parameters", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "kept"}, kept)
	sdk.AddTool(s, &sdk.Tool{Name: "read"}, read)
	sdk.AddTool(s, &sdk.Tool{Name: "taken"}, taken)
	sdk.AddTool(s, &sdk.Tool{Name: "before"}, before)
	sdk.AddTool(s, &sdk.Tool{Name: "bare"}, bare)
	sdk.AddTool(s, &sdk.Tool{Name: "said"}, said)
	log.Fatal(s.Run(context.Background(), &sdk.StdioTransport{}))
}
