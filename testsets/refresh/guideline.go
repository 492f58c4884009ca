package refresh

import (
	_ "embed" // the template
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
)

//go:embed guideline.md
var template string

// Guideline returns what a guideline for labellers begins as, with the grades of a
// set. A refresh whose guideline still says this goes no further than its queries.
func Guideline(scale testsets.Scale) []byte {
	scale = label.Offered(scale)
	examples := map[int]string{0: "kidney stones", len(scale) - 1: "a table of doses by kidney function"}
	var rows []string
	for i, level := range slices.Backward(scale) {
		rows = append(rows, strings.TrimRight(fmt.Sprintf("| %d | %s | %s", level.Grade, level.Word, examples[i]), " ")+" |")
	}
	return []byte(strings.Replace(template, "GRADES", strings.Join(rows, "\n"), 1))
}

// checkGuideline refuses a guideline that no one has written.
func (w *Workflow) checkGuideline(scale testsets.Scale) error {
	data, err := unpack.ReadFile(w.path(guidelineFile))
	if err != nil {
		return fmt.Errorf("a guideline says what each grade means: %w", err)
	}
	if string(data) == string(Guideline(scale)) {
		return fmt.Errorf("%s is the template still; write what each grade means, with examples of yours, before anybody grades by it", w.path(guidelineFile))
	}
	return nil
}
