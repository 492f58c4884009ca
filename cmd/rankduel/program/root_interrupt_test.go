//go:build unix

package program

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A verb that waits for a pipe that no one writes is left when it is interrupted.
func TestInterruptedAtAPipe(t *testing.T) {
	dir := t.TempDir()
	pipe, qrels := filepath.Join(dir, "pipe"), filepath.Join(dir, "qrels")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	if err := os.WriteFile(qrels, []byte("q 0 d 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	args := []string{"eval", pipe, "--qrels", qrels, "--quiet"}
	root := NewRoot(args...)
	root.SetArgs(args)
	began := time.Now()
	if err := execute(ctx, root, args); !errors.Is(err, context.Canceled) || exitCode(err) != ExitFault {
		t.Errorf("%v, exit code %d", err, exitCode(err))
	}
	if took := time.Since(began); took > patience+10*time.Second {
		t.Errorf("it took %v", took)
	}
	writer, err := os.OpenFile(pipe, os.O_RDWR, 0) // so that what was left ends
	if err == nil {
		_ = writer.Close()
	}
}
