package gosdk

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/mcpvet/mcpvet/guard"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// codeRefused is the code of a JSON-RPC error about a call that was not made.
const codeRefused = -32001

// wireError returns an error whose text the client may see.
func wireError(g *guard.Guard, err error) error {
	if refused := guard.Refused(err); refused != nil {
		return &jsonrpc.Error{Code: codeRefused, Message: refused.Message}
	}
	var wire *jsonrpc.Error
	if errors.As(err, &wire) {
		clean := *wire
		clean.Message = g.Redactor().Text(wire.Message)
		clean.Data = g.Redactor().JSON(wire.Data)
		return &clean
	}
	return g.Redactor().Error(err)
}

// Results may be shared between calls, so they are copied where they change.

func cleanTool(r *guard.Redactor, res *mcp.CallToolResult) *mcp.CallToolResult {
	if res == nil {
		return nil
	}
	out := *res
	out.Content = cleanContents(r, res.Content)
	switch s := res.StructuredContent.(type) {
	case nil:
	case json.RawMessage: // as the SDK leaves it for middleware
		out.StructuredContent = r.JSON(s)
	default:
		out.StructuredContent = r.Value(s)
	}
	out.Meta = cleanMeta(r, res.Meta)
	return &out
}

func cleanMeta(r *guard.Redactor, m mcp.Meta) mcp.Meta {
	if len(m) == 0 {
		return m
	}
	clean, _ := r.Value(map[string]any(m)).(map[string]any)
	return clean
}

func cleanContents(r *guard.Redactor, in []mcp.Content) []mcp.Content {
	if in == nil {
		return nil
	}
	out := make([]mcp.Content, len(in))
	for i, c := range in {
		out[i] = cleanContent(r, c)
	}
	return out
}

func cleanContent(r *guard.Redactor, c mcp.Content) mcp.Content {
	switch c := c.(type) {
	case *mcp.TextContent:
		if c != nil {
			t := *c
			t.Text = r.Text(c.Text)
			return &t
		}
	case *mcp.EmbeddedResource:
		if c != nil {
			e := *c
			e.Resource = cleanPart(r, c.Resource)
			return &e
		}
	case *mcp.ResourceLink:
		if c != nil {
			l := *c
			l.URI, l.Name, l.Title, l.Description = r.Text(c.URI), r.Text(c.Name), r.Text(c.Title), r.Text(c.Description)
			return &l
		}
	}
	return c // pictures and sound
}

func cleanPart(r *guard.Redactor, p *mcp.ResourceContents) *mcp.ResourceContents {
	if p == nil {
		return nil
	}
	out := *p
	out.Text = r.Text(p.Text)
	if len(p.Blob) > 0 && utf8.Valid(p.Blob) {
		if clean := []byte(r.Text(string(p.Blob))); !bytes.Equal(clean, p.Blob) {
			out.Blob = clean
		}
	}
	return &out
}

func cleanResource(r *guard.Redactor, res *mcp.ReadResourceResult) *mcp.ReadResourceResult {
	if res == nil {
		return nil
	}
	out := *res
	out.Contents = make([]*mcp.ResourceContents, len(res.Contents))
	for i, p := range res.Contents {
		out.Contents[i] = cleanPart(r, p)
	}
	return &out
}

func cleanPrompt(r *guard.Redactor, res *mcp.GetPromptResult) *mcp.GetPromptResult {
	if res == nil {
		return nil
	}
	out := *res
	out.Description = r.Text(res.Description)
	out.Messages = make([]*mcp.PromptMessage, len(res.Messages))
	for i, m := range res.Messages {
		if m != nil {
			c := *m
			c.Content = cleanContent(r, m.Content)
			out.Messages[i] = &c
		}
	}
	return &out
}

func cleanCompletion(r *guard.Redactor, res *mcp.CompleteResult) *mcp.CompleteResult {
	if res == nil {
		return nil
	}
	out := *res
	out.Completion.Values = make([]string, len(res.Completion.Values))
	for i, v := range res.Completion.Values {
		out.Completion.Values[i] = r.Text(v)
	}
	return &out
}

// sameJSON reports whether two JSON texts say the same.
func sameJSON(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && bytes.Equal(mustJSON(x), mustJSON(y))
}

func mustJSON(v any) []byte {
	b, _ := json.Marshal(v) // it was decoded from JSON
	return b
}
