package guard

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxPolicy is the largest policy that is read, in bytes.
const maxPolicy = 1 << 20

// ParsePolicy reads a policy from JSON. Unknown keys are errors.
func ParsePolicy(data []byte) (Policy, error) {
	// encoding/json takes the last of two keys, and doesn't mind their case.
	if err := CheckArguments(data); err != nil {
		return Policy{}, fmt.Errorf("read the policy: %w", err)
	}
	var p Policy
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return Policy{}, fmt.Errorf("read the policy: %w", err)
	}
	if _, err := p.compile(); err != nil {
		return Policy{}, fmt.Errorf("read the policy: %w", err)
	}
	return p, nil
}

// LoadPolicy reads the table "policy" of a configuration of mcpvet, usually
// ".mcpvet.yaml", so that the server enforces what the linter checks. Package
// guard depends on no YAML library: unmarshal is the Unmarshal of the one that
// the server has (gopkg.in/yaml.v3, github.com/goccy/go-yaml, ...), or that of
// encoding/json for a file in JSON. It must refuse a key that is there twice,
// as these two YAML libraries do.
func LoadPolicy(path string, unmarshal func([]byte, any) error) (Policy, error) {
	f, err := os.Open(path)
	if err != nil {
		return Policy{}, fmt.Errorf("read the policy: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxPolicy+1))
	if err != nil {
		return Policy{}, fmt.Errorf("read the policy: %w", err)
	}
	if len(data) > maxPolicy {
		return Policy{}, fmt.Errorf("read the policy: %s has more than %d bytes", path, maxPolicy)
	}
	p, err := UnmarshalPolicy(data, unmarshal)
	if err != nil {
		return Policy{}, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// UnmarshalPolicy is [LoadPolicy] for the content of a file.
func UnmarshalPolicy(data []byte, unmarshal func([]byte, any) error) (Policy, error) {
	var file any
	if err := unmarshal(data, &file); err != nil {
		return Policy{}, fmt.Errorf("read the policy: %w", err)
	}
	plain, err := plainJSON(file, 0)
	if err != nil {
		return Policy{}, fmt.Errorf("read the policy: %w", err)
	}
	top, _ := plain.(map[string]any)
	policy, ok := top["policy"]
	if !ok {
		return Policy{}, errors.New("read the policy: the file has no table \"policy\": add one, with a row for each tool below \"tools\"")
	}
	text, err := json.Marshal(policy)
	if err != nil {
		return Policy{}, fmt.Errorf("read the policy: %w", err)
	}
	return ParsePolicy(text)
}

// plainJSON turns what a YAML library makes into what JSON can say. An empty
// row, "ping:", is an empty table.
func plainJSON(v any, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("it is nested more than %d deep", maxDepth)
	}
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			p, err := plainJSON(e, depth+1)
			if err != nil {
				return nil, err
			}
			out[k] = p
		}
		return out, nil
	case map[any]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			name, ok := k.(string)
			if !ok {
				return nil, fmt.Errorf("the key %v is no text: put it in quotes", k)
			}
			p, err := plainJSON(e, depth+1)
			if err != nil {
				return nil, err
			}
			out[name] = p
		}
		return out, nil
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			p, err := plainJSON(e, depth+1)
			if err != nil {
				return nil, err
			}
			out[i] = p
		}
		return out, nil
	}
	return v, nil
}
