// Command fluent_gosdk hides servers and tools behind a small framework of its own.
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"example.test/mcpvet/src/toolreg/fluent_gosdk/framework"
)

func main() {
	app := framework.New("fluent", framework.Version("2"), framework.Logger(log.Default()))
	app.Tool("ping", func(ctx context.Context, args framework.Args) (any, error) { return "pong", nil }) // tool: ping server=fluent_gosdk/framework.New
	app.Group("admin", func(g *framework.Group) {
		g.Tool("reset", reset, framework.Destructive())                             // tool: admin.reset row ro=false idem=false destr=true
		g.Tool("status", reset, framework.ReadOnly(), framework.Describe("Tells.")) // tool: admin.status row ro=true idem=false desc=Tells.
	})
	if addr := os.Getenv("ADDR"); addr != "" {
		log.Fatal(http.ListenAndServe(addr, app.Handler()))
	}
	if err := app.Run(); err != nil {
		log.Fatal(err)
	}
}

func reset(ctx context.Context, args framework.Args) (any, error) { return nil, nil }
