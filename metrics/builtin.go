package metrics

import (
	"slices"
	"sync"
)

// Builtin returns a registry with every measure of this package. Each call
// builds a new one, so a caller may register measures of its own into it.
func Builtin() *Registry {
	r := NewRegistry()
	families := append(cwlFamily(), noveltyFamily()...)
	for _, define := range append(families,
		defineAccuracy,
		defineAveragePrecision,
		defineBinG,
		defineBpref,
		defineCitationCoverage,
		defineCappedRecall,
		defineCompat,
		defineDCG,
		defineERR,
		defineElevenPoint,
		defineEmptyResultRate,
		defineF1,
		defineG,
		defineGMAP,
		defineGMBpref,
		defineRequiredStrings,
		defineIdealDCG,
		defineInferredAP,
		defineIntentAP,
		defineIntentPrecision,
		defineInterpolatedPrecision,
		defineJudgedAt,
		defineNDCG,
		defineNDCGRel,
		defineNERR,
		defineNumNonRelRet,
		defineNumQ,
		defineNumRel,
		defineNumRelRet,
		defineNumRet,
		definePrecision,
		defineRBP,
		defineRBPResidual,
		defineRNDCG,
		defineRPrecision,
		defineRecall,
		defineReciprocalRank,
		defineRefusalCorrectness,
		defineSetAP,
		defineSetF,
		defineSetPrecision,
		defineSetRecall,
		defineSubtopicRecall,
		defineSuccess,
		defineUnjudgedAt,
		defineUtility,
		defineYAAP,
	) {
		if err := r.Register(define()); err != nil {
			panic(err) // two of our own measures share a name: a bug in this list
		}
	}
	r.lists = nicknames() // that each of them parses is a test: it takes longer than all of the rest
	return r
}

// builtin is the registry behind the functions that take none. It is built when
// first needed and never registered into.
var builtin = sync.OnceValue(Builtin)

// Parse reads one measure with the built-in names and defaults.
func Parse(text string) (Measure, error) { return builtin().Parse(text) }

// ParseList reads several measures with the built-in names and defaults; see
// [Registry.ParseList].
func ParseList(text string) ([]Measure, error) { return builtin().ParseList(text) }

// DirectionOf tells which of two scores of m is the better one. A measure of the
// caller's own says so by a method Direction() Direction; without one a higher
// score is taken to be better.
func DirectionOf(m Measure) Direction {
	if own, ok := m.(interface{ Direction() Direction }); ok {
		return own.Direction()
	}
	d, _ := builtin().DefinitionOf(m)
	return d.Direction
}

// WidthOf returns the largest difference that two scores of m can have, 1 for all that
// is a share; it is not known of measures without bounds. A measure of the
// caller's own says so by a method Width() float64.
func WidthOf(m Measure) (width float64, known bool) {
	if own, ok := m.(interface{ Width() float64 }); ok {
		return own.Width(), true
	}
	d, ok := builtin().DefinitionOf(m)
	return 1, ok && slices.Contains([]string{"[0, 1]", "[0, 1)", "0 or 1"}, d.Range)
}
