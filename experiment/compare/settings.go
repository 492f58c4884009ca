package compare

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/setting"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// MaxResamples bounds what is drawn: more would tell nothing.
const MaxResamples = 10_000_000

// The tests that may decide and the intervals that may be the headline.
const (
	TestT             = "t"
	TestRandomization = "randomization"

	IntervalAuto       = "auto"
	IntervalT          = "t"
	IntervalPercentile = "percentile"
	IntervalBCa        = "bca"
	IntervalSequence   = string(stats.HeadlineSequence)
)

// What equivalence allows for; see stats.EquivalenceBy.
const (
	EquivalenceRange    = string(stats.WholeRange)
	EquivalenceObserved = string(stats.Observed)
)

// The scopes of a family: which tests one correction for multiplicity covers. It is declared before the
// run, and its size follows from the declaration, not from what could be computed.
const (
	// FamilyComparison is all measures of one comparison of two systems.
	FamilyComparison = "comparison"
	// FamilyRoles makes the primary measure over all candidates one family,
	// which decides, and every other measure over all candidates another.
	FamilyRoles = "roles"
)

// Settings fix, with the scores, every number of a comparison. The zero value
// means the documented defaults, which are those of [Fields].
type Settings struct {
	Alpha       float64
	Margin      float64 // in the measure's unit
	Seed        *uint64
	Resamples   int
	Test        string
	Interval    string           // "": auto; with Looks: sequence
	Looks       int              // of the same systems at a growing set, this one included; 0: no more will follow
	Correction  stats.Correction // over all pairs of systems it is Holm without AllPairs
	AllPairs    bool             // all pairs of systems are the family, and say which are better than which
	Family      string
	Equivalence string
	Ungrouped   bool               // every query is a unit of its own, also where a test set groups wordings
	Ranges      map[string]float64 // by measure: the largest difference that two scores can have, where it is not known; "" is that of all
	MinCoverage *float64           // the least share of pairs that must have been measured
	Primary     metrics.Measure    // nil: the first measure
	Guardrails  []metrics.Measure  // worse on one of them vetoes better
	Objective   *Objective         // nil: the verdict is all
	PerQuery    bool               // report every pair
	Bounds      bool               // how far labels of unjudged documents could move the differences; needs scores with their rankings
	Unjudged    int                // how many unjudged documents to list, by influence; needs them too
	Moved       int                // how many moved queries to report; 0: 5
	Workers     int                // 0: one for each processor; changes no number

	Weights    string                    // for how much queries count: own, or a column of a file; "": all alike
	Population []string                  // STRATUM=SHARE
	Adjust     []string                  // covariates
	Columns    map[string]*scoring.Table // by file, those that weights and covariates are taken from; see ReadColumns

	candidates int // that are compared with the baseline

	QueryCost float64 // of a query, in runs of all systems on it; 0: not known

	// Of labels of a model next to people's.
	AssumeRandom bool                   // the queries that people labelled are a random sample, without a sample that shows it
	Target       string                 // queries or this_set
	SilverLambda float64                // 0: the best
	Judge        string                 // family of the model that labelled
	Models       []string               // SYSTEM=FAMILY of the systems that are made with a model
	Silver       []*result.SilverLabels // what both kinds of labels are, by candidate; nil without labels of a model
}

// WithDefaults fills in what was left open.
func (s Settings) WithDefaults() Settings {
	if s.Looks > 0 && (s.Interval == "" || s.Interval == IntervalAuto) {
		s.Interval = IntervalSequence
	}
	for _, f := range Fields() {
		f.Put(&s, f.Get(&s))
	}
	s.Moved = cmp.Or(s.Moved, 5)
	return s
}

// Under returns the settings with what a profile says of the interval where none is asked for.
func (s Settings) Under(p metrics.Profile) Settings {
	if p.PairedT && s.Interval == IntervalAuto {
		s.Interval = IntervalT
	}
	return s
}

// Faults checks every setting and reports all that are out of range, each by its key in an experiment file.
func (s Settings) Faults() []setting.Fault {
	s = s.WithDefaults()
	var faults []setting.Fault
	fault := func(key, format string, args ...any) {
		faults = append(faults, setting.Fault{Key: key, Text: fmt.Sprintf(format, args...)})
	}
	for _, f := range Fields() {
		if err := f.Check(f.Key, f.Get(&s)); err != nil && !f.Usual(&s) {
			fault(f.Key, "%v", err)
		}
	}
	if s.Looks > 0 && s.Interval != IntervalSequence {
		fault("interval", "interval %s is wrong sooner or later when it is looked at again and again; looks need %s", s.Interval, IntervalSequence)
	}
	if s.Correction == CorrectionTukey && !s.AllPairs {
		fault("correction", "correction tukey is of all pairs of systems: add --all-pairs (in a file, all_pairs: true)")
	}
	if s.AllPairs && s.Family != FamilyRoles {
		fault("family", "family %s and all pairs of systems are two families, and p is corrected over one; leave one of them out", s.Family)
	}
	faults = append(faults, s.unequalFaults()...)
	for _, name := range slices.Sorted(maps.Keys(s.Ranges)) {
		if w := s.Ranges[name]; !(w > 0 && w <= math.MaxFloat64) {
			fault("ranges", "range %v of %s, want a finite number above 0", w, cmp.Or(name, "all measures"))
		}
	}
	return faults
}

// FaultsOf reports the settings that a comparison of n systems has no use for.
func (s Settings) FaultsOf(n int) []setting.Fault {
	var faults []setting.Fault
	if s.AllPairs && n == 2 {
		faults = append(faults, setting.Fault{Key: "all_pairs", Text: "all_pairs is about three systems and more, and two are compared; name another candidate, or leave it out"})
	}
	if s.Unjudged > 0 && n > 2 {
		faults = append(faults, setting.Fault{Key: "unjudged", Text: "unjudged is about the difference of two systems; name one candidate"})
	}
	return faults
}

func (s Settings) madeWith(system string) (family string, known bool) {
	for _, entry := range s.Models {
		if name, family, ok := strings.Cut(entry, "="); ok && name == system {
			return family, true
		}
	}
	return "", false
}

// FaultsOfSilver reports the settings that have no use next to labels of a model, which come with an
// estimate of their own, or that have none without them. Systems are named where they are known.
func (s Settings) FaultsOfSilver(given bool, systems ...string) []setting.Fault {
	var faults []setting.Fault
	for _, f := range Fields() {
		switch alone := slices.Contains([]string{"interval", "test", "equivalence", "looks", "bounds", "unjudged", "all_pairs"}, f.Key); {
		case f.Usual(&s):
		case given && (alone || f.Key == "correction" && s.Correction == CorrectionMaxT):
			faults = append(faults, setting.Fault{Key: f.Key, Text: fmt.Sprintf("%s %s has no use with labels of a model, of which the estimate has its own interval and p; leave it out", f.Key, f.Text(f.Get(&s)))})
		case !given && slices.Contains([]string{"assume_random", "target", "silver_lambda", "judge", "models"}, f.Key):
			faults = append(faults, setting.Fault{Key: f.Key, Text: fmt.Sprintf("%s has no use without labels of a model (silver)", f.Key)})
		}
	}
	if len(s.Models) > 0 && s.Judge == "" {
		faults = append(faults, setting.Fault{Key: "models", Text: "models has no use without judge, the family of the model that labelled"})
	}
	for _, entry := range s.Models {
		if name, family, _ := strings.Cut(entry, "="); family == "" || len(systems) > 0 && !slices.Contains(systems, name) {
			faults = append(faults, setting.Fault{Key: "models", Text: fmt.Sprintf("models: %q, want SYSTEM=FAMILY with the name of a system that is compared", entry)})
		}
	}
	return faults
}

// Validate reports every setting that is out of range.
func (s Settings) Validate() error { return setting.Join(s.Faults()) }

func (s Settings) overPairs() stats.Correction {
	if s.AllPairs {
		return s.Correction
	}
	return stats.Holm
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

// CorrectionTukey is the randomized Tukey HSD over all pairs of systems; see stats.TukeyHSD. It corrects nothing else.
const CorrectionTukey stats.Correction = "tukey"

// AllPairsCorrections lists the corrections over all pairs.
func AllPairsCorrections() []string {
	names := append(Corrections(), string(CorrectionTukey))
	slices.Sort(names)
	return names
}
