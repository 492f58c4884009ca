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
	dir := unpacked(t, toy)
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

// unpacked writes files into a new folder.
func unpacked(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestRunWithTestsElsewhere tries a package that has no tests of its own. Two
// others test one function each, and one more has no tests either.
func TestRunWithTestsElsewhere(t *testing.T) {
	if testing.Short() {
		t.Skip("builds some test binaries")
	}
	using := func(pkg, condition string) string {
		return "package " + pkg + "\n\nimport (\n\t\"testing\"\n\n\t\"example.org/toy/bare\"\n)\n\n" +
			"func Test(t *testing.T) {\n\tif " + condition + " {\n\t\tt.Error(\"no\")\n\t}\n}\n"
	}
	dir := unpacked(t, map[string]string{
		"go.mod":                toy["go.mod"],
		"bare/bare.go":          "package bare\n\nfunc One(a int) bool { return a == 1 }\n\nfunc Two(a int) bool { return a == 2 }\n\nfunc Three(a int) bool { return a == 3 }\n",
		"users/a/a_test.go":     using("a", "!bare.One(1)"),
		"users/b/b_test.go":     using("b", "!bare.Two(2)"),
		"users/none/none.go":    "package none\n",
		"broken/broken.go":      "package broken\n",
		"broken/broken_test.go": "package broken\n\nimport \"testing\"\n\nfunc Test(t *testing.T) { t.Error(\"no\") }\n",
	})
	var out, progress bytes.Buffer
	o := options{dir: dir, sample: 150, seed: 1, budget: time.Hour, workers: 2, tests: "./users/..., ./users/a"}
	if err := run(context.Background(), o, "./bare", &out, &progress); err != nil {
		t.Fatal(err)
	}
	want := `package      example.org/toy/bare
mutants      3
not covered  1
sampled      2 (seed 1; 0 more did not compile)
killed       2
lived        0
timed out    0
efficacy     100.0 %
`
	if out.String() != want {
		t.Errorf("printed\n%swant\n%s", &out, want)
	}
	for _, c := range []struct{ pattern, tests, want string }{
		{"./bare", "", "example.org/toy/bare has no tests; name packages"},
		{"./bare", "./users/none", "example.org/toy/bare has no tests; name packages"},
		{"./users/...", "", "must name one package, not 3"},
		{"./bare", "./broken", "the tests must pass before anything is changed"},
	} {
		o.tests = c.tests
		if err := run(context.Background(), o, c.pattern, &out, &progress); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s tested by %q: %v, want %q", c.pattern, c.tests, err, c.want)
		}
	}
}
