package trial_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/cmd/rankduel/program"
)

// TestDemoIsQuick holds the demo to the five seconds that it promises, on a
// machine that has never built its indexes.
func TestDemoIsQuick(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	var stdout, stderr bytes.Buffer
	start := time.Now()
	if code := program.Execute([]string{"demo", filepath.Join(t.TempDir(), "new")}, strings.NewReader(""), &stdout, &stderr); code != program.ExitDone {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("the demo took %v, want less than 5 s", took)
	}
}
