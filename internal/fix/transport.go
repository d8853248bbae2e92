package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

const (
	headerTimeout = "10 * %s.Second" // how long a client may take for the head of a request
	maxBody       = "4<<20"          // how long the body of a request may be
)

// A serving is where an HTTP server is made, as far as it can be changed: a
// literal, or a call that makes one of an address and a handler.
type serving struct {
	lit           *ast.CompositeLit
	call          *ast.CallExpr
	addr, handler ast.Expr
	method        string // that the literal in place of the call is served by
	rest          string // arguments of the method
	whole         bool   // the handler is the receiver of the call
}

// served returns what is known of the HTTP server at a site.
func (s *Site) served(set *models.Set) *serving {
	if s == nil {
		return nil
	}
	switch n := s.Path[0].(type) {
	case *ast.CompositeLit:
		if !s.isType(n, "net/http", "Server") {
			return nil
		}
		out := &serving{lit: n}
		for _, el := range n.Elts {
			kv, ok := el.(*ast.KeyValueExpr)
			if !ok {
				return nil
			}
			switch id, _ := kv.Key.(*ast.Ident); {
			case id == nil:
			case id.Name == "Addr":
				out.addr = kv.Value
			case id.Name == "Handler":
				out.handler = kv.Value
			}
		}
		return out
	case *ast.CallExpr:
		fn := s.callee(n)
		if fn == nil || n.Ellipsis.IsValid() {
			return nil
		}
		switch name := fn.FullName(); {
		case name == "net/http.ListenAndServe" && len(n.Args) == 2:
			return &serving{call: n, addr: n.Args[0], handler: n.Args[1], method: "ListenAndServe"}
		case name == "net/http.ListenAndServeTLS" && len(n.Args) == 4:
			return &serving{call: n, addr: n.Args[0], handler: n.Args[3], method: "ListenAndServeTLS", rest: s.between(n.Args[1].Pos(), n.Args[2].End())}
		}
		return s.servesItself(set, n, fn)
	}
	return nil
}

// servesItself returns what is known of a call by which a handler makes a server
// for itself: of an address, and nothing else. Options that the handler has may be
// about the server, so they must be known to be about the handler alone.
func (s *Site) servesItself(set *models.Set, call *ast.CallExpr, fn *types.Func) *serving {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	sig := fn.Signature()
	if !ok || sig.Recv() == nil || len(call.Args) != 1 || sig.Results().Len() != 1 || !isString(s.Info.TypeOf(call.Args[0])) {
		return nil
	}
	recv := s.Info.TypeOf(sel.X)
	serve, _, _ := types.LookupFieldOrMethod(recv, true, s.Types, "ServeHTTP")
	if _, ok := serve.(*types.Func); !ok {
		return nil
	}
	made, ok := ast.Unparen(sel.X).(*ast.CallExpr)
	if id, is := ast.Unparen(sel.X).(*ast.Ident); is {
		if s.uses(s.Info.Uses[id]) != 1 {
			return nil // what else is done with it needs the server that it makes
		}
		made, ok = ast.Unparen(s.definition(id)).(*ast.CallExpr)
	}
	if !ok || len(made.Args) == 0 || made.Ellipsis.IsValid() {
		return nil
	}
	// A function of the program may have given it options.
	by := s.callee(made)
	if by == nil || by.Pkg() != fn.Pkg() {
		return nil
	}
	var handled []string
	if rows := set.Func(by.FullName()); rows != nil {
		for _, t := range rows.Transports {
			handled = append(handled, t.Handled...)
		}
	}
	for _, a := range made.Args[1:] {
		c, ok := ast.Unparen(a).(*ast.CallExpr)
		if !ok {
			return nil
		}
		if o := s.callee(c); o == nil || o.Pkg() != fn.Pkg() || !slices.Contains(handled, o.Name()) {
			return nil
		}
	}
	return &serving{call: call, addr: call.Args[0], handler: sel.X, method: "ListenAndServe", whole: true}
}

func isString(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// bodyLimit writes a handler with a limit for the bodies of requests. For a server
// none is the one of the package, for a handler around it it is not.
func (e *Editor) bodyLimit(handler ast.Expr, at token.Pos) string {
	http, text := e.use("net/http", at), e.text(handler)
	if isNil(e.Info, handler) {
		text = http + ".DefaultServeMux"
	}
	return http + ".MaxBytesHandler(" + text + ", " + maxBody + ")"
}

// RequestLimits bounds what one request to an HTTP server may cost: how long its
// head may take, with head, and how long its body may be, with body.
func RequestLimits(src sources, set *models.Set, pos program.Pos, head, body bool) []finding.Fix {
	s := At(src, pos)
	v := s.served(set)
	if v == nil || body && v.handler == nil {
		return nil
	}
	e := s.edit()
	var title []string
	if head {
		title = append(title, "limit how long a client may take to send the head of a request")
	}
	if body {
		title = append(title, "limit request bodies to 4 MiB")
	}
	safe := !body // whatever else is served there may get more
	at := s.Path[0].Pos()
	if v.lit != nil {
		if body {
			if isNil(e.Info, v.handler) {
				e.replaceNode(v.handler, e.bodyLimit(v.handler, at))
			} else {
				e.insert(v.handler.Pos(), e.use("net/http", at)+".MaxBytesHandler(")
				e.insert(v.handler.End(), ", "+maxBody+")")
			}
		}
		if head { // behind the handler, which may be the last field
			e.addField(v.lit, "ReadHeaderTimeout", e.duration(headerTimeout, at))
		}
		return e.fix(strings.Join(title, ", and "), safe)
	}
	http := e.use("net/http", at)
	handler := s.text(v.handler)
	if body {
		handler = e.bodyLimit(v.handler, at)
	}
	in := "\n" + e.indent(at)
	text := "(&" + http + ".Server{" + in + "\tAddr: " + s.text(v.addr) + ","
	if handler != "nil" {
		text += in + "\tHandler: " + handler + ","
	}
	if head {
		text += in + "\tReadHeaderTimeout: " + e.duration(headerTimeout, at) + ","
	}
	e.replaceNode(v.call, text+in+"})."+v.method+"("+v.rest+")")
	if v.whole { // it may serve one path only in its own server
		title = append(title, "let that server take all paths")
	}
	return e.fix(strings.Join(title, ", and "), safe && !v.whole)
}

// Loopback makes an HTTP server listen on the machine itself only.
func Loopback(src sources, set *models.Set, pos program.Pos) []finding.Fix {
	s := At(src, pos)
	v := s.served(set)
	if v == nil || v.addr == nil {
		return nil
	}
	// The text that the address starts with, here or where the variable is set.
	start, shared := ast.Unparen(v.addr), false
	for {
		if b, ok := start.(*ast.BinaryExpr); ok && b.Op == token.ADD {
			start = ast.Unparen(b.X)
			continue
		}
		if id, ok := start.(*ast.Ident); ok {
			if d := s.definition(id); d != nil {
				start, shared = ast.Unparen(d), shared || s.uses(s.Info.ObjectOf(id)) > 1
				continue
			}
		}
		break
	}
	if c, ok := s.calls(start, "fmt.Sprintf"); ok && len(c.Args) > 0 {
		start = ast.Unparen(c.Args[0])
	}
	lit, ok := start.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return nil
	}
	text, err := strconv.Unquote(lit.Value)
	if err != nil {
		return nil
	}
	host, rest, ok := strings.Cut(text, ":")
	if ok && strings.HasPrefix(text, "[") {
		host, rest, ok = strings.Cut(strings.TrimPrefix(text, "["), "]:")
	}
	if !ok || host != "" && host != "0.0.0.0" && host != "::" {
		return nil
	}
	e := s.edit()
	if shared && strings.HasPrefix(text, ":") { // others may put a host of their own before it
		e.insert(v.addr.Pos(), strconv.Quote("127.0.0.1")+" + ")
	} else {
		e.replaceNode(lit, strconv.Quote(net.JoinHostPort("127.0.0.1", rest)))
	}
	return e.fix("listen on this machine only (127.0.0.1)", Review)
}

// CrossOrigin refuses requests that pages of other origins send through a
// browser.
func CrossOrigin(src sources, set *models.Set, pos program.Pos) []finding.Fix {
	s := At(src, pos)
	v := s.served(set)
	if v == nil || v.handler == nil || v.whole || s.text(v.handler) == "nil" {
		return nil
	}
	if !s.atLeast("go1.25") {
		return nil
	}
	e := s.edit()
	e.insert(v.handler.Pos(), e.use("net/http", v.handler.Pos())+".NewCrossOriginProtection().Handler(")
	e.insert(v.handler.End(), ")")
	return e.fix("refuse requests that pages of other origins send", Review)
}

// SwitchedOn gives a switch that a constant sets the other value: that of a field
// of a literal, or the argument of an option.
func SwitchedOn(src sources, pos program.Pos, title string) []finding.Fix {
	s := At(src, pos)
	if s == nil {
		return nil
	}
	var value ast.Expr
	switch n := s.Path[0].(type) {
	case *ast.Ident:
		value = n
	case *ast.KeyValueExpr:
		value = n.Value
	case *ast.CallExpr:
		if len(n.Args) == 1 {
			value = n.Args[0]
		}
	case *ast.AssignStmt:
		if len(n.Rhs) == 1 {
			value = n.Rhs[0]
		}
	}
	e := s.edit()
	if value == nil || !e.flip(value) {
		return nil
	}
	return e.fix(title, Review)
}

// flip changes "true" to "false" and back.
func (e *Editor) flip(x ast.Expr) bool {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok || e.Info.Uses[id] != types.Universe.Lookup(id.Name) {
		return false
	}
	switch id.Name {
	case "true":
		e.replaceNode(id, "false")
	case "false":
		e.replaceNode(id, "true")
	default:
		return false
	}
	return true
}

// WithoutCase drops one of several conditions that are joined by ||.
func WithoutCase(src sources, pos program.Pos, title string) []finding.Fix {
	s := At(src, pos)
	if s == nil {
		return nil
	}
	c, ok := s.Path[0].(*ast.BinaryExpr)
	if !ok || c.Op != token.EQL || len(s.Path) < 2 {
		return nil
	}
	or, ok := s.Path[1].(*ast.BinaryExpr)
	if !ok || or.Op != token.LOR {
		return nil
	}
	e := s.edit()
	if or.X == ast.Expr(c) {
		e.replace(c.Pos(), or.Y.Pos(), "")
	} else {
		e.replace(or.X.End(), c.End(), "")
	}
	return e.fix(title, Review)
}

// BodyLimit bounds how much a handler of the program's own reads of a request:
// the one around pos, where it reads it once.
func BodyLimit(src sources, pos program.Pos) []finding.Fix {
	s := At(src, pos)
	if s == nil {
		return nil
	}
	_, typ, body := s.function()
	if body == nil || typ.Params == nil || typ.Params.NumFields() != 2 {
		return nil
	}
	var w *ast.Ident
	if first := typ.Params.List[0]; len(first.Names) == 1 && first.Names[0].Name != "_" {
		w = first.Names[0]
	}
	if w == nil || s.Info.TypeOf(w) == nil || s.Info.TypeOf(w).String() != "net/http.ResponseWriter" {
		return nil
	}
	var reads []ast.Expr
	ast.Inspect(body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			if fn := s.callee(c); fn != nil {
				if i, ok := readers[fn.FullName()]; ok && i < len(c.Args) && s.isBody(c.Args[i]) {
					reads = append(reads, c.Args[i])
				}
			}
		}
		return true
	})
	if len(reads) != 1 || s.lookup(w.Name, reads[0].Pos()) != s.Info.Defs[w] {
		return nil
	}
	e := s.edit()
	e.insert(reads[0].Pos(), e.use("net/http", reads[0].Pos())+".MaxBytesReader("+w.Name+", ")
	e.insert(reads[0].End(), ", "+maxBody+")")
	return e.fix("limit request bodies to 4 MiB", Safe)
}
