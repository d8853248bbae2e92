package posture_test

import (
	"encoding/json"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/inventory"
)

// A program of testdata says in comments what it offers, on the line where the
// descriptor is written, or its name where a helper builds the descriptor:
//
//	// tool: name [key=value ...]
//
// Several expectations of one line are separated by ";". The kinds are tool,
// task, session, resource, template, prompt and completion. A name between
// slashes is the pattern of a family. The keys are
//
//	ro= destr= idem= open=   hints as served; all of them, as soon as one is given
//	hints=none               no hint is served
//	declared=ro,destr        hints that the code states
//	handler=Func             name of the handler, "?" where it can't be resolved;
//	                         without the key any handler will do, but there must be one
//	server=pkg.func          id of the server, "?" where it can't be known;
//	                         without the key any server will do, but there must be one
//	args=a,b?,c?:integer=5   all arguments: "?" optional, ":" type, "=" published default; "-" none
//	eff=c:5                  arguments with a default that reaches the handler
//	desc="text"  uri=text    description, URI
//	unknown=schema,name      parts that can't be known; every other part must be
//	row                      the position is not checked: the name is put together from several places
//	live=no                  a run of the program does not list it (see live_test.go)
//
// Further comments: "// server: id [name= transports=a,b]" on the line of a
// construction, "// none" on a line that nothing comes from, "// notseen: text"
// for something that can't be analysed, "// live: no" for a program that lists
// nothing when run. "// bug: (name,name) text" is a known gap: what differs in
// these entries, "?" for one without a name, is logged, and it is a fault when
// nothing differs any more. Without names the comment is about everything.
type expectation struct {
	file   string // as in the inventory
	line   int
	kind   string
	name   string
	family bool
	keys   map[string]string
}

func (e *expectation) String() string {
	return fmt.Sprintf("%s:%d: %s %s", e.file, e.line, e.kind, e.name)
}

// expectations is what the comments of one program say.
type expectations struct {
	want    []*expectation
	servers []*expectation
	none    []token.Position
	notSeen []string
	gaps    []*knownGap
	notLive bool
}

// A knownGap is what the evaluator is known not to understand.
type knownGap struct {
	names []string // of entries; empty: all
	text  string
	pos   token.Position
}

// kinds maps the words in comments to kinds of the inventory.
var kinds = map[string]string{
	"tool": inventory.KindTool, "task": inventory.KindTask, "session": inventory.KindSession,
	"resource": inventory.KindResource, "template": inventory.KindResourceTemplate,
	"prompt": inventory.KindPrompt, "completion": inventory.KindCompletion,
}

// readExpectations reads the comments of the Go files below dir; names of
// files are made relative to root.
func readExpectations(root, dir string) (*expectations, error) {
	out := &expectations{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		return out.file(path, filepath.ToSlash(rel))
	})
	return out, err
}

func (x *expectations) file(path, rel string) error {
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	fset := token.NewFileSet()
	f := fset.AddFile(rel, -1, len(src))
	var s scanner.Scanner
	s.Init(f, src, nil, scanner.ScanComments)
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return nil
		}
		text, ok := strings.CutPrefix(lit, "// ")
		if tok != token.COMMENT || !ok {
			continue
		}
		if err := x.comment(fset.Position(pos), text); err != nil {
			return fmt.Errorf("%s: %w", fset.Position(pos), err)
		}
	}
}

func (x *expectations) comment(pos token.Position, text string) error {
	word, rest, ok := strings.Cut(text, ": ")
	switch {
	case text == "none" || strings.HasPrefix(text, "none: "):
		x.none = append(x.none, pos)
		return nil
	case !ok:
		return nil
	case word == "bug":
		gap := &knownGap{text: rest, pos: pos}
		if list, _, ok := strings.Cut(strings.TrimPrefix(rest, "("), ") "); ok && strings.HasPrefix(rest, "(") {
			gap.names = strings.Split(list, ",")
		}
		x.gaps = append(x.gaps, gap)
		return nil
	case word == "notseen":
		x.notSeen = append(x.notSeen, rest)
		return nil
	case word == "live":
		x.notLive = rest == "no"
		return nil
	case word == "server", kinds[word] != "":
	default:
		return nil
	}
	for part := range strings.SplitSeq(text, "; ") {
		word, rest, ok := strings.Cut(part, ": ")
		if !ok || kinds[word] == "" && word != "server" {
			return fmt.Errorf("%q is no expectation", part)
		}
		fields, err := splitFields(rest)
		if err != nil {
			return err
		}
		e := &expectation{file: pos.Filename, line: pos.Line, kind: kinds[word], name: fields[0], keys: map[string]string{}}
		if strings.HasPrefix(e.name, "/") && strings.HasSuffix(e.name, "/") {
			e.family, e.name = true, strings.Trim(e.name, "/")
		}
		for _, f := range fields[1:] {
			k, v, _ := strings.Cut(f, "=")
			if !slices.Contains(keys, k) {
				return fmt.Errorf("%q is no key of an expectation", k)
			}
			e.keys[k] = v
		}
		if word == "server" {
			x.servers = append(x.servers, e)
		} else {
			x.want = append(x.want, e)
		}
	}
	return nil
}

var keys = []string{"ro", "destr", "idem", "open", "hints", "declared", "handler", "server", "args", "eff", "desc", "uri", "unknown", "row", "live", "name", "transports"}

// splitFields splits at blanks outside of double quotes, which it removes.
func splitFields(s string) ([]string, error) {
	var out []string
	var cur strings.Builder
	quoted := false
	for _, r := range s + " " {
		switch {
		case r == '"':
			quoted = !quoted
		case r == ' ' && !quoted:
			if cur.Len() > 0 {
				out = append(out, cur.String())
			}
			cur.Reset()
		default:
			cur.WriteRune(r)
		}
	}
	if quoted {
		return nil, fmt.Errorf("%q has a quotation mark without its partner", s)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("an expectation without a name")
	}
	return out, nil
}

// hintNames maps the short names of hints to those that are served.
var hintNames = map[string]string{"ro": "readOnlyHint", "destr": "destructiveHint", "idem": "idempotentHint", "open": "openWorldHint"}

// compare returns how t differs from the expectation, "" if it does not.
// prefix is cut from the ids of servers.
func (e *expectation) compare(t *inventory.Tool, prefix string) string {
	var diffs []string
	differ := func(what string, got, want any) {
		if fmt.Sprint(got) != fmt.Sprint(want) {
			diffs = append(diffs, fmt.Sprintf("%s is %v, want %v", what, got, want))
		}
	}
	if _, row := e.keys["row"]; !row && t.Position.Line != e.line {
		differ("position", fmt.Sprintf("%s:%d", t.Position.File, t.Position.Line), fmt.Sprintf("%s:%d", e.file, e.line))
	}
	e.compareHints(t, differ)
	e.compareHandler(t, differ)
	switch want, given := e.keys["server"]; {
	case want == "?":
		differ("server", t.Server != nil, false)
	case t.Server == nil:
		differ("server", "unknown", "a server")
	case given:
		differ("server", strings.ReplaceAll(*t.Server, prefix, ""), want)
	}
	if want, ok := e.keys["args"]; ok {
		differ("args", arguments(t), sorted(want))
	}
	if want, ok := e.keys["eff"]; ok {
		differ("effective defaults", effective(t), sorted(want))
	}
	if want, ok := e.keys["desc"]; ok {
		differ("description", t.Description, want)
	}
	if want, ok := e.keys["uri"]; ok {
		differ("uri", t.URI, want)
	}
	differ("unknown", unknowns(t, e), e.keys["unknown"])
	return strings.Join(diffs, "; ")
}

func (e *expectation) compareHints(t *inventory.Tool, differ func(string, any, any)) {
	want := map[string]any{}
	for short, long := range hintNames {
		if v, ok := e.keys[short]; ok {
			want[long] = v == "true"
		}
	}
	if len(want) > 0 || e.keys["hints"] == "none" {
		differ("hints", t.Annotations, want)
	}
	if v, ok := e.keys["declared"]; ok {
		var got []string
		for short, long := range hintNames {
			if _, ok := t.Declared[long]; ok {
				got = append(got, short)
			}
		}
		names := slices.DeleteFunc(strings.Split(v, ","), func(s string) bool { return s == "" || s == "none" })
		slices.Sort(got)
		slices.Sort(names)
		differ("declared hints", got, names)
	}
}

func (e *expectation) compareHandler(t *inventory.Tool, differ func(string, any, any)) {
	want, given := e.keys["handler"]
	got := "?"
	if t.Handler != nil {
		got = t.Handler.Name
		if t.Handler.File == "" || t.Handler.Line == 0 {
			differ("the handler's position", "missing", "given")
		}
	}
	switch {
	case given:
		differ("handler", got, want)
	case got == "?":
		differ("handler", got, "a function")
	}
}

// unknowns lists the parts that are not known, those aside that other keys
// of the expectation cover.
func unknowns(t *inventory.Tool, e *expectation) string {
	var parts []string
	for _, u := range t.Unknown {
		switch {
		case u.Part == "name" && e.family,
			u.Part == "handler" && e.keys["handler"] == "?",
			u.Part == "server" && e.keys["server"] == "?":
			continue
		}
		parts = append(parts, u.Part)
	}
	slices.Sort(parts)
	return strings.Join(slices.Compact(parts), ",")
}

// arguments prints properties in the form of the key args.
func arguments(t *inventory.Tool) string {
	var out []string
	for name, p := range t.Properties {
		if !p.Required {
			name += "?"
		}
		if p.Type != "" {
			name += ":" + p.Type
		}
		if p.PublishedDefault != nil {
			name += "=" + jsonText(p.PublishedDefault)
		}
		out = append(out, name)
	}
	slices.Sort(out)
	if len(out) == 0 {
		return "-"
	}
	return strings.Join(out, ",")
}

// sorted sorts the elements of a list with commas.
func sorted(list string) string {
	out := strings.Split(list, ",")
	slices.Sort(out)
	return strings.Join(out, ",")
}

func effective(t *inventory.Tool) string {
	var out []string
	for name, p := range t.Properties {
		if p.EffectiveDefault != nil {
			out = append(out, name+":"+jsonText(p.EffectiveDefault))
		}
	}
	slices.Sort(out)
	if len(out) == 0 {
		return "-"
	}
	return strings.Join(out, ",")
}

// jsonText prints a JSON value: strings inside of it in single quotes, a string
// by itself without.
func jsonText(v any) string {
	if s, ok := v.(string); ok {
		if _, err := strconv.ParseFloat(s, 64); err != nil && s != "true" && s != "false" {
			return s
		}
		return "'" + s + "'" // a string that looks like another type
	}
	data, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return strings.ReplaceAll(string(data), `"`, "'") // double quotes hold the values of keys together
}
