//go:build unix

package sets_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A third person decides on a page: what they say is in the table at once, an
// interrupt ends it, and the refresh knows that it is begun.
func TestAdjudicationServed(t *testing.T) {
	k := killedRefresh{t, t.TempDir()}
	k.fill()
	for _, step := range refreshSteps[:4] {
		k.finish(step)
	}
	cmd, _ := k.command([]string{"adjudicate", "r", "--rule", "third", "--as", "cem", "--serve"})
	links, said := startServed(t, cmd, 1)
	answerServed(t, links["cem"], 2)
	table, err := os.ReadFile(filepath.Join(k.dir, "r", "adjudicated.csv"))
	if err != nil || strings.Count(string(table), ",third,cem,") != 1 {
		t.Errorf("%s, %v: want one decision of cem's", table, err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ends with %v", err)
	}
	if want := "anyone who has a link answers in its name"; !strings.Contains(said.String(), want) {
		t.Errorf("%q lacks %q", said, want)
	}
	status, stderr := k.command([]string{"status", "r"})
	status.Stdout = stderr
	if err := status.Run(); err != nil || !strings.Contains(stderr.String(), "adjudicate  begun") {
		t.Errorf("%v: %s", err, stderr)
	}
}
