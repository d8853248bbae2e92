package checks

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/models"
)

// changes reports whether a call of code outside the program changes something
// that others see, as far as rows and names tell.
func (c *checker) changes(call *flow.Call) bool {
	if args := call.Args(); len(args) > 0 && c.scratch(call.Frame.Origins(args[0]), 0) {
		return false
	}
	if changes, known := c.set.Changing(call.Sym); known {
		return changes
	}
	sym := models.Canonical(call.Sym)
	rows := c.set.Func(call.Sym)
	name := sym[strings.LastIndexByte(sym, '.')+1:]
	if rows != nil && rows.Outbound != nil {
		switch rows.Outbound.Does {
		case models.OutProcess:
			return true
		case models.OutDatabase:
			return strings.HasPrefix(name, "Exec")
		}
	}
	if c.set.API(call.Sym) != nil || strings.HasPrefix(sym, "os.") || strings.HasPrefix(sym, "(*os.") || strings.HasPrefix(sym, "io/ioutil.") {
		return changing(name)
	}
	return false
}

// changers are the words that the names of functions begin with that change
// something.
var changers = []string{"write", "remove", "rename", "mkdir", "create", "delete", "update", "put", "post", "patch", "insert", "upsert", "chmod",
	"chown", "chtimes", "symlink", "link", "truncate", "send", "publish", "set", "add", "move", "drop", "merge", "replace", "save", "upload"}

func changing(name string) bool {
	words := models.SplitName(name)
	return len(words) > 0 && slices.Contains(changers, words[0]) && name != "Setenv"
}

// maxMade bounds the calls by which a name is made of a file.
const maxMade = 3

// scratch reports whether what a call is about is a temporary file of its own,
// or the name of one: what is done to it nobody else sees.
func (c *checker) scratch(origins []flow.Origin, depth int) bool {
	made := false
	for i := range origins {
		o := &origins[i]
		if o.Kind == flow.OriginNil { // beside an error
			continue
		}
		if o.Kind != flow.OriginCall || depth > maxMade {
			return false
		}
		rows := c.set.Func(o.Sym)
		if rows == nil || len(rows.Effects) == 0 || !rows.Effects[0].Scratch {
			args := o.Args()
			if len(args) == 0 || !c.scratch(o.Frame.Origins(args[0]), depth+1) {
				return false
			}
		}
		made = true
	}
	return made
}
