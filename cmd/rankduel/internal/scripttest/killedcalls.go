//go:build unix

package scripttest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A KilledCalls is a command that is killed and started again, in a folder with a
// program that it asks. That program appends a line for each call to the file
// $ASKED as soon as it reads it; each start of the command has a file of its own.
type KilledCalls struct {
	Dir    string
	Args   []string // of rankduel
	starts int
}

func (k *KilledCalls) log(start int) string {
	return filepath.Join(k.Dir, fmt.Sprintf("asked.%d", start))
}

func (k *KilledCalls) start(t *testing.T) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	k.starts++
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	cmd = exec.CommandContext(t.Context(), "rankduel", k.Args...)
	cmd.Dir, cmd.Env = k.Dir, append(os.Environ(), "ASKED="+k.log(k.starts))
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.WaitDelay = time.Second // the program has the pipes for as long as it lives
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, stdout, stderr
}

// calls returns what was asked since a start, in the order of the starts.
func (k *KilledCalls) calls(since int) (list []string) {
	for i := since; i <= k.starts; i++ {
		text, _ := os.ReadFile(k.log(i)) // not there before the first call
		list = append(list, strings.Fields(string(text))...)
	}
	return list
}

// KillAfter starts the command and sends SIGKILL once n calls were read since the first start.
func (k *KilledCalls) KillAfter(t *testing.T, n int) {
	t.Helper()
	cmd, _, stderr := k.start(t)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // how it ended is in its state
	}()
	for len(k.calls(1)) < n {
		select {
		case <-ended:
			t.Fatalf("the command ended by itself after %d calls, %v: %s", len(k.calls(1)), cmd.ProcessState, stderr)
		case <-time.After(time.Millisecond):
		}
	}
	_ = cmd.Process.Kill() // it may have ended
	<-ended
	if code := cmd.ProcessState.ExitCode(); code != -1 {
		t.Fatalf("the command ended by itself after %d calls, with exit code %d: %s", n, code, stderr)
	}
}

// Finish starts the command for the last time and returns what it says, and how
// many calls it made. All calls that are wanted have been made then, and no more were
// made again than were under way at once at each kill; the last start made none twice.
func (k *KilledCalls) Finish(t *testing.T, want []string, atOnce int) (stdout string, made int) {
	t.Helper()
	kills := k.starts
	cmd, said, stderr := k.start(t)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	last, all := k.calls(k.starts), k.calls(1)
	again := len(all) - len(want)
	t.Logf("%d calls, %d of them again after %d kills, %d by the last start", len(all), again, kills, len(last))
	if again > kills*atOnce {
		t.Errorf("%d calls were made again after %d kills, want at most %d for each", again, kills, atOnce)
	}
	made = len(last)
	slices.Sort(last)
	if once := slices.Compact(slices.Clone(last)); len(once) != made {
		t.Errorf("the last start asked %d calls twice", made-len(once))
	}
	slices.Sort(all)
	want = slices.Sorted(slices.Values(want))
	if got := slices.Compact(all); !slices.Equal(got, want) {
		t.Errorf("asked were %q, want %q", got, want)
	}
	return said.String(), made
}
