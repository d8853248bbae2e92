package flow

import (
	"github.com/mcpvet/mcpvet/models"
)

// Kind path has parts, since different checks do away with them: a path leads
// out of a folder because it is absolute, by "../" in it, or by being "..".
var (
	absPath = Mask(1) << (len(models.FlowKinds()) + 0)
	dotPath = Mask(1) << (len(models.FlowKinds()) + 1)
	segPath = kindBits[models.KindPath] &^ absPath &^ dotPath
)

// OnlyParent reports whether a path can lead out of a folder by nothing else
// than being "..": it has no separator.
func (m Mask) OnlyParent() bool { return m&kindBits[models.KindPath] == dotPath }
