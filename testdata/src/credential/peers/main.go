// Program peers asks nobody who he is, with the official SDK.
package main

import (
	"context"
	"crypto/tls"
	"flag"
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/crypto/ssh"

	"example.test/mcpvet/src/credential/peers/dial"
)

type settings struct {
	insecure bool
	limit    int
	hosts    map[string]bool
}

func (s *settings) clients(hostKey ssh.PublicKey) []*http.Client {
	out := []*http.Client{dial.Client(dial.SkipVerify(true))} // want `error regular: the certificate of the server is not verified`
	if s.insecure {
		out = append(out, dial.Client(dial.SkipVerify(true))) // want `note auditor: the certificate of the server is not verified once a switch of the operator is on`
	}
	out = append(out, dial.Client(dial.SkipVerify(s.insecure)), dial.Client(dial.SkipVerify(false)), dial.Used())
	for _, c := range []*tls.Config{dial.Pinned([]byte("key")), dial.Lax()} {
		out = append(out, &http.Client{Transport: &http.Transport{TLSClientConfig: c}})
	}
	return out
}

// forAll changes the client of everybody.
func (s *settings) forAll() {
	if s.insecure {
		http.DefaultTransport.(*http.Transport).TLSClientConfig = &tls.Config{InsecureSkipVerify: true} // want `warning regular: the certificate of the server is not verified by any client of the process`
	}
}

// login has a limit, which is no switch of what is verified.
func (s *settings) login(host, password string) error {
	if len(s.hosts) >= s.limit {
		return nil
	}
	for _, f := range []func(string, string, string) (*ssh.Client, error){dial.Shell, dial.Easy} {
		c, err := f(host, "root", password)
		if err != nil {
			return err
		}
		if err := c.Close(); err != nil {
			return err
		}
	}
	c, err := dial.Known(host, "root", password, nil)
	if err != nil {
		return err
	}
	return c.Close()
}

type hostIn struct {
	Host     string `json:"host"`
	Password string `json:"password"`
}

func main() {
	s := &settings{limit: 10}
	flag.BoolVar(&s.insecure, "insecure", false, "take any certificate")
	flag.Parse()
	s.forAll()
	log.Print(len(s.clients(nil)))
	srv := mcp.NewServer(&mcp.Implementation{Name: "peers", Version: "1.0"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "login", Description: "Logs in."}, func(_ context.Context, _ *mcp.CallToolRequest, in hostIn) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{}, nil, s.login(in.Host, in.Password)
	})
	log.Fatal(srv.Run(context.Background(), &mcp.StdioTransport{}))
}
