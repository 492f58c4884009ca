//go:build !unix

package command

import (
	"os"
	"os/exec"
)

// ownGroup does nothing: there are no process groups here.
func ownGroup(*exec.Cmd) {}

// killGroup ends a process; what it has started goes on.
func killGroup(p *os.Process) error { return p.Kill() }
