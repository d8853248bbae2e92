package load
import "testing"
func TestZZ(t *testing.T) {
	dir := tree(t, registration+`
-- a.go --
package a
import (
	"example.com/gone/api"
	"example.com/gone/util"
)

type adapter struct{ client util.Client }

func (a adapter) version(loc *api.Location) string { return loc.Path(a.client.Version(), "x") }

func path(n api.Number, c *api.Client) string {
	if c.Version() == n {
		return ""
	}
	return adapter{client: c}.version(&api.Location{Number: n})
}
`)
	res := load(t, Options{Dir: dir})
	for _, p := range res.Packages { for _, imp := range p.Types.Imports() { t.Log(imp.Path(), "\n"+visible(imp)) } }
	t.Log(problemText(res))
}
