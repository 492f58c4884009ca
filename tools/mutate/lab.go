package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// A goPackage is what go list says of a package.
type goPackage struct {
	Dir, ImportPath string
	GoFiles         []string
	TestGoFiles     []string
	XTestGoFiles    []string
	Module          struct{ Path string }
}

// folder returns where people find the package, from the top of its module.
func (p goPackage) folder() string {
	return strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, p.Module.Path), "/")
}

// load lists the packages that patterns name, each once.
func load(ctx context.Context, dir string, patterns ...string) ([]goPackage, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-json=Dir,ImportPath,GoFiles,TestGoFiles,XTestGoFiles,Module"}, patterns...)...)
	cmd.Dir = dir
	var faults bytes.Buffer
	cmd.Stderr = &faults
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w\n%s", strings.Join(patterns, " "), err, &faults)
	}
	var packages []goPackage
	for list := json.NewDecoder(bytes.NewReader(out)); list.More(); {
		var p goPackage
		if err := list.Decode(&p); err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
	return packages, nil
}

// testsOf returns those of the packages that have any. go test builds nothing for
// the others, and a binary that is not there would look like a test that fails.
func testsOf(packages []goPackage) []testPackage {
	var tests []testPackage
	for _, p := range packages {
		if len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 {
			tests = append(tests, testPackage{importPath: p.ImportPath, dir: p.Dir})
		}
	}
	return tests
}

type testPackage struct {
	importPath, dir string
	flags           []string // of its test binary
}

// A lab builds and runs the tests of packages around one mutant at a time.
type lab struct {
	root, scratch string
	tests         []testPackage
	timeout       time.Duration
	trials        atomic.Int64
}

const (
	slack       = 5                // times the clean run before a mutant counts as hanging
	leastSlack  = 20 * time.Second // for short runs on a busy machine
	memoryLimit = 4 << 20          // KiB of address space, against loops that append for ever
)

// noFailFiles is a flag of tests that use package rapid. Without it they leave
// what a mutant failed on in testdata, and try it first on the next mutant.
const noFailFiles = "-rapid.nofailfile"

func newLab(ctx context.Context, root string, tests []testPackage) (*lab, error) {
	scratch, err := os.MkdirTemp("", "mutate-")
	return &lab{root: root, scratch: scratch, tests: tests}, err
}

func (l *lab) close() error { return os.RemoveAll(l.scratch) }

// cover runs the tests once and says what they reach of a package.
func (l *lab) cover(ctx context.Context, pkg string) (profile, error) {
	to := filepath.Join(l.scratch, "cover.out")
	args := []string{"test", "-short", "-coverpkg", pkg, "-coverprofile", to}
	for _, t := range l.tests {
		args = append(args, t.importPath)
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = l.root
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the tests must pass before anything is changed: %w\n%s", err, out)
	}
	text, err := os.ReadFile(to)
	if err != nil {
		return nil, err
	}
	return readProfile(bytes.NewReader(text))
}

// rehearse tries a mutant that changes nothing, which sets the time limit, and
// says how long it took to build and run.
func (l *lab) rehearse(ctx context.Context) (time.Duration, error) {
	l.timeout = time.Hour
	var ran time.Duration
	start := time.Now()
	for i, t := range l.tests {
		binary := filepath.Join(l.scratch, "clean"+strconv.Itoa(i))
		if out, err := l.build(ctx, t, binary, ""); err != nil {
			return 0, fmt.Errorf("%s: %w\n%s", t.importPath, err, out)
		}
		if exec.CommandContext(ctx, binary, "-test.run=^$", noFailFiles).Run() == nil {
			l.tests[i].flags = []string{noFailFiles}
		}
		begun := time.Now()
		r, err := l.runTests(ctx, l.tests[i], binary)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", t.importPath, err)
		}
		if r != lived {
			return 0, fmt.Errorf("%s: the tests pass under go test, but not as they are run here, with -short -failfast and %d GiB of memory", t.importPath, memoryLimit>>20)
		}
		ran += time.Since(begun)
	}
	l.timeout = max(slack*ran, leastSlack)
	return time.Since(start), nil
}

// try builds and runs the tests with one mutant in place.
func (l *lab) try(ctx context.Context, m mutant) (_ result, err error) {
	dir := filepath.Join(l.scratch, strconv.FormatInt(l.trials.Add(1), 10))
	if err := os.Mkdir(dir, 0o777); err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	overlay, err := m.overlay(dir)
	if err != nil {
		return 0, err
	}
	for _, t := range l.tests {
		binary := filepath.Join(dir, "test")
		if _, err := l.build(ctx, t, binary, overlay); err != nil {
			if ctx.Err() != nil {
				return 0, ctx.Err()
			}
			return notViable, nil
		}
		if r, err := l.runTests(ctx, t, binary); err != nil || r != lived {
			return r, err
		}
	}
	return lived, nil
}

// overlay writes the changed file, and the list that puts it in place.
func (m mutant) overlay(dir string) (string, error) {
	source, err := os.ReadFile(m.path)
	if err != nil {
		return "", err
	}
	changed, err := m.applied(source)
	if err != nil {
		return "", err
	}
	file, list := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, changed, 0o666); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{m.path: file}})
	if err != nil {
		return "", err
	}
	return list, os.WriteFile(list, text, 0o666)
}

func (l *lab) build(ctx context.Context, t testPackage, binary, overlay string) ([]byte, error) {
	args := []string{"test", "-c", "-o", binary, "-ldflags=-s -w"} // linking is half of the time
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	cmd := exec.CommandContext(ctx, "go", append(args, t.importPath)...)
	cmd.Dir = l.root
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=400") // one processor a worker; compilers are short-lived
	return cmd.CombinedOutput()
}

func (l *lab) runTests(ctx context.Context, t testPackage, binary string) (result, error) {
	limited, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	cmd := exec.CommandContext(limited, "sh", "-c", `ulimit -v "$0" 2>/dev/null; exec "$@"`, strconv.Itoa(memoryLimit),
		binary, "-test.short", "-test.failfast")
	cmd.Args = append(cmd.Args, t.flags...)
	cmd.Dir = t.dir
	cmd.WaitDelay = time.Second // for programs that a test has started
	err := cmd.Run()
	var failed *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case limited.Err() != nil:
		return timedOut, nil
	case errors.As(err, &failed):
		return killed, nil
	}
	return lived, err
}
