// Package run starts programs in what confines them.
package run

import (
	"context"
	"os/exec"
	"syscall"
)

// Boxed runs a command line in a container that has nothing.
func Boxed(ctx context.Context, words ...string) ([]byte, error) {
	args := append([]string{"run", "--rm", "--read-only", "--cap-drop=ALL", "--network=none", "python:3"}, words...)
	return exec.CommandContext(ctx, "docker", args...).Output()
}

// Open runs one in a container that has the network, and may write.
func Open(ctx context.Context, words ...string) ([]byte, error) {
	args := append([]string{"run", "--rm", "--cap-drop=ALL", "python:3"}, words...)
	return exec.CommandContext(ctx, "docker", args...).Output() // want `argument "code" of tool "open" is the source text that python3? runs in docker without --read-only, --network=none`
}

// AsNobody runs one as another user.
func AsNobody(ctx context.Context, words ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "python3", words...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	return cmd.Output()
}
