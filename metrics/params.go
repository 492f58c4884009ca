package metrics

import (
	"cmp"
	"fmt"
)

// The parameters that several measures share, and how they are read.

// viewParams returns the parameters that View reads.
func viewParams() []Param { return []Param{relParam(), judgedParam(), levelParam()} }

func relParam() Param {
	return Param{Name: "rel", Default: "1", Summary: "lowest grade that counts as relevant"}
}

func judgedParam() Param {
	return Param{
		Name: "judged", Aliases: []string{"judged_only"}, Default: "all",
		Summary: "only: skip unjudged documents (condensed list)",
	}
}

func levelParam() Param {
	return Param{Name: "level", Default: "document", Summary: "chunk: rank chunks in place of documents"}
}

func gainParam(absent string) Param {
	return Param{
		Name: "gain", Aliases: []string{"dcg", "gains"}, Default: absent,
		Summary: "exp, linear, binary, or declared as {grade:gain,...}; a grade not declared gains 0",
	}
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

func maxParam() Param {
	return Param{
		Name: "max", Aliases: []string{"max_rel"}, Default: "that of the profile, 3 in the default one",
		Summary: "highest grade of the scale, from 1 to 1000",
	}
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
