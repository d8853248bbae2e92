// Package models holds what mcpvet knows about APIs, as rows: the MCP SDKs,
// the functions that the evaluator computes itself, and later sources, sinks,
// barriers and controls.
//
// The builtin rows are YAML files below this folder. A user's .mcpvet.yaml
// brings rows of the same schema. Code of the engine names no SDK.
//
// # Symbols
//
// A function is named as (*types.Func).FullName prints its origin: "fmt.Sprintf",
// "(*net/http.Client).Do", "(io.Reader).Read" for an interface's method. A
// type is named "import/path.Name". The import path of a symbol matches every
// major version of its module ("/v2", "gopkg.in/x.v2").
//
// # Access paths
//
// A path names a part of a call: "arg0", "recv", "result0", then fields and
// elements: "arg0.Name", "arg1[*].Handler" (every element of a slice, array,
// map or variadic list; "arg1[0]" is just its first one). Indexes count from 0 and leave the receiver out.
// "typearg0" is the first type argument. "handler[1]" is the type of parameter
// 1 of the row's handler, "handler[last]" that of its last parameter. "arg0()"
// is the first result of calling arg0 with unknown arguments, "arg0.List()" that
// of its method List. A path starting with "=" is a constant instead: "=true",
// "=integer".
//
// Paths inside a value, as in Descriptor rows and as keys of Set, are fields
// only: "Annotations.ReadOnlyHint"; for a map the steps are its keys. A value
// set to a pointer field is stored behind a new pointer, unless it is a
// pointer itself.
package models

// A Model is the rows of one file: one SDK, or one library.
type Model struct {
	Name     string   `yaml:"name"`               // short name of the SDK or library, shown to people
	Module   string   `yaml:"module"`             // module path, empty for the standard library
	Kind     string   `yaml:"kind"`               // sdk, std or lib
	Forks    []string `yaml:"forks,omitempty"`    // module paths with the same API
	Versions []string `yaml:"versions,omitempty"` // module versions that sdkcheck resolves the symbols at; the first one is the newest
	Served   *bool    `yaml:"served,omitempty"`   // false: the module can't be downloaded, so sdkcheck skips it

	// Inference says how schemas are inferred from Go types: the dialects of
	// the module's versions, newest first.
	Inference []Inference `yaml:"inference,omitempty"`

	Rows `yaml:",inline"`
}

// Rows are the rows of a model or of a user's configuration.
type Rows struct {
	Servers      []Server      `yaml:"servers,omitempty"`
	Registrars   []Registrar   `yaml:"registrars,omitempty"`
	Removers     []Remover     `yaml:"removers,omitempty"`
	Descriptors  []Descriptor  `yaml:"descriptors,omitempty"`
	Constructors []Constructor `yaml:"constructors,omitempty"`
	Options      []Option      `yaml:"options,omitempty"`
	Adapters     []Adapter     `yaml:"adapters,omitempty"`
	Handlers     []HandlerType `yaml:"handlers,omitempty"`
	Transports   []Transport   `yaml:"transports,omitempty"`
	Middleware   []Middleware  `yaml:"middleware,omitempty"`
	Evaluated    []Evaluated   `yaml:"evaluated,omitempty"`
	Fields       []Field       `yaml:"fields,omitempty"`
	Sources      []Source      `yaml:"sources,omitempty"`
	Sinks        []Sink        `yaml:"sinks,omitempty"`
	Flows        []Flow        `yaml:"flows,omitempty"`
	Barriers     []Barrier     `yaml:"barriers,omitempty"`
	Programs     []Program     `yaml:"programs,omitempty"`
	Dialects     []Dialect     `yaml:"dialects,omitempty"`
	Endpoints    []Endpoint    `yaml:"endpoints,omitempty"`
	Forwarded    []Forwarded   `yaml:"forwarded,omitempty"`
	Secrets      []Secret      `yaml:"secrets,omitempty"`
	Keys         []Key         `yaml:"keys,omitempty"`
	Unverified   []Unverified  `yaml:"unverified,omitempty"`
	Made         []Request     `yaml:"made,omitempty"`
	Shared       []string      `yaml:"shared,omitempty"` // globals that a whole process uses: import/path.Name
	Outbound     []Outbound    `yaml:"outbound,omitempty"`
	Contexts     []Context     `yaml:"contexts,omitempty"`
	Timers       []Timer       `yaml:"timers,omitempty"`
	Clients      []Client      `yaml:"clients,omitempty"`
	APIClients   []APIClient   `yaml:"api_clients,omitempty"`
	Effects      []Effect      `yaml:"effects,omitempty"`
	Services     []Service     `yaml:"services,omitempty"`
	Commands     []Command     `yaml:"commands,omitempty"`
	Approvals    []Approval    `yaml:"approvals,omitempty"`
	Errors       []string      `yaml:"errors,omitempty"` // functions that return an error and never nil
	Local        []string      `yaml:"local,omitempty"`  // packages, with those below, that act on nothing outside the process
	Controls     []Control     `yaml:"controls,omitempty"`
	Identities   []Identity    `yaml:"identities,omitempty"`
	Listeners    []Listener    `yaml:"listeners,omitempty"`
	WebServers   []WebServer   `yaml:"web_servers,omitempty"`
	Binds        []Bind        `yaml:"binds,omitempty"`
	Routes       []Route       `yaml:"routes,omitempty"`
	Wraps        []Wrap        `yaml:"wraps,omitempty"`
	Dispatches   []Dispatch    `yaml:"dispatches,omitempty"`
	Shows        []Show        `yaml:"shows,omitempty"`
	ShowNames    []ShowName    `yaml:"show_names,omitempty"`
	Refusals     []Refusal     `yaml:"refusals,omitempty"`
	Settings     []Setting     `yaml:"settings,omitempty"`
	DefaultTags  []DefaultTag  `yaml:"default_tags,omitempty"`
	TagWords     []TagWord     `yaml:"tag_words,omitempty"`
	Policies     []Policy      `yaml:"policies,omitempty"`
	Optionals    []Optional    `yaml:"optionals,omitempty"`

	// Requests are the types of requests, without the pointer: a function
	// with a parameter of such a type runs per call, not at start-up.
	Requests []string `yaml:"requests,omitempty"`
}

// Dialects of schema inference. All use the json tags for the names.
const (
	// DialectGoogle is google/jsonschema-go: a field is required unless it has
	// omitempty or omitzero; the jsonschema tag is the description, and one
	// that starts with a word and "=" is an error; no defaults.
	DialectGoogle = "google"
	// DialectInvopop is invopop/jsonschema: a field is required unless it has
	// omitempty; the jsonschema tag is a list of keywords, among them
	// required, description=, default=, enum=, minimum=.
	DialectInvopop = "invopop"
	// DialectInvopopTags is DialectInvopop with only those fields required
	// that the jsonschema tag says are.
	DialectInvopopTags = "invopop-tags"
	// DialectTags has one struct tag per keyword: description, default, enum,
	// required; a field is required unless it has omitempty or required:"false".
	DialectTags = "tags"
	// DialectTagsOnly is DialectTags with only those fields required that have
	// required:"true".
	DialectTagsOnly = "tags-only"
)

// An Inference names the dialect of some versions of a module.
type Inference struct {
	Dialect string `yaml:"dialect"`
	Since   string `yaml:"since,omitempty"`
	Until   string `yaml:"until,omitempty"`

	// OnError says what becomes of a type that no schema can be inferred from:
	// "panic" at registration, "empty" for a schema without properties, or ""
	// where it is not known.
	OnError string `yaml:"on_error,omitempty"`
}

// A Symbol is the head of every row about a function or a type.
type Symbol struct {
	Func  string `yaml:"func,omitempty"`
	Since string `yaml:"since,omitempty"` // first module version that has it, where it is not in all of Versions
	Until string `yaml:"until,omitempty"` // first module version that lacks it again
	Note  string `yaml:"note,omitempty"`  // a trap or a reason, for people
}

// A Server row: the function constructs a server.
type Server struct {
	Symbol  `yaml:",inline"`
	Name    string `yaml:"name,omitempty"`    // path to the server's name
	Options string `yaml:"options,omitempty"` // path to functional options ("arg2[*]") or to an options struct ("arg1")
	Calls   string `yaml:"calls,omitempty"`   // path to functions that are called with the server as their first argument
	Result  string `yaml:"result,omitempty"`  // path to the server; default result0

	// Recovers is the version from which on a panic in a handler ends no more
	// than its call; "" for an SDK where it ends the process.
	Recovers string `yaml:"recovers,omitempty"`
}

// A Registrar row: the call registers something on a server.
type Registrar struct {
	Symbol          `yaml:",inline"`
	Kind            string `yaml:"kind"`                       // tool, task, session, resource, resource_template, prompt, completion, method
	Server          string `yaml:"server,omitempty"`           // path, usually recv or arg0
	Each            string `yaml:"each,omitempty"`             // path to a list; Descriptor and Handler then start at "each": "each.Tool"
	Descriptor      string `yaml:"descriptor,omitempty"`       // path to a value whose type has a Descriptor row
	Name            string `yaml:"name,omitempty"`             // path to the name, where there is no descriptor
	Description     string `yaml:"description,omitempty"`      // path, where there is no descriptor
	Handler         string `yaml:"handler,omitempty"`          // path to the handler
	Schema          string `yaml:"schema,omitempty"`           // path to a schema or "typearg0": input schema inferred from a type, where the descriptor has none; "handler[1]", "handler[last]": from the type of a parameter of the handler
	URI             string `yaml:"uri,omitempty"`              // path, where there is no descriptor
	Result          string `yaml:"result,omitempty"`           // path to what result0 is, for calls that are chained: "recv"
	Option          bool   `yaml:"option,omitempty"`           // the call returns a server option; it registers on the server that the option is given to
	Method          string `yaml:"method,omitempty"`           // the handler is a value whose method of this name serves
	AppliesDefaults bool   `yaml:"applies_defaults,omitempty"` // schema defaults reach the handler
	Validates       bool   `yaml:"validates,omitempty"`        // a call without a required argument is refused
	Replaces        bool   `yaml:"replaces,omitempty"`         // removes everything of this kind registered before (SetTools)
}

// A Remover row: the call takes something off a server again.
type Remover struct {
	Symbol `yaml:",inline"`
	Kind   string `yaml:"kind"`
	Server string `yaml:"server,omitempty"`
	Name   string `yaml:"name"` // path to the names, "arg0[*]"
}

// A Descriptor row says where a descriptor type keeps its parts. Paths are
// relative to the value: "Name", "Annotations.Title".
type Descriptor struct {
	Type        string            `yaml:"type"`
	Since       string            `yaml:"since,omitempty"`
	Until       string            `yaml:"until,omitempty"`
	Note        string            `yaml:"note,omitempty"`
	Kind        string            `yaml:"kind"`
	Name        string            `yaml:"name,omitempty"`
	Description string            `yaml:"description,omitempty"`
	URI         string            `yaml:"uri,omitempty"`
	Schema      []string          `yaml:"schema,omitempty"`      // fields that may hold the input schema, first non-empty wins
	Arguments   string            `yaml:"arguments,omitempty"`   // list of {Name, Description, Required, Type}; of prompts, and of tools without a schema value
	Handler     string            `yaml:"handler,omitempty"`     // a descriptor that carries its handler
	Annotations string            `yaml:"annotations,omitempty"` // field with the hints
	Hints       map[string]string `yaml:"hints,omitempty"`       // served name -> path below Annotations: readOnlyHint: ReadOnlyHint
	Published   map[string]any    `yaml:"published,omitempty"`   // hints served when the annotations value is present and the hint is not set

	// PublishedSince is the first module version that serves Published. Before
	// it a hint with the zero value is left out, whether set or not.
	PublishedSince string `yaml:"published_since,omitempty"`

	// DefaultsSince is the first module version whose constructors set hints.
	DefaultsSince string `yaml:"defaults_since,omitempty"`
}

// A Constructor row: the call builds a descriptor (or another struct value of
// Type), sets fields and applies functional options.
type Constructor struct {
	Symbol  `yaml:",inline"`
	Type    string            `yaml:"type"`              // the type of the value built
	Set     map[string]string `yaml:"set,omitempty"`     // field path -> access path or constant
	Options string            `yaml:"options,omitempty"` // path to the options, applied in order
	Schema  string            `yaml:"schema,omitempty"`  // the value is the schema inferred from a type: "typearg0", or "arg0" for a reflect.Type or a value of the type
	Into    string            `yaml:"into,omitempty"`    // the field that holds Schema, where it is not the whole value
	Pointer bool              `yaml:"pointer,omitempty"` // result0 is a pointer to the value
	Result  string            `yaml:"result,omitempty"`  // default result0
}

// An Option row: the call returns a functional option (or, for a builder,
// Receiver is set and the call changes and returns its receiver).
type Option struct {
	Symbol   `yaml:",inline"`
	Set      map[string]string `yaml:"set,omitempty"`      // field path of the value under construction -> access path or constant
	Property *Property         `yaml:"property,omitempty"` // adds a property to the schema
	Schema   string            `yaml:"schema,omitempty"`   // replaces the schema: a path, or "typearg0" for one inferred from a type
	Builder  bool              `yaml:"builder,omitempty"`  // a method that changes its receiver and returns it

	// Options is a path to options that are applied, in order, to the map at
	// Into inside the value under construction; Set comes first. So an option
	// for a list sets "items.type" and applies further options to "items".
	Options string `yaml:"options,omitempty"`
	Into    string `yaml:"into,omitempty"`

	// Validates marks a server option: a call without a required argument is
	// refused for what the server offers.
	Validates bool `yaml:"validates,omitempty"`
	// Recovers marks a server option: a panic in a handler ends no more than
	// its call.
	Recovers bool `yaml:"recovers,omitempty"`
}

// Property describes the argument that an option declares: a property of a
// tool's schema, or an argument of a prompt. Its own options, like Set, work on
// the keys of a JSON schema property ("description", "default", "enum"), where
// "required" is a boolean; for a prompt's argument they work on its fields.
type Property struct {
	Name    string            `yaml:"name"`              // path
	Type    string            `yaml:"type,omitempty"`    // JSON schema type, "" for any and for prompts
	Options string            `yaml:"options,omitempty"` // path to property options, applied in order
	Set     map[string]string `yaml:"set,omitempty"`
}

// An Adapter row: the call returns a handler that calls the one it is given.
type Adapter struct {
	Symbol     `yaml:",inline"`
	Handler    string `yaml:"handler"`              // path to the inner handler
	Result     string `yaml:"result,omitempty"`     // default result0
	Descriptor string `yaml:"descriptor,omitempty"` // path to a descriptor handed through as result0 (ToolFor)
	// Gives and Policy are those of Middleware.
	Gives  []string `yaml:"gives,omitempty"`
	Policy string   `yaml:"policy,omitempty"`
}

// A HandlerType row names a function type whose values serve requests. A
// value of this type is a handler however it reaches the SDK.
type HandlerType struct {
	Type      string `yaml:"type"`
	Since     string `yaml:"since,omitempty"`
	Until     string `yaml:"until,omitempty"`
	Kind      string `yaml:"kind"`
	Context   int    `yaml:"context"`             // parameter index of the context
	Request   int    `yaml:"request"`             // parameter index of the request, -1 without
	Untrusted []int  `yaml:"untrusted,omitempty"` // parameter indexes that the caller fills

	// Params and Results are the numbers of parameters and results, in rows of
	// a type whose shape is another in other versions. Zero means any.
	Params  int `yaml:"params,omitempty"`
	Results int `yaml:"results,omitempty"`

	Note string `yaml:"note,omitempty"`
}

// A Transport row: the call serves a server over a transport.
type Transport struct {
	Symbol    `yaml:",inline"`
	Kind      string            `yaml:"kind"`                 // stdio, http, sse, inprocess; "" when Transport gives it
	Server    string            `yaml:"server,omitempty"`     // path to the server
	GetServer string            `yaml:"get_server,omitempty"` // path to a function that returns the server per request
	Transport string            `yaml:"transport,omitempty"`  // path to a value whose type names the transport
	Types     map[string]string `yaml:"types,omitempty"`      // for Transport: type -> kind, or type -> ".Field" that holds the inner transport
	Options   string            `yaml:"options,omitempty"`
	Address   string            `yaml:"address,omitempty"`

	// Handled are the names of options that are about the handler alone: another
	// server than its own can serve it with them.
	Handled []string `yaml:"handled,omitempty"`

	// Inherits says that the context of a handler is derived from that of the
	// HTTP request, its deadline included.
	Inherits bool `yaml:"inherits,omitempty"`

	// Session is the field of Options that lets the context of a handler be that
	// of its own request. Where it is not set, it is that of the request that
	// opened the session.
	Session string `yaml:"session,omitempty"`
	// Protects lists what the SDK does of its own for requests over HTTP.
	Protects []Protection `yaml:"protects,omitempty"`
}

// A Middleware row: the call puts functions around every handler of a server,
// or returns a server option that does.
type Middleware struct {
	Symbol    `yaml:",inline"`
	Server    string   `yaml:"server,omitempty"`
	Functions string   `yaml:"functions"`            // path to the middleware functions
	Covers    []string `yaml:"covers"`               // kinds of what it wraps; "outgoing" is what the server sends on its own
	Order     string   `yaml:"order"`                // of several calls: FirstOutermost or LastOutermost
	Option    bool     `yaml:"option,omitempty"`     // the call returns a server option
	LaterOnly bool     `yaml:"later_only,omitempty"` // wraps only what is registered afterwards

	// Gives lists the controls that the library itself puts around handlers:
	// kinds of Control, and those below. Functions may be left out then.
	Gives []string `yaml:"gives,omitempty"`
	// Policy is the path to what says more of each tool: see Policy.
	Policy string `yaml:"policy,omitempty"`
}

// What Middleware.Order says of several calls.
const (
	FirstOutermost = "first-outermost"
	LastOutermost  = "last-outermost"
)

// An Evaluated row: the evaluator computes the call itself. Rule names a
// computation of the evaluator.
type Evaluated struct {
	Symbol `yaml:",inline"`
	Rule   string `yaml:"rule"`
}

// A Field row: a function stored in a field of an options struct serves
// requests of the server that is constructed with the struct.
type Field struct {
	Type      string `yaml:"type"`  // the struct
	Field     string `yaml:"field"` // name of the field
	Since     string `yaml:"since,omitempty"`
	Until     string `yaml:"until,omitempty"`
	Kind      string `yaml:"kind"`                // as of a Registrar, or "" where it is no entry of the inventory, only code that requests reach
	Name      string `yaml:"name,omitempty"`      // name of the entry
	Context   int    `yaml:"context"`             // parameter index of the context
	Request   int    `yaml:"request"`             // parameter index of the request, -1 without
	Untrusted []int  `yaml:"untrusted,omitempty"` // parameter indexes that the caller fills
	Note      string `yaml:"note,omitempty"`
}
