package command

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/secrets"
)

// waitDelay is how long the output of a process that has ended is read, which something it started may hold open.
const waitDelay = time.Second

// A program can be started again and again.
type program struct {
	path      string // absolute
	arguments []string
	env       []string
	dir       string
	secrets   *secrets.Set
}

// executable finds the program.
func (s Settings) executable() (string, error) {
	name := s.Argv[0]
	if !strings.ContainsRune(name, os.PathSeparator) && !strings.Contains(name, "/") {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("argv: %w; a program that is not in PATH is written with its folder, such as ./%s", err, name)
		}
		return filepath.Abs(path)
	}
	path, err := filepath.Abs(s.path(name))
	if err != nil {
		return "", err
	}
	if _, err := exec.LookPath(path); err != nil {
		return "", fmt.Errorf("argv: %w; want a file that can be executed, relative to dir", err)
	}
	return path, nil
}

// path returns where the program finds a file.
func (s Settings) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.Dir, name)
}

// program makes ready what valid settings name.
func (s Settings) program() (program, error) {
	p := program{arguments: s.Argv[1:], dir: s.Dir, env: os.Environ(), secrets: secrets.New(nil)}
	var err error
	p.path, err = s.executable()
	faults := prose.Faults{err}
	for _, name := range slices.Sorted(maps.Keys(s.Env)) {
		expand := p.secrets.Expand
		if secrets.Named(name) {
			expand = p.secrets.ExpandSecret
		}
		value, err := expand(s.Env[name])
		faults.In("env "+name, err)
		p.env = append(p.env, name+"="+value)
	}
	if s.Dir != "" {
		info, err := os.Stat(s.Dir)
		faults.In("dir", err)
		faults.If(err == nil && !info.IsDir(), "dir: %s is not a folder", s.Dir)
	}
	return p, faults.Join()
}

// name returns what errors call the program.
func (p program) name() string { return "command " + filepath.Base(p.path) }

// command prepares a process in a group of its own, so that it can be killed with everything it has started. It is
// killed when ctx ends.
func (p program) command(ctx context.Context, arguments []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, p.path, arguments...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = p.dir, p.env, waitDelay
	ownGroup(cmd)
	cmd.Cancel = func() error { return killGroup(cmd.Process) }
	return cmd
}
