package metrics

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Profile is a named set of conventions: which measures are reported when no one asks for others, what a
// measure text leaves open means, what happens to undefined scores, how numbers are rounded and how they
// are called. Scores of different profiles are not comparable.
type Profile struct {
	Name      string
	Revision  int // raised when the same inputs get other numbers than before
	Summary   string
	Measures  []Measure // reported by default
	Primary   Measure   // that verdicts are about unless another one is named
	Defaults  Defaults  // what measure texts leave open
	Undefined Undefined
	Decimals  int // to which reports and stores round; -1: not at all
	Rounding  Rounding

	// RoundsQueries says that the score of each query is rounded before any mean
	// is taken, because the original sums up files of rounded numbers.
	RoundsQueries bool

	// ZeroMeans says that a mean over no query at all is 0 and not undefined, as far as MeanOfNone agrees.
	ZeroMeans bool

	// CountsFailed says that a failed query stays in every mean, scored by what it brought back, which is a
	// miss when that is nothing. Without it a failed query is in no mean.
	CountsFailed bool

	// OfRun says that the queries of a run are what is summed up: a judged query that a run lacks is left
	// out, and one of the run that is not judged counts in the totals. Without it a query that is lacking
	// is an empty ranking, and one that is not judged is ignored.
	OfRun bool

	// Layout is how the profile sums up a system in its own names.
	Layout Layout

	// PairedT says that comparisons are decided by the textbook paired t-test, as
	// the original does it, where no other interval is asked for.
	PairedT bool

	// NoGate says that nothing may be passed or failed by these scores.
	NoGate bool

	// PointGate says that rules of a gate are decided by the means alone unless they say otherwise, as the original's are.
	PointGate bool

	departs  []string             // see Departures
	key      func(Measure) string // nil: canonical text
	read     func(string) string  // a name of the profile's own as a measure text; nil: it has none
	registry *Registry            // that measures are read from; nil is that of this package
}

// Undefined says what becomes of a query for which a measure is undefined.
type Undefined int

// Policies for undefined scores.
const (
	Exclude   Undefined = iota // leave the query out of the mean, count and list it
	Zero                       // use the score that comes with defined = false
	LoadError                  // refuse the test set when it is read
)

// String names the policy.
func (u Undefined) String() string {
	switch u {
	case Zero:
		return "count 0"
	case LoadError:
		return "refuse the test set"
	}
	return "exclude"
}

// A Rounding says where a number halfway between two decimals goes.
type Rounding int

// Ways to round.
const (
	HalfEven     Rounding = iota // of the exact binary value, as C's printf and Python's round do
	HalfAwayZero                 // math.Round(x·10ⁿ)/10ⁿ, as Rust's round does
)

// String says where halves go.
func (r Rounding) String() string {
	if r == HalfAwayZero {
		return "halves away from zero"
	}
	return "halves to the even digit"
}

// Precision says in words how the profile rounds.
func (p Profile) Precision() string {
	if p.Decimals < 0 {
		return "not rounded"
	}
	text := fmt.Sprintf("%d decimals, %s", p.Decimals, p.Rounding)
	if p.RoundsQueries {
		text += ", each query before any mean"
	}
	return text
}

// Round rounds x as the profile does when it stores or prints a number. Means are taken before rounding.
func (p Profile) Round(x float64) float64 {
	if p.Decimals < 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	if p.Rounding == HalfAwayZero {
		scale := math.Pow10(p.Decimals)
		return math.Round(x*scale) / scale
	}
	if rounded, ok := roundedNearby(x, p.Decimals); ok {
		return rounded
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', p.Decimals, 64), 64)
	if err != nil {
		return x // FormatFloat writes nothing that ParseFloat cannot read
	}
	return rounded
}

// roundedNearby rounds x to decimals where it is plain which of them is nearest: what multiplying by a
// power of ten adds or loses cannot carry it over a half. Both integer and power are exact, so that their
// quotient is the number nearest to those decimals, as reading them gives.
func roundedNearby(x float64, decimals int) (float64, bool) {
	if decimals > 15 { // the power is exact up to 22
		return 0, false
	}
	power := math.Pow10(decimals)
	scaled := float64(x * power)
	whole := math.RoundToEven(scaled)
	plain := math.Abs(scaled) < 1<<40 && math.Abs(scaled-whole) < 0.499 // off by 2⁻¹³ at most
	return whole / power, plain
}

// A Layout is the shape in which a profile sums up a system.
type Layout int

// Layouts. Each is what the original writes, with the names of [Profile.Named].
const (
	NoLayout     Layout = iota // none: canonical names say it all
	FlatLayout                 // {name: number}, the number over all queries
	NestedLayout               // {name: number or {k: number}}, and how many queries there were and failed
	SpreadLayout               // {name: {mean, median, std}}
	TasksLayout                // {name@k: {mean, std, median, n}}, and totals of the tasks that could be scored
)

// Key returns what the profile calls m in its output. A dot leads into a map: hit_at_k.5 is the entry "5"
// of hit_at_k. Without a name of its own m keeps the canonical one.
func (p Profile) Key(m Measure) string {
	if key, ok := p.Named(m); ok {
		return key
	}
	return m.String()
}

// Named returns Key as far as the profile has a name of its own for m.
func (p Profile) Named(m Measure) (key string, ok bool) {
	if p.key != nil {
		key = p.key(m)
	}
	return key, key != ""
}

// MeanOfNone returns what the profile takes for the mean of m over no query at all. Undefined means null,
// and is the rule; kebab says 0 except where there was no answer to judge.
func (p Profile) MeanOfNone(m Measure) (mean float64, defined bool) {
	switch m.(type) {
	case CitationCoverage, RefusalCorrectness:
		return 0, false
	}
	return 0, p.ZeroMeans
}

// Calls tells whether text is a name of the profile's own for a measure, which its
// canonical text does not show: hit@5 of kebab.
func (p Profile) Calls(text string) bool { return p.read != nil && p.read(text) != text }

// Parse reads a measure with the profile's defaults, by its own name too where the
// profile has some for people: hit@5 of kebab.
func (p Profile) Parse(text string) (Measure, error) {
	if p.read != nil {
		text = p.read(text)
	}
	return p.measures().ParseWith(text, p.Defaults)
}

// ParseList reads a list of measures with the profile's defaults.
func (p Profile) ParseList(text string) ([]Measure, error) {
	return p.measures().ParseListWith(text, p.Defaults)
}

// MeasuresOf parses texts; without any they are the profile's own. Where it is known which
// paths exist, those of a profile that has CitationCoverage have its strict form next to it, and texts that
// do not ask for it are an error.
func (p Profile) MeasuresOf(given []string, paths bool) ([]Measure, error) {
	measures := p.Measures
	if len(given) > 0 {
		var err error
		if measures, err = p.ParseList(strings.Join(given, ",")); err != nil {
			return nil, err
		}
	}
	strict := Measure(CitationCoverage{Strict: true})
	if !paths || slices.Contains(measures, strict) {
		return measures, nil
	}
	i := slices.Index(measures, Measure(CitationCoverage{}))
	if i < 0 || len(given) > 0 {
		return nil, errors.New("paths are for CitationCoverage(strict), which is not among the measures")
	}
	return slices.Insert(slices.Clone(measures), i+1, strict), nil
}

// With returns the profile that reads measures of a registry, which may hold some of
// the caller's own, in place of those of this package alone; nil stands for those.
func (p Profile) With(r *Registry) Profile {
	p.registry = r
	return p
}

func (p Profile) measures() *Registry {
	if p.registry != nil {
		return p.registry
	}
	return builtin()
}

// ForGains returns the profile for documents that were judged by real-valued gains: what takes the exponential gain
// because no one says otherwise takes the gain as it is. The gain 2^gain − 1 of a gain has to be asked for.
func (p Profile) ForGains() Profile {
	if p.Defaults.Gain.kind == exponential {
		p.Defaults.Gain = LinearGain()
	}
	linear := func(m Measure) Measure {
		if ndcg, ok := m.(NDCG); ok && ndcg.kind == exponential {
			ndcg.Gain = LinearGain()
			return ndcg
		}
		return m
	}
	p.Measures, p.Primary = slices.Clone(p.Measures), linear(p.Primary)
	for i, m := range p.Measures {
		p.Measures[i] = linear(m)
	}
	return p
}

// ForPassages returns the profile for judged passages, which looks at the text that hits cover unless told otherwise:
// first at one cost, so that chunks of two sizes are compared fairly. One that reproduces a program keeps its measures.
func (p Profile) ForPassages() Profile {
	if p.Layout == NoLayout {
		p.Measures = known("CharR@2000tok CharP@2000tok nDCG(gain=" + p.Defaults.Gain.String() + ",level=chunk)@10 R(level=chunk)@10")
		p.Primary = p.Measures[0]
	}
	return p
}

// DefaultProfile is the name of the profile of anyone who names none.
const DefaultProfile = "default"

// ProfileByName finds a profile.
func ProfileByName(name string) (Profile, error) {
	for _, p := range profiles {
		if p.name == name {
			return p.own(), nil
		}
	}
	return Profile{}, fmt.Errorf("no profile is named %q; there are %s", name, strings.Join(ProfileNames(), ", "))
}

// ForeignProfile returns what scores of other programs have in place of conventions.
func ForeignProfile(name string) Profile {
	return Profile{Name: name, Decimals: -1, Defaults: Defaults{Gain: LinearGain()}}
}
