// Command archives unpacks archives, whose entries have the names that their
// makers gave them.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"log"
	"os"
	"path/filepath"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const target = "/srv/unpacked"

func data(req mcp.CallToolRequest) (*bytes.Reader, error) {
	b, err := base64.StdEncoding.DecodeString(req.GetString("archive", ""))
	return bytes.NewReader(b), err
}

func save(path string, r io.Reader) error {
	f, err := os.Create(path) // want `error regular: the name of an archive's entry in tool "unzip" becomes part of the path of a file that is written` `error regular: the name of an archive's entry in tool "untar" becomes part of the path of a file that is written` `note auditor: the name of an archive's entry in tool "unzip_local" is held below a folder by its text only`
	if err != nil {
		return err
	}
	_, err = io.Copy(f, io.LimitReader(r, 1<<20))
	return errors.Join(err, f.Close())
}

func unzip(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return extract(req, func(f *zip.File) (string, error) { return filepath.Join(target, f.Name), nil })
}

func unzipLocal(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return extract(req, func(f *zip.File) (string, error) {
		if !filepath.IsLocal(f.Name) {
			return "", errors.New("entry leads out")
		}
		return filepath.Join(target, f.Name), nil
	})
}

func unzipFlat(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return extract(req, func(f *zip.File) (string, error) { return filepath.Join(target, filepath.Base(f.Name)), nil })
}

func extract(req mcp.CallToolRequest, place func(*zip.File) (string, error)) (*mcp.CallToolResult, error) {
	r, err := data(req)
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(r, r.Size())
	if err != nil {
		return nil, err
	}
	for _, f := range z.File {
		to, err := place(f)
		if err != nil {
			return nil, err
		}
		in, err := f.Open()
		if err != nil {
			return nil, err
		}
		if err := errors.Join(save(to, in), in.Close()); err != nil {
			return nil, err
		}
	}
	return mcp.NewToolResultText("done"), nil
}

func untar(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, err := data(req)
	if err != nil {
		return nil, err
	}
	t := tar.NewReader(r)
	for {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return mcp.NewToolResultText("done"), nil
		}
		if err != nil {
			return nil, err
		}
		if err := save(filepath.Join(target, h.Name), t); err != nil {
			return nil, err
		}
	}
}

// one unpacks an entry that the loop around it has looked at, other one that it
// has not.
func one(f *zip.File) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	w, err := os.OpenFile(filepath.Join(target, f.Name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // want `note auditor: the name of an archive's entry in tool "unzip_each" is held below a folder by its text only`
	if err != nil {
		return err
	}
	_, err = io.Copy(w, io.LimitReader(r, 1<<20))
	return errors.Join(err, w.Close())
}

func other(f *zip.File) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	w, err := os.OpenFile(filepath.Join(target, f.Name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // want `error regular: the name of an archive's entry in tool "unzip_some" becomes part of the path`
	if err != nil {
		return err
	}
	_, err = io.Copy(w, io.LimitReader(r, 1<<20))
	return errors.Join(err, w.Close())
}

func unzipEach(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	z, err := zip.OpenReader("/srv/inbox.zip")
	if err != nil {
		return nil, err
	}
	defer z.Close()
	for _, f := range z.File {
		if !filepath.IsLocal(f.Name) {
			return nil, errors.New("entry leads out")
		}
		if err := one(f); err != nil {
			return nil, err
		}
	}
	return mcp.NewToolResultText("done"), nil
}

func unzipSome(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, err := data(req)
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(r, r.Size())
	if err != nil {
		return nil, err
	}
	for i, f := range z.File {
		if i > 0 && !filepath.IsLocal(f.Name) {
			return nil, errors.New("entry leads out")
		}
		if err := other(f); err != nil {
			return nil, err
		}
	}
	return mcp.NewToolResultText("done"), nil
}

func main() {
	s := server.NewMCPServer("archives", "1")
	s.AddTool(mcp.NewTool("unzip", mcp.WithDescription("Unpack an archive.")), unzip)
	s.AddTool(mcp.NewTool("unzip_local", mcp.WithDescription("Unpack an archive.")), unzipLocal)
	s.AddTool(mcp.NewTool("unzip_flat", mcp.WithDescription("Unpack an archive.")), unzipFlat)
	s.AddTool(mcp.NewTool("untar", mcp.WithDescription("Unpack an archive.")), untar)
	s.AddTool(mcp.NewTool("unzip_each", mcp.WithDescription("Unpack an archive.")), unzipEach)
	s.AddTool(mcp.NewTool("unzip_some", mcp.WithDescription("Unpack an archive.")), unzipSome)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
