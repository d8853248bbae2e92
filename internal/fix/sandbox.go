package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/argv"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// makesCommand returns the call at a site that makes a command, and which of its
// arguments the program is; nil for any other.
func (s *Site) makesCommand() (call *ast.CallExpr, program int) {
	call = s.Call()
	if call == nil {
		return nil, 0
	}
	if _, ok := s.calls(call, "os/exec.CommandContext"); ok {
		return call, 1
	}
	if _, ok := s.calls(call, "os/exec.Command"); ok {
		return call, 0
	}
	return nil, 0
}

// Sandbox runs an interpreter in a sandbox of the companion, where the caller writes
// the program that it runs. pos is where the command is made. What it is used for
// after that must be what the companion's command can do as well.
func Sandbox(src sources, set *models.Set, f *taint.Flow, pos program.Pos) []finding.Fix {
	s := At(src, pos)
	call, first := s.makesCommand()
	if call == nil || !s.atLeast("go1.24") {
		return nil
	}
	words, script := ranBy(set, f)
	if len(words) == 0 || !words[0].Known || len(call.Args) <= first || !s.runsOnly() {
		return nil
	}
	e := s.edit()
	var options []string
	if script >= 0 {
		file := s.element(call, first, script, len(words))
		if script == 0 || file == nil || !s.repeatable(file) {
			return nil
		}
		options = append(options, "ReadOnly: []string{"+s.text(file)+"}")
	}
	guard := e.use(guardModule, call.Pos())
	if compiles(set, words) {
		options = append(options, "Memory: 4 << 30", "Scratch: 1 << 30", "Processes: 512", "Timeout: "+e.use("time", call.Pos())+".Minute")
	}
	if first == 0 {
		ctx := e.context(call.Pos())
		if ctx == "" {
			return nil
		}
		e.replace(call.Fun.Pos(), call.Lparen+1, guard+".SandboxCommand("+ctx+", "+guard+".SandboxOptions{"+strings.Join(options, ", ")+"}, ")
	} else {
		e.replaceNode(call.Fun, guard+".SandboxCommand")
		e.insert(call.Args[0].End(), ", "+guard+".SandboxOptions{"+strings.Join(options, ", ")+"}")
	}
	out := e.fix("run "+path.Base(words[0].Text)+" in a sandbox of the companion", Review)
	if len(out) > 0 && e.added[guardModule] != "" {
		out[0].Needs = []string{guardModule}
	}
	return out
}

// ranBy returns the words of the command that gets the data of a flow, and which of
// them is the file that it was written to, -1 if there is none.
func ranBy(set *models.Set, f *taint.Flow) ([]argv.Word, int) {
	switch f.Sink.Row.Kind {
	case models.KindContent:
		return flowrule.Script(f)
	case models.KindStdin:
		if lines := flowrule.Started(set, f); len(lines) == 1 {
			return lines[0], -1
		}
	case models.KindArgv:
		if lines := flowrule.Lines(f); len(lines) == 1 {
			return lines[0].Words, -1
		}
	}
	return nil, -1
}

// compiles reports whether what a command runs is compiled first.
func compiles(set *models.Set, words []argv.Word) bool {
	for _, row := range argv.Rows(set, words[0].Text) {
		if row.Compiles && len(words) > len(row.Sub) && !slices.ContainsFunc(row.Sub, func(sub string) bool {
			return !slices.ContainsFunc(words[1:1+len(row.Sub)], func(w argv.Word) bool { return w.Known && w.Text == sub })
		}) {
			return true
		}
	}
	return false
}

// repeatable reports whether it does not matter that an expression is evaluated
// twice: a name, or the name of an open file.
func (s *Site) repeatable(x ast.Expr) bool {
	if isPure(x) {
		return true
	}
	c, ok := s.calls(x, "(*os.File).Name")
	if !ok {
		return false
	}
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	return ok && isPure(sel.X)
}

// What of a command the companion's has, too.
var (
	commandFields  = []string{"Stdin", "Stdout", "Stderr", "Dir"}
	commandMethods = []string{"Run", "Output", "CombinedOutput"}
)

// runsOnly reports whether of the command that a call makes nothing is used but
// what the companion's has.
func (s *Site) runsOnly() bool {
	if len(s.Path) > 2 {
		if sel, ok := s.Path[1].(*ast.SelectorExpr); ok {
			outer, ok := s.Path[2].(*ast.CallExpr)
			return ok && outer.Fun == sel && slices.Contains(commandMethods, sel.Sel.Name)
		}
	}
	a, ok := s.Path[1].(*ast.AssignStmt)
	if !ok || a.Tok != token.DEFINE || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return false
	}
	id, ok := a.Lhs[0].(*ast.Ident)
	if !ok || s.definition(id) == nil {
		return false
	}
	obj, ran := s.Info.Defs[id], false
	known := 0
	ast.Inspect(s.Syntax, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := ast.Unparen(sel.X).(*ast.Ident); !ok || s.Info.Uses[x] != obj {
			return true
		}
		switch of := s.Info.Uses[sel.Sel].(type) {
		case *types.Var:
			if slices.Contains(commandFields, sel.Sel.Name) {
				known++
			}
		case *types.Func:
			if slices.Contains(commandMethods, of.Name()) {
				known, ran = known+1, true
			}
		}
		return true
	})
	return ran && known == s.uses(obj)
}

// Contain adds the options to a container that keep what it runs from the network,
// from files and from rights. None may be there already with another value.
func Contain(src sources, set *models.Set, f *taint.Flow, pos program.Pos, lacks []string) []finding.Fix {
	s := At(src, pos)
	call, first := s.makesCommand()
	if call == nil {
		return nil
	}
	words, _ := ranBy(set, f)
	run := slices.IndexFunc(words, func(w argv.Word) bool { return w.Known && (w.Text == "run" || w.Text == "create") })
	if run < 1 || len(lacks) == 0 || slices.ContainsFunc(words, func(w argv.Word) bool { return w.Many }) {
		return nil
	}
	var add []string
	for _, option := range lacks {
		name, _, _ := strings.Cut(option, "=")
		if slices.ContainsFunc(words, func(w argv.Word) bool {
			text := w.Text
			if !w.Known {
				text = w.Prefix
			}
			return text == name || strings.HasPrefix(text, name+"=") || name == "--network" && strings.HasPrefix(text, "--net")
		}) {
			return nil
		}
		add = append(add, strconv.Quote(option))
	}
	at := s.element(call, first, run, len(words))
	if at == nil {
		return nil
	}
	e := s.edit()
	e.insert(at.End(), ", "+strings.Join(add, ", "))
	return e.fix("start the container with "+strings.Join(lacks, ", "), Review)
}
