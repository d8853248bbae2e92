// Program dialled fetches any page, with clients that do, and do not, look at
// the addresses that they connect to.
package main

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func public(ip netip.Addr) bool { return ip.IsGlobalUnicast() && !ip.IsPrivate() }

// refuse is what a dialer asks when the name is resolved.
func refuse(_, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil || !public(ap.Addr().Unmap()) {
		return errors.New("not a public address")
	}
	return nil
}

// logs is told, and lets everything pass.
func logs(network, address string, _ syscall.RawConn) error {
	log.Print(network, address)
	return nil
}

func byControl(control func(string, string, syscall.RawConn) error) *http.Client {
	d := &net.Dialer{Timeout: time.Second, Control: control}
	return &http.Client{Timeout: time.Second, Transport: &http.Transport{DialContext: d.DialContext}}
}

func byDial() *http.Client {
	t := &http.Transport{}
	t.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		host, port, err := net.SplitHostPort(address)
		if err != nil {
			return nil, err
		}
		ips, err := net.DefaultResolver.LookupIP(ctx, "ip", host)
		if err != nil || len(ips) == 0 || ips[0].IsPrivate() || ips[0].IsLoopback() {
			return nil, errors.New("not a public address")
		}
		return (&net.Dialer{}).DialContext(ctx, network, net.JoinHostPort(ips[0].String(), port))
	}
	return &http.Client{Timeout: time.Second, Transport: t}
}

func head(ctx context.Context, c *http.Client, u string) (*mcp.CallToolResult, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodHead, u, nil) // want `note auditor: argument "url" of tool "control"` `note auditor: argument "url" of tool "dial"` `error regular: argument "url" of tool "logged"` `error regular: argument "url" of tool "both"`
	if err != nil {
		return mcp.NewToolResultError("no address"), nil
	}
	resp, err := c.Do(r)
	if err != nil {
		return mcp.NewToolResultError("not reachable"), nil
	}
	return mcp.NewToolResultText(resp.Status), resp.Body.Close()
}

type pages struct{ control, dial, logged *http.Client }

func (p pages) byControl(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return head(ctx, p.control, req.GetString("url", ""))
}

func (p pages) byDial(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return head(ctx, p.dial, req.GetString("url", ""))
}

func (p pages) byLogged(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return head(ctx, p.logged, req.GetString("url", ""))
}

// both has a client that looks, and one that does not.
func (p pages) both(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	c := p.control
	if req.GetBool("fast", false) {
		c = p.logged
	}
	return head(ctx, c, req.GetString("url", ""))
}

func main() {
	quiet := &net.Dialer{Timeout: time.Second, Control: logs}
	p := pages{byControl(refuse), byDial(), &http.Client{Timeout: time.Second, Transport: &http.Transport{DialContext: quiet.DialContext}}}
	s := server.NewMCPServer("dialled", "1.0.0")
	s.AddTool(mcp.NewTool("control", mcp.WithDescription("Fetch."), mcp.WithString("url")), p.byControl)
	s.AddTool(mcp.NewTool("dial", mcp.WithDescription("Fetch."), mcp.WithString("url")), p.byDial)
	s.AddTool(mcp.NewTool("logged", mcp.WithDescription("Fetch."), mcp.WithString("url")), p.byLogged)
	s.AddTool(mcp.NewTool("both", mcp.WithDescription("Fetch."), mcp.WithString("url"), mcp.WithBoolean("fast")), p.both)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
