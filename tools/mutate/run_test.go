package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// toy has a line that its test holds in place, one that it does not look at,
// one that it does not run, one whose change runs for ever and one whose
// change does not compile.
var toy = map[string]string{
	"go.mod": "module example.org/toy\n\ngo 1.26\n",
	"toy/toy.go": `package toy

func Held(a int) bool { return a == 1 }

func Loose(a int) bool { return a == 1 }

func Unknown(a int) bool { return a == 1 }

func Ends() {
	for {
		break
	}
}

func Joined(a, b string) string { return a + b }
`,
	"toy/toy_test.go": `package toy

import "testing"

func Test(t *testing.T) {
	Loose(1)
	Ends()
	if !Held(1) || Joined("a", "b") != "ab" {
		t.Error("no")
	}
}
`,
}

// TestRun does the whole work on a toy.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a test that hangs")
	}
	dir := t.TempDir()
	for name, text := range toy {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var out, progress bytes.Buffer
	o := options{dir: dir, sample: 150, seed: 1, budget: time.Hour, workers: 2}
	if err := run(context.Background(), o, "./toy", &out, &progress); err != nil {
		t.Fatal(err)
	}
	want := `toy/toy.go:5:35 conditionals negation == → !=
toy/toy.go:11:3 invert loop control break → continue (timed out)
package      example.org/toy/toy
mutants      5
not covered  1
sampled      3 (seed 1; 1 more did not compile)
killed       1
lived        1
timed out    1
efficacy     50.0 %
`
	if out.String() != want {
		t.Errorf("printed\n%swant\n%s", &out, want)
	}
	if err := run(context.Background(), o, "./nowhere", &out, &progress); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("a package that is not there: %v", err)
	}
}
