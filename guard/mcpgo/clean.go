package mcpgo

import (
	"encoding/base64"
	"unicode/utf8"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mcpvet/mcpvet/guard"
)

// Results may be shared between calls, so they are copied where they change.

func cleanTool(r *guard.Redactor, res *mcp.CallToolResult) *mcp.CallToolResult {
	if res == nil {
		return nil
	}
	out := *res
	out.Content = cleanContents(r, res.Content)
	if res.StructuredContent != nil {
		out.StructuredContent = r.Value(res.StructuredContent)
	}
	out.RawStructuredContent = r.JSON(res.RawStructuredContent) // goes out in its place
	out.Meta = cleanMeta(r, res.Meta)
	return &out
}

func cleanTask(r *guard.Redactor, res *mcp.CreateTaskResult) *mcp.CreateTaskResult {
	if res == nil {
		return nil
	}
	out := *res
	out.Content = cleanContents(r, res.Content)
	if res.StructuredContent != nil {
		out.StructuredContent = r.Value(res.StructuredContent)
	}
	out.Task.StatusMessage = r.Text(res.Task.StatusMessage)
	out.Meta = cleanMeta(r, res.Meta)
	return &out
}

func cleanMeta(r *guard.Redactor, m *mcp.Meta) *mcp.Meta {
	if m == nil || len(m.AdditionalFields) == 0 {
		return m
	}
	out := *m
	out.AdditionalFields, _ = r.Value(m.AdditionalFields).(map[string]any)
	return &out
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

// cleanContent works on values, as this SDK has them, and on pointers.
func cleanContent(r *guard.Redactor, c mcp.Content) mcp.Content {
	switch c := c.(type) {
	case mcp.TextContent:
		c.Text = r.Text(c.Text)
		return c
	case *mcp.TextContent:
		if c != nil {
			t := *c
			t.Text = r.Text(t.Text)
			return t
		}
	case mcp.EmbeddedResource:
		c.Resource = cleanPart(r, c.Resource)
		return c
	case *mcp.EmbeddedResource:
		if c != nil {
			e := *c
			e.Resource = cleanPart(r, e.Resource)
			return e
		}
	case mcp.ResourceLink:
		return cleanLink(r, c)
	case *mcp.ResourceLink:
		if c != nil {
			return cleanLink(r, *c)
		}
	}
	return c // pictures and sound
}

func cleanLink(r *guard.Redactor, l mcp.ResourceLink) mcp.ResourceLink {
	l.URI, l.Name, l.Title, l.Description = r.Text(l.URI), r.Text(l.Name), r.Text(l.Title), r.Text(l.Description)
	return l
}

func cleanPart(r *guard.Redactor, p mcp.ResourceContents) mcp.ResourceContents {
	switch p := p.(type) {
	case mcp.TextResourceContents:
		p.Text = r.Text(p.Text)
		return p
	case *mcp.TextResourceContents:
		if p != nil {
			t := *p
			t.Text = r.Text(t.Text)
			return t
		}
	case mcp.BlobResourceContents:
		p.Blob = cleanBlob(r, p.Blob)
		return p
	case *mcp.BlobResourceContents:
		if p != nil {
			b := *p
			b.Blob = cleanBlob(r, b.Blob)
			return b
		}
	}
	return p
}

// cleanBlob takes secrets out of a blob that is a text.
func cleanBlob(r *guard.Redactor, blob string) string {
	data, err := base64.StdEncoding.DecodeString(blob)
	if err != nil || !utf8.Valid(data) {
		return blob
	}
	if clean := r.Text(string(data)); clean != string(data) {
		return base64.StdEncoding.EncodeToString([]byte(clean))
	}
	return blob
}

func cleanResources(r *guard.Redactor, in []mcp.ResourceContents) []mcp.ResourceContents {
	if in == nil {
		return nil
	}
	out := make([]mcp.ResourceContents, len(in))
	for i, p := range in {
		out[i] = cleanPart(r, p)
	}
	return out
}

func cleanPrompt(r *guard.Redactor, res *mcp.GetPromptResult) *mcp.GetPromptResult {
	if res == nil {
		return nil
	}
	out := *res
	out.Description = r.Text(res.Description)
	out.Messages = append([]mcp.PromptMessage(nil), res.Messages...)
	for i := range out.Messages {
		out.Messages[i].Content = cleanContent(r, out.Messages[i].Content)
	}
	return &out
}
