// Command store keeps its queries behind an interface, two packages away.
package main

import (
	"context"
	"database/sql"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/server"

	"example.test/mcpvet/src/sqlparam/store/db"
	"example.test/mcpvet/src/sqlparam/store/notes"
)

func main() {
	conn, err := sql.Open("pgx", os.Getenv("NOTES_DSN"))
	if err != nil {
		log.Fatal(err)
	}
	var st notes.Store = db.New(conn)
	if os.Getenv("NOTES_MEMORY") != "" {
		st = &notes.Memory{}
	}
	svc := notes.NewService(st)
	s := server.NewMCPServer("store", "1")
	svc.Register(s)
	if err := svc.Warm(context.Background()); err != nil {
		log.Fatal(err)
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
