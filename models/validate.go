package models

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

// Kinds of rows that a closed set of values describes.
var (
	modelKinds = []string{"sdk", "std", "lib"}
	entryKinds = []string{"tool", "task", "session", "resource", "resource_template", "prompt", "completion", "method"}
	coverKinds = append([]string{"outgoing"}, entryKinds...) // outgoing: what the server sends on its own
	transports = []string{"stdio", "http", "sse", "inprocess", "other"}
	orders     = []string{FirstOutermost, LastOutermost}
	dialects   = []string{DialectGoogle, DialectInvopop, DialectInvopopTags, DialectTags, DialectTagsOnly}
	hints      = []string{"title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}
)

// Which roots a path may have.
var (
	valueRoots  = []string{RootArg, RootRecv, RootResult, RootEach}
	textRoots   = append([]string{RootConst}, valueRoots...)
	schemaRoots = append([]string{RootTypeArg, RootHandler}, valueRoots...)
	setRoots    = append([]string{RootConst, RootTypeArg}, valueRoots...)
)

// A checker collects what is wrong with rows.
type checker struct {
	where func(section string, i int, key string) string
	errs  []error

	section string
	index   int
	symbol  string
	each    bool // the row has a list, so that paths may start with each
	seen    map[string]bool
}

func (c *checker) fail(key, format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s: %s: %s", c.where(c.section, c.index, key), c.symbol, fmt.Sprintf(format, args...)))
}

func (c *checker) model(m *Model) {
	c.symbol = "model " + m.Name
	c.section = "name"
	switch {
	case m.Name == "":
		c.fail("", "the name is missing")
	case m.Module == "" && m.Kind != "std":
		c.fail("", "the module is missing")
	}
	c.section = "kind"
	c.oneOf("", m.Kind, modelKinds)
	for i, v := range m.Versions {
		c.section = "versions"
		c.version("", v)
		if i > 0 && semver.Compare(m.Versions[i-1], v) <= 0 {
			c.fail("", "version %s is not older than %s: the newest comes first", v, m.Versions[i-1])
		}
	}
	for i, r := range m.Requests {
		c.section, c.index = "requests", i
		if _, err := ParseType(r); err != nil {
			c.fail("", "%v", err)
		}
	}
	for i, inf := range m.Inference {
		c.section, c.index = "inference", i
		c.oneOf("dialect", inf.Dialect, dialects)
		c.oneOf("on_error", inf.OnError, []string{"", "panic", "empty"})
		c.limits(inf.Since, inf.Until)
	}
}

func (c *checker) rows(r *Rows) {
	c.seen = make(map[string]bool)
	c.servers(r.Servers)
	c.registrars(r.Registrars)
	c.removers(r.Removers)
	c.descriptors(r.Descriptors)
	c.constructors(r.Constructors)
	c.options(r.Options)
	c.adapters(r.Adapters)
	c.handlers(r.Handlers)
	c.transports(r.Transports)
	c.middleware(r.Middleware)
	c.evaluated(r.Evaluated)
	c.policies(r.Policies)
	c.optionals(r.Optionals)
	c.fields(r.Fields)
	c.sources(r.Sources)
	c.sinks(r.Sinks)
	c.flows(r.Flows)
	c.barriers(r.Barriers)
	c.tagWords(r.TagWords)
	c.programs(r.Programs)
	c.dialects(r.Dialects)
	c.endpoints(r.Endpoints)
	c.forwarded(r.Forwarded)
	c.credentials(r)
	c.outbound(r.Outbound)
	c.contexts(r.Contexts)
	c.timers(r.Timers)
	c.clients(r.Clients)
	c.apiClients(r.APIClients)
	c.effects(r.Effects)
	c.services(r.Services)
	c.commands(r.Commands)
	c.local(r.Local)
	c.makers(r.Errors)
	c.approvals(r.Approvals)
	c.controls(r.Controls)
	c.identities(r.Identities)
	c.serving(r)
}

// function starts the row i of section, which is about a function.
func (c *checker) function(section string, i int, s Symbol, unique string) {
	c.section, c.index, c.symbol, c.each = section, i, s.Func, false
	if _, err := ParseFunc(s.Func); err != nil {
		c.fail("func", "%v", err)
	}
	c.limits(s.Since, s.Until)
	c.unique(s.Func, unique)
}

// typ starts the row i of section, which is about a type.
func (c *checker) typ(section string, i int, name, since, until, unique string) {
	c.section, c.index, c.symbol, c.each = section, i, name, false
	if _, err := ParseType(name); err != nil {
		c.fail("type", "%v", err)
	}
	c.limits(since, until)
	c.unique(name, unique)
}

func (c *checker) unique(symbol, more string) {
	key := strings.Join([]string{c.section, canonical(symbol, nil), more}, "\x00")
	if symbol != "" && c.seen[key] {
		c.fail("", "there are two rows for it in %s", c.section)
	}
	c.seen[key] = true
}

func (c *checker) limits(since, until string) {
	c.version("since", since)
	c.version("until", until)
	if since != "" && until != "" && semver.Compare(since, until) >= 0 {
		c.fail("until", "until %s is not after since %s", until, since)
	}
}

func (c *checker) version(key, v string) {
	if v != "" && semver.Canonical(v)+semver.Build(v) != v {
		c.fail(key, "%q is no version: write v1.2.3", v)
	}
}

func (c *checker) oneOf(key, value string, allowed []string) {
	if !slices.Contains(allowed, value) {
		c.fail(key, "%q is none of %s", value, strings.Join(allowed, ", "))
	}
}

// path checks an access path; an empty one only where it is optional.
func (c *checker) path(key, text string, roots []string, required bool) {
	if text == "" {
		if required {
			c.fail(key, "%s is missing", key)
		}
		return
	}
	p, err := ParsePath(text)
	switch {
	case err != nil:
		c.fail(key, "%s: %v", key, err)
	case !slices.Contains(roots, p.Root):
		c.fail(key, "%s: %q can't start with %s here", key, text, p.Root)
	case p.Root == RootEach && !c.each:
		c.fail(key, "%s: %q needs a list in \"each\"", key, text)
	}
}

func (c *checker) field(key, text string, required bool) {
	if text == "" {
		if required {
			c.fail(key, "%s is missing", key)
		}
		return
	}
	if _, err := ParseFieldPath(text); err != nil {
		c.fail(key, "%s: %v", key, err)
	}
}

func (c *checker) set(key string, set map[string]string) {
	for field, text := range set {
		c.field(key, field, true)
		c.path(key, text, setRoots, true)
	}
}

func (c *checker) indexes(context, request int, untrusted []int) {
	for _, i := range append([]int{context, request}, untrusted...) {
		if i < -1 || i > maxIndex {
			c.fail("", "%d is no parameter index", i)
		}
	}
}
