package refresh

import (
	_ "embed" // the template
	"fmt"

	"github.com/rankduel/rankduel/internal/unpack"
)

// Guideline is what a guideline for labellers begins as. A refresh whose
// guideline still says this goes no further than its queries.
//
//go:embed guideline.md
var Guideline []byte

// checkGuideline refuses a guideline that no one has written.
func (w *Workflow) checkGuideline() error {
	data, err := unpack.ReadFile(w.path(guidelineFile))
	if err != nil {
		return fmt.Errorf("a guideline says what each grade means: %w", err)
	}
	if string(data) == string(Guideline) {
		return fmt.Errorf("%s is the template still; write what each grade means, with examples of yours, before anybody grades by it", w.path(guidelineFile))
	}
	return nil
}
