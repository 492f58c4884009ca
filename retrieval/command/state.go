package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
)

// ReadState runs the program of [Settings.State] and returns what it prints; "" without one.
func (s Settings) ReadState(ctx context.Context) (string, error) {
	if len(s.State) == 0 {
		return "", nil
	}
	s = s.resolved()
	s.Argv = s.State
	p, err := s.program()
	if err != nil {
		return "", fmt.Errorf("state: %w", err)
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	cmd := p.command(running, s.Argv[1:])
	output, words := &capped{full: stop}, new(tail)
	cmd.Stdout, cmd.Stderr = output, words
	err = cmd.Run()
	if cmd.Process != nil {
		_ = killGroup(cmd.Process) // what it has started and left behind
	}
	if err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", p.secrets.RedactError(fmt.Errorf("state: %s: %w%s", p.name(), err, words.words(p.secrets)))
	}
	if len(bytes.TrimSpace(output.kept)) == 0 {
		return "", errors.New("state: the program printed nothing: want what changes with the index")
	}
	return string(output.kept), nil
}
