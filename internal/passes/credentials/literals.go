package credentials

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/internal/srcpos"
	"github.com/mcpvet/mcpvet/models"
)

// literals looks at the constants that stand in the source of a package.
type literals struct {
	pass   *analysis.Pass
	models *models.Set
	res    *Result
	tests  bool
	where  *srcpos.Map
	seen   map[program.Pos]bool
}

func (l *literals) look() {
	l.seen = map[program.Pos]bool{}
	l.where = srcpos.NewMap(l.pass.Fset, l.pass.Files)
	for _, f := range l.pass.Files {
		if strings.HasSuffix(l.pass.Fset.File(f.FileStart).Name(), "_test.go") && !l.tests || ast.IsGenerated(f) {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				l.call(n)
			case *ast.ValueSpec:
				for i, v := range n.Values {
					if i < len(n.Names) {
						l.named(n.Names[i].Name, v)
					}
				}
			case *ast.AssignStmt:
				for i, v := range n.Rhs {
					if i < len(n.Lhs) && (n.Tok == token.ASSIGN || n.Tok == token.DEFINE) {
						l.named(nameOf(n.Lhs[i]), v)
					}
				}
			case *ast.KeyValueExpr:
				l.named(nameOf(n.Key), n.Value)
			case *ast.BinaryExpr:
				switch n.Op {
				case token.EQL, token.NEQ:
					l.named(nameOf(n.X), n.Y)
					l.named(nameOf(n.Y), n.X)
				case token.ADD:
					if _, ok := l.text(n); ok {
						l.literal(n) // put together of several
						return false
					}
				}
			case *ast.BasicLit:
				l.literal(n)
			case *ast.ImportSpec, *ast.Field: // paths, tags
				if field, ok := n.(*ast.Field); ok && field.Tag != nil {
					return false
				}
				_, path := n.(*ast.ImportSpec)
				return !path
			}
			return true
		})
	}
}

// text returns the constant text that an expression is, as []byte(...) too.
func (l *literals) text(e ast.Expr) (string, bool) {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 1 {
		if tv, ok := l.pass.TypesInfo.Types[call.Fun]; ok && tv.IsType() {
			e = call.Args[0]
		}
	}
	tv, ok := l.pass.TypesInfo.Types[e]
	if !ok || tv.Value == nil || tv.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(tv.Value), true
}

// written returns the constant text of an expression that stands there as it
// is: what a name stands for is told where the name is declared.
func (l *literals) written(e ast.Expr) (string, bool) {
	named := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if _, isConst := l.pass.TypesInfo.Uses[id].(*types.Const); isConst {
				named = true
			}
		}
		return !named
	})
	if named {
		return "", false
	}
	return l.text(e)
}

func (l *literals) add(kind Kind, at token.Pos, what string) {
	w := l.where.Position(at)
	p := program.Pos{File: w.Filename, Line: int32(w.Line), Col: int32(w.Column)}
	if l.seen[p] {
		return
	}
	l.seen[p] = true
	l.res.Seen = append(l.res.Seen, Seen{Kind: kind, Pos: p, What: what})
}

// literal looks for what is a credential by itself.
func (l *literals) literal(e ast.Expr) {
	text, ok := l.text(e)
	if !ok || len(text) < minKey {
		return
	}
	if row, found := l.models.SecretIn(text); row != nil {
		if !row.Public && !isPlaceholder(found) && !isPattern(text) {
			l.add(InSource, e.Pos(), "a "+row.Name)
		}
		return
	}
	if hasPassword(text) || hasSetting(text) {
		l.add(InSource, e.Pos(), "the address of a service with its password")
	}
}

// named looks at a constant under a name.
func (l *literals) named(name string, v ast.Expr) {
	if !isCredentialName(name) {
		return
	}
	if text, ok := l.written(v); ok && isKey(text) && looksSecret(text) {
		if row, _ := l.models.SecretIn(text); row != nil {
			return // told by itself, or public
		}
		l.add(KeyName, ast.Unparen(v).Pos(), name)
	}
}

var envName = regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$`)

// call looks for the value that stands for a variable of the environment which
// is not set: the name and the value are all that the call gets. What the name
// says itself is the default of a service for trying it out.
func (l *literals) call(c *ast.CallExpr) {
	if len(c.Args) != 2 {
		return
	}
	name, ok := l.text(c.Args[0])
	if text, whole := l.text(c.Args[1]); ok && whole && isCredentialHeader(name) {
		if f, isMethod := c.Fun.(*ast.SelectorExpr); isMethod && (f.Sel.Name == "Set" || f.Sel.Name == "Add") && isBearer(text) {
			l.add(KeyUse, c.Args[1].Pos(), fmt.Sprintf("the credential in the header %q", name))
		}
		return
	}
	if !ok || !envName.MatchString(name) || !isCredentialName(name) {
		return
	}
	if f, ok := l.pass.TypesInfo.TypeOf(c.Fun).(*types.Signature); !ok || f.Results().Len() != 1 || !isString(f.Results().At(0).Type()) {
		return
	}
	if text, ok := l.text(c.Args[1]); ok && isKey(text) && !strings.Contains(strings.ToLower(name), strings.ToLower(text)) {
		l.add(KeyDefault, c.Args[1].Pos(), name)
	}
}

// isBearer reports whether the value of a header is a credential behind its
// scheme.
func isBearer(text string) bool {
	if scheme, rest, ok := strings.Cut(text, " "); ok && len(scheme) <= 6 {
		text = rest
	}
	return len(text) >= 8 && isKey(text) && looksSecret(text)
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// nameOf returns the last name of an expression, of a key in a map its text.
func nameOf(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		return nameOf(e.Index)
	case *ast.BasicLit:
		return strings.Trim(e.Value, "\"`")
	case *ast.CallExpr: // token := []byte(x), Header.Get("X-Token")
		if len(e.Args) == 1 {
			return nameOf(e.Args[0])
		}
	case *ast.StarExpr:
		return nameOf(e.X)
	}
	return ""
}

// words takes a name apart: apiKey, API_KEY and api-key are api and key.
func words(name string) []string {
	var out []string
	start := 0
	flush := func(end int) {
		if end > start {
			out = append(out, strings.ToLower(name[start:end]))
		}
	}
	for i := range len(name) {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		switch {
		case !letter:
			flush(i)
			start = i + 1
		case i > start && isUpper(c) && (!isUpper(name[i-1]) || i+1 < len(name) && name[i+1] >= 'a' && name[i+1] <= 'z'):
			flush(i)
			start = i
		}
	}
	flush(len(name))
	return out
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

// credentialWords are the words that a name of a credential ends with, with the
// words that have to stand before them, if any.
var credentialWords = map[string][]string{
	"password": nil, "passwd": nil, "pwd": nil, "passphrase": nil, "secret": nil, "token": nil, "apikey": nil, "credential": nil, "pat": nil,
	"key": {"api", "secret", "private", "access", "signing", "sign", "encryption", "auth", "hmac", "jwt", "safety", "master", "license", "service", "session", "cookie", "shared", "admin"},
}

// isCredentialName reports whether a name is one of a credential. What comes
// after the word makes it something else: tokenURL, PASSWORD_FILE.
func isCredentialName(name string) bool {
	ws := words(name)
	if n := len(ws); n > 1 && (ws[n-1] == "default" || ws[n-1] == "value") {
		ws = ws[:n-1]
	}
	if len(ws) == 0 {
		return false
	}
	before, ok := credentialWords[ws[len(ws)-1]]
	if !ok {
		return false
	}
	for _, w := range ws { // of pages, of models
		switch w {
		case "page", "next", "continue", "continuation", "cursor", "sync", "resume", "progress", "max", "min", "num", "count", "env", "header", "grant", "type", "stop", "eos", "bos", "pad":
			return false
		}
	}
	if before == nil {
		return true
	}
	for _, w := range before {
		if len(ws) > 1 && ws[len(ws)-2] == w {
			return true
		}
	}
	return false
}

// minKey is the length from which on a text can be a credential.
const minKey = 6

// isKey reports whether a text can be a credential: it stands for nothing else.
func isKey(text string) bool {
	if len(text) < minKey || strings.ContainsAny(text, " \t\n{}$%<>") || isPlaceholder(text) {
		return false
	}
	return !strings.Contains(text, "://") && !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, ".")
}

// looksSecret reports whether a text is more than a word: letters and digits,
// as people and machines make up.
func looksSecret(text string) bool {
	letters, digits, special, run := 0, 0, 0, 0
	for _, c := range text {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
			letters++
		case strings.ContainsRune("!@#^&*+=?~", c):
			special++
		case c == '.', c == ':', c == '/', c == ',':
			run++ // a file, a host, a list
		}
	}
	if envName.MatchString(text) && digits < 3 || run > 1 || run > 0 && digits+special < 4 {
		return false
	}
	return len(text) >= 8 && letters >= 3 && (digits >= 2 || special >= 1) || len(text) >= 24 && letters >= 8 && strings.Count(text, "-")+strings.Count(text, "_") >= 3 && speaksOfSecrets(text)
}

// speaksOfSecrets reports whether a text calls itself a secret: "my-super-
// secret-signing-key".
func speaksOfSecrets(text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(text, "secret") || strings.Contains(text, "key") || strings.Contains(text, "password")
}

var (
	placeholder = regexp.MustCompile(`(?i)example|placeholder|change.?(me|this|it)|your[-_ ]?|x{4,}|\*{3,}|\.\.\.|dummy|fake|sample|redact|insert|replace|todo|1234567|abcdef|0{6,}|not.?(set|real)|<[a-z]|mock`)
	pattern     = regexp.MustCompile(`\[[^\]]*[a-z0-9]-[a-z0-9][^\]]*\]|\\[bdsw.]|\(\?`)
)

// isPlaceholder reports whether a text stands where a credential belongs.
func isPlaceholder(text string) bool { return placeholder.MatchString(text) || sameChar(text) }

func sameChar(text string) bool { return text == "" || strings.Trim(text, text[:1]) == "" }

// isPattern reports whether a text is a regular expression, as of those who look
// for credentials themselves.
func isPattern(text string) bool { return pattern.MatchString(text) }

var setting = regexp.MustCompile(`(?:^[\w.-]+:([^@\s/:]+)@(?:tcp|unix)?\(|(?:^|[\s;])(?:password|pwd)=([^\s;]+))`)

// common are the passwords of those who only show how it is written.
var common = regexp.MustCompile(`(?i)^(?:secret|password|passw0rd|pass|admin|root|user|test|demo|guest)[0-9]*[!.]?$`)

// hasSetting reports whether a text is the name of a database, as drivers read
// it, with a password in it.
func hasSetting(text string) bool {
	m := setting.FindStringSubmatch(text)
	if m == nil || strings.Contains(text, "localhost") || strings.Contains(text, "127.0.0.1") {
		return false
	}
	if m[2] != "" && slices.ContainsFunc(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ';' }), func(f string) bool { return !strings.Contains(f, "=") }) {
		return false // a sentence
	}
	password := strings.Trim(m[1]+m[2], "'\"")
	return isKey(password) && looksSecret(password) && !common.MatchString(password)
}

// isDocumented reports whether a host is one that manuals write.
func isDocumented(host string) bool {
	for _, domain := range []string{"example.com", "example.org", "example.net"} {
		if host == domain || strings.HasSuffix(host, "."+domain) {
			return true
		}
	}
	return host == "host" || host == "hostname"
}

// hasPassword reports whether a text is a URL with a password in it that is no
// placeholder and no default of a database on this machine.
func hasPassword(text string) bool {
	i := strings.Index(text, "://")
	if i <= 0 || strings.ContainsAny(text, " \n\t%{}<>$") {
		return false
	}
	u, err := url.Parse(text)
	if err != nil || u.User == nil || u.Host == "" {
		return false
	}
	password, set := u.User.Password()
	if !set || len(password) < 3 || isPlaceholder(password) || isDocumented(u.Hostname()) {
		return false
	}
	switch strings.ToLower(password) {
	case "token", "pwd", "passwd", strings.ToLower(u.User.Username()):
		return false
	}
	return !common.MatchString(password) && hostExposure(u.Host) != safe
}
