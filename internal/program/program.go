// Package program is the serialisable form of Go functions that the evaluator
// (internal/interp) runs: SSA reduced to what start-up code needs.
//
// SSA itself cannot cross a package boundary under go vet: there, a package
// sees of its dependencies only facts. So every package in scope is lowered
// once, and the lowered form, a Package, is the fact. It names functions,
// types and globals by string and holds resolved positions; it refers to
// neither go/types nor go/ssa.
package program

import (
	"slices"
	"strings"
)

// A Package is the lowered form of one package.
type Package struct {
	Path    string
	Main    bool
	Imports []string // packages in scope that it imports, sorted
	Init    string   // id of the package initialiser, "" without
	Funcs   map[string]*Func
	Types   map[string]*Type // every type that the code converts, asserts, allocates or passes as a type argument
	Mutated []string         // globals of any package that a function other than an initialiser stores to, sorted
	Embeds  []Embed          // variables that the compiler fills from files
	Skipped []Skipped        // functions that could not be lowered
}

// Embed is a variable with a go:embed directive.
type Embed struct {
	Global string // as in ConstGlobal
	Text   string // content of the file, for a string or []byte
	Reason string // why there is no Text
	Pos    Pos
}

// Skipped names a function that has no lowered form, and why.
type Skipped struct {
	Func   string
	Reason string
	Pos    Pos
}

// A Pos is a resolved position; the zero Pos is unknown. Columns are in bytes.
type Pos struct {
	File string
	Line int32
	Col  int32
}

// IsValid reports whether p names a line.
func (p Pos) IsValid() bool { return p.Line > 0 }

// A Func is a lowered function.
//
// Registers are numbered from 1: the parameters (the receiver first), the
// free variables, then the values of the instructions.
type Func struct {
	ID         string // (*types.Func).FullName of the origin; closures append $1, $2, ...
	Name       string // for people: T.Method, Func, Func$1
	Pkg        string
	Parent     string // id of the enclosing function of a closure
	Pos        Pos
	Params     []Param
	Recv       bool // Params[0] is a receiver
	FreeVars   int
	Results    int
	TypeParams []string // type parameters, receiver's included, as they stand in type strings
	Regs       int32
	Consts     []Const
	Blocks     []Block
	Calls      []string // symbols of static and interface callees, and functions whose value is taken; sorted
}

// A Param is a parameter with its type.
type Param struct {
	Name string
	Type string
}

// A Block is a basic block.
type Block struct {
	Instrs []Instr
	Preds  []int32
	Succs  []int32
	IPDom  int32 // immediate post-dominator; NoBlock for the function's exit
	Loop   int32 // header of the innermost loop around the block, the block itself for a header; NoBlock without
	Outer  int32 // a header: header of the loop around the loop; NoBlock without
	Exit   int8  // a block ended by If: the index of the successor that leaves Loop, -1 without
	Order  int32 // index in reverse postorder
}

// Constant returns the constant of a register, nil for one that an instruction
// or a parameter sets.
func (f *Func) Constant(r Ref) *Const {
	if r >= 0 || int(-r) > len(f.Consts) {
		return nil
	}
	return &f.Consts[-r-1]
}

// Global returns the name of the package variable that a register is the
// address of, "" if it is none.
func (f *Func) Global(r Ref) string {
	if c := f.Constant(r); c != nil && c.Kind == ConstGlobal {
		return c.S
	}
	return ""
}

// InLoop reports whether block b is in the loop with that header.
func (f *Func) InLoop(b, header int32) bool {
	for l := f.Blocks[b].Loop; l != NoBlock; l = f.Blocks[l].Outer {
		if l == header {
			return true
		}
	}
	return false
}

// NoBlock stands for the exit of the function.
const NoBlock = int32(-1)

// A Ref is an operand: a register (> 0), a constant (< 0: Consts[-ref-1]), or none (0).
type Ref int32

// An Op is the operation of an instruction.
type Op uint8

// The operations. Args are given in order.
const (
	OpNop             Op = iota
	OpAlloc              // Type, Zero: new cell
	OpPhi                // one per predecessor; Zero
	OpCall               // Mode, Sym, args
	OpGo                 // as OpCall
	OpDefer              // as OpCall
	OpMakeClosure        // Sym: function id; bindings
	OpBoundMethod        // Sym: method id; receiver. Interface methods: Mode == CallInvoke
	OpMakeInterface      // x; Type: dynamic type
	OpMakeSlice          // len, cap; Type, Zero: of an element
	OpMakeMap            // how many elements to make room for
	OpMakeChan           // how many elements to make room for
	OpSend               // channel, value
	OpStore              // address, value
	OpLoad               // address; Zero
	OpFieldAddr          // x; Sym: field
	OpField              // x; Sym: field; Zero
	OpIndexAddr          // x, index
	OpIndex              // x, index; Zero
	OpLookup             // map or string, key; Comma; Zero
	OpMapUpdate          // map, key, value
	OpSlice              // x, low, high; Zero
	OpRange              // x
	OpNext               // iterator; Zero: ZeroString over a string
	OpExtract            // tuple; N: index; Zero, of a select
	OpBinOp              // Sym: operator; x, y
	OpUnOp               // Sym: operator; x; Comma: of a receive
	OpConvert            // x; Type: target
	OpChangeInterface    // x
	OpTypeAssert         // x; Type; Comma; Zero
	OpReturn             // results
	OpIf                 // condition
	OpJump               //
	OpPanic              // x
	OpUnknown            // anything else: Sym says what
)

// Select is the Sym of a select statement: an OpUnknown whose operands are, for
// each case, a channel and the value to send, 0 where it receives. Its tuple
// has the index of the case, whether something was received, and what was, for
// each case that receives.
const Select = "select"

// A CallMode says how a callee is given.
type CallMode uint8

// The call modes.
const (
	CallStatic  CallMode = iota // Sym is the callee
	CallInvoke                  // Sym is the interface's method, Args[0] the receiver
	CallBuiltin                 // Sym is the builtin
	CallDynamic                 // Args[0] is the function value
)

// An Instr is one instruction.
type Instr struct {
	Op       Op
	Mode     CallMode
	Zero     Zero
	Comma    bool
	Dst      Ref
	N        int32 // OpExtract: index; OpCall: number of results
	Sym      string
	Type     string // calls of interface methods: the results
	Owner    string // OpField, OpFieldAddr: the struct's type
	Class    string // calls: a Class for each result
	Args     []Ref
	TypeArgs []string
	Pos      Pos
	ArgPos   []Pos // OpCall: where each argument is written, aligned with Args; nil when no constant is among them
}

// Classes of results, as far as the flow of data asks.
const (
	ClassText    = 's' // strings, bytes, runes in a slice
	ClassNumber  = 'n' // numbers and booleans
	ClassError   = 'e'
	ClassContext = 'c'
	ClassFunc    = 'f'
	ClassOther   = 'o' // anything that can hold text
)

// Zero is the kind of a type's zero value.
type Zero uint8

// The kinds of zero values.
const (
	ZeroOther Zero = iota // type parameters
	ZeroNil
	ZeroString
	ZeroBool
	ZeroInt
	ZeroFloat
	ZeroStruct
	ZeroArray
)

// A ConstKind says what a Const holds.
type ConstKind uint8

// The kinds of constants.
const (
	ConstNil ConstKind = iota
	ConstString
	ConstBool
	ConstInt
	ConstFloat
	ConstZero   // zero value of a struct or array type: Type
	ConstFunc   // S: function id
	ConstGlobal // S: global, as import/path.Name: its address
	ConstOther  // S: why
)

// A Const is a constant operand.
type Const struct {
	Kind     ConstKind
	S        string
	I        int64
	F        float64
	Type     string
	TypeArgs []string // of an instantiated function
}

// A TypeKind is the kind of a type's underlying type.
type TypeKind uint8

// The kinds of types.
const (
	KindOther TypeKind = iota
	KindString
	KindBool
	KindInt
	KindFloat
	KindStruct
	KindPointer
	KindSlice
	KindArray
	KindMap
	KindFunc
	KindInterface
)

// A Type describes a type as far as the evaluator asks: how to dispatch a
// method on it, and which JSON schema it has.
type Type struct {
	Name    string
	Kind    TypeKind
	Elem    string
	Key     string
	Fields  []Field
	Methods []Method // sorted by name; of an interface: the methods it asks for
	Params  []string // KindFunc: parameter types
}

// A Method is a method of a type.
type Method struct {
	Name string
	ID   string   // id of the function; for an interface the method's own id
	Path []string // embedded fields to go through to the receiver
}

// Method returns the method of that name.
func (t *Type) Method(name string) (Method, bool) {
	i, ok := slices.BinarySearchFunc(t.Methods, name, func(m Method, n string) int { return strings.Compare(m.Name, n) })
	if !ok {
		return Method{}, false
	}
	return t.Methods[i], true
}

// Implements reports whether t has a method of every name that iface asks
// for. Signatures are not compared: names of methods rarely collide whole.
func (t *Type) Implements(iface *Type) bool {
	for _, m := range iface.Methods {
		if _, ok := t.Method(m.Name); !ok {
			return false
		}
	}
	return true
}

// A Field is a struct field.
type Field struct {
	Name     string
	Type     string
	Tag      string
	Embedded bool
}

// TypeParamOpen and TypeParamClose bracket a type parameter inside a type string.
const (
	TypeParamOpen  = "\u00ab"
	TypeParamClose = "\u00bb"
)

// Subst replaces type parameters in a type string by their arguments.
func Subst(typ string, args map[string]string) string {
	if len(args) == 0 || !strings.Contains(typ, TypeParamOpen) {
		return typ
	}
	var b strings.Builder
	for {
		i := strings.Index(typ, TypeParamOpen)
		if i < 0 {
			break
		}
		j := strings.Index(typ[i:], TypeParamClose)
		if j < 0 {
			break
		}
		j += i
		b.WriteString(typ[:i])
		whole := typ[i : j+len(TypeParamClose)]
		if to, ok := args[whole]; ok {
			b.WriteString(to)
		} else {
			b.WriteString(whole)
		}
		typ = typ[j+len(TypeParamClose):]
	}
	b.WriteString(typ)
	return b.String()
}
