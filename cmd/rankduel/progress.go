package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/rankduel/rankduel/experiment/run"
)

// progress draws a bar on a terminal and nothing elsewhere.
type progress struct {
	to   io.Writer
	what string // is going on
	bar  *progressbar.ProgressBar
}

func newProgress(stderr io.Writer, quiet bool) *progress {
	if quiet || !isTerminal(stderr) {
		return &progress{}
	}
	return &progress{to: raw(stderr), what: "retrieving"}
}

func (p *progress) show(at run.Progress) {
	if p.to == nil {
		return
	}
	if p.bar == nil {
		p.bar = progressbar.NewOptions(at.Total,
			progressbar.OptionSetWriter(p.to), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetDescription(p.what),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionClearOnFinish())
	}
	_ = p.bar.Set(at.Done) // a bar that cannot be drawn is no reason to stop
}

func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}

// warner writes what a run warns of.
func warner(stderr io.Writer) func(text string) {
	return func(text string) { fmt.Fprintf(stderr, "rankduel: warning: %s\n", text) }
}
