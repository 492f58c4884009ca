// Licenses writes the notices of what is compiled into the program: the list of
// modules with their licences, and each text once. What a module links is looked
// at package by package, so that code which a module took from elsewhere is there
// too.
//
//	go run ./licenses -C .. > THIRD_PARTY.txt
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

func main() {
	dir := flag.String("C", ".", "folder of the module")
	flag.Parse()
	if err := write(os.Stdout, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "licenses:", err)
		os.Exit(1)
	}
}

// A part is something that is compiled in, with the texts of its licences.
type part struct {
	name, version string
	files         []string
	license       string // where there is not a file that says it
}

// A text is a licence or a notice, and the parts that have it.
type text struct {
	content  []byte
	licenses []string // none: a notice
	of       []string
}

func write(w io.Writer, dir string) error {
	parts, err := modules(dir)
	if err != nil {
		return err
	}
	others, err := notModules(dir)
	if err != nil {
		return err
	}
	texts, rows, err := collect(append(parts, others...))
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "What is compiled into rankduel besides its own code, and its licences. The source\nof a module is what `go mod download NAME@VERSION` fetches, or at its path.\n\n%s", strings.Join(rows, "")); err != nil {
		return err
	}
	for _, t := range texts {
		if _, err := fmt.Fprintf(w, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(t.of, "\n"), bytes.TrimSpace(t.content)); err != nil {
			return err
		}
	}
	return nil
}

// isNotice matches the names of files that have to come along.
var isNotice = regexp.MustCompile(`(?i)^(licen[sc]e|copying|notice|patents|authors)([-._].*)?$`)

// modules returns the modules that are linked, on Linux as anywhere else: Windows has one more.
func modules(dir string) ([]part, error) {
	byName := map[string]*part{}
	for _, system := range []string{"linux", "windows", "darwin"} {
		list := exec.Command("go", "list", "-deps", "-json=Dir,Module", "./cmd/rankduel")
		list.Dir, list.Stderr = dir, os.Stderr
		list.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=1")
		out, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		for packages := json.NewDecoder(bytes.NewReader(out)); packages.More(); {
			var p struct {
				Dir    string
				Module *struct {
					Path, Version, Dir string
					Main               bool
				}
			}
			if err := packages.Decode(&p); err != nil {
				return nil, err
			}
			if p.Module == nil || p.Module.Main {
				continue
			}
			m := byName[p.Module.Path]
			if m == nil {
				m = &part{name: p.Module.Path, version: p.Module.Version}
				byName[p.Module.Path] = m
			}
			if err := m.add(p.Dir, p.Module.Dir); err != nil {
				return nil, err
			}
		}
	}
	var list []part
	for _, m := range byName {
		list = append(list, *m)
	}
	slices.SortFunc(list, func(a, b part) int { return strings.Compare(a.name, b.name) })
	return list, nil
}

// add adds the notices of a folder and of those above it, up to that of the module.
func (p *part) add(dir, top string) error {
	for {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if path := filepath.Join(dir, e.Name()); !e.IsDir() && isNotice.MatchString(e.Name()) && !slices.Contains(p.files, path) {
				p.files = append(p.files, path)
			}
		}
		if dir == top {
			slices.Sort(p.files)
			return nil
		}
		dir = filepath.Dir(dir)
	}
}

// notModules returns what no list of modules names.
func notModules(dir string) ([]part, error) {
	root, err := output(dir, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	sqlite, err := output(dir, "go", "list", "-f", "{{.Dir}}", "github.com/mattn/go-sqlite3")
	if err != nil {
		return nil, err
	}
	header, err := os.ReadFile(filepath.Join(sqlite, "sqlite3-binding.h"))
	if err != nil {
		return nil, err
	}
	version := regexp.MustCompile(`#define SQLITE_VERSION +"([^"]+)"`).FindSubmatch(header)
	if version == nil {
		return nil, errors.New("sqlite3-binding.h does not say its version")
	}
	page, err := os.ReadFile(filepath.Join(dir, "reports/html/web/package.json"))
	if err != nil {
		return nil, err
	}
	var script struct{ Dependencies map[string]string }
	if err := json.Unmarshal(page, &script); err != nil {
		return nil, err
	}
	if len(script.Dependencies) != 1 || script.Dependencies["preact"] == "" {
		return nil, fmt.Errorf("the scripts of pages need %v: put the licence of each next to preact.txt", script.Dependencies)
	}
	return []part{
		{name: "Go, its standard library", files: []string{filepath.Join(root, "LICENSE"), filepath.Join(root, "PATENTS")}},
		{name: "SQLite, in github.com/mattn/go-sqlite3", version: string(version[1]), license: "public domain, https://sqlite.org/copyright.html"},
		{name: "preact, in the pages", version: script.Dependencies["preact"], files: []string{filepath.Join(dir, "tools/licenses/preact.txt")}},
	}, nil
}

func output(dir, name string, arguments ...string) (string, error) {
	run := exec.Command(name, arguments...)
	run.Dir, run.Stderr = dir, os.Stderr
	out, err := run.Output()
	return strings.TrimSpace(string(out)), err
}

// collect returns each text once, and a row for each part. A part without a licence is an error.
func collect(parts []part) (texts []*text, rows []string, err error) {
	known := map[string]*text{}
	for _, p := range parts {
		label := strings.TrimSpace(p.name + " " + p.version)
		names := []string{}
		if p.license != "" {
			names = append(names, p.license)
		}
		for _, path := range p.files {
			content, err := os.ReadFile(path)
			if err != nil {
				return nil, nil, err
			}
			key := strings.Join(strings.Fields(string(content)), " ")
			if known[key] == nil {
				known[key] = &text{content: content, licenses: licensesOf(content)}
				texts = append(texts, known[key])
			}
			t := known[key]
			if !slices.Contains(t.of, label) {
				t.of = append(t.of, label)
			}
			for _, name := range t.licenses {
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
		if len(names) == 0 {
			return nil, nil, fmt.Errorf("%s: no licence in %q", label, p.files)
		}
		rows = append(rows, fmt.Sprintf("%-66s  %s\n", label, strings.Join(names, ", ")))
	}
	return texts, rows, nil
}

// licensesOf returns the SPDX names of the licences that most of a text is of.
func licensesOf(content []byte) (names []string) {
	if covered := licensecheck.Scan(content); covered.Percent >= 50 {
		for _, m := range covered.Match {
			names = append(names, m.ID)
		}
	}
	return names
}
