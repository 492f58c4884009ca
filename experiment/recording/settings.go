package recording

import (
	"cmp"
	"runtime"
	"time"
)

// Defaults of asking.
const (
	// DefaultTimeout bounds one query of one component.
	DefaultTimeout = 30 * time.Second
	// DefaultGiveUpAfter is how many calls in a row may find an engine
	// unavailable.
	DefaultGiveUpAfter = 5
)

// Settings bound the asking of an experiment. The zero value is the default.
type Settings struct {
	Concurrency int           // queries under way at once; 0: one for each processor
	Timeout     time.Duration // for one query of one component; 0: 30 s
	WarmUp      int           // queries asked of each component before the first that counts
	Repeat      int           // times that each query is asked; 0 and 1: once

	// GiveUpAfter is how many calls in a row may find a component's engine
	// unavailable before the run stops; 0: 5, negative: no number.
	GiveUpAfter int
}

func (s Settings) workers() int { return cmp.Or(max(s.Concurrency, 0), runtime.GOMAXPROCS(0)) }

// Hooks are what a program that asks has to add: its clock, and someone who
// waits. The zero value is usable.
type Hooks struct {
	Clock     func() time.Time      // for latencies; nil means time.Now
	Progress  func(done, total int) // after each call, one at a time
	Refreshed bool                  // components are asked again that have older recordings
}
