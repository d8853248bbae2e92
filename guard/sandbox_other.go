//go:build !linux

package guard

import (
	"errors"
	"os/exec"
)

// bwrap is only there on Linux.
type bwrap struct{}

func (s *Sandbox) prepare() error {
	return errors.New("bubblewrap needs Linux: use docker or podman with an image")
}

func (s *Sandbox) bwrapArgs([]string) []string { return nil }

func (s *Sandbox) limits() []string { return nil }

func (s *Sandbox) dropRoot(*exec.Cmd) {}
