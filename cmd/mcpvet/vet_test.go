package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestIsVetTool(t *testing.T) {
	for _, test := range []struct {
		args []string
		want bool
	}{
		{nil, false},
		{[]string{"-V=full"}, true},
		{[]string{"-flags"}, true},
		{[]string{"-profile=pedantic", "/tmp/b001/vet.cfg"}, true},
		{[]string{"./..."}, false},
		{[]string{"check", "-o", "json=out.cfg"}, false},
		{[]string{"version"}, false},
	} {
		if got := isVetTool(test.args); got != test.want {
			t.Errorf("%q: %v, want %v", test.args, got, test.want)
		}
	}
}

func TestIsDependency(t *testing.T) {
	for name, test := range map[string]struct {
		cfg  string
		want bool
	}{
		"standard library":      {`{"ImportPath": "fmt", "VetxOnly": true}`, true},
		"module, go1.26":        {`{"ModulePath": "d", "ModuleVersion": "v1.0.0", "VetxOnly": true}`, true},
		"module, go1.27":        {`{"Module": {"Path": "d", "Version": "v1.0.0"}, "VetxOnly": true}`, true},
		"main module":           {`{"ModulePath": "m", "VetxOnly": true}`, false},
		"main module, go1.27":   {`{"Module": {"Path": "m"}, "VetxOnly": true}`, false},
		"asked for by the user": {`{"ImportPath": "fmt"}`, false},
		"broken":                {`{`, false},
	} {
		path := filepath.Join(t.TempDir(), "vet.cfg")
		if err := os.WriteFile(path, []byte(test.cfg), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := isDependency(path); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	if isDependency("missing.cfg") || isDependency("-flags") {
		t.Error("what is no file is a dependency")
	}
}
