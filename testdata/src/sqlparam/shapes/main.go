// Command shapes passes its arguments through the shapes that Go code has, and
// checks them in ways that are spread over functions and types.
package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/Masterminds/squirrel"
	"github.com/jmoiron/sqlx"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"gorm.io/gorm"
)

type Table string

func (t *Table) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	switch s {
	case "a", "b":
		*t = Table(s)
		return nil
	}
	return errBad
}

type in struct {
	Name  string         `json:"name"`
	Names []string       `json:"names"`
	Level string         `json:"level"`
	N     int            `json:"n"`
	Num   json.Number    `json:"num"`
	T     Table          `json:"t"`
	When  time.Time      `json:"when"`
	Flag  bool           `json:"flag"`
	Opt   *string        `json:"opt"`
	Any   any            `json:"any"`
	M     map[string]int `json:"m"`
}

var word = regexp.MustCompile(`^[a-z0-9]+$`)

var errBad = errors.New("bad")

var db *sql.DB

var gdb *gorm.DB

var xdb *sqlx.DB

func q(ctx context.Context, text string, args ...any) (*mcp.CallToolResult, any, error) {
	rows, err := db.QueryContext(ctx, text, args...) // want `of tool "idx_fmt" becomes part of the text of a query$` `of tool "width" becomes part of the text of a query$` `of tool "pointer" becomes part of the text of a query$` `of tool "any_value" becomes part of the text of a query$` `of tool "any_switch" becomes part of the text of a query$` `of tool "map_keys" becomes part of the text of a query$` `of tool "helper_builder" becomes part of the text of a query$` `of tool "buffer" becomes part of the text of a query$` `of tool "esc_value" becomes part of the text of a query$` `of tool "explained" is run as a whole query` `of tool "must_any" becomes part of the text of a query$` `of tool "label" becomes part of the text of a query$`
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, rows.Close()
}

type handler = func(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error)

func gormScope(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var out []string
	return nil, nil, gdb.Scopes(func(d *gorm.DB) *gorm.DB { return d.Where("x = '" + a.Name + "'") }).Find(&out).Error // want `of tool "gorm_scope" becomes part of the text of a query$`
}

func gormTx(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, gdb.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		return tx.Exec("DELETE FROM " + a.Name).Error // want `of tool "gorm_tx" becomes part of the text of a query$`
	})
}

func gormTxSafe(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, gdb.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		return tx.Exec("DELETE FROM x WHERE y = ?", a.Name).Error
	})
}

func filterBy(d *gorm.DB, col string, v any) *gorm.DB { return d.Where(col+" = ?", v) } // want `of tool "gorm_helper" becomes part of the text of a query$`

func gormHelper(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var out []string
	return nil, nil, filterBy(gdb, a.Name, a.Level).Find(&out).Error
}

func gormHelperSafe(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var out []string
	return nil, nil, filterBy(gdb, "name", a.Level).Find(&out).Error
}

func sqIf(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	b := squirrel.Select("id").From("x")
	if a.Name != "" {
		b = b.Where("name = '" + a.Name + "'") // want `of tool "sq_if" becomes part of the text of a query$`
	}
	t, args, err := b.ToSql()
	if err != nil {
		return nil, nil, err
	}
	return q(ctx, t, args...)
}

func sqIfSafe(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	b := squirrel.Select("id").From("x")
	if a.Name != "" {
		b = b.Where(squirrel.Eq{"name": a.Name})
	}
	t, args, err := b.ToSql()
	if err != nil {
		return nil, nil, err
	}
	return q(ctx, t, args...)
}

func idxFmt(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return q(ctx, fmt.Sprintf("SELECT %[1]s FROM x ORDER BY %[1]s", a.Name))
}

func idxFmtSafe(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return q(ctx, fmt.Sprintf("SELECT x LIMIT %[1]d OFFSET %[1]d", a.N))
}

func width(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return q(ctx, fmt.Sprintf("SELECT * FROM %-10s LIMIT %d", a.Name, a.N))
}

func jsonNumber(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return q(ctx, "SELECT x LIMIT "+a.Num.String())
}

func unmarshal(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return q(ctx, "SELECT x FROM "+string(a.T))
}

func when(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return q(ctx, "SELECT x WHERE t > '"+a.When.Format(time.RFC3339)+"'")
}

func boolean(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return q(ctx, "SELECT x WHERE f = "+strconv.FormatBool(a.Flag))
}

func pointer(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if a.Opt == nil {
		return nil, nil, nil
	}
	return q(ctx, "SELECT x WHERE f = '"+*a.Opt+"'")
}

func anyValue(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return q(ctx, fmt.Sprint("SELECT x WHERE f = ", a.Any))
}

func anySwitch(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var v string
	switch t := a.Any.(type) {
	case string:
		v = "'" + t + "'"
	case float64:
		v = strconv.FormatFloat(t, 'f', -1, 64)
	}
	return q(ctx, "SELECT x WHERE f = "+v)
}

func anySwitchSafe(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var v string
	switch t := a.Any.(type) {
	case string:
		v = strconv.Itoa(len(t))
	case float64:
		v = strconv.FormatFloat(t, 'f', -1, 64)
	}
	return q(ctx, "SELECT x WHERE f = "+v)
}

func mapKeys(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var b strings.Builder
	b.WriteString("UPDATE x SET a = 1")
	for k, v := range a.M {
		fmt.Fprintf(&b, ", %s = %d", k, v)
	}
	return q(ctx, b.String())
}

func mapVals(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var b strings.Builder
	b.WriteString("UPDATE x SET a = 1")
	for _, v := range a.M {
		fmt.Fprintf(&b, ", b = %d", v)
	}
	return q(ctx, b.String())
}

func named(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return q(ctx, "SELECT x WHERE y = @n", sql.Named("n", a.Name))
}

func addWhere(b *strings.Builder, cond string) { b.WriteString(" WHERE " + cond) }

func helperBuilder(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var b strings.Builder
	b.WriteString("SELECT x")
	addWhere(&b, a.Name)
	return q(ctx, b.String())
}

func buffer(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	b := bytes.NewBufferString("SELECT * FROM ")
	b.WriteString(a.Name)
	return q(ctx, b.String())
}

type model interface{ TableName() string }

type user struct{ name string }

func (user) TableName() string { return "users" }

func list[T model](ctx context.Context, m T, where string) (*mcp.CallToolResult, any, error) {
	return q(ctx, fmt.Sprintf("SELECT * FROM %s WHERE name = ?", m.TableName()), where)
}

func modelled(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return list(ctx, user{a.Name}, a.Name)
}

type DBTX interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}

type Queries struct{ db DBTX }

const byName = `SELECT * FROM users WHERE name = $1`

func (q *Queries) ByName(ctx context.Context, name string) error {
	rows, err := q.db.QueryContext(ctx, byName, name)
	if err != nil {
		return err
	}
	return rows.Close()
}

func (q *Queries) Raw(ctx context.Context, t string) error {
	_, err := q.db.ExecContext(ctx, "VACUUM "+t) // want `of tool "sqlc_raw" becomes part of the text of a query$`
	return err
}

func sqlcSafe(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, (&Queries{db}).ByName(ctx, a.Name)
}

func sqlcRaw(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, (&Queries{db}).Raw(ctx, a.Name)
}

func txCtx(ctx context.Context) DBTX {
	if tx, ok := ctx.Value("tx").(*sql.Tx); ok {
		return tx
	}
	return db
}

func txOfContext(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := txCtx(ctx).ExecContext(ctx, "DROP TABLE "+a.Name) // want `of tool "tx_of_context" becomes part of the text of a query$`
	return nil, nil, err
}

func quoteIdent(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

func quotedIdent(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return q(ctx, "SELECT * FROM "+quoteIdent(a.Name))
}

func escValue(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return q(ctx, "SELECT * FROM x WHERE y = '"+strings.ReplaceAll(a.Name, "'", "''")+"'")
}

func like(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	pat := "%" + strings.NewReplacer("%", `\%`, "_", `\_`).Replace(a.Name) + "%"
	return q(ctx, `SELECT * FROM x WHERE y LIKE ? ESCAPE '\'`, pat)
}

func explained(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return q(ctx, "EXPLAIN "+a.Name)
}

func orderParse(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	order := "id"
	if f := strings.Fields(a.Name); len(f) == 2 {
		col, ok := map[string]string{"name": "name", "age": "age"}[f[0]]
		if !ok {
			return nil, nil, errBad
		}
		dir := "ASC"
		if strings.EqualFold(f[1], "desc") {
			dir = "DESC"
		}
		order = col + " " + dir
	}
	return q(ctx, "SELECT * FROM x ORDER BY "+order)
}

func cutPrefix(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	dir := "ASC"
	name, desc := strings.CutPrefix(a.Name, "-")
	if desc {
		dir = "DESC"
	}
	switch name {
	case "age", "size":
	default:
		return nil, nil, errBad
	}
	return q(ctx, "SELECT * FROM x ORDER BY "+name+" "+dir)
}

func structCheck(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	p, err := newParams(a)
	if err != nil {
		return nil, nil, err
	}
	return q(ctx, "SELECT * FROM "+p.table)
}

type params struct{ table string }

func newParams(a in) (*params, error) {
	if !word.MatchString(a.Name) {
		return nil, errBad
	}
	return &params{table: a.Name}, nil
}

func newParams2(a in) (p params, err error) {
	p.table = a.Name
	if !word.MatchString(p.table) {
		return p, errBad
	}
	return p, nil
}

func structCheck2(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	p, err := newParams2(a)
	if err != nil {
		return nil, nil, err
	}
	return q(ctx, "SELECT * FROM "+p.table)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func ident(s string) (string, error) {
	if !word.MatchString(s) {
		return "", errBad
	}
	return s, nil
}

func mustIdent(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return q(ctx, "SELECT * FROM "+must(ident(a.Name)))
}

func mustAny(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return q(ctx, "SELECT * FROM "+must(a.Name, nil))
}

func listIdents(l []string) ([]string, error) {
	out := make([]string, 0, len(l))
	for _, s := range l {
		i, err := ident(s)
		if err != nil {
			return nil, err
		}
		out = append(out, i)
	}
	return out, nil
}

func identList(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	l, err := listIdents(a.Names)
	if err != nil {
		return nil, nil, err
	}
	return q(ctx, "SELECT "+strings.Join(l, ",")+" FROM x")
}

func inSqlx(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	t, args, err := sqlx.In("SELECT * FROM x WHERE y IN (?)", a.Names)
	if err != nil {
		return nil, nil, err
	}
	rows, err := xdb.QueryxContext(ctx, xdb.Rebind(t), args...)
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, rows.Close()
}

func deferred(ctx context.Context, _ *mcp.CallToolRequest, a in) (_ *mcp.CallToolResult, _ any, err error) {
	defer func() {
		_, err = db.ExecContext(ctx, "RELEASE "+a.Name) // want `of tool "deferred" becomes part of the text of a query$`
	}()
	return nil, nil, nil
}

func label(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	text := "SELECT * FROM x"
	switch {
	case a.N > 0:
		text += " WHERE n = " + strconv.Itoa(a.N)
		fallthrough
	case a.Flag:
		text += " AND y = '" + a.Name + "'"
	}
	return q(ctx, text)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "shapes", Version: "1"}, nil)
	for _, t := range []struct {
		name   string
		handle handler
	}{
		{"gorm_scope", gormScope},
		{"gorm_tx", gormTx},
		{"gorm_tx_safe", gormTxSafe},
		{"gorm_helper", gormHelper},
		{"gorm_helper_safe", gormHelperSafe},
		{"sq_if", sqIf},
		{"sq_if_safe", sqIfSafe},
		{"idx_fmt", idxFmt},
		{"idx_fmt_safe", idxFmtSafe},
		{"width", width},
		{"json_number", jsonNumber},
		{"unmarshal", unmarshal},
		{"when", when},
		{"boolean", boolean},
		{"pointer", pointer},
		{"any_value", anyValue},
		{"any_switch", anySwitch},
		{"any_switch_safe", anySwitchSafe},
		{"map_keys", mapKeys},
		{"map_vals", mapVals},
		{"named", named},
		{"helper_builder", helperBuilder},
		{"buffer", buffer},
		{"modelled", modelled},
		{"sqlc_safe", sqlcSafe},
		{"sqlc_raw", sqlcRaw},
		{"tx_of_context", txOfContext},
		{"quoted_ident", quotedIdent},
		{"esc_value", escValue},
		{"like", like},
		{"explained", explained},
		{"order_parse", orderParse},
		{"cut_prefix", cutPrefix},
		{"struct_check", structCheck},
		{"struct_check2", structCheck2},
		{"must_ident", mustIdent},
		{"must_any", mustAny},
		{"ident_list", identList},
		{"in_sqlx", inSqlx},
		{"deferred", deferred},
		{"label", label},
	} {
		mcp.AddTool(s, &mcp.Tool{Name: t.name}, t.handle)
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
