// Command reads takes in what others send: responses, archives, rows.
package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.test/mcpvet/src/bounds/reads/fetch"
)

type in struct {
	URL   string `json:"url"`
	Query string `json:"query"`
	Data  string `json:"data"`
}

const most = 1 << 20

var db *sql.DB

type result = *mcp.CallToolResult

func done(v any, err error) (result, any, error) {
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint(v)}}}, nil, nil
}

// responses

func anyHost(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	res, err := http.Get(a.URL)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = res.Body.Close() }()
	return done(io.ReadAll(res.Body)) // want `warning regular: io.ReadAll reads all that a host of the caller's choice sends into memory for tool "any_host"`
}

func anyHostHelped(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	res, err := fetch.Get(ctx, a.URL)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	return done(fetch.All(res.Body))
}

func anyHostJSON(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	res, err := fetch.Get(ctx, a.URL)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	var v any
	return done(v, json.NewDecoder(res.Body).Decode(&v)) // want `warning regular: \(\*json.Decoder\).Decode reads all that a host of the caller's choice sends`
}

func anyHostCopied(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	res, err := fetch.Get(ctx, a.URL)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	var b bytes.Buffer
	_, err = io.Copy(&b, res.Body) // want `warning regular: io.Copy reads all that a host`
	return done(b.String(), err)
}

func ownHost(ctx context.Context, _ *mcp.CallToolRequest, _ in) (result, any, error) {
	res, err := fetch.Get(ctx, "https://api.example.test/v1/status")
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	var v any
	return done(v, json.NewDecoder(res.Body).Decode(&v)) // want `note auditor: \(\*json.Decoder\).Decode reads all of a response into memory for tool "own_host"`
}

func limited(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	res, err := fetch.Get(ctx, a.URL)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	return done(io.ReadAll(io.LimitReader(res.Body, most)))
}

func limitedHelped(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	res, err := fetch.Get(ctx, a.URL)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	return done(fetch.Some(res.Body, most))
}

func limitedFirst(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	res, err := fetch.Get(ctx, a.URL)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	res.Body = http.MaxBytesReader(nil, res.Body, most)
	return done(io.ReadAll(res.Body))
}

func toFile(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	res, err := fetch.Get(ctx, a.URL)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	f, err := os.CreateTemp("", "fetched")
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	return done(io.Copy(f, res.Body))
}

func lines(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	res, err := fetch.Get(ctx, a.URL)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	scan := bufio.NewScanner(res.Body)
	n := 0
	for scan.Scan() {
		n++
	}
	return done(n, scan.Err())
}

func given(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	return done(io.ReadAll(strings.NewReader(a.Data)))
}

// archives

func unpack(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	data, err := base64.StdEncoding.DecodeString(a.Data)
	if err != nil {
		return nil, nil, err
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, nil, err
	}
	return done(io.ReadAll(r)) // want `warning regular: io.ReadAll takes all that a decompressor makes of its input for tool "unpack", without a limit`
}

func unzip(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	z, err := zip.NewReader(strings.NewReader(a.Data), int64(len(a.Data)))
	if err != nil {
		return nil, nil, err
	}
	total := int64(0)
	for _, entry := range z.File {
		r, err := entry.Open()
		if err != nil {
			return nil, nil, err
		}
		n, err := io.Copy(io.Discard, r) // want `warning regular: io.Copy takes all that a decompressor makes`
		if err != nil {
			return nil, nil, err
		}
		total += n
	}
	return done(total, nil)
}

func unpackSome(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	r, err := gzip.NewReader(strings.NewReader(a.Data))
	if err != nil {
		return nil, nil, err
	}
	return done(io.ReadAll(io.LimitReader(r, most)))
}

func unpackPart(_ context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	r, err := gzip.NewReader(strings.NewReader(a.Data))
	if err != nil {
		return nil, nil, err
	}
	return done(io.CopyN(io.Discard, r, most))
}

// rows

func query(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	rows, err := db.QueryContext(ctx, a.Query)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, nil, err
		}
		out = append(out, s) // want `warning regular: a loop over \(\*sql.Rows\).Next keeps all rows of the caller's own statement in memory for tool "query"`
	}
	return done(out, rows.Err())
}

func names(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	rows, err := db.QueryContext(ctx, "SELECT name FROM t WHERE kind = ?", a.Query)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	var out strings.Builder
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, nil, err
		}
		out.WriteString(s) // want `note auditor: a loop over \(\*sql.Rows\).Next keeps all rows of a query in memory for tool "names"`
	}
	return done(out.String(), rows.Err())
}

func someRows(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	rows, err := db.QueryContext(ctx, a.Query)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		if len(out) >= 100 {
			break
		}
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, nil, err
		}
		out = append(out, s)
	}
	return done(out, rows.Err())
}

func countRows(ctx context.Context, _ *mcp.CallToolRequest, a in) (result, any, error) {
	rows, err := db.QueryContext(ctx, a.Query)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		n++
	}
	return done(n, rows.Err())
}

func main() {
	var err error
	if db, err = sql.Open("stub", os.Getenv("DSN")); err != nil {
		log.Fatal(err)
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "reads", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "any_host"}, anyHost)
	mcp.AddTool(s, &mcp.Tool{Name: "any_host_helped"}, anyHostHelped)
	mcp.AddTool(s, &mcp.Tool{Name: "any_host_json"}, anyHostJSON)
	mcp.AddTool(s, &mcp.Tool{Name: "any_host_copied"}, anyHostCopied)
	mcp.AddTool(s, &mcp.Tool{Name: "own_host"}, ownHost)
	mcp.AddTool(s, &mcp.Tool{Name: "limited"}, limited)
	mcp.AddTool(s, &mcp.Tool{Name: "limited_helped"}, limitedHelped)
	mcp.AddTool(s, &mcp.Tool{Name: "limited_first"}, limitedFirst)
	mcp.AddTool(s, &mcp.Tool{Name: "to_file"}, toFile)
	mcp.AddTool(s, &mcp.Tool{Name: "lines"}, lines)
	mcp.AddTool(s, &mcp.Tool{Name: "given"}, given)
	mcp.AddTool(s, &mcp.Tool{Name: "unpack"}, unpack)
	mcp.AddTool(s, &mcp.Tool{Name: "unzip"}, unzip)
	mcp.AddTool(s, &mcp.Tool{Name: "unpack_some"}, unpackSome)
	mcp.AddTool(s, &mcp.Tool{Name: "unpack_part"}, unpackPart)
	mcp.AddTool(s, &mcp.Tool{Name: "query"}, query)
	mcp.AddTool(s, &mcp.Tool{Name: "names"}, names)
	mcp.AddTool(s, &mcp.Tool{Name: "some_rows"}, someRows)
	mcp.AddTool(s, &mcp.Tool{Name: "count_rows"}, countRows)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
