// Package alpha has tools of one half of the garden.
package alpha

import "example.test/mcpvet/src/tooldesc/twice/kit"

// Register adds the tools.
func Register() {
	kit.Add("water", "Water the beds of the front garden.")
	kit.Add("mow", "Mow the lawn of the front garden.")
	kit.Add("plant", "Plant a flower in the front garden.")
	kit.Add("heat", "Heat the winter garden.")
	kit.AddTo(kit.Shed, "oil", "Oil the mower.") // SetTools takes it off again
	kit.Add("dig", "Dig a hole in the front garden.")
	kit.Add("dig", "Dig a ditch in the front garden.") // want `error regular: tool "dig" is registered twice on server "garden": the second replaces the first`
}
