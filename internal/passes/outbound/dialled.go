package outbound

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/models"
)

// maxDialled bounds how far the functions of a dialer are followed.
const maxDialled = 3

// dialled notes whether the client of a request connects only where a function
// of the program lets it, which is told the address and looks whose it is: a
// look at the name in the URL comes before it is resolved, and says less.
func (v *visitor) dialled(c flow.Call, row *models.Outbound) {
	if row.Client == "" {
		return
	}
	known, before := v.res.Dialled[v.entry]
	v.res.Dialled[v.entry] = (before || !known) && v.looks(c, row.Client)
}

func (v *visitor) looks(c flow.Call, client string) bool {
	p, err := models.ParsePath(client)
	if client == models.ClientDefault || err != nil {
		return false
	}
	origins := c.Frame.Origins(c.Operand(p))
	return len(origins) > 0 && !slices.ContainsFunc(origins, func(o flow.Origin) bool {
		row := v.set.ClientType(o.Sym)
		if o.Kind != flow.OriginNew || row == nil || row.Transport == "" {
			return true
		}
		return !slices.ContainsFunc(flow.Methods(o.Field(row.Transport), row.Method), func(id string) bool { return v.asksAddress(id, 0) })
	})
}

// asksAddress reports whether a function of the program asks whose an address
// is, itself or by a helper.
func (v *visitor) asksAddress(id string, depth int) bool {
	return depth < maxDialled && slices.ContainsFunc(v.e.Callees(id), func(sym string) bool {
		if rows := v.set.Func(sym); rows != nil {
			return aboutAddresses(sym) && slices.ContainsFunc(rows.Sinks, func(s models.Sink) bool { return s.Kind == models.KindDecide })
		}
		return v.asksAddress(sym, depth+1)
	})
}

// aboutAddresses reports whether a function is one of the packages that
// addresses are of.
func aboutAddresses(sym string) bool {
	p, err := models.ParseFunc(sym)
	return err == nil && (p.Package == "net" || p.Package == "net/netip")
}
