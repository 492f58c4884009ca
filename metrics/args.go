package metrics

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Defaults fill in what a measure text may leave open and what reference tools
// do not agree about. The canonical text always shows it.
type Defaults struct {
	Gain     Gain // of nDCG and DCG without gain=; the zero value is exp
	MaxGrade int  // highest grade of the scale, for ERR without max=; 0 means 3
	Refusals bool // RequiredStrings without refusals= includes queries that should be refused
}

// Args are the checked arguments of a measure text, as a Definition's New gets them. A value that does not
// parse is remembered, so New needs no error handling of its own: it returns its measure and the registry
// reports the first fault.
type Args struct {
	Cutoff   int     // k, 0 when the text has none
	Recall   float64 // r of CutRecall
	Defaults Defaults

	tokens int               // of a budget: R@4000tok; 0 when the text has none
	values map[string]string // by the name of the Param
	err    error
}

// Fail reports a combination of arguments that makes no sense.
func (a *Args) Fail(format string, values ...any) {
	if a.err == nil {
		a.err = fmt.Errorf(format, values...)
	}
}

// Has tells whether the parameter was given.
func (a *Args) Has(name string) bool {
	_, ok := a.values[name]
	return ok
}

// Text returns a parameter as it was written, or the fallback.
func (a *Args) Text(name, fallback string) string {
	if v, ok := a.values[name]; ok {
		return v
	}
	return fallback
}

// Int returns an integer parameter of at least low.
func (a *Args) Int(name string, fallback, low int) int {
	v, ok := a.values[name]
	if !ok {
		return fallback
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < low {
		a.Fail("%s=%s, want an integer of at least %d", name, v, low)
	}
	return n
}

// Float returns a real parameter within [low, high].
func (a *Args) Float(name string, fallback, low, high float64) float64 {
	v, ok := a.values[name]
	if !ok {
		return fallback
	}
	x, err := strconv.ParseFloat(v, 64)
	if err != nil || !(x >= low && x <= high) {
		a.Fail("%s=%s, want a number from %v to %v", name, v, low, high)
	}
	return x + 0 // -0 becomes 0
}

// Bool returns a parameter that is true or false.
func (a *Args) Bool(name string, fallback bool) bool {
	v, ok := a.values[name]
	if !ok {
		return fallback
	}
	switch strings.ToLower(v) {
	case "true", "1":
		return true
	case "false", "0":
		return false
	}
	a.Fail("%s=%s, want true or false", name, v)
	return fallback
}

// floats reads a list of finite numbers, with or without braces.
func (a *Args) floats(name string) []float64 {
	if !a.Has(name) {
		return nil
	}
	var list []float64
	for part := range strings.SplitSeq(strings.Trim(a.Text(name, ""), "{}"), ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			a.Fail("%s: %q is not a finite number", name, part)
		}
		list = append(list, x+0) // -0 becomes 0
	}
	return list
}

// top returns the view with the cutoff.
func (a *Args) top() Top { return Top{a.View(), a.Cutoff} }

func (a *Args) bySubtopic() BySubtopic { return BySubtopic{a.View().Rel, a.Cutoff} }

// View reads rel, judged and level, as far as the measure has them.
func (a *Args) View() View {
	v := View{Rel: a.Int("rel", 0, 1)}
	if v.Rel == 1 {
		v.Rel = 0
	}
	switch judged := strings.ToLower(a.Text("judged", "all")); judged {
	case "only", "true":
		v.Condensed = true
	case "all", "false":
	default:
		a.Fail("judged=%s, want only or all", judged)
	}
	usual := "document"
	if a.tokens > 0 {
		usual = "chunk"
	}
	switch level := a.Text("level", usual); {
	case level == "chunk":
		v.Level = ChunkLevel
	case level == "document" && a.tokens > 0:
		a.Fail("a budget of tokens is of chunks: leave level=document out")
	case level == "document":
	default:
		a.Fail("level=%s, want chunk or document", level)
	}
	return v
}

// Gain returns the parameter gain, or the default gain.
func (a *Args) Gain() Gain {
	v, ok := a.values["gain"]
	if !ok {
		return a.Defaults.Gain
	}
	g, err := ParseGain(v)
	if err != nil {
		a.Fail("%w", err)
	}
	return g
}

// linearGain returns the parameter gain, linear when it is absent whatever the
// profile: the measures that use it are trec_eval's own.
func (a *Args) linearGain() Gain {
	if !a.Has("gain") {
		return LinearGain()
	}
	return a.Gain()
}

// highest returns max=, the highest grade of the scale.
func (a *Args) highest() int {
	fallback := cmp.Or(a.Defaults.MaxGrade, 3)
	return a.Int("max", fallback, 1)
}

// checkHighest refuses a grade above the scale that a measure was told.
func checkHighest(grade, highest int) error {
	if grade > highest {
		return fmt.Errorf("grade %d is above max=%d", grade, highest)
	}
	return nil
}

// persistence returns p, in [0, 1).
func (a *Args) persistence(fallback float64) float64 {
	p := a.Float("p", fallback, 0, 1)
	if p == 1 {
		a.Fail("p=1, want less than 1")
	}
	return p
}
