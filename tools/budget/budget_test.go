package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The lines are those of runtime.doInit1 in Go 1.26.
func TestAllocated(t *testing.T) {
	trace := "init internal/bytealg @0.008 ms, 0 ms clock, 0 bytes, 0 allocs\n" +
		"init errors @0.37 ms, 0.021 ms clock, 552 bytes, 4 allocs\n" +
		"rankduel: a warning of 7 bytes, and more\n" +
		"init example.com/init @1.9 ms, 0.5 ms clock, 1000000 bytes, 9 allocs\n"
	if got, err := allocated(trace); err != nil || got != 1.000552 {
		t.Errorf("allocated = %v, %v, want 1.000552", got, err)
	}
	for _, trace := range []string{"", "rankduel v1\n", "init errors @0.37 ms, many bytes, 4 allocs\n"} {
		if got, err := allocated(trace); err == nil {
			t.Errorf("allocated(%q) = %v, want an error", trace, got)
		}
	}
}

func TestReport(t *testing.T) {
	figure := func(x float64) func(house) (float64, error) {
		return func(house) (float64, error) { return x, nil }
	}
	var out strings.Builder
	over, err := report(&out, house{}, []limit{
		{"even", "MB", 1.5, figure(1.5), "unsaid"},
		{"more", "files", 60, figure(61), "split it"},
	})
	if err != nil || over != 1 || strings.Contains(out.String(), "unsaid") ||
		!strings.Contains(out.String(), "1.50 of 1.50 MB") || !strings.Contains(out.String(), "61 of 60 files       over: split it\n") {
		t.Errorf("%d over, %v:\n%s", over, err, out.String())
	}
	failing := func(house) (float64, error) { return 0, errors.New("no compiler") }
	if _, err := report(&out, house{}, []limit{{"size", "", 1, failing, ""}}); err == nil || err.Error() != "size: no compiler" {
		t.Errorf("error %v", err)
	}
}

// A module of three packages and what their tests share, four files that count
// and eight lines.
func TestFigures(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":               "module example.com/rankduel\n\ngo 1.26\n\nrequire (\n\texample.com/a v1.0.0\n\texample.com/b v1.0.0 // indirect\n)\n",
		"cmd/rankduel/main.go": "package main\n\nfunc main() {}\n",
		"site/try/main.go":     "package main\n\nfunc main() {}\n",
		"metrics/a.go":         "package metrics\n", "metrics/b.go": "package metrics\n",
		"metrics/a_test.go": "package metrics\n", "tools/tool.go": "package tools\n",
		"metricstest/a.go": "package metricstest\n\nimport (\n\t\"testing\"\n)\n\nvar _ testing.TB\n",
		"bin/rankduel":     strings.Repeat("x", 2_500_000),
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Fatalf("git init: %v %s", err, out)
	}
	h := house{folder: dir, program: "bin/rankduel"}
	for name, c := range map[string]struct {
		measure func() (float64, error)
		want    float64
	}{
		"size": {h.size, 2.5}, "dependencies": {h.dependencies, 1}, "largest": {h.largestPackage, 1},
		"metrics": {h.metricsPackage, 2}, "lines": {h.lines, 8},
	} {
		if got, err := c.measure(); err != nil || got != c.want {
			t.Errorf("%s = %v, %v, want %v", name, got, err, c.want)
		}
	}
	if linked, err := h.linked(); err != nil || linked < 2 { // main and runtime at least
		t.Errorf("linked = %v, %v", linked, err)
	}
	if linked, err := h.inBrowser(); err != nil || linked < 2 {
		t.Errorf("in a browser = %v, %v", linked, err)
	}
	if _, err := h.initialisation(); err == nil || !strings.Contains(err.Error(), "make budget") {
		t.Errorf("a program that cannot run: %v", err)
	}
}
