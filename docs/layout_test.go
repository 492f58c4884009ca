package docs_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/rankduel/rankduel"

// TestLayout checks the entries at the top and the targets of the Makefile
// that the design names.
func TestLayout(t *testing.T) {
	for _, entry := range []string{"cmd", "stats", "metrics", "experiment", "testsets", "reports", "go.mod", "Makefile"} {
		if _, err := os.Stat(filepath.Join("..", entry)); err != nil {
			t.Error(err)
		}
	}
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{"build", "test", "lint", "vet", "demo"} {
		if !strings.Contains(string(makefile), "\n"+target+": ") {
			t.Errorf("the Makefile has no target %s", target)
		}
	}
}

// TestGivenLibraries checks that the five libraries that the design gives do
// their work in the program, each in the room that it is given for. Tests,
// tools and studies do not count.
func TestGivenLibraries(t *testing.T) {
	list, err := exec.Command("go", "list", "-deps", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "../cmd/rankduel").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, given := range []struct{ room, library string }{
		{"stats", "gonum.org/v1/gonum/stat/distuv"},
		{"reports/document", "github.com/olekukonko/tablewriter"},
		{"cmd/rankduel", "github.com/spf13/cobra"},
		{"store", "github.com/mattn/go-sqlite3"},
		{"testsets", "gopkg.in/yaml.v3"},
		{"experiment/plan", "gopkg.in/yaml.v3"},
	} {
		used := false
		for line := range strings.Lines(string(list)) {
			words := strings.Fields(line)
			at, ours := strings.CutPrefix(words[0], module+"/")
			in := at == given.room || slices.Contains([]string{"store", "cmd/rankduel"}, given.room) && strings.HasPrefix(at, given.room+"/")
			used = used || ours && in && slices.Contains(words[1:], given.library)
		}
		if !used {
			t.Errorf("the program's %s does not import %s", given.room, given.library)
		}
	}
}

// TestGroundRooms checks that what computes knows neither storage nor network
// nor the rest of the program, but how to sort a list.
func TestGroundRooms(t *testing.T) {
	for _, folder := range []string{"stats", "metrics"} {
		for _, path := range imports(t, folder) {
			own := strings.HasPrefix(path, module+"/"+folder) || path == module+"/internal/ordered" || path == module+"/internal/prose"
			if strings.HasPrefix(path, module) && !own || path == "database/sql" || strings.HasPrefix(path, "net/") {
				t.Errorf("%s imports %s", folder, path)
			}
		}
	}
	for _, folder := range []string{"retrieval", "testsets"} {
		for _, path := range imports(t, folder) {
			for _, other := range []string{"experiment", "store", "reports", "cmd", "metrics"} {
				if strings.HasPrefix(path, module+"/"+other) {
					t.Errorf("%s imports %s", folder, path)
				}
			}
		}
	}
}

// imports lists what the code in and below a folder imports, tests left out.
func imports(t *testing.T, folder string) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(filepath.Join("..", folder), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range file.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			all = append(all, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
