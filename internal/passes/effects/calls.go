package effects

import (
	"slices"
	"strings"
	"unicode"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// effect judges a call that a row is about.
func (v *visitor) effect(c flow.Call, row *models.Effect) {
	e := &Effect{On: row.On, Act: row.Does, What: display(c.Sym), Reads: row.Reads, Call: c}
	switch {
	case row.Method != "":
		v.request(c, row, e)
		return
	case row.Flags != "":
		e.Act = v.flags(v.operand(c, row.Flags))
	}
	if e.Act == models.ActNone {
		return
	}
	if row.Own != "" && c.Frame.Background() {
		return // what watches over a process cleans up after it
	}
	if e.Changes() && row.At != "" && (v.own(c, row.At) || row.Own != "" && slices.Contains(c.Frame.Called(operandRef(c, row.At)), row.Own)) {
		return
	}
	v.add(e)
}

// operandRef returns the operand that a row's path names, 0 for none.
func operandRef(c flow.Call, at string) program.Ref {
	p, err := models.ParsePath(at)
	if err != nil {
		return 0
	}
	return c.Operand(p)
}

// operand returns what is known of the operand that a row's path names.
func (v *visitor) operand(c flow.Call, at string) *flow.Sym {
	r := operandRef(c, at)
	if r == 0 {
		return &flow.Sym{}
	}
	return c.Frame.Sym(r)
}

// request judges an HTTP request by its method, and one by POST by the end of
// its URL.
func (v *visitor) request(c flow.Call, row *models.Effect, e *Effect) {
	var methods []string
	known := true
	if m, ok := strings.CutPrefix(row.Method, "="); ok {
		methods = []string{m}
	} else {
		methods, known = v.operand(c, row.Method).Texts()
	}
	url := ""
	if row.URL != "" {
		url = v.operand(c, row.URL).Pieces()
	}
	if !known && v.asksForToken(c.Frame) {
		return
	}
	if !strings.ContainsFunc(url, unicode.IsLetter) {
		url = v.handedURL(c.Frame)
	}
	if !known {
		e.What, e.AnyMethod = "a request whose method is not known", true
		v.add(e)
		return
	}
	for _, m := range methods {
		out := *e
		m = strings.ToUpper(m)
		out.Act = v.set.RequestAct(m, strings.Split(url, flow.Gap))
		if m == "" {
			m = "GET"
		}
		out.What = strings.TrimSpace(m + " " + shown(url))
		if m == "POST" && v.asksForToken(c.Frame) { // it is what lets the tool ask, not what it asks for
			continue
		}
		if out.Act == models.ActCreate {
			out.Vague = true
		}
		if out.Act != models.ActNone {
			v.add(&out)
		}
	}
}

// maxHanded bounds how far up the callers of a request are asked about it.
const maxHanded = 3

// asksForToken reports whether a request is for a token to act with: a function
// on the way to it names a parameter of such requests.
func (v *visitor) asksForToken(f *flow.Frame) bool {
	for n := 0; f != nil && n <= maxHanded; f, n = f.Caller(), n+1 {
		if f.HasText(v.set.Words().TokenParameter) {
			return true
		}
	}
	return false
}

// handedURL returns a text that looks like the path of a URL among what the
// callers of a function hand it: the URL may be made in a way that is not
// followed.
func (v *visitor) handedURL(f *flow.Frame) string {
	for n := 0; f != nil && n <= maxHanded; f, n = f.Caller(), n+1 {
		for i, p := range f.Params() {
			if p.Type != "string" {
				continue
			}
			if text := f.Sym(program.Ref(i + 1)).Pieces(); strings.Contains(text, "/") && !strings.Contains(text, " ") {
				return text
			}
		}
	}
	return ""
}

// shown returns a URL for people.
func shown(url string) string {
	for strings.Contains(url, flow.Gap+flow.Gap) {
		url = strings.ReplaceAll(url, flow.Gap+flow.Gap, flow.Gap)
	}
	url = strings.ReplaceAll(url, flow.Gap, "…")
	if len(url) > 80 {
		url = url[:80] + "…"
	}
	if strings.Trim(url, "…") == "" {
		return ""
	}
	return url
}

// Flags of open(2), as package os has them on Linux.
const (
	openWrite  = 0x1 | 0x2
	openCreate = 0x40
	openExcl   = 0x80
	openTrunc  = 0x200
	openAppend = 0x400
)

// flags returns what opening a file with flags does.
func (v *visitor) flags(s *flow.Sym) string {
	if s.Kind != flow.SymInt {
		return models.ActUpdate
	}
	switch n := s.N; {
	case n&openWrite == 0:
		return models.ActRead
	case n&openExcl != 0 && n&openCreate != 0, n&openAppend != 0 && n&openTrunc == 0:
		return models.ActCreate
	}
	return models.ActUpdate
}

// own reports whether a file is one that the program keeps for itself, and that
// nobody misses: a temporary one, or a cache.
func (v *visitor) own(c flow.Call, at string) bool {
	r := operandRef(c, at)
	return v.ofScratch(c.Frame.Sym(r), 8) || v.scratch(c.Frame, r, 0) || slices.ContainsFunc(models.SplitName(display(c.Frame.Func())+" "+strings.Join(c.Frame.Called(r), " ")), func(w string) bool { return strings.HasSuffix(w, "cache") }) // filecache, too
}

// ofScratch reports whether what is known of a value says that it is made of a
// temporary file.
func (v *visitor) ofScratch(s *flow.Sym, depth int) bool {
	if s == nil || depth == 0 {
		return false
	}
	if s.Kind == flow.SymCall {
		if rows := v.set.Func(s.S); rows != nil && len(rows.Effects) > 0 && rows.Effects[0].Scratch {
			return true
		}
	}
	return s.Kind != flow.SymOneOf && slices.ContainsFunc(s.Kids, func(k *flow.Sym) bool { return v.ofScratch(k, depth-1) })
}

// scratch reports whether a value is, or is made of, something that the program
// has made anew for itself: a temporary file.
func (v *visitor) scratch(f *flow.Frame, r program.Ref, depth int) bool {
	if r == 0 || depth > 6 {
		return false
	}
	origins := f.Origins(r)
	if len(origins) == 0 {
		return false
	}
	for _, o := range origins {
		if o.Kind == flow.OriginNil { // in the place of a result that comes with an error
			continue
		}
		if o.Kind != flow.OriginCall {
			return false
		}
		if rows := v.set.Func(o.Sym); rows != nil && len(rows.Effects) > 0 && rows.Effects[0].Scratch {
			continue
		}
		args := o.Args()
		made := false
		for i, a := range args {
			if i > 1 {
				break
			}
			list := o.Frame.Elements(a)
			for k := range list {
				if v.made(&list[k], depth+1) {
					made = true
				}
			}
		}
		if !made {
			return false
		}
	}
	return true
}

// made reports whether an origin is a temporary file, or made of one.
func (v *visitor) made(o *flow.Origin, depth int) bool {
	if o.Kind != flow.OriginCall || depth > 6 {
		return false
	}
	if rows := v.set.Func(o.Sym); rows != nil && len(rows.Effects) > 0 && rows.Effects[0].Scratch {
		return true
	}
	for _, a := range o.Args() {
		list := o.Frame.Elements(a)
		for k := range list {
			if v.made(&list[k], depth+1) {
				return true
			}
		}
	}
	return false
}

// fileActs are the acts of what rows about paths say that is done to a file.
var fileActs = map[string]string{
	models.DoesRead: models.ActRead, models.DoesOpen: models.ActUpdate, models.DoesWrite: models.ActUpdate, models.DoesDelete: models.ActDelete,
	models.DoesMove: models.ActUpdate, models.DoesMake: models.ActCreate, models.DoesList: models.ActRead, models.DoesEnter: models.ActNone,
	models.DoesRoot: models.ActNone, models.DoesChange: models.ActUpdate, models.DoesLink: models.ActCreate, models.DoesProbe: models.ActRead,
}

// sinks judges a call by what its sinks say, and reports whether they say
// anything.
func (v *visitor) sinks(c flow.Call, rows []models.Sink) bool {
	found := false
	for i := range rows {
		row := &rows[i]
		switch row.Kind {
		case models.KindPath:
			found = true
			act := fileActs[row.Does]
			if act == models.ActNone || act == "" || act != models.ActRead && v.own(c, row.At) {
				continue
			}
			v.add(&Effect{On: models.OnFiles, Act: act, What: display(c.Sym), Reads: models.TextOfOwner, Call: c})
		case models.KindArgv, models.KindShell, models.KindProgram, models.KindCode:
			found = true
			v.program(c, row)
		case models.KindSQL:
			found = true
			v.statement(c, row)
		}
	}
	return found
}
