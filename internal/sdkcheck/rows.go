package sdkcheck

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/models"
)

// A functionRow is what is to be checked of a row about a function.
type functionRow struct {
	symbol  models.Symbol
	each    string
	handler string
	paths   []string // access paths
	options string   // access path of options, which a function often gained later
	builds  string   // type whose fields set names
	set     map[string]string
	option  bool // the fields are those of what the returned option changes
	builder bool // the fields are those of the receiver
	types   map[string]string
	called  string // access path of a function that the row has called
	edge    string // outcome of a check: true, false or nil
}

// A typeRow is what is to be checked of a row about a type.
type typeRow struct {
	name, since, until string
	fields             []string // field paths
	goFields           []string // fields by their names in Go, through structs without a name
	funcField          string   // field that holds a function of this shape
	handler            bool     // the type is a function of this shape
	indexes            []int
	params, results    int
}

func functions(m *models.Model) []functionRow {
	var rows []functionRow
	add := func(s models.Symbol, paths ...string) *functionRow {
		rows = append(rows, functionRow{symbol: s, paths: paths})
		return &rows[len(rows)-1]
	}
	for _, r := range m.Servers {
		// The name may be in an unexported field of the server, which result0's
		// type shows too.
		add(r.Symbol, r.Name, r.Calls, r.Result).options = r.Options
	}
	for _, r := range m.Registrars {
		f := add(r.Symbol, r.Server, r.Each, r.Descriptor, r.Name, r.Description, r.URI, r.Handler, r.Schema, r.Result)
		f.each, f.handler = r.Each, r.Handler
	}
	for _, r := range m.Removers {
		add(r.Symbol, r.Server, r.Name)
	}
	for _, r := range m.Constructors {
		f := add(r.Symbol, append(values(r.Set), r.Schema, r.Result)...)
		f.builds, f.set, f.options = r.Type, r.Set, r.Options
		if r.Into != "" {
			f.set = map[string]string{r.Into: ""}
			maps.Copy(f.set, r.Set)
		}
	}
	for _, r := range m.Options {
		f := add(r.Symbol, append(values(r.Set), r.Schema, r.Options)...)
		f.set, f.option, f.builder = r.Set, true, r.Builder
		if p := r.Property; p != nil {
			f.paths = append(f.paths, append(values(p.Set), p.Name, p.Options)...)
		}
	}
	for _, r := range m.Adapters {
		add(r.Symbol, r.Handler, r.Result, r.Descriptor)
	}
	for _, r := range m.Transports {
		f := add(r.Symbol, r.Server, r.GetServer, r.Transport, r.Address)
		f.types, f.options = r.Types, r.Options
	}
	for _, r := range m.Middleware {
		add(r.Symbol, r.Server, r.Functions, r.Policy)
	}
	for _, r := range m.Evaluated {
		add(r.Symbol)
	}
	for _, r := range m.Sources {
		if r.Type == "" {
			add(r.Symbol, r.Value, r.Name, r.Default)
		}
	}
	for _, r := range m.Sinks {
		if r.Type == "" {
			add(r.Symbol, r.At, r.Program, r.Params)
		}
	}
	for _, r := range m.Optionals {
		add(r.Symbol, r.At)
	}
	for _, r := range m.Flows {
		add(r.Symbol, slices.Concat(r.From, r.To, []string{r.Format})...).called = r.Calls
	}
	for _, r := range m.Barriers {
		f := add(r.Symbol, r.Value, r.Tags)
		f.edge = cmp.Or(r.When, "nil")
		if r.Unless != "" {
			add(models.Symbol{Func: r.Unless, Since: r.Since, Until: r.Until})
		}
	}
	for _, r := range m.Keys {
		add(r.Symbol, r.At)
	}
	for _, r := range m.Unverified {
		if r.Type == "" {
			add(r.Symbol)
		}
	}
	for _, r := range m.Made {
		add(r.Symbol, r.URL)
	}
	for _, r := range m.Outbound {
		add(r.Symbol, r.Context, httpClient(r.Client), r.Limit)
		if r.Instead != "" {
			add(models.Symbol{Func: r.Instead, Since: r.Since, Until: r.Until})
		}
	}
	for _, r := range m.Contexts {
		add(r.Symbol, r.From, r.Cancel, r.Handler)
	}
	for _, r := range m.Timers {
		add(r.Symbol, r.Calls)
	}
	for _, r := range m.Clients {
		if r.Type == "" {
			add(r.Symbol, r.From)
		}
	}
	for _, r := range m.Effects {
		add(r.Symbol, constant(r.Method), r.URL, r.Flags, r.At)
	}
	for _, sym := range m.Errors {
		add(models.Symbol{Func: sym})
	}
	for _, r := range m.Identities {
		if r.Type == "" {
			add(r.Symbol, r.Header)
		}
	}
	for _, r := range m.Controls {
		wraps := r.Wraps
		if wraps == models.WrapsResult {
			wraps = ""
		}
		add(r.Symbol, wraps, r.Needs, r.Key, r.Refuses)
	}
	for _, r := range m.APIClients {
		add(r.Symbol).options = httpClient(r.HTTP)
	}
	for _, r := range m.Listeners {
		add(r.Symbol, r.Address, r.Accepts, r.Handler, r.Server)
	}
	for _, r := range m.Binds {
		add(r.Symbol, r.Network, r.Address, r.Inner, r.Server, r.TLS)
	}
	for _, r := range m.Routes {
		add(r.Symbol, r.Router, r.Pattern, r.Handler, r.Uses, r.Around, r.Calls)
	}
	for _, r := range m.Wraps {
		add(r.Symbol, r.Handler)
	}
	for _, r := range m.Dispatches {
		add(r.Symbol, r.Server, r.Body)
	}
	for _, r := range m.Shows {
		if r.Type == "" {
			add(r.Symbol, r.Name)
		}
	}
	for _, r := range m.Refusals {
		add(r.Symbol)
	}
	for _, r := range m.Settings {
		add(r.Symbol, r.Name, r.Default, r.Into)
	}
	return rows
}

func typeRows(m *models.Model) []typeRow {
	var rows []typeRow
	for _, r := range m.Descriptors {
		fields := append([]string{r.Name, r.Description, r.URI, r.Arguments, r.Handler, r.Annotations}, r.Schema...)
		for _, h := range r.Hints {
			fields = append(fields, r.Annotations+"."+h)
		}
		slices.Sort(fields)
		rows = append(rows, typeRow{name: r.Type, since: r.Since, until: r.Until, fields: fields})
	}
	for _, r := range m.Handlers {
		rows = append(rows, typeRow{
			name: r.Type, since: r.Since, until: r.Until, handler: true,
			indexes: append([]int{r.Context, r.Request}, r.Untrusted...), params: r.Params, results: r.Results,
		})
	}
	for _, r := range m.Fields {
		rows = append(rows, typeRow{
			name: r.Type, since: r.Since, until: r.Until, funcField: r.Field,
			indexes: append([]int{r.Context, r.Request}, r.Untrusted...),
		})
	}
	for _, r := range m.Constructors {
		rows = append(rows, typeRow{name: r.Type, since: r.Since, until: r.Until})
	}
	for _, r := range m.Sources {
		if r.Type != "" {
			rows = append(rows, typeRow{name: r.Type, since: r.Since, until: r.Until, goFields: []string{r.Field}})
		}
	}
	for _, r := range m.Approvals {
		rows = append(rows, typeRow{name: r.Type, since: r.Since, until: r.Until, goFields: []string{r.Field}})
	}
	for _, r := range m.Identities {
		if r.Type != "" {
			rows = append(rows, typeRow{name: r.Type, since: r.Since, until: r.Until, goFields: []string{r.Field}})
		}
	}
	for _, r := range m.Clients {
		if r.Type != "" {
			rows = append(rows, typeRow{name: r.Type, since: r.Since, until: r.Until, goFields: given(r.Limit, r.Transport)})
		}
	}
	for _, r := range m.Sinks {
		if r.Type != "" {
			rows = append(rows, typeRow{name: r.Type, since: r.Since, until: r.Until, goFields: []string{r.Field}})
		}
	}
	for _, r := range m.Unverified {
		if r.Type != "" {
			rows = append(rows, typeRow{name: r.Type, since: r.Since, until: r.Until, goFields: []string{r.Field}})
		}
	}
	for _, r := range m.Shows {
		if r.Type != "" {
			rows = append(rows, typeRow{name: r.Type, since: r.Since, until: r.Until, goFields: []string{r.Field}})
		}
	}
	for _, r := range m.Policies {
		rows = append(rows, typeRow{name: r.Type, goFields: given(r.Tools)})
	}
	for _, r := range m.WebServers {
		fields := append([]string{r.Address, r.Handler, r.TLS, r.Clients}, r.Timeouts...)
		rows = append(rows, typeRow{name: r.Type, goFields: given(fields...)})
	}
	for _, r := range m.Endpoints {
		for _, p := range r.Params {
			if p = strings.TrimPrefix(p, "*"); p != "string" {
				rows = append(rows, typeRow{name: p})
			}
		}
	}
	return rows
}

func values(set map[string]string) []string { return slices.Sorted(maps.Values(set)) }

// httpClient returns the path of a client, "" for the one that a library makes
// itself.
func httpClient(path string) string {
	if path == models.ClientDefault {
		return ""
	}
	return path
}

// constant returns a path, "" for what is no path but the value itself.
func constant(path string) string {
	if strings.HasPrefix(path, "=") {
		return ""
	}
	return path
}

// given leaves out the fields that a row does not name.
func given(fields ...string) []string {
	return slices.DeleteFunc(fields, func(f string) bool { return f == "" })
}
