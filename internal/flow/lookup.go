package flow

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A client library that fetches something by its name refuses a name that
// nothing has. Behind such a call the name is one that exists: what stands in
// a path of a URL later does not lead elsewhere.

// fetches are the verbs with which the methods of client libraries that return
// one thing begin. Names are all there is to tell by: the libraries are many,
// most are generated, and their code is not in the program.
var fetches = []string{"Get", "Find", "Lookup", "LookUp", "Describe", "Fetch", "Retrieve", "Show", "Head"}

// fetched returns what it says of the arguments of a call of code outside the
// program that its error is nil.
func (x *fn) fetched(in *program.Instr, result int) guards {
	if len(in.Class) < 2 || result != len(in.Class)-1 || in.Class[result] != program.ClassError || !x.fetchesOne(in) {
		return nil
	}
	out := guards{}
	x.namesIn(in.Args[1:], 0, func(key string) { out[key] = guard{clears: KindMask(models.KindURLPath)} })
	return out
}

// fetchesOne reports whether a call is to a method of a client library that by
// its name fetches one thing, which is no text.
func (x *fn) fetchesOne(in *program.Instr) bool {
	if !isMethod(in.Sym) || len(in.Args) < 2 || x.e.rows(in.Sym) != nil {
		return false
	}
	typ, method, ok := strings.Cut(strings.TrimPrefix(in.Sym, "("), ").")
	pkg := strings.TrimPrefix(typ, "*")
	if i := strings.IndexByte(pkg, '/'); !ok || i < 0 || !strings.Contains(pkg[:i], ".") {
		return false // the standard library has nothing like it
	}
	for _, verb := range fetches {
		if rest, ok := strings.CutPrefix(method, verb); ok && (rest == "" || rest[0] < 'a' || rest[0] > 'z') {
			return in.Class[0] == program.ClassOther
		}
	}
	return false
}

// maxParams bounds how deep a request is built that a name is put into.
const maxParams = 6

// namesIn calls found with the key of each text in the arguments of a call,
// and in the requests that are built for it by other calls and struct literals.
func (x *fn) namesIn(args []program.Ref, depth int, found func(key string)) {
	if depth > maxParams {
		return
	}
	for _, a := range args {
		if a <= 0 {
			continue
		}
		if key := x.key(a); key != "" {
			found(key)
		}
		in := x.def(a)
		if in == nil {
			continue
		}
		switch in.Op {
		case program.OpCall:
			if in.Mode != program.CallBuiltin && x.e.funcs[in.Sym] == nil {
				x.namesIn(in.Args, depth+1, found)
			}
		case program.OpConvert, program.OpChangeInterface, program.OpMakeInterface:
			x.namesIn(in.Args[:1], depth+1, found)
		case program.OpAlloc:
			for _, s := range x.stores[root{reg: a}] {
				x.namesIn([]program.Ref{x.in(s.at).Args[s.op]}, depth+1, found)
			}
		case program.OpLoad:
			if d := x.def(in.Args[0]); d != nil && d.Op == program.OpAlloc {
				x.namesIn(in.Args[:1], depth+1, found)
			}
		}
	}
}
