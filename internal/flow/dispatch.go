package flow

import "slices"

// A body that serves several tools compares the name of the called one with
// constants. What it does for the others is no part of an entry.

// deadFor returns the blocks of a body that a call of the tool with a name
// does not reach, given the names of all tools; nil if the body does not tell
// tools apart.
func (x *fn) deadFor(name string, names []string) []bool {
	if name == "" || len(names) < 2 {
		return nil
	}
	seen := map[string]map[string]bool{} // by key, the names it is compared with
	for _, gs := range x.guardsIn() {
		for key, g := range gs {
			for _, t := range g.texts {
				if slices.Contains(names, t) {
					if seen[key] == nil {
						seen[key] = map[string]bool{}
					}
					seen[key][t] = true
				}
			}
		}
	}
	var out []bool
	for b, gs := range x.guardsIn() {
		for key, g := range gs {
			if len(seen[key]) > 1 && seen[key][name] && g.texts != nil && !slices.Contains(g.texts, name) {
				if out == nil {
					out = make([]bool, len(x.Blocks))
				}
				out[b] = true
			}
		}
	}
	return out
}
