// Package settings reads what the operator sets.
package settings

import (
	"encoding/json"
	"os"
	"strings"
)

// A Config is what the server is told.
type Config struct {
	Base     string `json:"base"`
	APIKey   string `json:"api_key"`
	KeyFile  string `json:"key_file"`
	TokenURL string `json:"token_url"`
}

// Load reads the environment.
func Load() *Config {
	return &Config{Base: os.Getenv("DESK_URL"), APIKey: or("DESK_API_KEY", ""), KeyFile: os.Getenv("DESK_KEY_FILE"), TokenURL: os.Getenv("DESK_TOKEN_URL")}
}

func or(name, other string) string {
	if v := strings.TrimSpace(os.Getenv(name)); v != "" {
		return v
	}
	return other
}

// A File is what a file says.
type File struct {
	Host     string `json:"host"`
	Password string `json:"password"`
	Tokens   struct {
		MaxTokens int    `json:"max_tokens"`
		Tokenizer string `json:"tokenizer"`
	} `json:"tokens"`
}

// Read reads it.
func Read(name string) (File, error) {
	var f File
	data, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(data, &f)
	}
	return f, err
}

// A Hidden one shows itself without what nobody is to see.
type Hidden struct {
	Host  string
	token string
}

// NewHidden makes one.
func NewHidden() Hidden { return Hidden{os.Getenv("DESK_HOST"), os.Getenv("DESK_TOKEN")} }

// String implements fmt.Stringer.
func (h Hidden) String() string { return "hidden at " + h.Host }

// Token is for whoever calls the desk.
func (h Hidden) Token() string { return h.token }

// A Printed text is masked where it is printed.
type Printed string

// String implements fmt.Stringer.
func (Printed) String() string { return "****" }

// A Whole text is masked in JSON too.
type Whole string

// String implements fmt.Stringer.
func (Whole) String() string { return "****" }

// MarshalText implements encoding.TextMarshaler.
func (Whole) MarshalText() ([]byte, error) { return []byte("****"), nil }
