package sdkcheck

import (
	"go/types"

	"github.com/mcpvet/mcpvet/models"
)

// A pathChecker resolves the access paths of one row.
type pathChecker struct {
	*checker
	sig     *types.Signature
	each    types.Type // type of the elements of the row's list
	handler types.Type // type of the row's handler
	fields  bool       // look up fields too
}

// resolve returns the type that the path leads to, or nil where types don't
// say: behind an interface, or after an error.
func (p *pathChecker) resolve(text string) types.Type {
	path, err := models.ParsePath(text)
	if err != nil {
		p.fail("%v", err)
		return nil
	}
	t := p.root(path, text)
	for _, s := range path.Steps {
		if t == nil {
			return nil
		}
		switch {
		case s.Elements:
			t = p.elements(t, text)
		case s.Call:
			t = p.call(t, text)
		case p.fields:
			t = p.field(t, s.Field)
		default:
			return nil
		}
	}
	return t
}

func (p *pathChecker) root(path models.Path, text string) types.Type {
	tuple := func(t *types.Tuple, what string) types.Type {
		if path.Index >= t.Len() {
			p.fail("%s: there is no %s %d in %s", text, what, path.Index, p.sig)
			return nil
		}
		return t.At(path.Index).Type()
	}
	switch path.Root {
	case models.RootArg:
		return tuple(p.sig.Params(), "parameter")
	case models.RootResult:
		return tuple(p.sig.Results(), "result")
	case models.RootRecv:
		if p.sig.Recv() == nil {
			p.fail("%s: a function has no receiver", text)
			return nil
		}
		return p.sig.Recv().Type()
	case models.RootTypeArg:
		if path.Index >= p.sig.TypeParams().Len() {
			p.fail("%s: there is no type parameter %d in %s", text, path.Index, p.sig)
		}
	case models.RootEach:
		return p.each
	case models.RootHandler:
		if p.handler == nil {
			return nil
		}
		sig, ok := p.handler.Underlying().(*types.Signature)
		if !ok {
			if !types.IsInterface(p.handler) {
				p.fail("%s: the handler, a %s, is no function", text, p.handler)
			}
			return nil
		}
		if path.Index >= sig.Params().Len() {
			p.fail("%s: there is no parameter %d in the handler's %s", text, path.Index, sig)
		}
	}
	return nil
}

func (p *pathChecker) elements(t types.Type, text string) types.Type {
	switch u := deref(t).Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Map:
		return u.Elem()
	case *types.Interface:
		return nil
	}
	p.fail("%s: a %s has no elements", text, t)
	return nil
}

func (p *pathChecker) call(t types.Type, text string) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Signature:
		if u.Results().Len() > 0 {
			return u.Results().At(0).Type()
		}
	case *types.Interface:
		return nil
	}
	p.fail("%s: a %s can't be called for a result", text, t)
	return nil
}
