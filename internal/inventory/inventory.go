// Package inventory holds what an MCP server offers, as found in its source:
// servers, tools, resources, prompts, and what could not be seen.
//
// The JSON form of these types is the output of "mcpvet tools --format json";
// its schema is docs/tools.schema.json.
package inventory

import "github.com/mcpvet/mcpvet/internal/finding"

// Version is the version of the JSON form. It changes when a field changes
// its meaning or goes away.
const Version = "1"

// An Inventory is everything found in one run.
type Inventory struct {
	Version           string    `json:"version"`
	Servers           []*Server `json:"servers"`
	Tools             []*Tool   `json:"tools"`
	Resources         []*Tool   `json:"resources"`
	ResourceTemplates []*Tool   `json:"resource_templates"`
	Prompts           []*Tool   `json:"prompts"`
	Completions       []*Tool   `json:"completions"`
	NotSeen           []NotSeen `json:"not_seen"`
}

// A Position is where something is written; the JSON form of finding.Position.
type Position struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// At converts a resolved position.
func At(p finding.Position) Position {
	return Position{File: p.File, Line: p.Line, Column: p.Column}
}

// IsValid reports whether p names a line of a file.
func (p Position) IsValid() bool { return p.File != "" && p.Line > 0 }

// A Server is one construction of an MCP server.
type Server struct {
	ID         string            `json:"id"` // unique in one inventory, stable from run to run
	Name       string            `json:"name"`
	SDK        string            `json:"sdk"`         // name of the model, or "hand-rolled"
	SDKVersion string            `json:"sdk_version"` // module version, "" when unknown
	Transports []string          `json:"transports"`  // stdio, http, sse, ...; sorted
	Position   Position          `json:"position"`
	Controls   map[string]*State `json:"controls,omitempty"`
}

// Kinds of what a server offers.
const (
	KindTool             = "tool"
	KindTask             = "task"
	KindSession          = "session"
	KindResource         = "resource"
	KindResourceTemplate = "resource_template"
	KindPrompt           = "prompt"
	KindCompletion       = "completion"
	KindMethod           = "method" // a custom JSON-RPC method
)

// A Tool is one descriptor with its handler: a tool, and with the same fields
// a resource, a resource template, a prompt or a completion. Two descriptors
// of one name are two entries.
type Tool struct {
	Name         *string              `json:"name"`              // nil for a family
	Pattern      string               `json:"pattern,omitempty"` // regular expression for the names of a family
	Server       *string              `json:"server"`            // id, or nil when unknown
	Kind         string               `json:"kind"`
	Description  string               `json:"description"`
	URI          string               `json:"uri,omitempty"` // resources and templates
	Position     Position             `json:"position"`      // where the descriptor is written
	Registration Position             `json:"registration"`  // where it is registered
	Handler      *Handler             `json:"handler"`
	Annotations  map[string]any       `json:"annotations"` // hints as served, the SDK's defaults included
	Declared     map[string]any       `json:"declared"`    // hints that the code states
	Properties   map[string]*Property `json:"properties"`
	Effects      []string             `json:"effects,omitempty"`
	EffectsBy    []Effect             `json:"effects_by,omitempty"` // the calls behind Effects
	Changes      string               `json:"changes,omitempty"`
	Destructive  string               `json:"destructive,omitempty"`
	Because      string               `json:"because,omitempty"` // on what it depends, or what is not known
	Controls     map[string]*State    `json:"controls,omitempty"`
	Unknown      []Unknown            `json:"unknown"`
}

// DisplayName returns the name of t, or the pattern of a family, or "?".
func (t *Tool) DisplayName() string {
	switch {
	case t.Name != nil:
		return *t.Name
	case t.Pattern != "":
		return t.Pattern
	}
	return "?"
}

// A Handler is the function that serves a tool.
type Handler struct {
	Name string `json:"name"`
	File string `json:"file"`
	Line int    `json:"line"`
}

// A Property is one argument of a tool.
type Property struct {
	Type             string `json:"type"`
	Description      string `json:"description"`
	Required         bool   `json:"required"`
	PublishedDefault any    `json:"published_default"`
	EffectiveDefault any    `json:"effective_default"`
}

// Unknown says which part of a tool could not be determined, and why.
type Unknown struct {
	Part   string `json:"part"` // name, description, schema, annotations, handler, server
	Reason string `json:"reason"`
}

// An Effect is one call that does something outside the process.
type Effect struct {
	Effect   string     `json:"effect"` // "" when it is not known what is done
	What     string     `json:"what"`
	Position Position   `json:"position"`
	Path     []Evidence `json:"path"` // the calls that lead there from the handler
}

// A State is the state of a control: pass, fail, n/a or unknown.
type State struct {
	State    string     `json:"state"`
	Evidence []Evidence `json:"evidence"`
}

// Evidence is a place with what it shows.
type Evidence struct {
	Position Position `json:"position"`
	Text     string   `json:"text"`
}

// NotSeen is something that was not analysed, or only in part.
type NotSeen struct {
	What     string   `json:"what"` // package or module path, file, or a call
	Reason   string   `json:"reason"`
	Position Position `json:"position"` // zero when there is none
}
