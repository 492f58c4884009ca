package output

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/rankduel/rankduel/experiment/run"
)

// Progress draws a bar on a terminal and nothing elsewhere.
type Progress struct {
	to   io.Writer
	What string // is going on
	bar  *progressbar.ProgressBar
}

// NewProgress returns what draws on standard error, if that is a terminal.
func NewProgress(stderr io.Writer, quiet bool) *Progress {
	if quiet || !IsTerminal(stderr) {
		return &Progress{}
	}
	return &Progress{to: Raw(stderr), What: "retrieving"}
}

// Show draws how far the work is.
func (p *Progress) Show(at run.Progress) {
	if p.to == nil {
		return
	}
	if p.bar == nil {
		p.bar = progressbar.NewOptions(at.Total,
			progressbar.OptionSetWriter(p.to), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetDescription(p.What),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionClearOnFinish())
	}
	p.bar.ChangeMax(at.Total) // which grows where several work
	_ = p.bar.Set(at.Done)    // a bar that cannot be drawn is not reason to stop
}

// Finish takes the bar away.
func (p *Progress) Finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}

// Warner writes what a run warns of.
func Warner(stderr io.Writer) func(text string) {
	return func(text string) { Warn(stderr, []string{text}) }
}

// Warn says what should not stay so, a line each.
func Warn(stderr io.Writer, texts []string) {
	for _, text := range texts {
		fmt.Fprintf(stderr, "rankduel: warning: %s\n", text)
	}
}

// Stage draws one bar after another.
func (p *Progress) Stage(what string, done, total int) {
	if p.to != nil && p.What != what {
		p.Finish()
		p.bar, p.What = nil, what
	}
	if total > 0 {
		p.Show(run.Progress{Done: done, Total: total})
	}
}
