// Command orm has tools that ask a database through gorm.
package main

import (
	"context"
	"log"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"gorm.io/gorm"
)

type item struct{ ID int }

type shop struct{ db *gorm.DB }

func done(db *gorm.DB) (*mcp.CallToolResult, error) {
	if db.Error != nil {
		return nil, db.Error
	}
	return mcp.NewToolResultText("ok"), nil
}

// The queries of gorm go by the context that it was opened with, which is none.
func (s shop) list(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var items []item
	return done(s.db.Where("id > ?", 1).Find(&items)) // want `tool "list" calls gorm.DB.Find with a context from start-up, which has no deadline`
}

func (s shop) bounded(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	var items []item
	return done(s.db.WithContext(ctx).Where("id > ?", 1).Find(&items))
}

func main() {
	db, err := gorm.Open(nil, &gorm.Config{})
	if err != nil {
		log.Fatal(err)
	}
	st := shop{db}
	s := server.NewMCPServer("orm", "1") // want `1 of 2 tools have no maximum duration`
	s.AddTool(mcp.NewTool("list"), st.list)
	s.AddTool(mcp.NewTool("bounded"), st.bounded)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
