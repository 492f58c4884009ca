package program_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/cmd/rankduel/program"
)

// listed returns what the verb prints with these flags.
func listed(t *testing.T, flags ...string) string {
	t.Helper()
	out, _ := scripttest.Does(t, program.ExitDone, append([]string{"licenses"}, flags...)...)
	return out
}

// TestLicensesPacked holds what is compiled in to the file that it was packed from.
func TestLicensesPacked(t *testing.T) {
	file, err := os.ReadFile("THIRD_PARTY.txt")
	if err != nil || listed(t, "--full") != string(file) {
		t.Errorf("THIRD_PARTY.txt.gz is not THIRD_PARTY.txt (%v): `make licenses`", err)
	}
}

// TestLicenses holds the list to what the go command says is linked, here and on
// other systems.
func TestLicenses(t *testing.T) {
	found := map[string]bool{}
	for line := range strings.Lines(listed(t)) {
		if name, license, isRow := strings.Cut(line, "  "); isRow && strings.TrimSpace(license) != "" && strings.Contains(name, " v") {
			found[name] = true
		}
	}
	linked := map[string]bool{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "./cmd/rankduel")
		list.Dir, list.Env = "../../..", append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=1")
		out, err := list.Output()
		if err != nil {
			t.Fatalf("go list for %s: %v", system, err)
		}
		for _, module := range strings.Fields(strings.ReplaceAll(string(out), " ", "@")) {
			linked[strings.Replace(module, "@", " ", 1)] = true
		}
	}
	sections := strings.Split(listed(t, "--full"), strings.Repeat("=", 80)+"\n")[1:]
	for module := range linked {
		if !found[module] {
			t.Errorf("%s is linked and not listed: `make licenses`", module)
		}
		if !hasText(sections, module) {
			t.Errorf("there is no text of %s: `make licenses`", module)
		}
	}
	for module := range found {
		if !linked[module] {
			t.Errorf("%s is listed and not linked: `make licenses`", module)
		}
	}
	if len(linked) < 50 {
		t.Errorf("%d modules are linked: go list was not understood", len(linked))
	}
}

// hasText reports whether a module is above one of the texts.
func hasText(sections []string, module string) bool {
	for _, section := range sections {
		head, text, _ := strings.Cut(section, "\n\n")
		if slices.Contains(strings.Split(head, "\n"), module) && len(strings.Fields(text)) > 50 {
			return true
		}
	}
	return false
}

// TestLicensesOfOthers looks for what no list of modules names.
func TestLicensesOfOthers(t *testing.T) {
	for _, want := range []string{`(?m)^Go, its standard library +BSD-3-Clause`, `(?m)^SQLite, in github.com/mattn/go-sqlite3 3\.\d+\.\d+ +public domain`, `(?m)^preact, in the pages \d+\.\d+\.\d+ +MIT`} {
		if !regexp.MustCompile(want).MatchString(listed(t)) {
			t.Errorf("no line like %s", want)
		}
	}
}
