package mcpgo_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/mcpvet/mcpvet/guard"
)

// rpc sends one message and returns the answer as text.
func rpc(t *testing.T, p *protected, method, params string) string {
	t.Helper()
	b, err := json.Marshal(p.HandleMessage(t.Context(), json.RawMessage(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params))))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// runTask starts a task and returns all that comes back in the end.
func runTask(t *testing.T, p *protected, tool string) string {
	t.Helper()
	begun := rpc(t, p, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":{},"task":{}}`, tool))
	var msg struct {
		Result struct {
			Task struct{ TaskID string }
		}
	}
	if err := json.Unmarshal([]byte(begun), &msg); err != nil {
		t.Fatal(err)
	}
	if msg.Result.Task.TaskID == "" {
		return begun
	}
	params := fmt.Sprintf(`{"taskId":%q}`, msg.Result.Task.TaskID)
	return begun + rpc(t, p, "tasks/result", params) + rpc(t, p, "tasks/get", params)
}

// TestTasks is about handlers that the SDK reaches past all middleware.
func TestTasks(t *testing.T) {
	for tool, want := range map[string]struct {
		ran    int
		status guard.Status
	}{
		"task": {1, guard.StatusOK}, "task_boom": {1, guard.StatusPanic}, "task_admin": {0, guard.StatusDenied}, "task_delete": {0, guard.StatusUnconfirmed},
		"both":      {1, guard.StatusOK},
		"bare_task": {0, ""}, "bare_both": {0, ""}, // hidden, as nothing could check them
	} {
		p := mustProtect(t, local)
		got := runTask(t, p, tool)
		for range 100 { // the record comes when the task has ended
			if p.rec.statuses(tool) != "" || want.status == "" {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if p.count(tool) != want.ran || p.rec.statuses(tool) != string(want.status) || leaks(got) {
			t.Errorf("%s: ran %d times, recorded %q: %s", tool, p.count(tool), p.rec.statuses(tool), got)
		}
	}
	// Without a local user nobody is known, in tasks as elsewhere.
	p := mustProtect(t)
	if got := runTask(t, p, "task"); p.count("task") != 0 {
		t.Errorf("an unknown caller started a task: %s", got)
	}
}
