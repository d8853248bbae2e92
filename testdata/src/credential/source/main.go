// Program source has credentials in its source, with mcp-go.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"log"
	"net/http"
	"os"
	"regexp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const (
	dsn        = "postgres://wiki:Kastanie77@db.corp.test/wiki"     // want `error regular: the address of a service with its password stands in the source`
	localDSN   = "postgres://wiki:wiki@localhost/wiki"              // what everybody has
	format     = "postgres://%s:%s@db.corp.test/wiki"               // filled in
	tokenURL   = "https://login.corp.test/oauth2/v2.0/token"        // no token
	tokenEnv   = "WIKI_TOKEN"                                       // the name of a variable
	apiKeyName = "X-Api-Key"                                        // the name of a header
	pageToken  = "b3VyLXBhZ2UtMDAwMTIzNDU2Nzg5"                     // of a page
	password   = "password1234567"                                  // a placeholder
	github     = "ghp_Zq8rT2mXv5Lk9Wn3Bc7Yd1Fg6Hj4Ps0QaEtU"         // want `error regular: a GitHub token stands in the source`
	example    = "AKIAIOSFODNN7EXAMPLE"                             // from the manual
	publicKey  = "phc_9Wn3Bc7Yd1Fg6Hj4Ps0QaEtUZq8rT2mXv5Lk9"        // meant to be seen
	look       = `ghp_[A-Za-z0-9]{36}`                              // looks for them
	pem        = "-----BEGIN PRIVATE KEY-----"                      // only the head
	adminToken = "zk4-Tulpe-88-gelb"                                // want `warning regular: a constant in the source is the credential "adminToken"`
	grantType  = "urn:ietf:params:oauth:grant-type:token-exchange2" // no token either
)

var signing = []byte("winter-in-the-mountains")

type config struct {
	User, Password, SecretFile string
}

var defaults = config{
	User:       "wiki",
	Password:   "Br4nd!Teig", // want `warning regular: a constant in the source is the credential "Password"`
	SecretFile: "secret-2024.json",
}

func env(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}

func sign(text string) string {
	m := hmac.New(sha256.New, signing) // want `error regular: a constant in the source is the key of a signature`
	m.Write([]byte(text))
	return hex.EncodeToString(m.Sum(nil))
}

func signed(text string) string {
	m := hmac.New(sha256.New, []byte(os.Getenv("WIKI_SIGNING_KEY")))
	m.Write([]byte(text))
	return hex.EncodeToString(m.Sum(nil))
}

func allowed(r *http.Request) bool {
	got := []byte(r.Header.Get(apiKeyName))
	if subtle.ConstantTimeCompare(got, []byte("open-sesame-now")) == 1 { // want `error regular: a constant in the source is a secret`
		return true
	}
	return subtle.ConstantTimeCompare(got, []byte(os.Getenv(tokenEnv))) == 1
}

func ask() (*http.Request, error) {
	r, err := http.NewRequest(http.MethodGet, "https://wiki.corp.test", nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer q7Fz-Wm42-tR9x") // want `error regular: a constant in the source is the credential in the header "Authorization"`
	r.Header.Set("Authorization", "Bearer "+os.Getenv(tokenEnv))
	r.Header.Set("X-Api-Key", "your-api-key-here-2024")
	return r, nil
}

func names() []string {
	return []string{
		"wiki:Kastanie77@tcp(db.corp.test:3306)/wiki",     // want `error regular: the address of a service with its password stands in the source`
		"host=db.corp.test user=wiki password=Kastanie77", // want `error regular: the address of a service with its password stands in the source`
		"host=db.corp.test user=wiki password=%s",         // filled in
		"host=localhost user=wiki password=Kastanie77",    // of this machine
		"wiki:wiki@tcp(db.corp.test:3306)/wiki",           // a word
		"failed: user=wiki password=Kastanie77",           // a message
		"password=must be at least 12 characters long",    // a text
	}
}

func main() {
	key := env("WIKI_SAFETY_KEY", "GO_AHEAD_2025") // want `warning regular: a constant in the source is the credential where the variable "WIKI_SAFETY_KEY" is not set`
	host := env("WIKI_HOST", "wiki.corp.test")
	local := env("POSTGRES_PASSWORD", "postgres") // the service's own default
	kind := env("WIKI_TOKEN_TYPE", "Bearer")
	unset := env("WIKI_PASSWORD", "")
	log.Println(ask())
	log.Println(names())
	s := server.NewMCPServer("source", "1.0")
	s.AddTool(mcp.NewTool("sign"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.GetString("key", "") != key {
			return mcp.NewToolResultError("no"), nil
		}
		return mcp.NewToolResultText(sign(req.GetString("text", "")) + signed("x")), nil
	})
	log.Println(dsn[:8], localDSN, format, tokenURL, pageToken, password, github[:4], example, publicKey, regexp.MustCompile(look), pem, adminToken[:1], grantType, defaults.User, host, local, kind, unset)
	http.Handle("/mcp", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if allowed(r) {
			server.NewStreamableHTTPServer(s).ServeHTTP(w, r)
		}
	}))
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", nil))
}
