package pathroot

import (
	_ "embed"
	"fmt"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/fix"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/passes/source"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
	"github.com/mcpvet/mcpvet/models"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP003")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "pathroot",
	Doc:        ruledoc.Text(doc),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), source.Analyzer, taint.Analyzer),
	ResultType: reflect.TypeFor[[]finding.Finding](),
	Run:        run,
}

var (
	pathMask = flow.KindMask(models.KindPath)
	linkMask = flow.KindMask(models.KindLink)
	urlMask  = flow.KindMask(models.KindURLPath)
)

func run(pass *analysis.Pass) (any, error) {
	var findings []finding.Finding
	flows := pass.ResultOf[taint.Analyzer].(*taint.Result)
	if flows == nil {
		return findings, nil // out of scope
	}
	src := pass.ResultOf[source.Analyzer].(*source.Source)
	c := &checker{linkers: map[string]string{}, once: flowrule.Once{}}
	for _, f := range flows.Flows {
		if f.Sink.Row.Does == models.DoesLink && ours(f) {
			c.linkers[server(f)] = flowrule.Tool(f.Entry)
		}
	}
	// what leads out by itself comes first: of each sink and tool one is told
	for _, weak := range []bool{false, true} {
		for _, f := range flows.Flows {
			if !f.Fresh || !ours(f) {
				continue
			}
			var found finding.Finding
			ok := false
			switch {
			case f.Sink.Row.Kind == models.KindPath && f.Mask.Has(pathMask) != weak:
				found, ok = c.path(f)
			case f.Sink.Row.Kind == models.KindURLPath && !weak:
				found, ok = url(f)
			}
			if ok && c.once.First(f, "") {
				if f.Sink.Row.Kind == models.KindPath {
					found.Fixes = fix.Root(src, f.Sink)
				}
				findings = append(findings, found)
			}
		}
	}
	emit.Findings(pass, findings)
	return findings, nil
}

// ours reports whether data is chosen by those whom the rule distrusts.
func ours(f *taint.Flow) bool {
	return f.Source.Class == models.ClassArgument || f.Source.Class == models.ClassHeader || entryName(f)
}

// entryName reports whether data is the name of an archive's entry.
func entryName(f *taint.Flow) bool {
	return f.Source.Class == models.ClassOutside && strings.HasPrefix(f.Source.Sym, "archive/")
}

func server(f *taint.Flow) string {
	if f.Entry.Server == nil {
		return ""
	}
	return f.Entry.Server.ID
}

// A checker judges the flows of one package.
type checker struct {
	linkers map[string]string // server -> a tool that makes links where the caller wants them
	once    flowrule.Once
}

// path judges a flow to the path of a file.
func (c *checker) path(f *taint.Flow) (finding.Finding, bool) {
	does := f.Sink.Row.Does
	if !f.Mask.Has(pathMask) {
		return c.link(f)
	}
	if f.Mask.OnlyParent() && (does == models.DoesRead || does == models.DoesOpen || does == models.DoesWrite) {
		return finding.Finding{}, false // ".." is a folder, which can't be read or written as a file
	}
	who := subject(f)
	message := fmt.Sprintf("%s chooses %s", who, object(does))
	if f.Mask&flow.Part != 0 {
		message = fmt.Sprintf("%s becomes part of the path of %s: \"..\" leads out of the folder", who, object(does))
	}
	out := flowrule.Finding(rule.ID, f, pathMask, finding.Error, message)
	if does == models.DoesProbe {
		out.Severity, out.Profile = finding.Warning, finding.Pedantic
	}
	return out, true
}

// link judges a flow whose text can't lead out, but on which links are
// followed.
func (c *checker) link(f *taint.Flow) (finding.Finding, bool) {
	if !f.Mask.Has(linkMask) || f.Sink.Row.Does == models.DoesProbe {
		return finding.Finding{}, false
	}
	message := fmt.Sprintf("%s is held below a folder by its text only, but a link there can lead %s out of it", subject(f), object(f.Sink.Row.Does))
	if by := c.linkers[server(f)]; by != "" {
		return flowrule.Finding(rule.ID, f, linkMask, finding.Error, message+"; "+by+" can make one"), true
	}
	out := flowrule.Finding(rule.ID, f, linkMask, finding.Note, message)
	out.Profile = finding.Auditor
	return out, true
}

// url judges a flow to the path of a URL. Who chooses the host too, or the
// whole path, takes no segments away.
func url(f *taint.Flow) (finding.Finding, bool) {
	if !f.Mask.InURLPath() || f.Mask&flow.Part == 0 || entryName(f) || !fixed(f.Sink) {
		return finding.Finding{}, false
	}
	return flowrule.Finding(rule.ID, f, urlMask, finding.Warning,
		subject(f)+" becomes part of the path of a URL, where \"..\" replaces the segments before it"), true
}

// fixed reports whether something of a path is not the caller's: text that is
// constant, or a second part.
func fixed(s *flow.Sink) bool {
	if s.At.Arg < 0 || s.At.Arg >= len(s.Args) {
		return true
	}
	text := s.Args[s.At.Arg]
	if text == nil || text.Kind != flow.SymConcat {
		return true
	}
	rest := text.Prefix()
	if _, after, ok := strings.Cut(rest, "://"); ok {
		_, rest, _ = strings.Cut(after, "/")
	}
	return strings.Trim(rest, "/") != "" || parts(text) > 1
}

// parts counts what is not constant in a text, and constant text behind it.
func parts(text *flow.Sym) int {
	n := 0
	for _, k := range text.Kids {
		if k.Kind == flow.SymConcat {
			n += parts(k)
		} else if t, ok := k.Text(); !ok || n > 0 && strings.Trim(t, "/") != "" {
			n++
		}
	}
	return n
}

func subject(f *taint.Flow) string {
	if entryName(f) {
		return fmt.Sprintf("the name of an archive's entry in %s", flowrule.Tool(f.Entry))
	}
	return fmt.Sprintf("%s of %s", flowrule.Argument(f), flowrule.Tool(f.Entry))
}

// object says what is done to the file.
func object(does string) string {
	switch does {
	case models.DoesRead:
		return "a file that is read"
	case models.DoesOpen:
		return "a file that is opened"
	case models.DoesWrite:
		return "a file that is written"
	case models.DoesDelete:
		return "a file that is deleted"
	case models.DoesMove:
		return "a file that is moved"
	case models.DoesMake:
		return "a folder that is made"
	case models.DoesList:
		return "a folder that is listed"
	case models.DoesEnter:
		return "the folder that is worked in"
	case models.DoesRoot:
		return "the folder from which files are given out"
	case models.DoesChange:
		return "a file whose mode, owner or time is changed"
	case models.DoesLink:
		return "a file that is linked"
	}
	return "a file that is looked for"
}
