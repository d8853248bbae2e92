// Command noted has tools that note that something was used, or clean up after a
// process of theirs, which is no harm; and others that look like it.
package main

import (
	"context"
	"database/sql"
	"log"
	"os/exec"
	"strconv"
	"syscall"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type store struct{ db *sql.DB }

// fetch notes when a note was read, and how often.
func (s store) fetch(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	if _, err := s.db.ExecContext(ctx, "UPDATE notes SET last_read_at = NOW(), read_count = read_count + 1 WHERE id = ?", id); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("read"), nil
}

// retitle writes what belongs to the note, too.
func (s store) retitle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := s.db.ExecContext(ctx, "UPDATE notes SET title = ?, last_read_at = NOW() WHERE id = ?", req.GetString("title", ""), req.GetString("id", ""))
	return mcp.NewToolResultText("done"), err
}

// expire sets when a note is gone: no note of use.
func (s store) expire(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := s.db.ExecContext(ctx, `UPDATE notes SET expires_at = NOW() WHERE id = ?`, req.GetString("id", ""))
	return mcp.NewToolResultText("done"), err
}

// uptime asks a helper, and a function beside it ends what is left of that.
func uptime(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cmd := exec.CommandContext(ctx, "uptime")
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	group, err := syscall.Getpgid(cmd.Process.Pid)
	if err != nil {
		return nil, err
	}
	done := make(chan struct{})
	go watch(group, done)
	err = cmd.Wait()
	close(done)
	return mcp.NewToolResultText("up"), err
}

func watch(group int, done chan struct{}) {
	<-done
	if err := syscall.Kill(-group, syscall.SIGKILL); err != nil {
		log.Print(err)
	}
}

// stop ends a process of the caller's choice.
func stop(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	pid, err := strconv.Atoi(req.GetString("pid", ""))
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("ended"), syscall.Kill(pid, syscall.SIGTERM)
}

func main() {
	db, err := sql.Open("mysql", "notes")
	if err != nil {
		log.Fatal(err)
	}
	st := store{db}
	s := server.NewMCPServer("noted", "1.0.0")
	s.AddTool(mcp.NewTool("fetch"), st.fetch)
	s.AddTool(mcp.NewTool("retitle"), st.retitle) // want `tool "retitle" changes what exists .* without a confirmation of the call`
	s.AddTool(mcp.NewTool("expire"), st.expire)   // want `tool "expire" changes what exists .* without a confirmation of the call`
	s.AddTool(mcp.NewTool("uptime"), uptime)
	s.AddTool(mcp.NewTool("stop"), stop) // want `tool "stop" deletes .* without a confirmation of the call`
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
