package output

import (
	"bytes"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/reports"
)

// Screen say how much text there is, and how wide.
type Screen struct {
	details bool
	width   int
}

// The columns of text: at least, and what every terminal has, where it is not known otherwise.
const (
	leastWidth  = 40
	screenWidth = 80
)

// Add adds the flags of what a terminal shows.
func (s *Screen) Add(flags *pflag.FlagSet) {
	flags.IntVar(&s.width, "width", 0, "columns of text (default: 80, or the terminal's own)")
}

// AddDetails is for verbs whose text begins with one screen.
func (s *Screen) AddDetails(flags *pflag.FlagSet) {
	flags.BoolVar(&s.details, "details", false, "text with everything: strata, components, headroom, latency, evidence beyond p, settings (files of -o have it anyway)")
}

// Plain returns the options of text that has one form.
func (s *Screen) Plain(w io.Writer) reports.Options {
	return reports.Options{Width: s.columns(w)}
}

func (s *Screen) check() error {
	if s.width != 0 && s.width < leastWidth {
		return fmt.Errorf("--width %d, want at least %d columns", s.width, leastWidth)
	}
	return nil
}

// columns returns how wide text may be: as asked for, as the terminal is, or in a pipe
// what every terminal has. Files have no limit.
func (s *Screen) columns(w io.Writer) int {
	_, file := w.(*bytes.Buffer)
	switch {
	case s.width > 0:
		return s.width
	case file:
		return 0
	case IsTerminal(w):
		return max(Width(w), screenWidth)
	}
	return screenWidth
}
