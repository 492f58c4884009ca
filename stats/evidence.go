package stats

import "fmt"

// Evidence is what a Rule looks at: everything about one comparison but the
// correction for its family.
type Evidence struct {
	Differences   Differences // of queries, or of groups where these are the unit
	T             Result
	Randomization Result

	// Decides is the test whose p decides: the one that was chosen, or exact
	// sign flips with fewer than 10 pairs or where the differences do not vary.
	Decides  Result
	Headline Interval // level 1 − alpha

	// Equivalence is the interval of level 1 − 2·alpha that has to are inside
	// ±margin; nil where the range of the measure is not known.
	Equivalence *Interval
	// Disagreement is the caution that t and randomization decide differently;
	// nil where they do not.
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
	if e.Decides, err = r.deciding(e); err != nil {
		return e, fmt.Errorf("randomization: %w", err)
	}
	if e.Headline, err = r.headline(e, have.Replicates); err != nil {
		return e, fmt.Errorf("headline interval: %w", err)
	}
	if e.Equivalence, err = r.equivalenceInterval(d); err != nil {
		return e, fmt.Errorf("equivalence interval: %w", err)
	}
	e.Disagreement = CompareDecisions(r.Alpha, []Result{e.T, e.Randomization})
	return e, nil
}

// given returns the result that the caller has, or that of the test.
func given(have *Result, test interface {
	Test(d Differences) (Result, error)
}, d Differences,
) (Result, error) {
	if have != nil {
		return *have, nil
	}
	return test.Test(d)
}

// TestFor says which test decides about d: the one that was chosen, or sign flips
// with fewer than 10 pairs or where the differences do not vary.
func (r Rule) TestFor(d Differences) Deciding {
	if r.Test == SignFlipDecides || d.needsFlips() {
		return SignFlipDecides
	}
	return StudentDecides
}

func (d Differences) needsFlips() bool { return d.N < fewPairs || d.constant() }

// deciding picks the test whose p decides.
func (r Rule) deciding(e Evidence) (Result, error) {
	switch d := e.Differences; {
	case r.TestFor(d) == StudentDecides:
		return e.T, nil
	case !d.needsFlips() || e.Randomization.Method == Exact:
		return e.Randomization, nil
	default:
		return SignFlip{}.Test(d)
	}
}

// headline makes the interval that was asked for, or the robust one where that
// is undefined or has no width: that resamples do not vary is not a proof that
// other queries would not.
func (r Rule) headline(e Evidence, replicates *Replicates) (Interval, error) {
	d, level := e.Differences, 1-r.Alpha
	switch r.Interval {
	case HeadlineAuto:
		return Headline(d, level)
	case HeadlineSequence:
		once, err := Headline(d, level)
		if err != nil {
			return once, err
		}
		return always(once, d), nil
	case HeadlineT:
		if e.T.Interval != nil {
			return *e.T.Interval, nil
		}
	case HeadlinePercentile, HeadlineBCa:
		if replicates == nil {
			all, err := Bootstrap{}.ReplicatesOf([]Differences{d})
			if err != nil {
				return Interval{}, err
			}
			replicates = &all[0]
		}
		b, err := replicates.Interval(BootstrapKind(r.Interval), level)
		if err != nil {
			return Interval{}, err
		}
		if b.Interval != nil && !b.Has(WarnDegenerateBootstrap) {
			return *b.Interval, nil
		}
	}
	return RobustInterval(d.values, level, false)
}

// equivalenceInterval returns nil where the range is needed and not known.
func (r Rule) equivalenceInterval(d Differences) (*Interval, error) {
	level, width := 1-2*r.Alpha, r.Range
	if r.Equivalence == Observed && d.Changed > 0 {
		width = maxAbs(d.values)
	}
	if width == 0 {
		return nil, nil
	}
	i, err := RobustIntervalOver(d.values, level, width)
	if r.Interval == HeadlineSequence {
		i = always(i, d)
	}
	return &i, err
}

// always widens an interval to the confidence sequence of its level, so that it
// holds however often one looks. The sequence is asymptotic: with few queries the
// interval itself is the wider one. Without variance there is no sequence.
func always(i Interval, d Differences) Interval {
	s, err := ConfidenceSequence{Level: i.Level}.Interval(d)
	if err != nil {
		return i
	}
	return Interval{Method: s.Method, Level: i.Level, Low: min(i.Low, s.Low), High: max(i.High, s.High)}
}
