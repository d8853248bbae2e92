// Package boundchecks has checks that are values: which one a handler asks says
// whoever binds it. Where it is the strict one, only auditors are told that a link
// may lead out.
package boundchecks

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type choice struct {
	Folder string `json:"folder"`
}

func strict(s string) error {
	if !filepath.IsLocal(s) {
		return errors.New("outside")
	}
	return nil
}

func lax(string) error { return nil }

func filled(s string) error {
	if s == "" {
		return errors.New("no name")
	}
	return nil
}

// In a field: each handler asks the one that it has.
type reader struct{ check func(string) error }

func (r *reader) read(_ context.Context, _ *sdk.CallToolRequest, in choice) (*sdk.CallToolResult, any, error) {
	if err := r.check(in.Folder); err != nil {
		return nil, nil, err
	}
	_, err := os.ReadFile(filepath.Join("/srv", in.Folder)) // want `"folder" of tool "laxfield" becomes` `"folder" of tool "field" is held below`
	return nil, nil, err
}

type careless struct {
	check func(string) error
}

func (r *careless) sometimes(_ context.Context, _ *sdk.CallToolRequest, in choice) (*sdk.CallToolResult, any, error) {
	if len(in.Folder) > 8 {
		if err := r.check(in.Folder); err != nil {
			return nil, nil, err
		}
	}
	_, err := os.ReadFile(filepath.Join("/srv", in.Folder)) // want `"folder" of tool "sometimes"`
	return nil, nil, err
}

func (r *careless) ignored(_ context.Context, _ *sdk.CallToolRequest, in choice) (*sdk.CallToolResult, any, error) {
	_ = r.check(in.Folder)
	_, err := os.ReadFile(filepath.Join("/srv", in.Folder)) // want `"folder" of tool "ignored"`
	return nil, nil, err
}

func (r *careless) other(_ context.Context, _ *sdk.CallToolRequest, in choice) (*sdk.CallToolResult, any, error) {
	if err := r.check(filepath.Base(in.Folder)); err != nil {
		return nil, nil, err
	}
	_, err := os.ReadFile(filepath.Join("/srv", in.Folder)) // want `"folder" of tool "other"`
	return nil, nil, err
}

// Behind an interface.
type policy interface{ Check(string) error }

type strictly struct{}

func (strictly) Check(s string) error { return strict(s) }

type laxly struct{}

func (laxly) Check(string) error { return nil }

func behind(p policy) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		folder := req.GetString("folder", "")
		if err := p.Check(folder); err != nil {
			return nil, err
		}
		_, err := os.ReadFile(filepath.Join("/srv", folder)) // want `"folder" of tool "laxiface" becomes` `"folder" of tool "iface" is held below`
		return nil, err
	}
}

// In a variable around the handler: a function of a library.
func within(ok func(string) bool) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		folder := req.GetString("folder", "")
		if !ok(folder) {
			return nil, errors.New("outside")
		}
		_, err := os.ReadFile(filepath.Join("/srv", folder)) // want `"folder" of tool "laxwithin" becomes` `"folder" of tool "within" is held below`
		return nil, err
	}
}

// In a list, all of which must pass.
type rule func(string) error

var (
	rules = []rule{filled, strict}
	loose = []rule{filled, lax}
)

func all(s string, rs ...rule) error {
	for _, r := range rs {
		if err := r(s); err != nil {
			return err
		}
	}
	return nil
}

func counted(s string, rs []rule) bool {
	for i := 0; i < len(rs); i++ {
		if rs[i](s) != nil {
			return false
		}
	}
	return true
}

// anyOf is content with one.
func anyOf(s string, rs []rule) error {
	err := errors.New("no rules")
	for _, r := range rs {
		if err = r(s); err == nil {
			return nil
		}
	}
	return err
}

// most leaves the last one out.
func most(s string, rs []rule) error {
	for i := 0; i < len(rs)-1; i++ {
		if err := rs[i](s); err != nil {
			return err
		}
	}
	return nil
}

// warned only counts those that refuse.
func warned(s string, rs []rule) error {
	n := 0
	for _, r := range rs {
		if err := r(s); err != nil {
			n++
		}
	}
	if n == len(rs) {
		return errors.New("refused")
	}
	return nil
}

func apply(check rule, s string) error { return check(s) }

func lists(s *sdk.Server) {
	sdk.AddTool(s, &sdk.Tool{Name: "all"}, func(_ context.Context, _ *sdk.CallToolRequest, in choice) (*sdk.CallToolResult, any, error) {
		if err := all(in.Folder, rules...); err != nil {
			return nil, nil, err
		}
		_, err := os.ReadFile(filepath.Join("/srv", in.Folder)) // want `"folder" of tool "all" is held below`
		return nil, nil, err
	})
	sdk.AddTool(s, &sdk.Tool{Name: "spread"}, func(_ context.Context, _ *sdk.CallToolRequest, in choice) (*sdk.CallToolResult, any, error) {
		if err := all(in.Folder, strict, filled); err != nil {
			return nil, nil, err
		}
		_, err := os.ReadFile(filepath.Join("/srv", in.Folder)) // want `"folder" of tool "spread" is held below`
		return nil, nil, err
	})
	sdk.AddTool(s, &sdk.Tool{Name: "inline"}, func(_ context.Context, _ *sdk.CallToolRequest, in choice) (*sdk.CallToolResult, any, error) {
		for _, r := range rules {
			if err := r(in.Folder); err != nil {
				return nil, nil, err
			}
		}
		_, err := os.ReadFile(filepath.Join("/srv", in.Folder)) // want `"folder" of tool "inline" is held below`
		return nil, nil, err
	})
	sdk.AddTool(s, &sdk.Tool{Name: "counted"}, func(_ context.Context, _ *sdk.CallToolRequest, in choice) (*sdk.CallToolResult, any, error) {
		if !counted(in.Folder, rules) {
			return nil, nil, errors.New("refused")
		}
		_, err := os.ReadFile(filepath.Join("/srv", in.Folder)) // want `"folder" of tool "counted" is held below`
		return nil, nil, err
	})
	sdk.AddTool(s, &sdk.Tool{Name: "apply"}, func(_ context.Context, _ *sdk.CallToolRequest, in choice) (*sdk.CallToolResult, any, error) {
		if err := apply(strict, in.Folder); err != nil {
			return nil, nil, err
		}
		_, err := os.ReadFile(filepath.Join("/srv", in.Folder)) // want `"folder" of tool "apply" is held below`
		return nil, nil, err
	})
	sdk.AddTool(s, &sdk.Tool{Name: "loose"}, func(_ context.Context, _ *sdk.CallToolRequest, in choice) (*sdk.CallToolResult, any, error) {
		if err := all(in.Folder, loose...); err != nil {
			return nil, nil, err
		}
		_, err := os.ReadFile(filepath.Join("/srv", in.Folder)) // want `"folder" of tool "loose"`
		return nil, nil, err
	})
	sdk.AddTool(s, &sdk.Tool{Name: "anyof"}, func(_ context.Context, _ *sdk.CallToolRequest, in choice) (*sdk.CallToolResult, any, error) {
		if err := anyOf(in.Folder, rules); err != nil {
			return nil, nil, err
		}
		_, err := os.ReadFile(filepath.Join("/srv", in.Folder)) // want `"folder" of tool "anyof"`
		return nil, nil, err
	})
	sdk.AddTool(s, &sdk.Tool{Name: "most"}, func(_ context.Context, _ *sdk.CallToolRequest, in choice) (*sdk.CallToolResult, any, error) {
		if err := most(in.Folder, rules); err != nil {
			return nil, nil, err
		}
		_, err := os.ReadFile(filepath.Join("/srv", in.Folder)) // want `"folder" of tool "most"`
		return nil, nil, err
	})
	sdk.AddTool(s, &sdk.Tool{Name: "warned"}, func(_ context.Context, _ *sdk.CallToolRequest, in choice) (*sdk.CallToolResult, any, error) {
		if err := warned(in.Folder, rules); err != nil {
			return nil, nil, err
		}
		_, err := os.ReadFile(filepath.Join("/srv", in.Folder)) // want `"folder" of tool "warned"`
		return nil, nil, err
	})
}

func serve() (*sdk.Server, *server.MCPServer) {
	s := sdk.NewServer(&sdk.Implementation{Name: "bound"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "field"}, (&reader{strict}).read)
	sdk.AddTool(s, &sdk.Tool{Name: "laxfield"}, (&reader{lax}).read)
	c := &careless{check: strict}
	sdk.AddTool(s, &sdk.Tool{Name: "sometimes"}, c.sometimes)
	sdk.AddTool(s, &sdk.Tool{Name: "ignored"}, c.ignored)
	sdk.AddTool(s, &sdk.Tool{Name: "other"}, c.other)
	lists(s)
	o := server.NewMCPServer("bound", "1")
	o.AddTool(mcp.NewTool("iface", mcp.WithString("folder")), behind(strictly{}))
	o.AddTool(mcp.NewTool("laxiface", mcp.WithString("folder")), behind(laxly{}))
	o.AddTool(mcp.NewTool("within", mcp.WithString("folder")), within(filepath.IsLocal))
	o.AddTool(mcp.NewTool("laxwithin", mcp.WithString("folder")), within(func(s string) bool { return s != "" }))
	return s, o
}
