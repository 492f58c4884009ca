package compare

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// Defaults of a comparison. The margin is in the measure's own unit: two
// hundredths of nDCG is about what one relevant document moving two ranks on
// every fifth query is worth, and less than users were found to notice.
const (
	DefaultAlpha       = 0.05
	DefaultMargin      = 0.02
	DefaultSeed        = 42
	DefaultResamples   = 10000
	DefaultMinCoverage = 0.95

	// MaxResamples bounds what is drawn: more would tell nothing.
	MaxResamples = 10_000_000
)

// The tests that may decide and the intervals that may be the headline.
const (
	TestT             = "t"
	TestRandomization = "randomization"

	IntervalAuto       = "auto"
	IntervalT          = "t"
	IntervalRobust     = "robust"
	IntervalPercentile = "percentile"
	IntervalBCa        = "bca"
	IntervalSequence   = string(stats.HeadlineSequence)
)

// What equivalence allows for; see stats.EquivalenceBy.
const (
	EquivalenceRange    = string(stats.WholeRange)
	EquivalenceObserved = string(stats.Observed)
)

// The scopes of a family: which tests one correction for multiplicity covers.
// It is declared before the run, and its size follows from the declaration,
// not from what could be computed.
const (
	// FamilyComparison is all measures of one comparison of two systems.
	FamilyComparison = "comparison"
	// FamilyRoles makes the primary measure over all candidates one family,
	// which decides, and every other measure over all candidates another.
	FamilyRoles = "roles"
)

// Settings fix, with the scores, every number of a comparison. The
// zero value means the documented defaults.
type Settings struct {
	Alpha       float64            // 0: 0.05
	Margin      float64            // 0: 0.02, in the measure's unit
	Seed        *uint64            // nil: 42
	Resamples   int                // 0: 10,000
	Test        string             // "": t
	Interval    string             // "": auto; with Looks: sequence
	Looks       int                // of the same systems at a growing set, this one included; 0: no more will follow
	Correction  stats.Correction   // "": Holm
	AllPairs    stats.Correction   // "": Holm; over all pairs of systems, of two candidates and more
	Family      string             // "": roles
	Equivalence string             // "": range
	Ungrouped   bool               // every query is a unit of its own, also where a test set groups wordings
	Ranges      map[string]float64 // by measure: the largest difference that two scores can have, where it is not known; "" is that of all
	MinCoverage *float64           // nil: 0.95, the least share of pairs that must have been measured
	Primary     metrics.Measure    // nil: the first measure
	Guardrails  []metrics.Measure  // worse on one of them vetoes better
	PerQuery    bool               // report every pair
	Bounds      bool               // how far labels of unjudged documents could move the differences; needs scores with their rankings
	Unjudged    int                // how many unjudged documents to list, by influence; needs them too
	Moved       int                // how many moved queries to report; 0: 5
	Workers     int                // 0: one for each processor; changes no number
}

// WithDefaults fills in what was left open.
func (s Settings) WithDefaults() Settings {
	s.Alpha = cmp.Or(s.Alpha, DefaultAlpha)
	s.Margin = cmp.Or(s.Margin, DefaultMargin)
	s.Resamples = cmp.Or(s.Resamples, DefaultResamples)
	s.Test = cmp.Or(s.Test, TestT)
	if s.Looks > 0 && (s.Interval == "" || s.Interval == IntervalAuto) {
		s.Interval = IntervalSequence
	}
	s.Interval = cmp.Or(s.Interval, IntervalAuto)
	s.Correction = cmp.Or(s.Correction, stats.Holm)
	s.AllPairs = cmp.Or(s.AllPairs, stats.Holm)
	s.Family = cmp.Or(s.Family, FamilyRoles)
	s.Equivalence = cmp.Or(s.Equivalence, EquivalenceRange)
	s.Moved = cmp.Or(s.Moved, 5)
	if s.Seed == nil {
		s.Seed = new(uint64(DefaultSeed))
	}
	if s.MinCoverage == nil {
		s.MinCoverage = new(DefaultMinCoverage)
	}
	return s
}

// A Fault names the setting by its key in an experiment file.
type Fault struct{ Key, Text string }

// Faults checks every setting and reports all that are out of range.
func (s Settings) Faults() []Fault {
	s = s.WithDefaults()
	var faults []Fault
	fault := func(key, format string, args ...any) {
		faults = append(faults, Fault{key, fmt.Sprintf(format, args...)})
	}
	if !(s.Alpha > 0 && s.Alpha < 0.5) {
		fault("alpha", "alpha %v, want a number between 0 and 0.5", s.Alpha)
	}
	if !(s.Margin > 0 && s.Margin <= math.MaxFloat64) {
		fault("margin", "margin %v, want a finite number above 0, in the measure's unit", s.Margin)
	}
	if s.Resamples < 100 || s.Resamples > MaxResamples {
		fault("resamples", "resamples %d, want from 100 to %d", s.Resamples, MaxResamples)
	}
	if tests := []string{TestT, TestRandomization}; !slices.Contains(tests, s.Test) {
		fault("test", "test %q: want one of %s", s.Test, prose.Quoted(tests))
	}
	if known := []string{IntervalAuto, IntervalT, IntervalRobust, IntervalPercentile, IntervalBCa, IntervalSequence}; !slices.Contains(known, s.Interval) {
		fault("interval", "interval %q: want one of %s", s.Interval, prose.Quoted(known))
	}
	if s.Looks < 0 {
		fault("looks", "looks %d, want the number of comparisons so far, this one included", s.Looks)
	}
	if s.Looks > 0 && s.Interval != IntervalSequence {
		fault("interval", "interval %s is wrong sooner or later when it is looked at again and again; looks need %s", s.Interval, IntervalSequence)
	}
	if known := Corrections(); !slices.Contains(known, string(s.Correction)) {
		fault("correction", "correction %q: want one of %s", s.Correction, prose.Quoted(known))
	}
	if known := AllPairsCorrections(); !slices.Contains(known, string(s.AllPairs)) {
		fault("all_pairs", "correction of all pairs %q: want one of %s", s.AllPairs, prose.Quoted(known))
	}
	if known := []string{FamilyComparison, FamilyRoles}; !slices.Contains(known, s.Family) {
		fault("family", "family %q: want one of %s", s.Family, prose.Quoted(known))
	}
	if known := []string{EquivalenceRange, EquivalenceObserved}; !slices.Contains(known, s.Equivalence) {
		fault("equivalence", "equivalence %q: want one of %s", s.Equivalence, prose.Quoted(known))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Ranges)) {
		if w := s.Ranges[name]; !(w > 0 && w <= math.MaxFloat64) {
			fault("ranges", "range %v of %s, want a finite number above 0", w, cmp.Or(name, "all measures"))
		}
	}
	if s.Unjudged < 0 {
		fault("unjudged", "%d unjudged documents, want 0 or more", s.Unjudged)
	}
	if !(*s.MinCoverage >= 0 && *s.MinCoverage <= 1) {
		fault("min_coverage", "min_coverage %v, want a share from 0 to 1", *s.MinCoverage)
	}
	return faults
}

// Validate reports every setting that is out of range.
func (s Settings) Validate() error {
	var errs []error
	for _, f := range s.Faults() {
		errs = append(errs, errors.New(f.Text))
	}
	return errors.Join(errs...)
}

// CorrectionMaxT is the step-down maxT correction with sign flips shared by
// the whole family; see stats.MaxT. The others are those of stats.
const CorrectionMaxT stats.Correction = "maxt"

// Corrections lists the names of all corrections.
func Corrections() []string {
	names := []string{string(CorrectionMaxT)}
	for _, c := range stats.Corrections() {
		names = append(names, string(c))
	}
	slices.Sort(names)
	return names
}
