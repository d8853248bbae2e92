// Package tagged checks arguments by the tags of the struct that they are decoded
// into.
package tagged

import (
	"context"
	"errors"
	"os/exec"

	"github.com/gin-gonic/gin"
	"github.com/go-playground/validator/v10"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

var valid = validator.New(validator.WithRequiredStructEnabled())

func quiet(ctx context.Context, text string) error {
	return exec.CommandContext(ctx, "sh", "-c", "journalctl -u "+text).Run()
}

type unit struct {
	Unit    string   `json:"unit" validate:"required,alphanum,max=40"`
	Level   string   `json:"level" validate:"omitempty,oneof=err warning 'more than that'"`
	Names   []string `json:"names" validate:"max=5,dive,alphanum"`
	ID      string   `json:"id" validate:"uuid4|number"`
	Host    string   `json:"host" validate:"hostname_rfc1123"`
	Inner   inner    `json:"inner"`
	Pointed *inner   `json:"pointed" validate:"omitempty"`
}

type inner struct {
	Word string `json:"word" validate:"alpha"`
}

func direct(ctx context.Context, _ *sdk.CallToolRequest, in unit) (*sdk.CallToolResult, any, error) {
	if err := valid.Struct(in); err != nil {
		return nil, nil, err
	}
	for _, n := range in.Names {
		if err := quiet(ctx, n); err != nil {
			return nil, nil, err
		}
	}
	if in.Pointed != nil {
		if err := quiet(ctx, in.Pointed.Word); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, errors.Join(quiet(ctx, in.Unit+" -p "+in.Level), quiet(ctx, in.ID), quiet(ctx, in.Host), quiet(ctx, in.Inner.Word))
}

// check hands anything on to the validator.
func check(v any) error {
	if err := valid.StructCtx(context.Background(), v); err != nil {
		return errors.New("not valid")
	}
	return nil
}

// checkOf is check for any type.
func checkOf[T any](v *T) error { return valid.Struct(v) }

// Validate checks what it is a method of.
func (u *unit) Validate() error { return valid.Struct(u) }

func wrapped(ctx context.Context, _ *sdk.CallToolRequest, in unit) (*sdk.CallToolResult, any, error) {
	if err := check(&in); err != nil {
		return nil, nil, err
	}
	return nil, nil, quiet(ctx, in.Unit)
}

func generic(ctx context.Context, _ *sdk.CallToolRequest, in unit) (*sdk.CallToolResult, any, error) {
	if err := checkOf(&in); err != nil {
		return nil, nil, err
	}
	return nil, nil, quiet(ctx, in.Unit)
}

func method(ctx context.Context, _ *sdk.CallToolRequest, in unit) (*sdk.CallToolResult, any, error) {
	if err := in.Validate(); err != nil {
		return nil, nil, err
	}
	return nil, nil, quiet(ctx, in.Unit)
}

func single(ctx context.Context, _ *sdk.CallToolRequest, in open) (*sdk.CallToolResult, any, error) {
	if err := valid.Var(in.Untagged, "required,alphanum"); err != nil {
		return nil, nil, err
	}
	return nil, nil, quiet(ctx, in.Untagged)
}

// bind decodes with the other SDK.
func bind(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in unit
	if err := req.BindArguments(&in); err != nil {
		return nil, err
	}
	if err := valid.Struct(&in); err != nil {
		return mcp.NewToolResultError("not valid"), nil
	}
	return nil, quiet(ctx, in.Unit)
}

type open struct {
	Untagged  string   `json:"untagged"`
	Optional  string   `json:"optional" validate:"omitempty,max=40"`
	Wide      string   `json:"wide" validate:"printascii"`
	Either    string   `json:"either" validate:"alphanum|ascii"`
	Elsewhere string   `json:"elsewhere" binding:"alphanum"`
	Excluded  string   `json:"excluded" validate:"excludesall=;"`
	Skipped   inner    `json:"skipped" validate:"structonly"`
	Lists     []string `json:"lists" validate:"required"`
	Named     string   `json:"named" validate:"alphanums"`
}

func tagless(ctx context.Context, _ *sdk.CallToolRequest, in open) (*sdk.CallToolResult, any, error) {
	if err := valid.Struct(in); err != nil {
		return nil, nil, err
	}
	for _, l := range in.Lists {
		_ = exec.CommandContext(ctx, "sh", "-c", l).Run() // want `"lists"`
	}
	_ = exec.CommandContext(ctx, "sh", "-c", in.Untagged).Run()     // want `"untagged"`
	_ = exec.CommandContext(ctx, "sh", "-c", in.Optional).Run()     // want `"optional"`
	_ = exec.CommandContext(ctx, "sh", "-c", in.Wide).Run()         // want `"wide"`
	_ = exec.CommandContext(ctx, "sh", "-c", in.Either).Run()       // want `"either"`
	_ = exec.CommandContext(ctx, "sh", "-c", in.Elsewhere).Run()    // want `"elsewhere"`
	_ = exec.CommandContext(ctx, "sh", "-c", in.Excluded).Run()     // want `"excluded"`
	_ = exec.CommandContext(ctx, "sh", "-c", in.Skipped.Word).Run() // want `"skipped"`
	_ = exec.CommandContext(ctx, "sh", "-c", in.Named).Run()        // want `"named"`
	return nil, nil, nil
}

type loose struct {
	Unchecked string `json:"unchecked" validate:"alphanum"`
	Later     string `json:"later" validate:"alphanum"`
	Few       string `json:"few" validate:"alphanum"`
}

// loosely does not look at what the validator says.
func loosely(ctx context.Context, _ *sdk.CallToolRequest, in loose) (*sdk.CallToolResult, any, error) {
	_ = valid.Struct(in)
	return nil, nil, exec.CommandContext(ctx, "sh", "-c", in.Unchecked).Run() // want `"unchecked"`
}

// logged goes on.
func logged(ctx context.Context, _ *sdk.CallToolRequest, in loose) (*sdk.CallToolResult, any, error) {
	err := valid.Struct(in)
	return nil, nil, errors.Join(err, exec.CommandContext(ctx, "sh", "-c", in.Later).Run()) // want `"later"`
}

// another checks a struct that is not used.
func another(ctx context.Context, _ *sdk.CallToolRequest, in loose) (*sdk.CallToolResult, any, error) {
	if err := valid.Struct(loose{}); err != nil {
		return nil, nil, err
	}
	return nil, nil, exec.CommandContext(ctx, "sh", "-c", in.Few).Run() // want `"few"`
}

func handlers() *gin.Engine {
	r := gin.New()
	r.POST("/unit", func(c *gin.Context) {
		var in struct {
			Name  string `json:"name" binding:"required,alphanum"`
			Other string `json:"other" validate:"alphanum"`
		}
		if err := c.ShouldBindJSON(&in); err != nil {
			c.Status(400)
			return
		}
		_ = quiet(c, in.Name)
		_ = exec.CommandContext(c, "sh", "-c", in.Other).Run() // want `"other"`
	})
	return r
}

func serve() (*sdk.Server, *server.MCPServer, *gin.Engine) {
	s := sdk.NewServer(&sdk.Implementation{Name: "tagged"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "direct"}, direct)
	sdk.AddTool(s, &sdk.Tool{Name: "wrapped"}, wrapped)
	sdk.AddTool(s, &sdk.Tool{Name: "generic"}, generic)
	sdk.AddTool(s, &sdk.Tool{Name: "method"}, method)
	sdk.AddTool(s, &sdk.Tool{Name: "single"}, single)
	sdk.AddTool(s, &sdk.Tool{Name: "tagless"}, tagless)
	sdk.AddTool(s, &sdk.Tool{Name: "loosely"}, loosely)
	sdk.AddTool(s, &sdk.Tool{Name: "logged"}, logged)
	sdk.AddTool(s, &sdk.Tool{Name: "another"}, another)
	o := server.NewMCPServer("other", "1")
	o.AddTool(mcp.NewTool("bind", mcp.WithString("unit")), bind)
	return s, o, handlers()
}
