package load

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// importsC reports whether one of files imports "C".
func importsC(files []*ast.File) bool {
	for _, f := range files {
		for _, spec := range f.Imports {
			if importPath(spec) == "C" {
				return true
			}
		}
	}
	return false
}

// fakeC returns a package "C" that declares what files use of it, so that the
// Go code around calls of C can be analysed though no C is ever read. What
// cgo itself defines has its real type; the rest is guessed from its uses: a
// function takes anything, a type is opaque, any other name is a constant.
// Where a guess does not fit, the type checker reports an error and the
// function around it is left out.
func fakeC(files []*ast.File, sizes types.Sizes) *types.Package {
	c := &cPackage{pkg: types.NewPackage("C", "C"), uses: make(map[string]*cUse)}
	c.declareBuiltins(sizes)
	for _, f := range files {
		if importsC([]*ast.File{f}) {
			c.collect(f)
		}
	}
	c.declareUsed()
	c.pkg.MarkComplete()
	return c.pkg
}

// A cPackage is a package "C" in the making.
type cPackage struct {
	pkg  *types.Package
	uses map[string]*cUse
}

// A cUse says how a name of C is used.
type cUse struct {
	asType    bool
	literal   bool // as the type of a composite literal
	called    bool
	variable  bool // its address is taken, or it is assigned to
	twoValues bool // v, err := C.f()
	result    types.Type
}

// typ returns the type of that name.
func (c *cPackage) typ(name string) types.Type { return c.pkg.Scope().Lookup(name).Type() }

// declareBuiltins declares the names that cgo gives a fixed meaning.
func (c *cPackage) declareBuiltins(sizes types.Sizes) {
	long, ulong := types.Typ[types.Int64], types.Typ[types.Uint64]
	if sizes.Sizeof(types.Typ[types.Uintptr]) == 4 {
		long, ulong = types.Typ[types.Int32], types.Typ[types.Uint32]
	}
	for name, t := range map[string]types.Type{
		"char": types.Typ[types.Int8], "schar": types.Typ[types.Int8], "uchar": types.Typ[types.Uint8],
		"short": types.Typ[types.Int16], "ushort": types.Typ[types.Uint16],
		"int": types.Typ[types.Int32], "uint": types.Typ[types.Uint32], "long": long, "ulong": ulong,
		"longlong": types.Typ[types.Int64], "ulonglong": types.Typ[types.Uint64],
		"float": types.Typ[types.Float32], "double": types.Typ[types.Float64],
		"complexfloat": types.Typ[types.Complex64], "complexdouble": types.Typ[types.Complex128],
		"bool": types.Typ[types.Bool], "_Bool": types.Typ[types.Bool],
		"void": types.NewArray(types.Typ[types.Uint8], 0),
	} {
		c.declareType(name, t)
	}
	for alias, of := range map[string]string{
		"size_t": "ulong", "ssize_t": "long", "ptrdiff_t": "long", "intptr_t": "long", "uintptr_t": "ulong",
		"int8_t": "schar", "uint8_t": "uchar", "int16_t": "short", "uint16_t": "ushort",
		"int32_t": "int", "uint32_t": "uint", "int64_t": "longlong", "uint64_t": "ulonglong",
	} {
		c.pkg.Scope().Insert(types.NewTypeName(token.NoPos, c.pkg, alias, c.typ(of)))
	}
	var (
		charPtr = types.NewPointer(c.typ("char"))
		pointer = types.Typ[types.UnsafePointer]
		str     = types.Typ[types.String]
		bytes   = types.NewSlice(types.Typ[types.Byte])
	)
	c.declareFunc("CString", charPtr, false, str)
	c.declareFunc("CBytes", pointer, false, bytes)
	c.declareFunc("GoString", str, false, charPtr)
	c.declareFunc("GoStringN", str, false, charPtr, c.typ("int"))
	c.declareFunc("GoBytes", bytes, false, pointer, c.typ("int"))
	c.declareFunc("malloc", pointer, false, c.typ("size_t"))
	c.declareFunc("free", nil, false, pointer)
}

func (c *cPackage) declareType(name string, underlying types.Type) {
	obj := types.NewTypeName(token.NoPos, c.pkg, name, nil)
	types.NewNamed(obj, underlying, nil)
	c.pkg.Scope().Insert(obj)
}

// declareFunc declares a function; without params it takes anything.
func (c *cPackage) declareFunc(name string, result types.Type, withError bool, params ...types.Type) {
	v := func(t types.Type) *types.Var { return types.NewParam(token.NoPos, c.pkg, "", t) }
	var in, out []*types.Var
	for _, p := range params {
		in = append(in, v(p))
	}
	variadic := len(params) == 0
	if variadic {
		in = append(in, v(types.NewSlice(types.Universe.Lookup("any").Type())))
	}
	if result != nil {
		out = append(out, v(result))
	}
	if withError {
		out = append(out, v(types.Universe.Lookup("error").Type()))
	}
	sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(in...), types.NewTuple(out...), variadic)
	c.pkg.Scope().Insert(types.NewFunc(token.NoPos, c.pkg, name, sig))
}

// declareUsed declares the names that cgo does not define.
func (c *cPackage) declareUsed() {
	serial := int64(0)
	scope := c.pkg.Scope()
	for _, name := range sortedKeys(c.uses) { // the serial numbers depend on it
		u := c.uses[name]
		if scope.Lookup(name) != nil {
			continue
		}
		switch {
		case strings.HasPrefix(name, "enum_"):
			c.declareType(name, types.Typ[types.Uint32])
		case strings.HasPrefix(name, "struct_"), strings.HasPrefix(name, "union_"):
			c.declareType(name, types.NewStruct(nil, nil))
		case strings.HasPrefix(name, "sizeof_"):
			scope.Insert(types.NewConst(token.NoPos, c.pkg, name, c.typ("size_t"), constant.MakeInt64(1)))
		case u.asType && u.called && !u.literal: // conversions are mostly between numbers
			c.declareType(name, types.Typ[types.Int32])
		case u.asType:
			c.declareType(name, types.NewStruct(nil, nil))
		case u.called:
			result := u.result
			if result == nil && u.twoValues {
				result = types.Universe.Lookup("any").Type()
			}
			c.declareFunc(name, result, u.twoValues)
		case u.variable:
			scope.Insert(types.NewVar(token.NoPos, c.pkg, name, c.typ("int")))
		default:
			// Distinct values: two cases of one switch may not be equal.
			serial++
			scope.Insert(types.NewConst(token.NoPos, c.pkg, name, types.Typ[types.UntypedInt], constant.MakeInt64(serial)))
		}
	}
}

// collect records how f uses the names of C.
func (c *cPackage) collect(f *ast.File) {
	var stack []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		if name := cName(n); name != "" {
			u := c.uses[name]
			if u == nil {
				u = new(cUse)
				c.uses[name] = u
			}
			c.use(u, stack)
		}
		return true
	})
}

// cName returns the name of a selector C.name, or "".
func cName(n ast.Node) string {
	sel, ok := n.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if id, ok := sel.X.(*ast.Ident); !ok || id.Name != "C" {
		return ""
	}
	return sel.Sel.Name
}

// use adds the use at the top of stack to u.
func (c *cPackage) use(u *cUse, stack []ast.Node) {
	i := len(stack) - 1
	self, parent := stack[i], stack[i-1]
	if inTypePosition(stack, i) {
		u.asType = true
		lit, ok := parent.(*ast.CompositeLit)
		u.literal = u.literal || ok && lit.Type == self
		return
	}
	switch p := parent.(type) {
	case *ast.CallExpr:
		if p.Fun == self {
			u.called = true
			c.callResult(u, stack, i-1)
		}
	case *ast.UnaryExpr:
		u.variable = u.variable || p.Op == token.AND
	case *ast.AssignStmt:
		for _, lhs := range p.Lhs {
			u.variable = u.variable || lhs == self
		}
	case *ast.IncDecStmt:
		u.variable = true
	}
}

// inTypePosition reports whether stack[i] stands where only a type can.
func inTypePosition(stack []ast.Node, i int) bool {
	self, parent := stack[i], stack[i-1]
	switch p := parent.(type) {
	case *ast.Field, *ast.MapType, *ast.ChanType, *ast.TypeSpec, *ast.Ellipsis:
		return true
	case *ast.ArrayType:
		return p.Elt == self
	case *ast.CaseClause:
		_, ok := stack[i-3].(*ast.TypeSwitchStmt)
		return ok && slices.Contains(p.List, self.(ast.Expr))
	case *ast.IndexListExpr:
		return p.X != self || inTypePosition(stack, i-1)
	case *ast.IndexExpr: // T[X], or f[X](y)
		call, ok := stack[i-2].(*ast.CallExpr)
		return inTypePosition(stack, i-1) || p.X != self && ok && call.Fun == p
	case *ast.ValueSpec:
		return p.Type == self
	case *ast.CompositeLit:
		return p.Type == self
	case *ast.TypeAssertExpr:
		return p.Type == self
	case *ast.StarExpr: // *T, unless it is a value that is followed
		return inTypePosition(stack, i-1)
	case *ast.ParenExpr: // (*T)(x)
		call, ok := stack[i-2].(*ast.CallExpr)
		_, star := self.(*ast.StarExpr)
		return ok && call.Fun == p && (star || cName(self) != "")
	case *ast.CallExpr:
		id, ok := p.Fun.(*ast.Ident)
		return ok && (id.Name == "new" || id.Name == "make") && len(p.Args) > 0 && p.Args[0] == self
	}
	return false
}

// numbers are the predeclared types that a number of C is converted to.
var numbers = map[string]bool{
	"int": true, "int8": true, "int16": true, "int32": true, "int64": true, "uint": true, "uint8": true, "byte": true,
	"uint16": true, "uint32": true, "uint64": true, "uintptr": true, "float32": true, "float64": true, "rune": true,
}

// callResult guesses from what happens to the value of the call stack[i] which
// type it has. The first telling use decides.
func (c *cPackage) callResult(u *cUse, stack []ast.Node, i int) {
	set := func(t types.Type) {
		if u.result == nil {
			u.result = t
		}
	}
	self := stack[i]
	switch p := stack[i-1].(type) {
	case *ast.ExprStmt, *ast.GoStmt, *ast.DeferStmt:
	case *ast.AssignStmt:
		if len(p.Lhs) == 2 && len(p.Rhs) == 1 {
			u.twoValues = true
			return
		}
		set(types.Universe.Lookup("any").Type())
	case *ast.BinaryExpr:
		other := p.X
		if other == self {
			other = p.Y
		}
		if id, ok := other.(*ast.Ident); ok && id.Name == "nil" {
			set(types.Typ[types.UnsafePointer])
		} else if p.Op == token.LAND || p.Op == token.LOR {
			set(c.typ("bool"))
		} else {
			set(c.typ("int"))
		}
	case *ast.IfStmt:
		set(c.typ("bool"))
	case *ast.UnaryExpr:
		if p.Op == token.NOT {
			set(c.typ("bool"))
		} else {
			set(c.typ("int"))
		}
	case *ast.SwitchStmt:
		set(c.typ("int"))
	case *ast.CallExpr:
		set(c.argument(p))
	default:
		set(types.Universe.Lookup("any").Type())
	}
}

// argument guesses the type of the argument of call, a conversion perhaps.
func (c *cPackage) argument(call *ast.CallExpr) types.Type {
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		if numbers[fun.Name] {
			return c.typ("int")
		}
		if fun.Name == "bool" {
			return c.typ("bool")
		}
	case *ast.ParenExpr:
		return types.Typ[types.UnsafePointer]
	case *ast.SelectorExpr:
		if id, ok := fun.X.(*ast.Ident); ok && id.Name == "unsafe" {
			return types.Typ[types.UnsafePointer]
		}
		switch name := cName(fun); name {
		case "GoString", "GoStringN":
			return types.NewPointer(c.typ("char"))
		case "free", "GoBytes":
			return types.Typ[types.UnsafePointer]
		default:
			if obj, ok := c.pkg.Scope().Lookup(name).(*types.TypeName); ok {
				if b, ok := obj.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsNumeric != 0 {
					return c.typ("int")
				}
			}
		}
	}
	return types.Universe.Lookup("any").Type()
}
