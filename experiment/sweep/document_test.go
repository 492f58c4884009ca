package sweep_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
)

// The page lists every field of the document, those of the settings' fusion
// included.
func TestSweepDocumentIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/report-fields.md")
	if err != nil {
		t.Fatal(err)
	}
	_, tables, found := strings.Cut(string(page), "## JSON of a sweep")
	if !found {
		t.Fatal("docs/report-fields.md has no section on the document")
	}
	tables, _, _ = strings.Cut(tables, "\n## ")
	for _, of := range []reflect.Type{
		reflect.TypeFor[result.Sweep](), reflect.TypeFor[result.SweptQueries](), reflect.TypeFor[result.Selection](),
		reflect.TypeFor[result.GainInference](), reflect.TypeFor[result.ChosenSetting](),
		reflect.TypeFor[result.SweptOne](), reflect.TypeFor[result.SweptRerank](),
	} {
		for _, field := range reflect.VisibleFields(of) {
			key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if key == "" || key == "schema" {
				continue // an embedded struct, whose fields are visible themselves; the heading
			}
			if !strings.Contains(tables, "`"+key+"`") && !strings.Contains(tables, "`"+key+"[]`") {
				t.Errorf("docs/report-fields.md does not list %s of %s", key, of)
			}
		}
	}
}
