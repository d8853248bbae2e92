package program

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// The bytes of a package are no gob: every importer reads and writes those of
// all packages below it, and gob repeats each string, among them the name of
// the file in each position, and takes several times the space and the time.

// Encode returns the bytes of p, compressed: the same bytes for the same package.
func (p *Package) Encode() ([]byte, error) {
	c := newWriter()
	c.pkg(p)
	var out bytes.Buffer
	z, err := flate.NewWriter(&out, flate.DefaultCompression)
	if err != nil {
		return nil, fmt.Errorf("encode package %s: %w", p.Path, err)
	}
	if _, err := z.Write(c.bytes()); err != nil {
		return nil, fmt.Errorf("encode package %s: %w", p.Path, err)
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("encode package %s: %w", p.Path, err)
	}
	return out.Bytes(), nil
}

// Decode reverses Encode.
func Decode(data []byte) (*Package, error) {
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(data)))
	if err != nil {
		return nil, decodeError(err)
	}
	c, err := newReader(raw)
	if err != nil {
		return nil, decodeError(err)
	}
	p := new(Package)
	c.pkg(p)
	if err := c.end(); err != nil {
		return nil, decodeError(err)
	}
	return p, nil
}

// pkg writes or reads a package. Maps are lists in the order of their keys:
// facts must not change from run to run.
func (c *coder) pkg(p *Package) {
	c.text(&p.Path)
	c.flags(&p.Main)
	c.texts(&p.Imports)
	c.text(&p.Init)
	c.texts(&p.Mutated)
	list(c, &p.Embeds, func(e *Embed) {
		c.text(&e.Global)
		c.text(&e.Text)
		c.text(&e.Reason)
		c.position(&e.Pos)
	})
	list(c, &p.Skipped, func(s *Skipped) {
		c.text(&s.Func)
		c.text(&s.Reason)
		c.position(&s.Pos)
	})
	var funcs []*Func
	for _, id := range slices.Sorted(maps.Keys(p.Funcs)) {
		funcs = append(funcs, p.Funcs[id])
	}
	list(c, &funcs, func(f **Func) {
		if c.reading {
			*f = new(Func)
		}
		c.function(*f)
	})
	var types []*Type
	for _, name := range slices.Sorted(maps.Keys(p.Types)) {
		types = append(types, p.Types[name])
	}
	list(c, &types, func(t **Type) {
		if c.reading {
			*t = new(Type)
		}
		c.typ(*t)
	})
	if !c.reading || c.err != nil {
		return
	}
	p.Funcs, p.Types = make(map[string]*Func, len(funcs)), make(map[string]*Type, len(types))
	for _, f := range funcs {
		p.Funcs[f.ID] = f
	}
	for _, t := range types {
		p.Types[t.Name] = t
	}
}

func (c *coder) function(f *Func) {
	c.text(&f.ID)
	c.text(&f.Name)
	c.text(&f.Pkg)
	c.text(&f.Parent)
	c.position(&f.Pos)
	list(c, &f.Params, func(p *Param) {
		c.text(&p.Name)
		c.text(&p.Type)
	})
	c.flags(&f.Recv)
	signed(c, streamNum, &f.FreeVars, 0)
	signed(c, streamNum, &f.Results, 0)
	c.texts(&f.TypeParams)
	signed(c, streamNum, &f.Regs, 0)
	list(c, &f.Consts, c.constant)
	c.last = Ref(len(f.Params) + f.FreeVars)
	index := int32(0)
	list(c, &f.Blocks, func(b *Block) {
		c.block(b, index)
		index++
	})
	c.texts(&f.Calls)
}

func (c *coder) constant(k *Const) {
	small(c, &k.Kind)
	text, num, fract, typ, args := k.S != "", k.I != 0, k.F != 0, k.Type != "", len(k.TypeArgs) > 0
	c.flags(&text, &num, &fract, &typ, &args)
	if text {
		c.text(&k.S)
	}
	if num {
		signed(c, streamNum, &k.I, 0)
	}
	if fract {
		c.float(&k.F)
	}
	if typ {
		c.text(&k.Type)
	}
	if args {
		c.texts(&k.TypeArgs)
	}
}

func (c *coder) block(b *Block, index int32) {
	near := func(n *int32) { signed(c, streamFlow, n, index) }
	list(c, &b.Preds, near)
	list(c, &b.Succs, near)
	signed(c, streamFlow, &b.IPDom, index)
	signed(c, streamFlow, &b.Loop, NoBlock)
	signed(c, streamFlow, &b.Outer, NoBlock)
	signed(c, streamFlow, &b.Exit, -1)
	signed(c, streamFlow, &b.Order, index)
	list(c, &b.Instrs, c.instr)
}

func (c *coder) instr(i *Instr) {
	small(c, &i.Op)
	dst, mode, zero, n := i.Dst != 0, i.Mode != 0, i.Zero != 0, i.N != 0
	sym, typ, owner, class := i.Sym != "", i.Type != "", i.Owner != "", i.Class != ""
	args, typeArgs, argPos := len(i.Args) > 0, len(i.TypeArgs) > 0, len(i.ArgPos) > 0
	c.flags(&dst, &mode, &zero, &n, &sym, &typ, &owner, &class, &args, &typeArgs, &argPos, &i.Comma)
	if dst {
		signed(c, streamRef, &i.Dst, c.last+1)
		c.last = i.Dst
	}
	if mode {
		small(c, &i.Mode)
	}
	if zero {
		small(c, &i.Zero)
	}
	if n {
		signed(c, streamNum, &i.N, 0)
	}
	for _, s := range []struct {
		has  bool
		text *string
	}{{sym, &i.Sym}, {typ, &i.Type}, {owner, &i.Owner}, {class, &i.Class}} {
		if s.has {
			c.text(s.text)
		}
	}
	if args {
		list(c, &i.Args, c.operand)
	}
	if typeArgs {
		c.texts(&i.TypeArgs)
	}
	c.position(&i.Pos)
	if argPos {
		list(c, &i.ArgPos, c.position)
	}
}

func (c *coder) typ(t *Type) {
	c.text(&t.Name)
	small(c, &t.Kind)
	c.text(&t.Elem)
	c.text(&t.Key)
	list(c, &t.Fields, func(f *Field) {
		c.text(&f.Name)
		c.text(&f.Type)
		c.text(&f.Tag)
		c.flags(&f.Embedded)
	})
	list(c, &t.Methods, func(m *Method) {
		c.text(&m.Name)
		c.methodID(t, m)
		c.texts(&m.Path)
	})
	c.texts(&t.Params)
}

// methodID writes or reads the id of a method of t. Few are other than their
// type and name say: those of embedded fields.
func (c *coder) methodID(t *Type, m *Method) {
	value, pointer := "("+t.Name+")."+m.Name, ""
	if rest, ok := strings.CutPrefix(t.Name, "*"); ok {
		pointer = "(" + rest + ")." + m.Name
	}
	isValue, isPointer := m.ID == value, pointer != "" && m.ID == pointer
	c.flags(&isValue, &isPointer)
	switch {
	case isValue:
		m.ID = value
	case isPointer:
		m.ID = pointer
	default:
		c.text(&m.ID)
	}
}
