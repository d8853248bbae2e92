package outbound

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// limits lists the clients that the program gives a limit, wherever it does: in
// the literal, or later.
func (v *visitor) limits() map[string]bool {
	out := map[string]bool{}
	for _, m := range v.set.Models() {
		for _, row := range m.Clients {
			if row.Type == "" {
				continue
			}
			for _, s := range v.e.StoredIn(row.Type, row.Limit) {
				if s.Zero {
					continue
				}
				for _, o := range s.Of {
					out[o.ID()] = true
				}
			}
		}
	}
	return out
}

// A maker is a client without a limit: where it is made.
type maker struct {
	pos      program.Pos
	sym      string // the function that makes it, "" for a literal
	standard bool   // the one that a library keeps
}

// client reports calls of a client that has no limit: once for each client,
// where it is made.
func (v *visitor) client(c flow.Call, row *models.Outbound, u *Unbounded) {
	u.Cause = NoLimit
	if row.Client == models.ClientDefault {
		if !v.defaultLimited(c.Sym) {
			u.Default = true
			v.add(u)
		}
		return
	}
	p, err := models.ParsePath(row.Client)
	if err != nil {
		return
	}
	for _, m := range v.makers(c.Frame.Origins(c.Operand(p)), 0) {
		one := *u
		one.Default, one.Made = m.standard, m.sym
		if m.pos.IsValid() {
			one.At = m.pos
		}
		v.add(&one)
	}
}

// makersOf lists the clients without a limit that make a call.
func (v *visitor) makersOf(c flow.Call, row *models.Outbound) []maker {
	p, err := models.ParsePath(row.Client)
	if row.Client == models.ClientDefault || err != nil {
		return []maker{{standard: true}}
	}
	return v.makers(c.Frame.Origins(c.Operand(p)), 0)
}

// defaultLimited reports whether the program gives the default client of a
// function's package a limit.
func (v *visitor) defaultLimited(sym string) bool {
	p, err := models.ParseFunc(sym)
	if err != nil {
		return true
	}
	for id := range v.limited {
		if strings.HasPrefix(id, p.Package+".") && v.set.ClientVariable(id) != nil {
			return true
		}
	}
	return false
}

// makers lists the clients without a limit among origins.
func (v *visitor) makers(origins []flow.Origin, depth int) []maker {
	var out []maker
	for i := range origins {
		o := &origins[i]
		switch o.Kind {
		case flow.OriginNew:
			row := v.set.ClientType(o.Sym)
			switch {
			case row == nil || v.limited[o.ID()] || v.carried(o, row) || depth > maxDerived || v.replaced(o):
			case !o.Copied():
				out = append(out, maker{pos: o.Pos})
			default:
				if from := o.CopiedFrom(); len(from) == len(v.makers(from, depth+1)) {
					out = append(out, maker{pos: o.Pos})
				}
			}
		case flow.OriginPlace: // a struct in a field of another
			if v.set.ClientType(o.Sym) == nil || o.Part == "" || v.limited[o.ID()] || depth > maxDerived {
				continue
			}
			if whole := v.e.Held(o.Part); len(whole) > 0 {
				out = append(out, v.makers(whole, depth+1)...)
			} else {
				out = append(out, maker{})
			}
		case flow.OriginGlobal:
			if v.set.ClientVariable(o.Sym) != nil && !v.limited[o.ID()] && len(origins) == 1 {
				out = append(out, maker{standard: true})
			}
		case flow.OriginCall:
			rows := v.set.Func(o.Sym)
			switch {
			case rows == nil || rows.Client == nil || rows.Client.Bounded || v.limited[o.ID()] || depth > maxDerived:
			case rows.Client.From == "":
				out = append(out, maker{pos: o.Pos, sym: o.Sym})
			default:
				if p, err := models.ParsePath(rows.Client.From); err == nil {
					out = append(out, v.makers(o.Frame.Origins(o.Operand(p)), depth+1)...)
				}
			}
		}
	}
	return out
}

// replaced reports whether a client is made only where there is no other, and
// there always is.
func (v *visitor) replaced(o *flow.Origin) bool {
	others, ok := o.InsteadOf()
	given := 0
	for i := range others {
		other := &others[i]
		rows := v.set.Func(other.Sym)
		switch {
		case other.ID() == o.ID(): // what the branch itself stores
		case other.Kind == flow.OriginNew && v.set.ClientType(other.Sym) != nil,
			other.Kind == flow.OriginGlobal && v.set.ClientVariable(other.Sym) != nil,
			other.Kind == flow.OriginCall && rows != nil && rows.Client != nil:
			given++
		default: // not known, nil, or no client at all: an error
			return false
		}
	}
	return ok && given > 0
}

// carried reports whether what carries the requests of a client bounds them:
// a method of the program that makes a context with a deadline.
func (v *visitor) carried(o *flow.Origin, row *models.Client) bool {
	if row.Transport == "" {
		return false
	}
	for _, id := range flow.Methods(o.Field(row.Transport), row.Method) {
		if v.bounds(id, 0) {
			return true
		}
	}
	return false
}

// bounds reports whether a function of the program makes a context with a
// deadline, or one that a timer cancels, itself or by a helper.
func (v *visitor) bounds(id string, depth int) bool {
	return depth < 3 && slices.ContainsFunc(v.e.Callees(id), func(sym string) bool {
		return v.bounding(sym) || v.timer(sym, true) || v.bounds(sym, depth+1)
	})
}

// service notes that an entry asks a service, where no context bounds it. One
// that does not end with the request is reported where it is used.
func (v *visitor) service(c flow.Call, rows []*models.APIClient) {
	u := &Unbounded{Entry: v.entry, Cause: NoLimit, Call: c.Sym, Pos: c.Pos, At: c.Pos, Hops: c.Frame.Hops()}
	byContext := slices.ContainsFunc(rows, func(r *models.APIClient) bool { return r.ByContext })
	if byContext || slices.ContainsFunc(rows, func(r *models.APIClient) bool { return !r.Ignores }) {
		args := c.Args()
		if len(args) < 2 {
			return
		}
		ctx := v.context(c.Frame, args[1], 0)
		if v.covered {
			ctx = state{kinds: bounds}
		}
		if byContext && ctx.is(bounds) {
			v.likes.right(v.entry, rows[0].Package())
		}
		if ctx.kinds == bounds {
			v.waits(c, "its context has a deadline", ctx)
		} else if byContext {
			v.waits(c, "", ctx)
		} else {
			v.waits(c, "", state{})
		}
		if ctx.kinds == 0 || ctx.is(bounds|unknown) || v.released(c.Frame) {
			return
		}
		if byContext {
			v.unbounded(c.Frame, ctx, u, rows[0].Package())
			return
		}
	}
	if v.covered || v.released(c.Frame) {
		return
	}
	name := rows[0].Package()
	a := v.asked[name]
	if a == nil {
		a = &asked{rows: rows}
		v.asked[name] = a
	}
	a.by = append(a.by, u)
}

// services reports the clients without a limit of the services that entries
// ask, where they are made.
func (v *visitor) services() {
	names := make([]string, 0, len(v.asked))
	for name := range v.asked {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		a := v.asked[name]
		made := v.e.CallsOf(func(sym string) bool {
			rows := v.set.Func(sym)
			return rows != nil && rows.APIClient != nil && slices.Contains(a.rows, rows.APIClient)
		})
		for _, c := range made {
			if !c.Live {
				continue
			}
			for _, m := range v.given(c.Call, v.set.Func(c.Sym).APIClient) {
				for _, u := range a.by {
					one := *u
					one.At, one.Default, one.Made = m.pos, m.standard, m.sym
					v.add(&one)
				}
			}
		}
	}
}

// given lists the clients without a limit that the maker of an API's client
// gets, or makes itself.
func (v *visitor) given(c flow.Call, row *models.APIClient) []maker {
	own := []maker{{pos: c.Pos, sym: c.Sym, standard: true}}
	if row.HTTP == "" || row.HTTP == models.ClientDefault {
		return own
	}
	p, err := models.ParsePath(row.HTTP)
	if err != nil {
		return nil
	}
	r := c.Operand(p)
	if r == 0 {
		return own
	}
	origins := c.Frame.Elements(r)
	if len(p.Steps) == 0 {
		origins = c.Frame.Origins(r)
	}
	var out []maker
	none := true // nothing gives a client
	for i := range origins {
		o := &origins[i]
		rows := v.set.Func(o.Sym)
		switch {
		case o.Kind == flow.OriginNil:
			continue
		case o.Kind == flow.OriginCall && rows != nil && rows.Client != nil && rows.Client.From != "":
			clients, known := v.held(o, rows.Client.From)
			if !known {
				return nil
			}
			out = append(out, clients...)
		case o.Kind == flow.OriginCall && rows != nil && rows.Client != nil,
			o.Kind == flow.OriginNew && v.set.ClientType(o.Sym) != nil,
			o.Kind == flow.OriginGlobal && v.set.ClientVariable(o.Sym) != nil:
			out = append(out, v.makers([]flow.Origin{*o}, 0)...)
		case o.Kind == flow.OriginCall && len(p.Steps) > 0:
			continue // an option about something else
		default:
			return nil // not known
		}
		none = false
	}
	if none {
		return own
	}
	for i := range out {
		if !out[i].pos.IsValid() {
			out[i].pos = c.Pos
		}
	}
	return out
}

// held lists the clients without a limit that an option holds, and reports
// whether its clients are known.
func (v *visitor) held(o *flow.Origin, at string) ([]maker, bool) {
	p, err := models.ParsePath(at)
	if err != nil {
		return nil, false
	}
	origins := o.Frame.Origins(o.Operand(p))
	for i := range origins {
		switch k := origins[i].Kind; k {
		case flow.OriginNew, flow.OriginGlobal, flow.OriginNil:
		case flow.OriginCall:
			if rows := v.set.Func(origins[i].Sym); rows == nil || rows.Client == nil {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return v.makers(origins, 0), true
}
