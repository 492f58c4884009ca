package docs_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// `make check` is what keeps the promise that warnings are errors: what it would
// run, as make itself says, has every linter of both modules, the budget and the
// tests of what is concurrent under the race detector, and nothing of it may fail
// in silence.
func TestCheckRunsEverything(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command("make", "--no-print-directory", "-n", "check")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	script := string(out)
	for _, part := range []string{"gofumpt -l", "golangci-lint run ./...", "cd tools && ", "go run ./rooms", "go run ./words", "go run ./budget", "-race -short $(git grep"} {
		if !strings.Contains(script, part) {
			t.Errorf("make check does not run %q:\n%s", part, script)
		}
	}
	for _, silence := range []string{"|| true", "||true", "|| :", "--issues-exit-code"} {
		if strings.Contains(script, silence) {
			t.Errorf("make check goes on after a fault: %q", silence)
		}
	}
	for _, line := range strings.Split(script, "\n") {
		if strings.HasPrefix(line, "-") {
			t.Errorf("make ignores a fault of %q", line)
		}
	}
	config, err := os.ReadFile("../.golangci.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"default: standard", "depguard", "errorlint"} { // standard has go vet
		if !strings.Contains(string(config), want) {
			t.Errorf(".golangci.yml lacks %q", want)
		}
	}
}
