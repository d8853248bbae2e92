package sdkcheck

import (
	"fmt"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/models"
)

// A checker resolves rows of one model in one version of its module.
type checker struct {
	model   *models.Model
	version string
	pkgs    map[string]*types.Package
	errs    []error
	row     string
}

func (c *checker) fail(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s@%s: %s: %s", c.model.Name, c.version, c.row, fmt.Sprintf(format, args...)))
}

// fields reports whether fields of rows with these limits are to be looked up.
func (c *checker) fields(since, until string) bool {
	return c.version == "" || c.version == newestOf(c.model, since, until)
}

func (c *checker) scope(pkg string) *types.Scope {
	if p := c.pkgs[importPath(c.model, pkg)]; p != nil {
		return p.Scope()
	}
	return nil
}

func (c *checker) lookupType(name string) *types.TypeName {
	parts, err := models.ParseType(name)
	if err != nil || c.scope(parts.Package) == nil {
		return nil
	}
	t, _ := c.scope(parts.Package).Lookup(parts.Type).(*types.TypeName)
	return t
}

func (c *checker) lookupFunc(symbol string) (*types.Func, error) {
	parts, err := models.ParseFunc(symbol)
	if err != nil {
		return nil, err
	}
	scope := c.scope(parts.Package)
	if scope == nil {
		return nil, fmt.Errorf("no package %s", parts.Package)
	}
	var f *types.Func
	if parts.Type == "" {
		f, _ = scope.Lookup(parts.Func).(*types.Func)
	} else {
		t, _ := scope.Lookup(parts.Type).(*types.TypeName)
		if t == nil {
			return nil, fmt.Errorf("no type %s", parts.Type)
		}
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t.Type()), true, t.Pkg(), parts.Func)
		if types.IsInterface(t.Type()) {
			obj, _, _ = types.LookupFieldOrMethod(t.Type(), true, t.Pkg(), parts.Func)
		}
		f, _ = obj.(*types.Func)
	}
	if f == nil {
		return nil, fmt.Errorf("no function or method %s", parts.Func)
	}
	// The engine matches by FullName: a promoted method, or a receiver with
	// the wrong star, would never match.
	if got := models.Canonical(f.Origin().FullName()); got != models.Canonical(symbol) {
		return nil, fmt.Errorf("its full name is %s", got)
	}
	return f.Origin(), nil
}

func (c *checker) function(r functionRow) {
	c.row = r.symbol.Func
	f, err := c.lookupFunc(r.symbol.Func)
	if err != nil {
		c.fail("%v", err)
		return
	}
	checkFields := c.fields(r.symbol.Since, r.symbol.Until)
	p := pathChecker{checker: c, sig: f.Signature(), fields: checkFields}
	if r.each != "" {
		p.each = p.resolve(r.each)
	}
	if r.handler != "" {
		p.handler = p.resolve(r.handler)
	}
	for _, text := range r.paths {
		if text != "" {
			p.resolve(text)
		}
	}
	c.called(p, r.called)
	c.edge(f.Signature(), r.edge)
	if !checkFields {
		return
	}
	if r.options != "" {
		p.resolve(r.options)
	}
	target := c.target(r, f.Signature())
	for _, field := range slices.Sorted(maps.Keys(r.set)) {
		if target != nil {
			c.fieldPath(target, field)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.types)) {
		t := c.lookupType(name)
		if t == nil {
			c.fail("no transport type %s", name)
		} else if field, ok := strings.CutPrefix(r.types[name], "."); ok {
			c.fieldPath(t.Type(), field)
		}
	}
}

// called checks that what a row has called is a function.
func (c *checker) called(p pathChecker, text string) {
	if text == "" {
		return
	}
	t := p.resolve(text)
	if t == nil || types.IsInterface(t) {
		return
	}
	if _, ok := t.Underlying().(*types.Signature); !ok {
		c.fail("calls: %s, a %s, is no function", text, t)
	}
}

// edge checks that a function has the outcome that a row is about: a boolean
// result, or an error as the last one.
func (c *checker) edge(sig *types.Signature, edge string) {
	results := sig.Results()
	switch edge {
	case "true", "false":
		for r := range results.Variables() {
			if b, ok := r.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
				return
			}
		}
		c.fail("when %s: there is no boolean result in %s", edge, sig)
	case "nil":
		if n := results.Len(); n == 0 || !types.Identical(results.At(n-1).Type(), types.Universe.Lookup("error").Type()) {
			c.fail("when nil: the last result is no error in %s", sig)
		}
	}
}

// target returns the type whose fields the row sets, or nil when it can't be
// known from types.
func (c *checker) target(r functionRow, sig *types.Signature) types.Type {
	switch {
	case r.builds != "":
		if t := c.lookupType(r.builds); t != nil {
			return t.Type()
		}
	case r.builder:
		return sig.Recv().Type()
	case r.option && sig.Results().Len() > 0:
		// A functional option is a function that changes its argument.
		if fn, ok := sig.Results().At(0).Type().Underlying().(*types.Signature); ok && fn.Params().Len() > 0 {
			return fn.Params().At(0).Type()
		}
	}
	return nil
}

func (c *checker) typ(r typeRow) {
	c.row = r.name
	t := c.lookupType(r.name)
	if t == nil {
		c.fail("no such type")
		return
	}
	if c.fields(r.since, r.until) {
		for _, f := range r.fields {
			if f != "" {
				c.fieldPath(t.Type(), f)
			}
		}
		for _, f := range r.goFields {
			c.goField(t.Type(), f)
		}
	}
	switch {
	case r.handler:
		c.shape(t.Type(), r)
	case r.funcField != "":
		if f := c.fieldPath(t.Type(), r.funcField); f != nil {
			c.shape(f, r)
		}
	}
}

// shape checks a function type against the indexes of a row.
func (c *checker) shape(t types.Type, r typeRow) {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		c.fail("%s is not a function type", t)
		return
	}
	for _, i := range r.indexes {
		if i >= sig.Params().Len() {
			c.fail("no parameter %d in %s", i, sig)
		}
	}
	if r.params != 0 && r.params != sig.Params().Len() || r.results != 0 && r.results != sig.Results().Len() {
		c.fail("%s has not %d parameters and %d results", sig, r.params, r.results)
	}
	if n := r.indexes[0]; n >= 0 && n < sig.Params().Len() {
		if p := sig.Params().At(n).Type(); !isContext(p) {
			c.fail("parameter %d, the context, is a %s", n, p)
		}
	}
}

// isContext reports whether t is context.Context, or a type that is one.
func isContext(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Deadline")
	named, ok := types.Unalias(deref(t)).(*types.Named)
	return obj != nil || ok && named.Obj().Name() == "Context"
}

// fieldPath follows names from t through structs and pointers. It returns the
// last field's type, or nil where a map, an interface or an error ends the way.
func (c *checker) fieldPath(t types.Type, text string) types.Type {
	steps, err := models.ParseFieldPath(text)
	if err != nil {
		c.fail("%v", err)
		return nil
	}
	for _, s := range steps {
		if t = c.field(t, s.Field); t == nil {
			return nil
		}
	}
	return t
}

// goField follows the Go names of fields from the struct t, through structs
// that have no name of their own: where one has, the row has to start there.
func (c *checker) goField(t types.Type, text string) {
	steps, err := models.ParseFieldPath(text)
	if err != nil {
		c.fail("%v", err)
		return
	}
	for i, s := range steps {
		st, ok := types.Unalias(t).Underlying().(*types.Struct)
		if _, named := types.Unalias(t).(*types.Named); !ok || named && i > 0 {
			c.fail("the way to %s leads through %s; start the row there", text, t)
			return
		}
		t = nil
		for f := range st.Fields() {
			if f.Name() == s.Field {
				t = f.Type()
			}
		}
		if t == nil {
			c.fail("%s has no field %s of its own", st, s.Field)
			return
		}
	}
}

func (c *checker) field(t types.Type, name string) types.Type {
	st, ok := deref(t).Underlying().(*types.Struct)
	if !ok {
		switch u := deref(t).Underlying().(type) {
		case *types.Map:
		case *types.Interface: // a method that a path calls, or a field of what implements it
			if m, _, _ := types.LookupFieldOrMethod(u, false, nil, name); m != nil {
				return m.Type()
			}
		default:
			c.fail("%s has no fields, so no %s", t, name)
		}
		return nil
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		json, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
		if f.Name() == name || json == name {
			return f.Type()
		}
	}
	c.fail("%s has no field %s", t, name)
	return nil
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
