package guard

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"regexp"
	"strings"
	"testing"
)

// Secrets of the tests are put together, so that no scanner takes them for
// real ones.
func join(parts ...string) string { return strings.Join(parts, "") }

func TestRedactSecrets(t *testing.T) {
	r := NewRedactor().With("my-own-secret", "abc").WithPatterns(regexp.MustCompile(`ticket-(\d+)`))
	for text, want := range map[string]string{
		join("key AKIA", "ABCDEFGHIJKLMNOP end"):                                              "key " + Mask + " end",
		join("gh", "p_", strings.Repeat("a", 36)):                                             Mask,
		join("use sk-", strings.Repeat("b", 30), "."):                                         "use " + Mask + ".",
		join("-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA ", "PRIVATE KEY-----\nrest"): Mask + "\nrest",
		join("-----BEGIN PRIVATE KEY-----\n", "cut off"):                                      Mask,
		"postgres://anna:hunter2@db:5432/x":                                                   "postgres://" + Mask + "@db:5432/x",
		"https://example.com:8080/a?b=c":                                                      "https://example.com:8080/a?b=c",
		"Authorization: Bearer abcdefghijkl\nNext: x":                                         "Authorization: " + Mask + "\nNext: x",
		"sent bearer abcdefghijkl to it":                                                      "sent bearer " + Mask + " to it",
		"password=hunter2 user=anna":                                                          "password=" + Mask + " user=anna",
		"PASSWORD = 'a b c' rest":                                                             "PASSWORD = '" + Mask + "' rest",
		`config: {"api_key": "abc def", "user": "anna"}`:                                      `config: {"api_key": "` + Mask + `", "user": "anna"}`,
		`{\"clientSecret\":\"x\\\"y\",\"a\":1} `:                                              `{\"clientSecret\":\"` + Mask + `\",\"a\":1} `,
		"https://x.example/?access_token=abcdef&next=1":                                       "https://x.example/?access_token=" + Mask + "&next=1",
		"db.password: hunter2":                                                                "db.password: " + Mask,
		"next_page_token=abcdef":                                                              "next_page_token=abcdef",
		"max_tokens=100 tokens: 5":                                                            "max_tokens=100 tokens: 5",
		"my-own-secret and abc":                                                               Mask + " and abc",
		"see ticket-1234":                                                                     "see ticket-" + Mask,
		"nothing to see here":                                                                 "nothing to see here",
		"time 12:30 a=b c:d":                                                                  "time 12:30 a=b c:d",
		`{"password":"x","n":12345678901234567890,"a<b":true}`:                                `{"a<b":true,"n":12345678901234567890,"password":"` + Mask + `"}`,
		`{"token":{"a":1},"has_token":true,"secret":"","pwd":null}`:                           `{"has_token":true,"pwd":null,"secret":"","token":"` + Mask + `"}`,
		`["a","password=hunter2"]`:                                                            `["a","password=` + Mask + `"]`,
		join(`{"gh`, `p_`, strings.Repeat("a", 36), `":1}`):                                   `{"` + Mask + `":1}`,
	} {
		got := r.Text(text)
		if got != want {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
		if again := r.Text(got); again != got {
			t.Errorf("%q changes again: %q", got, again)
		}
	}
}

type account struct {
	User     string
	Pass     string `json:"p" guard:"secret"`
	Password string `json:"x"`
	Token    string `json:"token" guard:"open"`
	Inner    []*inner
	hidden   string
}

type inner struct {
	APIKey string
	N      int
}

func TestRedactValue(t *testing.T) {
	r := NewRedactor()
	v := account{"anna", "one", "two", "public", []*inner{{"three", 4}}, "five"}
	out, err := json.Marshal(r.Value(v))
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"Inner":[{"APIKey":"[redacted]","N":4}],"User":"anna","p":"[redacted]","token":"public","x":"[redacted]"}`; string(out) != want {
		t.Errorf("got  %s\nwant %s", out, want)
	}
	if v.Inner[0].APIKey != "three" {
		t.Error("the value itself was changed")
	}
	if got := r.Value(func() {}); got != Mask {
		t.Errorf("what JSON can't say: %v", got)
	}
	if got := string(r.JSON([]byte(`not JSON password=x`))); got != `"not JSON password=[redacted]"` {
		t.Errorf("got %s", got)
	}
	if got := string(r.JSON([]byte(`{ "a": 1 }`))); got != `{ "a": 1 }` {
		t.Errorf("without secrets it changed: %s", got)
	}
}

func TestRedactError(t *testing.T) {
	r := NewRedactor()
	plain := errors.New("no such file")
	if r.Error(plain) != plain || r.Error(nil) != nil {
		t.Error("an error without secrets is another one")
	}
	secret := errors.New("dial: password=hunter2")
	err := r.Error(secret)
	if strings.Contains(err.Error(), "hunter2") || errors.Is(err, secret) {
		t.Errorf("got %v, which leads to the secret", err)
	}
}

func TestRedactLog(t *testing.T) {
	var buf bytes.Buffer
	log := slog.New(NewRedactor().Handler(slog.NewTextHandler(&buf, nil))).With("api_key", "with-secret").WithGroup("g")
	log.Info("password=in-message", "err", errors.New("token=in-error"), "v", inner{"in-struct", 1}, slog.Group("h", "pwd", "in-group"), "n", 5, "token", slog.AnyValue(12345))
	out := buf.String()
	for _, s := range []string{"with-secret", "in-message", "in-error", "in-struct", "in-group", "12345"} {
		if strings.Contains(out, s) {
			t.Errorf("%s is in the log: %s", s, out)
		}
	}
	if !strings.Contains(out, "g.n=5") {
		t.Errorf("a number is gone: %s", out)
	}
}

// FuzzRedact holds the redactor to three promises: what it leaves stays as it is
// the second time, JSON stays JSON, and a secret that it knows is gone whatever
// stands around it.
func FuzzRedact(f *testing.F) {
	for _, s := range []string{"", "password=", `"token": "`, `{"a":"`, "://a:", "secret:\\\"", "Authorization: ", "x\ny", "[", Mask, "ſecret="} {
		f.Add(s, s)
	}
	secret := join("gh", "p_", strings.Repeat("Z9", 18))
	r := NewRedactor()
	f.Fuzz(func(t *testing.T, before, after string) {
		once := r.Text(before + after)
		if twice := r.Text(once); twice != once {
			t.Errorf("%q changes again: %q", once, twice)
		}
		if json.Valid([]byte(before)) && !json.Valid([]byte(r.Text(before))) {
			t.Errorf("%q is no JSON any more: %q", before, r.Text(before))
		}
		// A letter before it would make it part of a longer word.
		if out := r.Text(before + " " + secret + " " + after); strings.Contains(out, secret) {
			t.Errorf("the secret is still in %q", out)
		}
	})
}
