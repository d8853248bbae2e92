// Command cached asks a cache at start-up, for each tool, whether the tool can
// be offered. What is cached is known by names that come from outside.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// live: no

type client struct{ host, user string }

func (c *client) kinds() []string {
	if c.host == "" {
		return nil
	}
	return []string{c.host, c.user}
}

type manager struct {
	config  *client
	derived []*client
}

func (m *manager) derive() (*client, error) {
	if m.config.host == "" {
		return nil, fmt.Errorf("no host for %s", m.config.user)
	}
	c := &client{host: m.config.host, user: m.config.user}
	m.derived = append(m.derived, c)
	return c, nil
}

func (m *manager) serves(kind string) bool {
	for _, c := range m.derived {
		for _, k := range c.kinds() {
			if k == kind {
				return true
			}
		}
	}
	return false
}

// A provider keeps one manager for each cluster.
type provider struct {
	managers map[string]*manager
	first    string
}

func (p *provider) managerFor(name string) (*manager, error) {
	if m, ok := p.managers[name]; ok && m != nil {
		return m, nil
	}
	base := p.managers[p.first]
	if base == nil {
		return nil, fmt.Errorf("no cluster %s", name)
	}
	c, err := base.derive()
	if err != nil {
		return nil, err
	}
	m := &manager{config: c}
	p.managers[name] = m
	return m, nil
}

func (p *provider) all() ([]*manager, error) {
	entries, err := os.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var out []*manager
	for _, e := range entries {
		m, err := p.managerFor(e.Name())
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

func (p *provider) offers(kind string) bool {
	all, err := p.all()
	if err != nil {
		return true
	}
	for _, m := range all {
		if _, err := m.derive(); err != nil {
			return true
		}
		if m.serves(kind) {
			return true
		}
	}
	return false
}

func main() {
	p := &provider{managers: map[string]*manager{}, first: os.Args[1]}
	p.managers[p.first] = &manager{config: &client{host: os.Args[2], user: os.Args[3]}}
	s := server.NewMCPServer("cached", "1") // server: cached.main transports=http
	for i := range 400 {
		if name := fmt.Sprintf("n%d", i); p.offers(name) {
			fmt.Println(name)
		}
	}
	if p.offers("pods") {
		s.AddTool(mcp.NewTool("pods"), handle) // tool: pods
	}
	s.AddTool(mcp.NewTool("last"), handle) // tool: last
	if err := server.NewStreamableHTTPServer(s).Start(":8080"); err != nil {
		panic(err)
	}
}

func handle(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("ok"), nil
}
