package load

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"slices"
	"strings"
	"sync"
)

// parseScope parses the packages in scope, in parallel but with positions in
// the order of l.nodes, so that two runs agree on every token.Pos.
func (l *loader) parseScope(p *pool) error {
	var jobs []*parseJob
	base := 1
	for _, n := range l.nodes {
		if !n.scope {
			continue
		}
		for i, name := range append(slices.Clone(n.goFiles), n.testFiles...) {
			src, err := os.ReadFile(name)
			if err != nil {
				l.problems = append(l.problems, Problem{Kind: KindPackage, What: name, Package: n.path,
					Module: n.modulePath(), Reason: "cannot read the file: " + err.Error()})
				continue
			}
			jobs = append(jobs, &parseJob{n: n, name: name, src: src, base: base, test: i >= len(n.goFiles)})
			base += len(src) + 1
		}
	}
	err := run(p, jobs, func(j *parseJob) []*parseJob { j.parse(); return nil })
	if err != nil {
		return err
	}
	var files []*token.File
	for _, j := range jobs {
		if j.tokFile != nil {
			files = append(files, j.tokFile)
		}
	}
	l.fset.AddExistingFiles(files...)
	for _, j := range jobs {
		l.take(j)
	}
	return nil
}

// A parseJob is one file in scope.
type parseJob struct {
	n    *node
	name string
	src  []byte
	base int
	test bool

	file    *ast.File
	tokFile *token.File
	errs    []fault
}

// A fault is a syntax error: where it is reported, and a place in the
// declaration that it spoils, as offsets in the file.
type fault struct {
	offset, spoils int
	msg            string
}

// parse parses the file as if the files before it were in the same FileSet.
//
// After a syntax error the parser can lose its way in what follows. So the
// function around the first error is emptied, and the file parsed again.
func (j *parseJob) parse() {
	src := j.src
	for range maxSalvage {
		var list scanner.ErrorList
		if !errors.As(j.parseSource(src), &list) {
			break
		}
		first := list[0]
		body, ok := faultyBody(src, first.Pos.Offset)
		if !ok {
			for _, e := range list {
				j.errs = append(j.errs, fault{e.Pos.Offset, e.Pos.Offset, e.Msg})
			}
			break
		}
		j.errs = append(j.errs, fault{first.Pos.Offset, body.start, first.Msg})
		src = body.blank(src)
	}
	j.src = nil
}

// parseSource parses src in place of the file's text, which is as long.
func (j *parseJob) parseSource(src []byte) error {
	fset := token.NewFileSet()
	if j.base > 1 {
		fset.AddFile("", 1, j.base-2)
	}
	var err error
	j.file, err = parser.ParseFile(fset, j.name, src, parser.ParseComments|parser.SkipObjectResolution|parser.AllErrors)
	j.tokFile = fset.File(token.Pos(j.base))
	return err
}

// take adds a parsed file to its package.
func (l *loader) take(j *parseJob) {
	n := j.n
	for i, e := range j.errs {
		at := func(offset int) token.Pos {
			if j.tokFile == nil {
				return token.NoPos
			}
			return j.tokFile.Pos(min(offset, j.tokFile.Size()))
		}
		n.broken = append(n.broken, syntaxFault{at(e.spoils), e.msg})
		if i < maxErrors {
			l.problems = append(l.problems, Problem{Kind: KindSyntax, What: j.name, Package: n.path,
				Module: n.modulePath(), Reason: e.msg, Pos: l.position(at(e.offset))})
		}
	}
	leaveOut := func(reason string, pos token.Pos) {
		l.problems = append(l.problems, Problem{Kind: KindStripped, What: j.name, Package: n.path,
			Module: n.modulePath(), Reason: "the file is not analysed: " + reason, Pos: l.position(pos)})
	}
	if j.file == nil || j.file.Name == nil || j.file.Name.Name == "" || j.file.Name.Name == "_" {
		leaveOut("it has no package clause", token.NoPos)
		return
	}
	if n.name == "" {
		n.name = j.file.Name.Name
	}
	if j.file.Name.Name != n.name {
		leaveOut("it belongs to package "+j.file.Name.Name+", the others of the folder to package "+n.name, j.file.Name.Pos())
		return
	}
	if IsGenerated(j.file) {
		l.generated[j.name] = true
	}
	n.files = append(n.files, j.file)
	if j.test {
		n.nTests++
	}
}

// parseDep parses a package out of scope, keeping only what can be seen from
// outside, and returns the packages it needs.
func (l *loader) parseDep(n *node) {
	buf := sources.Get().(*bytes.Buffer)
	defer sources.Put(buf)
	for _, name := range n.goFiles {
		if err := readInto(buf, name); err != nil {
			continue // its importers will find names missing, and say so
		}
		src := compact(buf.Bytes())
		f, _ := parser.ParseFile(l.fset, name, src, parser.SkipObjectResolution)
		if f != nil && f.Name != nil && f.Name.Name == n.name {
			n.files = append(n.files, f)
		}
	}
	prune(n.files, n.importName)
}

// sources are buffers for texts that nobody needs after parsing: there are
// thousands of them, and fresh memory is what reading them would cost most.
var sources = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// readInto reads a file into buf, in place of what is there.
func readInto(buf *bytes.Buffer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	buf.Reset()
	_, err = buf.ReadFrom(f)
	return err
}

// importName returns the name of the package that path means in n, "" if it
// is not known.
func (n *node) importName(path string) string {
	switch path {
	case "C", "unsafe":
		return path
	}
	if d := n.imports[path]; d != nil {
		return d.name
	}
	return ""
}

// findNeeds sets the packages whose types n needs: all that its files import,
// but not those out of scope that are imported for their side effects only.
func (n *node) findNeeds() {
	need := make(map[*node]bool)
	for _, f := range n.files {
		for _, spec := range f.Imports {
			d := n.imports[importPath(spec)]
			if d == nil || d.path == "unsafe" || d.failed != "" {
				continue
			}
			if spec.Name != nil && spec.Name.Name == "_" && !d.scope {
				continue
			}
			need[d] = true
		}
	}
	for d := range need {
		n.needs = append(n.needs, d)
	}
	slices.SortFunc(n.needs, compareNodes)
}

func compareNodes(a, b *node) int {
	if c := strings.Compare(a.path, b.path); c != 0 {
		return c
	}
	if c := strings.Compare(a.dir, b.dir); c != 0 {
		return c
	}
	// One package of one folder in two surroundings: the first file tells
	// them apart only if the build differs; their order is of no account.
	return bytes.Compare([]byte(strings.Join(a.goFiles, "\n")), []byte(strings.Join(b.goFiles, "\n")))
}
