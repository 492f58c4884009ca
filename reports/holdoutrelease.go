package reports

import (
	"fmt"
	"io"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// HoldoutRelease writes the sentence that a check of held-out queries shows
// where it may not show everything, and what is said about the look.
func HoldoutRelease(w io.Writer, r *result.HoldoutRelease, o Options) error {
	return Write(w, Text, o, Forms{Text: func(d *document.Document) {
		lines := []string{fmt.Sprintf("%s against %s on %s: %s", document.Printable(r.B), document.Printable(r.A), document.Printable(r.Measure), released(r))}
		if r.Few > 0 {
			lines = append(lines, fmt.Sprintf("with %s this says little: its noise is made for %d and more", document.Plural(r.Few, "held-out query", "held-out queries"), r.Fewest))
		}
		for _, f := range r.Health {
			lines = append(lines, document.Printable(f.Text))
		}
		d.Lines(lines...)
	}})
}

// released returns what may be said of the gain.
func released(r *result.HoldoutRelease) string {
	switch {
	case r.Release == result.ReleaseLadder && r.Shown == nil:
		return "not released: the held-out gain over the best so far is within a standard error; the old number remains"
	case r.Release == result.ReleaseLadder:
		return fmt.Sprintf("released: the held-out gain of %+.4f is more than a standard error above the best so far", *r.Shown)
	case r.Agrees:
		return fmt.Sprintf("the held-out part agrees with the gain of %+.4f on the evaluation part", *r.Shown)
	}
	return fmt.Sprintf("the held-out part does not agree; its gain is about %+.4f, with noise added", *r.Shown)
}
