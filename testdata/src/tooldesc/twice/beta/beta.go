// Package beta has tools of the other half of the garden.
package beta

import (
	"os"

	"example.test/mcpvet/src/tooldesc/twice/kit"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Register adds the tools.
func Register() {
	kit.Add("water", "Water the beds behind the house.") // want `error regular: tool "water" is registered twice on server "garden": the second replaces the first`
	kit.Server.DeleteTools("mow")
	kit.Add("mow", "Mow the meadow behind the house.")
	if os.Getenv("TREES") != "" {
		kit.Add("plant", "Plant a tree behind the house.") // want `note pedantic: tool "plant" is registered twice on server "garden": on a condition the second replaces the first`
	}
	if os.Getenv("PRUNE") == "hard" {
		kit.Add("prune", "Cut every branch off.")
	} else {
		kit.Add("prune", "Cut the young branches off.") // want `note auditor: tool "prune" is registered twice on server "garden", on a condition`
	}
	rake()
	if os.Getenv("WINTER") != "" {
		kit.Server.DeleteTools("heat")
	}
	kit.Add("heat", "Heat the greenhouse behind the house.")
	kit.Shed.SetTools(
		server.ServerTool{Tool: mcp.NewTool("oil", mcp.WithDescription("Oil the shears.")), Handler: kit.Done},
		server.ServerTool{Tool: mcp.NewTool("weed", mcp.WithDescription("Pull the weeds out.")), Handler: kit.Done},
		server.ServerTool{Tool: mcp.NewTool("weed", mcp.WithDescription("Burn the weeds.")), Handler: kit.Done}, // want `error regular: tool "weed" is registered twice on server "shed"`
	)
	if err := kit.Shed.AddSessionTool("1", mcp.NewTool("weed", mcp.WithDescription("Poison the weeds.")), kit.Done); err != nil { // want `note pedantic: session tool "weed" hides the tool of that name on server "shed" from its session`
		panic(err)
	}
}

// rake has an arm that returns.
func rake() {
	if os.Getenv("LEAVES") != "" {
		kit.Add("rake", "Rake the leaves together.")
		return
	}
	kit.Add("rake", "Rake the gravel.") // want `note auditor: tool "rake" is registered twice`
}
