// Command handrolled speaks the protocol without an SDK.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

type request struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

type response struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result"`
}

type annotations struct {
	ReadOnlyHint bool `json:"readOnlyHint"`
}

type toolInfo struct {
	Name        string         `json:"name"`
	Description string         `json:"description,omitempty"`
	InputSchema map[string]any `json:"inputSchema"`
	Annotations *annotations   `json:"annotations,omitempty"`
}

type callParams struct {
	Name      string         `json:"name"`
	Arguments map[string]any `json:"arguments"`
}

func object(props map[string]any, required ...string) map[string]any {
	return map[string]any{"type": "object", "properties": props, "required": required}
}

var tools = []toolInfo{
	{Name: "read_note", Description: "Reads.", InputSchema: object(map[string]any{"id": map[string]any{"type": "string"}}, "id"), Annotations: &annotations{true}}, // tool: read_note handler=readNote args=id:string ro=true desc=Reads.
	{Name: "drop_note", InputSchema: object(map[string]any{})}, // tool: drop_note handler=dropNote args=-
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var r request
		if json.Unmarshal(in.Bytes(), &r) != nil || r.ID == nil {
			continue
		}
		out, err := json.Marshal(response{"2.0", r.ID, handle(r)})
		if err == nil {
			fmt.Println(string(out))
		}
	}
}

func handle(r request) any {
	switch r.Method {
	case "initialize":
		return map[string]any{"protocolVersion": "2025-03-26", "serverInfo": map[string]any{"name": "handrolled"}, "capabilities": map[string]any{"tools": map[string]any{}}}
	case "tools/list":
		return map[string]any{"tools": tools}
	case "tools/call":
		var p callParams
		if err := json.Unmarshal(r.Params, &p); err != nil {
			return nil
		}
		return call(p)
	}
	return nil
}

func call(p callParams) any {
	switch p.Name {
	case "read_note":
		return readNote(p.Arguments)
	case "drop_note":
		return dropNote(p.Arguments)
	}
	return nil
}

func readNote(args map[string]any) any { return args["id"] }

func dropNote(args map[string]any) any { return nil }
