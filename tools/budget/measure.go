package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A house is a module and its program.
type house struct {
	folder  string
	program string // relative to folder
}

const megabyte = 1e6

// output returns what a command in the module's folder prints.
func (h house) output(name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stderr = h.folder, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return out, nil
}

// initialisation returns what all packages allocate before main begins.
func (h house) initialisation() (float64, error) {
	cmd := exec.Command(filepath.Join(h.folder, h.program), "version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("%s (`make budget` builds it): %w", h.program, err)
	}
	return allocated(trace.String())
}

// allocated adds up a trace, whose lines are such as
// "init errors @0.37 ms, 0.021 ms clock, 552 bytes, 4 allocs".
func allocated(trace string) (float64, error) {
	total, found := 0., false
	for line := range strings.Lines(trace) {
		before, _, ok := strings.Cut(line, " bytes, ")
		if !strings.HasPrefix(line, "init ") || !ok {
			continue
		}
		n, err := strconv.ParseFloat(before[strings.LastIndexByte(before, ' ')+1:], 64)
		if err != nil {
			return 0, fmt.Errorf("trace of initialisation: %q: %w", line, err)
		}
		total, found = total+n, true
	}
	if !found {
		return 0, errors.New("the program printed no trace of its initialisation")
	}
	return total / megabyte, nil
}

func (h house) size() (float64, error) {
	info, err := os.Stat(filepath.Join(h.folder, h.program))
	if err != nil {
		return 0, err
	}
	return float64(info.Size()) / megabyte, nil
}

func (h house) linked() (float64, error) {
	out, err := h.output("go", "list", "-deps", "./cmd/rankduel")
	return float64(bytes.Count(out, []byte("\n"))), err
}

// inBrowser counts what is linked into the program of the page that reads files in a browser.
func (h house) inBrowser() (float64, error) {
	out, err := h.output("env", "GOOS=js", "GOARCH=wasm", "go", "list", "-deps", "./site/try")
	return float64(bytes.Count(out, []byte("\n"))), err
}

// dependencies counts what go.mod requires for the module's own imports.
func (h house) dependencies() (float64, error) {
	out, err := h.output("go", "mod", "edit", "-json")
	if err != nil {
		return 0, err
	}
	var module struct{ Require []struct{ Indirect bool } }
	if err := json.Unmarshal(out, &module); err != nil {
		return 0, fmt.Errorf("go mod edit -json: %w", err)
	}
	direct := 0.
	for _, r := range module.Require {
		if !r.Indirect {
			direct++
		}
	}
	return direct, nil
}

// largestPackage returns the files of the largest package but metrics.
func (h house) largestPackage() (float64, error) {
	return h.mostFiles(func(path string) bool { return !strings.HasSuffix(path, "rankduel/metrics") }, "./...")
}

func (h house) metricsPackage() (float64, error) {
	return h.mostFiles(func(string) bool { return true }, "./metrics")
}

// mostFiles returns the number of files of the largest package, without tests.
func (h house) mostFiles(counts func(path string) bool, patterns ...string) (float64, error) {
	out, err := h.output("go", append([]string{"list", "-json=ImportPath,GoFiles,CgoFiles"}, patterns...)...)
	if err != nil {
		return 0, err
	}
	most := 0
	for packages := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath        string
			GoFiles, CgoFiles []string
		}
		if err := packages.Decode(&p); errors.Is(err, io.EOF) {
			return float64(most), nil
		} else if err != nil {
			return 0, fmt.Errorf("go list: %w", err)
		}
		if counts(p.ImportPath) {
			most = max(most, len(p.GoFiles)+len(p.CgoFiles))
		}
	}
}

// lines counts lines of Go outside tests and tools, of files that are kept or
// new. A folder of which a file imports testing outside a test, such as
// store/storetest, holds tests that several packages share.
func (h house) lines() (float64, error) {
	out, err := h.output("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.go")
	if err != nil {
		return 0, err
	}
	count, tests := map[string]int{}, map[string]bool{}
	for name := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "tools/") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(h.folder, name))
		if errors.Is(err, os.ErrNotExist) { // deleted and not yet committed
			continue
		}
		if err != nil {
			return 0, err
		}
		folder := filepath.Dir(name)
		count[folder] += bytes.Count(text, []byte("\n"))
		tests[folder] = tests[folder] || importsTesting.Match(text)
	}
	total := 0
	for folder, n := range count {
		if !tests[folder] {
			total += n
		}
	}
	return float64(total), nil
}

var importsTesting = regexp.MustCompile(`(?m)^(import|\t) ?"testing"$`)
