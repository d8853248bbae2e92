// Command captured checks its arguments, and uses them in closures and in
// functions that get the whole struct.
package main

import (
	"context"
	"errors"
	"log"
	"os/exec"
	"regexp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var (
	word    = regexp.MustCompile(`^[a-z0-9]+$`)
	errWord = errors.New("not a word")
)

type in struct {
	Host string `json:"host"`
	Note string `json:"note"`
}

func (a *in) validate() error {
	if !word.MatchString(a.Host) {
		return errWord
	}
	return nil
}

func sh(line string) error {
	return exec.Command("sh", "-c", line).Run() // want `argument "host" of tool "changed" becomes part` `argument "host" of tool "late" becomes part` `argument "host" of tool "changed_inside" becomes part` `argument "host" of tool "before" becomes part` `argument "note" of tool "other_field"` `argument "host" of tool "field_late" becomes part`
}

func retry(f func() error) error {
	if err := f(); err != nil {
		return f()
	}
	return nil
}

func ping(a in) error { return sh("ping -c 1 " + a.Host) }

func pingAt(a *in) error { return sh("ping -c 1 " + a.Host) }

func note(a *in) error { return sh("echo " + a.Note) }

type handler func(req mcp.CallToolRequest) error

func held(req mcp.CallToolRequest) error {
	host := req.GetString("host", "")
	if !word.MatchString(host) {
		return errWord
	}
	return retry(func() error { return sh("ping -c 1 " + host) })
}

func started(req mcp.CallToolRequest) error {
	host := req.GetString("host", "")
	if !word.MatchString(host) {
		return errWord
	}
	done := make(chan error, 1)
	go func() { done <- sh("ping -c 1 " + host) }()
	return <-done
}

func nested(req mcp.CallToolRequest) error {
	host := req.GetString("host", "")
	if !word.MatchString(host) {
		return errWord
	}
	return retry(func() error {
		return retry(func() error { return sh("ping -c 1 " + host) })
	})
}

// The variable is set again after the check.
func changed(req mcp.CallToolRequest) error {
	host := "localhost"
	if !word.MatchString(host) {
		return errWord
	}
	f := func() error { return sh("ping -c 1 " + host) }
	host = req.GetString("host", "")
	return f()
}

// The closure is made, and run, before the check.
func late(req mcp.CallToolRequest) error {
	host := req.GetString("host", "")
	err := retry(func() error { return sh("ping -c 1 " + host) })
	if !word.MatchString(host) {
		return errWord
	}
	return err
}

// The closure sets the variable itself.
func changedInside(req mcp.CallToolRequest) error {
	host := "localhost"
	if !word.MatchString(host) {
		return errWord
	}
	return retry(func() error {
		host = req.GetString("host", "")
		return sh("ping -c 1 " + host)
	})
}

func bound(req mcp.CallToolRequest) error {
	var a in
	if err := req.BindArguments(&a); err != nil {
		return err
	}
	if err := a.validate(); err != nil {
		return err
	}
	return ping(a)
}

func boundAt(req mcp.CallToolRequest) error {
	var a in
	if err := req.BindArguments(&a); err != nil {
		return err
	}
	if !word.MatchString(a.Host) {
		return errWord
	}
	return pingAt(&a)
}

// It is checked after it was used.
func before(req mcp.CallToolRequest) error {
	var a in
	if err := req.BindArguments(&a); err != nil {
		return err
	}
	if err := pingAt(&a); err != nil {
		return err
	}
	return a.validate()
}

// Another field is checked than the one that is used.
func otherField(req mcp.CallToolRequest) error {
	var a in
	if err := req.BindArguments(&a); err != nil {
		return err
	}
	if err := a.validate(); err != nil {
		return err
	}
	return note(&a)
}

// The field is set again.
func fieldLate(req mcp.CallToolRequest) error {
	var a in
	if err := req.BindArguments(&a); err != nil {
		return err
	}
	if err := a.validate(); err != nil {
		return err
	}
	a.Host = req.GetString("host", "")
	return ping(a)
}

func main() {
	s := server.NewMCPServer("captured", "1")
	for name, h := range map[string]handler{
		"held": held, "started": started, "nested": nested, "changed": changed, "late": late, "changed_inside": changedInside,
		"bound": bound, "bound_at": boundAt, "before": before, "other_field": otherField, "field_late": fieldLate,
	} {
		s.AddTool(mcp.NewTool(name, mcp.WithString("host"), mcp.WithString("note")), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText("done"), h(req)
		})
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
