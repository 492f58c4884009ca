package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// toy is a module with one package whose files go round, by a function, a
// method, a type and a constant, next to one that looks in and one that is
// looked at; and one package in which only a test file and names of fields and
// locals lead back.
var toy = map[string]string{
	"go.mod": "module example.org/toy\n\ngo 1.26\n",

	"ring/call.go":     "package ring\n\nfunc Call() { new(pointer[int]).method() }\n",
	"ring/method.go":   "package ring\n\ntype pointer[T any] struct{}\n\nfunc (*pointer[T]) method() number { return leaf }\n",
	"ring/kind.go":     "package ring\n\ntype number [size]int\n",
	"ring/constant.go": "package ring\n\nimport \"os\"\n\nconst size = 3\n\nfunc init() {\n\tif os.Args == nil {\n\t\tCall()\n\t}\n}\n",
	"ring/guest.go":    "package ring\n\nvar Guest = Call\n",
	"ring/leaf.go":     "package ring\n\nvar leaf = [3]int{}\n",

	"experiment/line/first.go":       "package line\n\nfunc First() int { return second(value{Last: 1}) }\n",
	"experiment/line/second.go":      "package line\n\nfunc second(v value) int {\n\tFirst := v.Last\n\treturn First\n}\n",
	"experiment/line/third.go":       "package line\n\ntype value struct{ First, Last int }\n\nfunc (v value) sum() int { return v.First + v.Last }\n",
	"experiment/line/second_test.go": "package line\n\nvar _ = First\n",
}

func write(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestMeasure(t *testing.T) {
	rooms, err := measure(write(t, toy))
	if err != nil {
		t.Fatal(err)
	}
	want := []room{
		{"example.org/toy/ring", 6, []string{"call.go", "constant.go", "kind.go", "method.go"}},
		{"example.org/toy/experiment/line", 3, nil},
	}
	equal := func(a, b room) bool {
		return a.path == b.path && a.files == b.files && slices.Equal(a.circle, b.circle)
	}
	if !slices.EqualFunc(rooms, want, equal) {
		t.Errorf("measure = %v, want %v", rooms, want)
	}
	if rooms, err := measure(write(t, toy), "./experiment/..."); err != nil || len(rooms) != 1 {
		t.Errorf("measure(./experiment/...) = %v, %v, want one room", rooms, err)
	}
}

func TestMeasureRefusesWhatDoesNotBuild(t *testing.T) {
	rooms, err := measure(write(t, map[string]string{"go.mod": toy["go.mod"], "toy.go": "package toy\n\nvar A = b\n"}))
	if err == nil {
		t.Errorf("measure = %v without an error, want one", rooms)
	}
}

func TestReport(t *testing.T) {
	rooms := []room{
		{"example.org/toy/ring", 9, []string{"a.go", "b.go", "c.go"}},
		{"example.org/toy/experiment/hall", 4, nil},
		{"example.org/toy/experimental", 9, nil},
	}
	for _, c := range []struct {
		name  string
		l     limits
		all   bool
		lines []string // how they begin
	}{
		{"none too large", limits{3, 4}, false, nil},
		{"all", limits{3, 4}, true, []string{"  9 files, largest circle  3", "  4 files, largest circle  0", "  9 files, largest circle  0"}},
		{"a circle", limits{2, 4}, false, []string{"  9 files, largest circle  3", "    a.go b.go c.go", "too large"}},
		{"a hall", limits{3, 3}, false, []string{"  4 files, largest circle  0", "too large"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			faults := report(&out, rooms, c.l, c.all)
			if want := len(c.lines) > 0 && !c.all; (faults > 0) != want {
				t.Errorf("%d faults, want some: %t", faults, want)
			}
			got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
			if out.Len() == 0 {
				got = nil
			}
			if !slices.EqualFunc(got, c.lines, strings.HasPrefix) {
				t.Errorf("printed:\n%swant lines that begin %q", out.String(), c.lines)
			}
		})
	}
}
