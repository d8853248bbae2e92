package models

import (
	"slices"
	"strings"
	"testing"
)

func TestSplitName(t *testing.T) {
	for name, want := range map[string][]string{
		"DB_PASSWORD": {"db", "password"}, "apiKey": {"api", "key"}, "HTTPServerURL": {"http", "server", "url"}, "X-Api-Key2": {"x", "api", "key"}, "": nil, "42": nil,
	} {
		if got := SplitName(name); !slices.Equal(got, want) {
			t.Errorf("SplitName(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	s, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	w := s.Words()
	for _, set := range []struct {
		what    string
		is      func(string) bool
		yes, no []string
	}{
		{"credential", w.Credential,
			[]string{"DB_PASSWORD", "GithubToken", "apiKey", "X_API_KEY", "clientSecret", "REPORT_DSN", "SIGNING_KEY"},
			[]string{"", "HOME", "KEY", "TOKEN_FILE", "tokenURL", "MAX_TOKENS", "TokenLimit", "SECRET_NAME", "monkey", "keyboard"}},
		{"redactor", w.Redactor, []string{"redact", "MaskSecrets", "scrub_text", "sanitizeError"}, []string{"Bitmasks", "read", "unmarshal"}},
		{"mask", w.Mask, []string{"***", "[redacted]", "<hidden>", "xxxx", "*"}, []string{"", "a*b", "done", "next"}},
		{"maker", w.Maker, []string{"Parse", "NewRequest", "compileAll"}, []string{"GetParsed", "Newest", ""}},
		{"fence", w.Fence, []string{"fence", "delimitText", "WrapUntrusted"}, []string{"sanitizeCodeFence", "wrap", "defence"}},
	} {
		for _, name := range set.yes {
			if !set.is(name) {
				t.Errorf("%q is no %s", name, set.what)
			}
		}
		for _, name := range set.no {
			if set.is(name) {
				t.Errorf("%q is a %s", name, set.what)
			}
		}
	}
	if s.With(Rows{}).Words() != w {
		t.Error("rows of a user take the words away")
	}
}

func TestWordsStrict(t *testing.T) {
	for in, want := range map[string]string{
		"": "0 YAML documents", "credentials: [a]": "about: no words", "credentials: [Key]": `"Key" is there twice, or can't be in a name`,
		"credentials: [key, key]": `"key" is there twice`, "words: []": "w.yaml:1",
	} {
		if _, err := parseWords("w.yaml", []byte(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("parseWords(%q): %v, want %q", in, err, want)
		}
	}
}

func TestObject(t *testing.T) {
	set, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	w := set.Words()
	for name, want := range map[string]string{
		"read_doc": "doc", "list_issues": "issue", "add_issue_comment": "issue_comment", "create_or_update_file": "file", "note_history": "note",
		"doc_diff": "doc", "ping": "ping", "getLogEntries": "log_entry", "share-doc": "doc", "search_pull_requests": "pull_request", "diagnostics": "diagnostics",
		"list_branches": "branch", "get_caches": "cache", "list_databases": "database", "list_classes": "class", "purge_boxes": "box", "get_kubernetes_nodes": "kubernetes_node",
		"bulk_delete_users": "user", "send_message": "message", "": "", "on_call": "on_call", "check_status": "status", "get_address": "address",
	} {
		if got := w.Object(name); got != want {
			t.Errorf("Object(%q) = %q, want %q", name, got, want)
		}
	}
}
