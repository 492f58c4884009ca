package reports_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rankduel/rankduel/internal/schemacheck"
)

// Every golden document of a kind that has a schema keeps to it, and a field
// that the schema does not know is a fault.
func TestGoldenSchemas(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.json.golden")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if schemacheck.Strict(t, path, data) {
			checked++
		}
	}
	if checked < 2 {
		t.Errorf("%d documents of %d were checked", checked, len(paths))
	}
}
