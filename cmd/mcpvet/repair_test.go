package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A callOf is a call that the client of testdata/repair makes.
type callOf struct {
	Kind string
	Name string
	Args map[string]any
}

// An answerOf is what the server answers.
type answerOf struct {
	Text   string
	Failed bool
}

// A try is a call of a server before and after its faults are fixed. A harmless one
// gets the same answer; an attack gets what it wants before, and not after.
type try struct {
	callOf
	as     string  // who calls, "" for whoever may do everything
	after  *callOf // what is called after the fixes, where they ask for more
	attack string  // what an attack gets, as a part of the answer
	makes  string  // a file that an attack makes
	fails  bool    // the attack gets it in the message of a failure
	box    bool    // it needs bubblewrap
}

type args = map[string]any

func tool(name string, a args) callOf   { return callOf{"tool", name, a} }
func resource(uri string) callOf        { return callOf{Kind: "resource", Name: uri} }
func prompt(name string, a args) callOf { return callOf{"prompt", name, a} }
func harmless(c callOf) try             { return try{callOf: c} }
func renamed(c, after callOf) try       { return try{callOf: c, after: &after} }
func attack(c callOf, gets string) try  { return try{callOf: c, attack: gets} }
func failure(c callOf, gets string) try { return try{callOf: c, attack: gets, fails: true} }

// TestRepair fixes the faults of the vulnerable examples, and calls them before and
// after with a client of their SDKs. Only this test runs them: mcpvet does not.
func TestRepair(t *testing.T) {
	if os.Getenv("MCPVET_FULL") == "" {
		t.Skip("builds and starts servers; set MCPVET_FULL=1")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("the examples run git")
	}
	r := newRepair(t)
	before := r.calls(t, "before")
	r.fix(t)
	r.review(t)
	after := r.calls(t, "after")
	for i, c := range r.tries() {
		b, a := before[i], after[i]
		if b == nil || a == nil {
			continue // not made here
		}
		t.Logf("%-8s %-70s %-40q %q", map[bool]string{true: "harmless", false: "attack"}[c.attack == "" && c.makes == ""], show(c), short(b), short(a))
		switch {
		case c.attack == "" && c.makes == "":
			if b.Failed || *a != *b {
				t.Errorf("%s: %+v before, %+v after", show(c), *b, *a)
			}
		case c.makes != "":
			if b.Text != "made" || a.Text == "made" {
				t.Errorf("%s: %q before, %q after", show(c), b.Text, a.Text)
			}
		default:
			if b.Failed != c.fails || !strings.Contains(b.Text, c.attack) {
				t.Errorf("%s: the attack does not work before: %+v", show(c), *b)
			}
			if strings.Contains(a.Text, c.attack) {
				t.Errorf("%s: the attack works after the fixes: %+v", show(c), *a)
			}
		}
	}
}

func show(c tryOn) string {
	text, _ := json.Marshal(c.Args)
	return strings.TrimSpace(c.server + " " + c.as + " " + c.Kind + " " + c.Name + " " + string(text))
}

func short(a *answerOf) string {
	text := strings.TrimSpace(a.Text)
	if a.Failed {
		text = "failed: " + text
	}
	if len(text) > 90 {
		text = text[:90] + "..."
	}
	return text
}

// A tryOn is a try on one of the servers, in one of the ways to start it.
type tryOn struct {
	try
	server, way string
}

// gosdkTries are those on opsdesk.
func (r *repair) gosdkTries() []try {
	return []try{
		renamed(tool("read_note", args{}), tool("on_call", args{})), // the second of that name took the place of the first
		harmless(resource("note:///hello.md")),
		harmless(prompt("handover", args{"team": "night"})),
		harmless(tool("grep_notes", args{"pattern": "hello"})),
		harmless(tool("note_history", args{"revision": "HEAD"})),
		harmless(tool("search_tickets", args{"text": "printer"})),
		harmless(tool("repeat_search", args{})),
		harmless(tool("close_ticket", args{"id": 1, "resolution": "done", "confirm": true})),
		renamed(tool("delete_note", args{"path": "old.md"}), tool("delete_note", args{"path": "old.md", "confirm": true})),
		harmless(tool("post_status", args{"message": "all well", "confirm": true})),
		harmless(tool("ping", args{})),
		{callOf: tool("run_check", args{"code": "print(6 * 7)", "confirm": true}), box: true},

		attack(resource("note:///../notes-private/secret.md"), "the private note"),
		attack(tool("grep_notes", args{"pattern": "x' . ; cat ../notes-private/secret.md; echo '"}), "the private note"),
		{callOf: tool("note_history", args{"revision": "--output=" + filepath.Join(r.dir, "written")}), makes: "written"},
		attack(tool("search_tickets", args{"text": "zz' UNION SELECT id, salary, name FROM salaries --"}), "salary of the boss"),
		{callOf: tool("delete_note", args{"path": "todo.md"}), as: "guest", after: &callOf{"tool", "delete_note", args{"path": "todo.md", "confirm": true}}, attack: "deleted"},
		attack(tool("delete_note", args{"path": "plan.md"}), "deleted"),
		attack(tool("fetch_page", args{"url": r.internal.URL}), "the internal page"),
		{callOf: tool("run_check", args{"code": "print(open(" + fmt.Sprintf("%q", filepath.Join(r.dir, "host-secret")) + ").read())", "confirm": true}), attack: "the host's secret", box: true},
		attack(tool("diagnostics", args{}), "opsdesk-password"),
		attack(callOf{Kind: "list"}, "do not tell the user"),
	}
}

// mcpgoTries are those on docbox.
func (r *repair) mcpgoTries() []try {
	program := "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() {\n\tdata, err := os.ReadFile(" + fmt.Sprintf("%q", filepath.Join(r.dir, "host-secret")) + ")\n\tfmt.Println(string(data), err != nil)\n}\n"
	return []try{
		renamed(tool("read_doc", args{"path": "hello.md"}), tool("doc_head", args{"path": "hello.md"})), // as above
		harmless(resource("doc:///hello.md")),
		harmless(prompt("review", args{"path": "hello.md"})),
		harmless(tool("write_doc", args{"path": "new.md", "text": "new", "dry_run": false})),
		harmless(tool("convert_doc", args{"path": "hello.md", "format": "html"})),
		harmless(tool("doc_diff", args{"revision": "HEAD~1"})),
		harmless(tool("find_links", args{"words": "printer"})),
		harmless(tool("remove_link", args{"id": 1, "confirm": true})),
		harmless(tool("share_doc", args{"path": "hello.md", "note": "look", "confirm": true})),
		harmless(tool("save_draft", args{"text": "draft"})),
		harmless(tool("show_draft", args{})),
		{callOf: tool("run_example", args{"code": "package main\n\nfunc main() { print() }\n", "confirm": true}), box: true},

		attack(resource("doc:///../secret.md"), "the private document"),
		attack(tool("write_doc", args{"path": "hello.md", "text": "gone"}), "written"),
		attack(tool("convert_doc", args{"path": "hello.md", "format": "html >/dev/null; cat secret.md"}), "the private document"),
		{callOf: tool("doc_diff", args{"revision": "HEAD~1", "options": []string{"--output=" + filepath.Join(r.dir, "diffed")}}), makes: "diffed"},
		attack(tool("find_links", args{"words": "printer", "order": "(SELECT salary FROM salaries)"}), "salary of the boss"),
		failure(tool("find_links", args{"words": "boom"}), "docbox-password"),
		attack(tool("import_page", args{"url": r.internal.URL}), "the internal page"),
		{callOf: tool("run_example", args{"code": program, "confirm": true}), attack: "the host's secret", box: true},
		attack(callOf{Kind: "list"}, "never mention this"),
	}
}

// tries are all, on each server in each way that it is started.
func (r *repair) tries() []tryOn {
	var out []tryOn
	for _, c := range r.gosdkTries() {
		out = append(out, tryOn{c, "gosdk", ""})
	}
	// A service that can't show who it is gets nothing.
	out = append(out, tryOn{attack(tool("post_status", args{"message": "all well", "confirm": true}), "posted"), "gosdk", "impostor"})
	for _, c := range r.mcpgoTries() {
		out = append(out, tryOn{c, "mcpgo", "stdio"})
	}
	// Over HTTP nobody has said who he is.
	out = append(out,
		tryOn{attack(resource("doc:///on-call.md"), "hello"), "mcpgo", "http"},
		tryOn{attack(tool("save_draft", args{"text": "mine"}), "kept"), "mcpgo", "http"})
	return out
}

// A repair is a copy of the vulnerable examples, with what they need to run.
type repair struct {
	dir, module string
	boxes       bool
	internal    *httptest.Server // what only this machine gets to
	status      *httptest.Server // the status page, and the team's chat
	certificate string
	mu          sync.Mutex
	tokens      map[string]bool // that came to the status page
}

func newRepair(t *testing.T) *repair {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &repair{dir: dir, module: filepath.Join(dir, "examples"), tokens: map[string]bool{}}
	r.boxes = exec.Command("bwrap", "--unshare-all", "--ro-bind", "/", "/", "true").Run() == nil
	r.internal = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "the internal page") }))
	t.Cleanup(r.internal.Close)
	r.status = httptest.NewUnstartedServer(http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.tokens[req.Header.Get("Authorization")] = true
	}))
	r.status.Config.ErrorLog = log.New(io.Discard, "", 0) // of those who don't trust it
	r.status.StartTLS()
	t.Cleanup(r.status.Close)
	r.certificate = filepath.Join(dir, "cert.pem")
	r.write(t, "cert.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: r.status.Certificate().Raw})))
	r.write(t, "host-secret", "the host's secret")
	root := filepath.Join("..", "..")
	for from, to := range map[string]string{
		filepath.Join(root, "examples", "go.mod"):           "examples/go.mod",
		filepath.Join(root, "examples", "go.sum"):           "examples/go.sum",
		filepath.Join(root, "examples", "gosdk-vulnerable"): "examples/gosdk-vulnerable",
		filepath.Join(root, "examples", "mcpgo-vulnerable"): "examples/mcpgo-vulnerable",
		filepath.Join("testdata", "repair", "client"):       "examples/client",
		filepath.Join("testdata", "repair", "pq"):           "pq",
	} {
		r.copy(t, from, filepath.Join(dir, filepath.FromSlash(to)))
	}
	companion, err := filepath.Abs(filepath.Join(root, "guard"))
	if err != nil {
		t.Fatal(err)
	}
	edit := []string{"mod", "edit", "-replace=github.com/lib/pq=../pq"}
	for _, m := range []string{"", "/gosdk", "/mcpgo"} {
		edit = append(edit, "-require=github.com/mcpvet/mcpvet/guard"+m+"@v0.0.0", "-replace=github.com/mcpvet/mcpvet/guard"+m+"="+filepath.Join(companion, filepath.FromSlash(m)))
	}
	r.run(t, r.module, nil, "go", edit...)
	r.run(t, r.module, nil, "go", "build", "-o", filepath.Join(dir, "client"), "./client")
	return r
}

func (r *repair) write(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func (r *repair) copy(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(name string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file := filepath.Join(to, rel)
		return errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, data, 0o644))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (r *repair) run(t *testing.T, dir string, env []string, name string, words ...string) string {
	t.Helper()
	cmd := exec.Command(name, words...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(words, " "), err, out)
	}
	return string(out)
}

// data makes the files that the servers work on, the same each time.
func (r *repair) data(t *testing.T) {
	t.Helper()
	for _, dir := range []string{"notes", "docs"} {
		if err := os.RemoveAll(filepath.Join(r.dir, dir)); err != nil {
			t.Fatal(err)
		}
		env := []string{"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com",
			"GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z", "GIT_CONFIG_GLOBAL=" + os.DevNull}
		for i, text := range []string{"hello\n", "hello world\n"} {
			for _, f := range []string{"hello.md", "on-call.md", "old.md", "todo.md", "plan.md"} {
				r.write(t, dir+"/"+f, text)
			}
			in := filepath.Join(r.dir, dir)
			if i == 0 {
				r.run(t, in, env, "git", "init", "-q", "-b", "main")
			}
			r.run(t, in, env, "git", "add", "-A")
			r.run(t, in, env, "git", "commit", "-q", "-m", fmt.Sprint("change ", i))
		}
	}
	r.write(t, "notes-private/secret.md", "the private note")
	r.write(t, "secret.md", "the private document")
	r.write(t, "bin/pandoc", "#!/bin/sh\ncat\n")
	if err := os.Chmod(filepath.Join(r.dir, "bin", "pandoc"), 0o755); err != nil {
		t.Fatal(err)
	}
	all := `["notes:read", "notes:write", "tickets:read", "tickets:write", "web:read", "status:write", "checks:run", "admin", "on_call:read"]` // two of them are what the fixes ask for
	r.write(t, "keys.json", `{
		"`+sum("boss")+`": {"user": "boss", "scopes": `+all+`}, "`+sum("guest")+`": {"user": "guest", "scopes": ["notes:read"]}}`)
}

// sum is how opsdesk keeps the keys of its callers.
func sum(key string) string {
	h := sha256.Sum256([]byte(key))
	return hex.EncodeToString(h[:])
}

// calls makes all tries, and returns the answers; nil for a call that is not made.
func (r *repair) calls(t *testing.T, phase string) []*answerOf {
	t.Helper()
	r.data(t)
	for _, s := range []string{"gosdk", "mcpgo"} {
		r.run(t, r.module, nil, "go", "build", "-o", filepath.Join(r.dir, s), "./"+s+"-vulnerable")
	}
	clear(r.tokens)
	tries := r.tries()
	out := make([]*answerOf, len(tries))
	for _, way := range []string{"gosdk", "gosdk impostor", "mcpgo stdio", "mcpgo http"} {
		client, stop := r.start(t, way)
		// One client for each caller, so that calls keep their order.
		for i := 0; i < len(tries); {
			if strings.TrimSpace(tries[i].server+" "+tries[i].way) != way {
				i++
				continue
			}
			from, as := i, tries[i].as
			var calls []callOf
			var made []int
			for ; i < len(tries) && tries[i].as == as && tries[i].way == tries[from].way && tries[i].server == tries[from].server; i++ {
				c := tries[i]
				if c.box && !r.boxes {
					continue
				}
				if phase == "after" && c.after != nil {
					c.callOf = *c.after
				}
				calls, made = append(calls, c.callOf), append(made, i)
			}
			for k, a := range r.ask(t, client, as, calls) {
				if c := tries[made[k]]; c.makes != "" {
					a.Text = "not made"
					if err := os.Remove(filepath.Join(r.dir, c.makes)); err == nil {
						a.Text = "made"
					}
				}
				out[made[k]] = &a
			}
		}
		stop()
	}
	switch caller, own := r.tokens["Bearer boss"], r.tokens["Bearer status-token"]; {
	case phase == "before" && !caller:
		t.Error("the caller's token does not reach the status page before the fixes")
	case phase == "after" && (caller || !own):
		t.Errorf("what reaches the status page after the fixes is %v", slices.Collect(maps.Keys(r.tokens)))
	}
	return out
}

// ask lets the client make calls.
func (r *repair) ask(t *testing.T, client []string, as string, calls []callOf) []answerOf {
	t.Helper()
	if len(calls) == 0 {
		return nil
	}
	in, err := json.Marshal(calls)
	if err != nil {
		t.Fatal(err)
	}
	if as == "" {
		as = "boss"
	}
	words := slices.Clone(client)
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], "TOKEN", as)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(r.dir, "client"), words...)
	cmd.Env = r.environment(true)
	cmd.Dir = r.dir
	cmd.Stdin = bytes.NewReader(in)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	data, err := cmd.Output()
	if err != nil {
		t.Fatalf("client %s: %v\n%s", words, err, &stderr)
	}
	var out []answerOf
	if err := json.Unmarshal(data, &out); err != nil || len(out) != len(calls) {
		t.Fatalf("%d answers to %d calls: %v", len(out), len(calls), err)
	}
	return out
}

// environment is that of the servers; trusted says that they know the certificate of
// the status page.
func (r *repair) environment(trusted bool) []string {
	env := append(os.Environ(),
		"OPSDESK_DSN=postgres://opsdesk:opsdesk-password@db.example/opsdesk", "OPSDESK_STATUS_URL="+r.status.URL, "OPSDESK_STATUS_TOKEN=status-token",
		"DOCBOX_DSN=postgres://docbox:docbox-password@db.example/docbox", "DOCBOX_WEBHOOK="+r.internal.URL,
		"PATH="+filepath.Join(r.dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	if trusted {
		env = append(env, "SSL_CERT_FILE="+r.certificate)
	}
	return env
}

// start starts a server, and returns the words for the client.
func (r *repair) start(t *testing.T, way string) (client []string, stop func()) {
	t.Helper()
	if way == "mcpgo stdio" {
		return []string{"stdio", filepath.Join(r.dir, "mcpgo"), "-docs", filepath.Join(r.dir, "docs")}, func() {}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	var cmd *exec.Cmd
	if way == "mcpgo http" {
		cmd = exec.Command(filepath.Join(r.dir, "mcpgo"), "-http", addr, "-docs", filepath.Join(r.dir, "docs"))
		client = []string{"mcpgo", "http://" + addr + "/mcp"}
	} else {
		cmd = exec.Command(filepath.Join(r.dir, "gosdk"), "-addr", addr, "-notes", filepath.Join(r.dir, "notes"), "-keys", filepath.Join(r.dir, "keys.json"))
		client = []string{"gosdk", "http://" + addr + "/mcp", "TOKEN"}
	}
	cmd.Env = r.environment(way != "gosdk impostor")
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stop = func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("%s: %s", way, &output)
		}
	}
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if c, err := net.Dial("tcp", addr); err == nil {
			c.Close()
			return client, stop
		}
		if time.Now().After(end) {
			stop()
			t.Fatalf("%s does not start: %s", way, &output)
		}
	}
}

// stub is a list that a fix leaves to a person to fill in.
var stub = regexp.MustCompile(`(?m)^// Fill it in.*\n(var \w+ = map\[string\]bool)\{\}$`)

// review does what fixes ask a person for: a list of names gets those of the columns.
func (r *repair) review(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(r.module, func(name string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil || !stub.Match(data) {
			return err
		}
		return os.WriteFile(name, stub.ReplaceAll(data, []byte(`${1}{"id": true, "title": true, "url": true}`)), 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// fix lets mcpvet apply its fixes. What comes out must compile, pass go vet, and have
// no finding of level error.
func (r *repair) fix(t *testing.T) {
	t.Helper()
	for _, server := range []string{"gosdk", "mcpgo"} {
		file := filepath.Join(r.dir, server+".json")
		cmd := exec.Command("mcpvet", "check", "--fix", "--unsafe", "-q", "-o", "json="+file, "./"+server+"-vulnerable/...")
		cmd.Dir = r.module
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
			t.Fatalf("mcpvet: %v\n%s", err, out)
		}
		var report struct {
			Findings []struct{ Severity, Rule, Tool, Message string }
		}
		data, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(data, &report)
		}
		if err != nil || len(report.Findings) == 0 {
			t.Fatalf("the report of mcpvet: %v", err)
		}
		for _, f := range report.Findings {
			if f.Severity == "error" {
				t.Errorf("%s %s %s is left: %s", server, f.Rule, f.Tool, f.Message)
			}
		}
	}
	r.run(t, r.module, nil, "go", "vet", "./...")
}
