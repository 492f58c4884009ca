package reports

import (
	"fmt"
	"io"

	"github.com/rankduel/rankduel/experiment/result"
)

// HoldoutRelease writes the sentence that a check of held-out queries shows
// where it may not show everything, and what is said about the look.
func HoldoutRelease(w io.Writer, r *result.HoldoutRelease, o Options) error {
	return write(w, Text, map[Format]builder{Text: func() (string, error) {
		d := textDocument{o: o}
		lines := []string{fmt.Sprintf("%s against %s on %s: %s", printable(r.B), printable(r.A), printable(r.Measure), released(r))}
		if r.Few > 0 {
			lines = append(lines, fmt.Sprintf("with %s this says little: its noise is made for %d and more", plural(r.Few, "held-out query", "held-out queries"), r.Fewest))
		}
		for _, f := range r.Health {
			lines = append(lines, printable(f.Text))
		}
		d.sentences(lines...)
		return d.finish()
	}})
}

// released is what may be said of the gain.
func released(r *result.HoldoutRelease) string {
	switch {
	case r.Release == result.ReleaseLadder && r.Shown == nil:
		return "not released: the held-out gain over the best so far is within a standard error; the old number stands"
	case r.Release == result.ReleaseLadder:
		return fmt.Sprintf("released: the held-out gain of %+.4f is more than a standard error above the best so far", *r.Shown)
	case r.Agrees:
		return fmt.Sprintf("the held-out part agrees with the gain of %+.4f on the evaluation part", *r.Shown)
	}
	return fmt.Sprintf("the held-out part does not agree; its gain is about %+.4f, with noise added", *r.Shown)
}
