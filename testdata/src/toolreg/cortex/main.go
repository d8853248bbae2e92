// Command cortex registers tools in each way that FreePeak/cortex has.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/FreePeak/cortex/pkg/builder"
	"github.com/FreePeak/cortex/pkg/plugin"
	"github.com/FreePeak/cortex/pkg/server"
	"github.com/FreePeak/cortex/pkg/tools"
	"github.com/FreePeak/cortex/pkg/types"
)

func main() {
	ctx := context.Background()
	s := server.NewMCPServer("cortex", "1", log.New(os.Stderr, "", 0)) // server: cortex.main name=cortex transports=sse,stdio
	echo := tools.NewTool("echo",                                      // tool: echo handler=handle args=message:string,tags?:array,times?:number,loud?:boolean,style?:object desc="Says it again" hints=none server=cortex.main
		tools.WithDescription("Says it again"),
		tools.WithString("message", tools.Description("What to say"), tools.Required()),
		tools.WithNumber("times"),
		tools.WithBoolean("loud"),
		tools.WithArray("tags", tools.Items(map[string]any{"type": "string"})),
		tools.WithObject("style"))
	if err := s.AddTool(ctx, echo, handle); err != nil {
		log.Fatal(err)
	}
	literal := &types.Tool{Name: "stop", Description: "Stops it", // tool: stop handler=main$1 args=force:boolean,reason?:string desc="Stops it"
		Parameters: []types.ToolParameter{{Name: "force", Type: "boolean", Required: true}, {Name: "reason", Type: "string"}}}
	_ = s.AddTool(ctx, literal, func(ctx context.Context, r server.ToolCallRequest) (interface{}, error) {
		return r.Parameters["force"], nil
	})
	for _, db := range os.Args[1:] {
		_ = s.AddTool(ctx, tools.NewTool("query_"+db), handle) // tool: /query_.*/ live=no
	}
	if err := s.RegisterProvider(ctx, files{}); err != nil {
		log.Fatal(err)
	}
	w := newWeather()
	if err := s.RegisterProvider(ctx, w); err != nil {
		log.Fatal(err)
	}
	if len(os.Args) > 1 {
		built(ctx)
		s.SetAddress(":8080")
		log.Fatal(s.ServeHTTP())
	}
	if err := s.ServeStdio(); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r server.ToolCallRequest) (interface{}, error) {
	return fmt.Sprint(r.Parameters["message"]), nil
}

// files is a provider written by hand.
type files struct{}

func (files) GetProviderInfo(ctx context.Context) (*plugin.ProviderInfo, error) {
	return &plugin.ProviderInfo{ID: "files", Name: "files"}, nil
}

func (files) GetTools(ctx context.Context) ([]*types.Tool, error) {
	return []*types.Tool{
		tools.NewTool("read", tools.WithString("path", tools.Required())), // tool: read handler=files.ExecuteTool args=path:string server=cortex.main
		tools.NewTool("list"), // tool: list handler=files.ExecuteTool args=- server=cortex.main
	}, nil
}

func (files) ExecuteTool(ctx context.Context, r *plugin.ExecuteRequest) (*plugin.ExecuteResponse, error) {
	return &plugin.ExecuteResponse{Content: r.ToolName}, nil
}

// weather is a provider that the SDK's own one serves.
type weather struct{ *plugin.BaseProvider }

func newWeather() *weather {
	w := &weather{plugin.NewBaseProvider(plugin.ProviderInfo{ID: "weather", Name: "weather"}, log.New(os.Stderr, "", 0))}
	forecast := tools.NewTool("forecast", tools.WithString("place")) // tool: forecast handler=weather.forecast args=place?:string server=?
	if err := w.RegisterTool(forecast, w.forecast); err != nil {
		log.Fatal(err)
	}
	return w
}

func (w *weather) forecast(ctx context.Context, params map[string]interface{}, session *types.ClientSession) (interface{}, error) {
	return params["place"], nil
}

// built is a server without handlers.
func built(ctx context.Context) {
	b := builder.NewServerBuilder().WithName("built").WithVersion("1") // server: cortex.built transports=stdio
	b.AddTool(ctx, tools.NewTool("ping")).                             // tool: ping handler=? server=cortex.built live=no
										AddResource(ctx, &types.Resource{URI: "file:///x", Name: "x"}).                                                                  // resource: x uri=file:///x handler=? server=cortex.built live=no
										AddPrompt(ctx, &types.Prompt{Name: "ask", Parameters: []types.PromptParameter{{Name: "topic", Type: "string", Required: true}}}) // prompt: ask args=topic:string handler=? server=cortex.built live=no
	if err := b.ServeStdio(); err != nil {
		log.Fatal(err)
	}
}
