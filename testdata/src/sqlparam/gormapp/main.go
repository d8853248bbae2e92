// Command gormapp asks a database through gorm.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	mcp "trpc.group/trpc-go/trpc-mcp-go"
)

// A Task is a row.
type Task struct {
	ID    uint
	Title string
	Owner string
	State string
}

type board struct{ db *gorm.DB }

func arg(req *mcp.CallToolRequest, name string) string {
	s, _ := req.Params.Arguments[name].(string)
	return s
}

func tasks(list []Task, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewErrorResult("the query failed"), nil
	}
	return mcp.NewTextResult(fmt.Sprint(list)), nil
}

func (b *board) raw(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var list []Task
	err := b.db.WithContext(ctx).Raw("SELECT * FROM tasks WHERE owner = '" + arg(req, "owner") + "'").Scan(&list).Error // want `argument "owner" of tool "raw" becomes part of the text of a query$`
	return tasks(list, err)
}

func (b *board) where(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var list []Task
	err := b.db.WithContext(ctx).Where(fmt.Sprintf("title LIKE '%%%s%%'", arg(req, "title"))).Find(&list).Error // want `argument "title" of tool "where" becomes part of`
	return tasks(list, err)
}

// The whole condition is the caller's.
func (b *board) filter(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var list []Task
	q := b.db.WithContext(ctx).Model(&Task{}).Where("state <> ?", "closed")
	if f := arg(req, "filter"); f != "" {
		q = q.Where(f) // want `argument "filter" of tool "filter"`
	}
	return tasks(list, q.Find(&list).Error)
}

func (b *board) ordered(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var list []Task
	err := b.db.WithContext(ctx).Order(arg(req, "order") + " desc").Find(&list).Error // want `argument "order" of tool "ordered" becomes part of`
	return tasks(list, err)
}

func (b *board) table(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var list []Task
	err := b.db.WithContext(ctx).Table("tasks_" + arg(req, "year")).Find(&list).Error // want `argument "year" of tool "table" becomes part of`
	return tasks(list, err)
}

func (b *board) expression(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	err := b.db.WithContext(ctx).Model(&Task{}).Where("id = ?", arg(req, "id")).
		Update("state", gorm.Expr("concat(state, '"+arg(req, "suffix")+"')")).Error // want `argument "suffix" of tool "expression" becomes part of`
	return tasks(nil, err)
}

// The first condition of First and the like is text too.
func (b *board) first(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var t Task
	err := b.db.WithContext(ctx).First(&t, arg(req, "id")).Error // want `argument "id" of tool "first"`
	return tasks([]Task{t}, err)
}

// From here on values are placeholders.

func (b *board) placeholders(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var list []Task
	err := b.db.WithContext(ctx).Where("owner = ? AND title LIKE ?", arg(req, "owner"), "%"+arg(req, "title")+"%").Find(&list).Error
	return tasks(list, err)
}

func (b *board) conditions(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var list []Task
	err := b.db.WithContext(ctx).Where(map[string]any{"owner": arg(req, "owner")}).Where(&Task{Title: arg(req, "title")}).Find(&list).Error
	return tasks(list, err)
}

func (b *board) firstWhere(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var t Task
	err := b.db.WithContext(ctx).First(&t, "id = ?", arg(req, "id")).Error
	return tasks([]Task{t}, err)
}

func (b *board) create(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t := Task{Title: arg(req, "title"), Owner: arg(req, "owner"), State: "open"}
	return tasks([]Task{t}, b.db.WithContext(ctx).Create(&t).Error)
}

func (b *board) updates(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	err := b.db.WithContext(ctx).Model(&Task{}).Where("owner = ?", arg(req, "owner")).Updates(Task{State: arg(req, "state")}).Error
	return tasks(nil, err)
}

var columns = map[string]string{"title": "title", "owner": "owner", "newest": "created_at DESC"}

func (b *board) sorted(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	column, ok := columns[arg(req, "order")]
	if !ok {
		return nil, errors.New("tasks can't be sorted by that")
	}
	var list []Task
	return tasks(list, b.db.WithContext(ctx).Order(column).Find(&list).Error)
}

// A clause.OrderByColumn quotes the name.
func (b *board) sortedByClause(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var list []Task
	by := clause.OrderByColumn{Column: clause.Column{Name: arg(req, "order")}, Desc: true}
	return tasks(list, b.db.WithContext(ctx).Order(by).Find(&list).Error)
}

func serve(b *board) error {
	s := mcp.NewStdioServer("gormapp", "1")
	s.RegisterTool(mcp.NewTool("raw"), b.raw)
	s.RegisterTool(mcp.NewTool("where"), b.where)
	s.RegisterTool(mcp.NewTool("filter"), b.filter)
	s.RegisterTool(mcp.NewTool("ordered"), b.ordered)
	s.RegisterTool(mcp.NewTool("table"), b.table)
	s.RegisterTool(mcp.NewTool("expression"), b.expression)
	s.RegisterTool(mcp.NewTool("first"), b.first)
	s.RegisterTool(mcp.NewTool("placeholders"), b.placeholders)
	s.RegisterTool(mcp.NewTool("conditions"), b.conditions)
	s.RegisterTool(mcp.NewTool("first_where"), b.firstWhere)
	s.RegisterTool(mcp.NewTool("create"), b.create)
	s.RegisterTool(mcp.NewTool("updates"), b.updates)
	s.RegisterTool(mcp.NewTool("sorted"), b.sorted)
	s.RegisterTool(mcp.NewTool("sorted_by_clause"), b.sortedByClause)
	return s.Start()
}

func main() {
	db, err := gorm.Open(nil, &gorm.Config{})
	if err != nil {
		log.Fatal(err)
	}
	if err := serve(&board{db: db}); err != nil {
		log.Fatal(err)
	}
}
