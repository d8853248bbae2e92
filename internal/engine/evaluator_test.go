package engine

import (
	"testing"

	"github.com/mcpvet/mcpvet/internal/load"
)

// TestEvaluators: each library is evaluated by one program that imports it,
// and by itself where none does.
func TestEvaluators(t *testing.T) {
	dir := writeModule(t, map[string]string{
		"go.mod":        "module example.com/m\n\ngo 1.26\n",
		"base/a.go":     "package base\n",
		"lib/a.go":      "package lib\n\nimport _ \"example.com/m/base\"\n",
		"more/a.go":     "package more\n",
		"alone/a.go":    "package alone\n\nimport _ \"example.com/m/base\"\n",
		"small/main.go": "package main\n\nimport (\n\t_ \"example.com/m/lib\"\n\t_ \"example.com/m/base\"\n)\n\nfunc main() {}\n",
		"large/main.go": "package main\n\nimport (\n\t_ \"example.com/m/lib\"\n\t_ \"example.com/m/more\"\n)\n\nfunc main() {}\n",
		"other/main.go": "package main\n\nimport (\n\t_ \"example.com/m/lib\"\n\t_ \"example.com/m/more\"\n)\n\nfunc main() {}\n",
	})
	loaded, err := load.Load(t.Context(), load.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	by := evaluators(loaded.Packages)
	got := map[string]string{}
	for _, pkg := range loaded.Packages {
		got[pkg.PkgPath] = ""
		if e := by(pkg.Types); e != nil {
			got[pkg.PkgPath] = e.Path()
		}
	}
	for path, want := range map[string]string{
		"base": "large", "lib": "large", "more": "large", // the largest program; of two the first
		"alone": "", "small": "", "large": "", "other": "",
	} {
		if want != "" {
			want = "example.com/m/" + want
		}
		if got["example.com/m/"+path] != want {
			t.Errorf("%s is evaluated by %q, want %q", path, got["example.com/m/"+path], want)
		}
	}
}
