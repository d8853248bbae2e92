package lower

import (
	"go/ast"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// maxEmbed bounds the file that an embedding variable is read from: schemas
// and descriptions are small.
const maxEmbed = 64 << 10

// embeds lists the variables of files that have a go:embed directive.
func (l *lowerer) embeds(files []*ast.File) []program.Embed {
	var out []program.Embed
	for _, f := range files {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				spec := s.(*ast.ValueSpec)
				pattern := directive(spec.Doc)
				if pattern == "" && len(g.Specs) == 1 {
					pattern = directive(g.Doc)
				}
				if pattern == "" || len(spec.Names) != 1 {
					continue
				}
				e := program.Embed{Global: l.out.Path + "." + spec.Names[0].Name, Pos: l.pos(spec.Pos())}
				e.Text, e.Reason = embedded(filepath.Dir(e.Pos.File), pattern)
				out = append(out, e)
			}
		}
	}
	return out
}

// directive returns the patterns of a go:embed directive.
func directive(doc *ast.CommentGroup) string {
	if doc == nil {
		return ""
	}
	for _, c := range doc.List {
		if p, ok := strings.CutPrefix(c.Text, "//go:embed "); ok {
			return strings.Trim(strings.TrimSpace(p), "\"`")
		}
	}
	return ""
}

// embedded reads the one file that a pattern names. The source is not
// trusted: only a regular file below its own folder is read, no link.
func embedded(dir, pattern string) (text, reason string) {
	reason = "the embedded files " + pattern
	if !filepath.IsLocal(filepath.FromSlash(pattern)) || strings.ContainsAny(pattern, "*?[ ") {
		return "", reason
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", reason
	}
	defer func() { _ = root.Close() }() // only read from
	info, err := root.Lstat(filepath.FromSlash(pattern))
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxEmbed {
		return "", reason
	}
	f, err := root.Open(filepath.FromSlash(pattern))
	if err != nil {
		return "", reason
	}
	defer func() { _ = f.Close() }() // only read from
	data, err := io.ReadAll(io.LimitReader(f, maxEmbed))
	if err != nil {
		return "", reason
	}
	return string(data), ""
}
