package models

import (
	"slices"
	"strings"
	"testing"
)

func TestRowsAbout(t *testing.T) {
	set, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	user := Rows{Sinks: []Sink{{Symbol: Symbol{Func: "example.com/a.Open"}, At: "arg0", Kind: KindPath, Does: "read"}}}
	set = set.With(user)
	for _, c := range []struct {
		symbol, section, why string
		own                  bool
	}{
		{"os.ReadFile", "sinks", "the function", false},
		{"(*net/http.Client).Do", "outbound", "the function", false},
		{"(*github.com/mark3labs/mcp-go/server.MCPServer).AddTool", "registrars", "the function", false},
		{"(*github.com/redis/go-redis/v9.Client).Del", "services", "the package", false},
		{"git", "programs", "the program", false},
		{"example.com/a.Open", "sinks", "the function", true},
	} {
		rows := set.RowsAbout(c.symbol)
		i := slices.IndexFunc(rows, func(r RowAbout) bool { return r.Section == c.section && r.Why == c.why })
		if i < 0 {
			t.Errorf("%s: no row below %s for %s; %+v", c.symbol, c.section, c.why, rows)
			continue
		}
		if (rows[i].Model == nil) != c.own {
			t.Errorf("%s: model %v", c.symbol, rows[i].Model)
		}
		if strings.Contains(rows[i].YAML, "\n") || !strings.Contains(rows[i].YAML, ":") {
			t.Errorf("%s: row %q", c.symbol, rows[i].YAML)
		}
	}
	if rows := set.RowsAbout("example.com/nobody.Knows"); len(rows) > 0 {
		t.Errorf("rows about nothing: %+v", rows)
	}
	if n := user.Count(); n != 1 {
		t.Errorf("%d rows", n)
	}
}

func TestFuncsLike(t *testing.T) {
	set, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for short, long := range map[string]string{
		"exec.Command": "os/exec.Command", "sql.DB.Exec": "(*database/sql.DB).Exec", "(*sql.DB).Exec": "(*database/sql.DB).Exec",
	} {
		if got := set.FuncsLike(short); !slices.Contains(got, long) {
			t.Errorf("%s: %v, want %s among them", short, got, long)
		}
	}
	if got := set.FuncsLike("nobody.Knows"); len(got) > 0 {
		t.Errorf("like nothing: %v", got)
	}
}
