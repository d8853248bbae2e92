package engine_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadersSaySo: an analyzer that reads syntax requires config.Syntax; without
// it the syntax is gone when it runs, and it would find nothing.
func TestReadersSaySo(t *testing.T) {
	reads, says := map[string]string{}, map[string]bool{}
	for _, root := range []string{"../passes", "../../analyzers"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text := string(data)
			if strings.Contains(text, "pass.Files") || strings.Contains(text, "pass.TypesInfo") {
				reads[filepath.Dir(path)] = path
			}
			if strings.Contains(text, "config.Syntax") || strings.Contains(text, "var Syntax") {
				says[filepath.Dir(path)] = true
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(reads) < 3 {
		t.Fatalf("only %d packages read syntax: %v", len(reads), reads)
	}
	for dir, path := range reads {
		if !says[dir] {
			t.Errorf("%s reads syntax, and no analyzer of %s requires config.Syntax", path, dir)
		}
	}
}
