package stats

import "fmt"

// Evidence is what a Rule looks at: everything about one comparison but the correction for its family.
type Evidence struct {
	Differences   Differences // of queries, or of groups where these are the unit
	T             Result
	Randomization Result
	Tail          TailInterval // level 1 − alpha
	TailP         float64

	// Decides is the test whose p decides: that of the headline interval, or sign flips where their p is the larger one
	// and counts: if they were chosen, with fewer than 10 pairs, and where the differences do not vary.
	Decides  Result
	Headline Interval // level 1 − alpha

	// Equivalence is the interval of level 1 − 2·alpha that has to be inside
	// ±margin; nil where the range of the measure is not known.
	Equivalence *Interval
	// Disagreement is the caution that t and randomization decide differently; nil where they do not.
	Disagreement *Warning
}

// Computed are parts of the evidence that the caller has already, made with
// settings of its own. What is nil is computed with defaults.
type Computed struct {
	T             *Result     // of level 1 − alpha, two-sided
	Randomization *Result     // two-sided
	Replicates    *Replicates // for a bootstrap interval as the headline
}

// Judge returns the whole path for one comparison that is in no family.
func (r Rule) Judge(d Differences) (Decision, error) {
	e, err := r.Weigh(d, Computed{})
	if err != nil {
		return Decision{}, err
	}
	return r.Decide(e, e.Decides.P)
}

// Weigh computes the evidence of one comparison. A difference beyond the rule's
// Range is ErrOutOfRange, no pair ErrNoPairs.
func (r Rule) Weigh(d Differences, have Computed) (Evidence, error) {
	if err := r.Validate(); err != nil {
		return Evidence{}, err
	}
	r = r.withDefaults()
	if d.N == 0 {
		return Evidence{}, ErrNoPairs
	}
	e := Evidence{Differences: d}
	var err error
	if e.T, err = given(have.T, TTest{Level: 1 - r.Alpha}, d); err != nil {
		return e, fmt.Errorf("t: %w", err)
	}
	if e.Randomization, err = given(have.Randomization, SignFlip{}, d); err != nil {
		return e, fmt.Errorf("randomization: %w", err)
	}
	if e.Tail, e.TailP, err = (Tail{Range: r.Range}).judge(d, 1-r.Alpha); err != nil {
		return e, fmt.Errorf("interval: %w", err)
	}
	if err := r.decide(&e, have.Replicates); err != nil {
		return e, fmt.Errorf("headline interval: %w", err)
	}
	if e.Equivalence, err = r.equivalenceInterval(d); err != nil {
		return e, fmt.Errorf("equivalence interval: %w", err)
	}
	e.Disagreement = CompareDecisions(r.Alpha, e.T, e.Randomization)
	return e, nil
}

func given(have *Result, test PairedTest, d Differences) (Result, error) {
	if have != nil {
		return *have, nil
	}
	return test.Test(d)
}

// countsFlips reports whether p must not be below that of sign flips.
func (r Rule) countsFlips(d Differences) bool {
	student := r.Interval == HeadlineT && d.N > 1 && !d.constant()
	return r.Test == SignFlipDecides || r.Interval != HeadlineSequence && !student && d.needsFlips()
}

func (d Differences) needsFlips() bool { return d.Effective < fewPairs || d.constant() }

// Decisive computes only what [Rule.Found] looks at: the test whose p decides and the headline interval. flips is the
// sign-flip test to use where its p counts, and replicates are those of a bootstrap interval, or nil.
func (r Rule) Decisive(d Differences, flips PairedTest, replicates *Replicates) (Evidence, error) {
	if err := r.Validate(); err != nil {
		return Evidence{}, err
	}
	r = r.withDefaults()
	e := Evidence{Differences: d}
	var err error
	if r.Interval == HeadlineT {
		if e.T, err = (TTest{Level: 1 - r.Alpha}).Test(d); err != nil {
			return e, err
		}
	}
	if r.countsFlips(d) {
		if e.Randomization, err = flips.Test(d); err != nil {
			return e, err
		}
	}
	if e.Tail, e.TailP, err = (Tail{Range: r.Range}).judge(d, 1-r.Alpha); err != nil {
		return e, err
	}
	return e, r.decide(&e, replicates)
}

// base returns the test that goes with the headline interval.
func (r Rule) base(e *Evidence) (Result, error) {
	d, p := e.Differences, e.TailP
	out := Result{Test: "tail", N: d.N, Effect: d.Mean, P: &p, Method: Asymptotic}
	var err error
	switch {
	case r.Interval == HeadlineT && d.N > 1 && !d.constant():
		return e.T, nil
	case r.Interval == HeadlineSequence:
		out.Test, out.Method = string(HeadlineSequence), Exact
		p, err = ConfidenceSequence{Level: 1 - r.Alpha, Range: r.Range}.P(d)
	}
	return out, err
}

func larger(a, b Result) Result {
	if b.P != nil && (a.P == nil || *b.P > *a.P) {
		return b
	}
	return a
}

// decide fills in the headline interval and the test whose p decides.
func (r Rule) decide(e *Evidence, replicates *Replicates) error {
	d := e.Differences
	base, err := r.base(e)
	if err != nil {
		return err
	}
	e.Decides, e.Headline = base, e.Tail.Interval
	if r.countsFlips(d) {
		f := e.Randomization
		if d.needsFlips() && f.Method != Exact {
			if f, err = (SignFlip{}).Test(d); err != nil {
				return fmt.Errorf("randomization: %w", err)
			}
		}
		e.Decides = larger(base, f)
	}
	switch r.Interval {
	case HeadlineT:
		if e.T.Interval != nil {
			e.Headline = *e.T.Interval
		}
	case HeadlineSequence:
		e.Headline, err = ConfidenceSequence{Level: 1 - r.Alpha, Range: r.Range}.Interval(d)
	case HeadlinePercentile, HeadlineBCa:
		var i *Interval
		if i, err = bootstrapInterval(d, BootstrapKind(r.Interval), 1-r.Alpha, replicates); i != nil {
			e.Headline = *i
		}
	}
	return err
}

// bootstrapInterval returns nil where the resamples say nothing: that they do not
// vary is not a proof that other queries would not.
func bootstrapInterval(d Differences, kind BootstrapKind, level float64, replicates *Replicates) (*Interval, error) {
	if replicates == nil {
		all, err := Bootstrap{}.ReplicatesOf([]Differences{d})
		if err != nil {
			return nil, err
		}
		replicates = &all[0]
	}
	b, err := replicates.Interval(kind, level)
	if err != nil || b.Has(WarnDegenerateBootstrap) {
		return nil, err
	}
	return b.Interval, nil
}

// TailHoldsBack reports whether the paired t-test alone would have found a
// difference that the rule does not, for what it allows for.
func (r Rule) TailHoldsBack(e Evidence) bool {
	r = r.withDefaults()
	return r.Interval == HeadlineAuto && e.Differences.Changed >= MinChanged && e.T.P != nil && *e.T.P < r.Alpha && e.TailP >= r.Alpha
}

// equivalenceInterval returns nil where the range is needed and not known.
func (r Rule) equivalenceInterval(d Differences) (*Interval, error) {
	level, width := 1-2*r.Alpha, r.Range
	if r.Equivalence == Observed && d.Changed > 0 {
		width = maxAbs(d.seen)
	}
	if width == 0 {
		return nil, nil
	}
	i, err := d.padded(level, width)
	if err != nil || r.Interval != HeadlineSequence {
		return &i, err
	}
	s, err := ConfidenceSequence{Level: level, Range: r.Range}.Interval(d)
	i.Method, i.Low, i.High = s.Method, min(i.Low, s.Low), max(i.High, s.High)
	return &i, err
}
