package metrics

import (
	"slices"
	"sync"
)

// Builtin returns a registry with every measure of this package. Each call
// builds a new one, so a caller may register measures of its own into it.
func Builtin() *Registry {
	r := NewRegistry()
	makers := makers()
	for _, d := range described() {
		d.New = makers[d.Name]
		if err := r.Register(d); err != nil {
			panic(err) // measures.txt has a name twice, or one that no row of makers has
		}
	}
	if len(makers) != len(r.definitions) {
		panic("metrics: measures.txt does not describe every measure")
	}
	r.lists = nicknames() // that each of them parses is a test: it takes longer than all of the rest
	return r
}

// makers say by the name of each measure how it is made of its arguments; what
// else is to be known of it is in measures.txt.
func makers() map[string]func(*Args) Measure {
	all := map[string]func(*Args) Measure{
		"Accuracy":         func(a *Args) Measure { return Accuracy{a.top()} },
		"AP":               func(a *Args) Measure { return AveragePrecision{a.top()} },
		"binG":             func(a *Args) Measure { return BinG{a.View()} },
		"Bpref":            func(a *Args) Measure { return Bpref{View: a.View()} },
		"CitationCoverage": func(a *Args) Measure { return CitationCoverage{Strict: a.Bool("strict", false)} },
		"CharP":            func(a *Args) Measure { return ofCharacters(a, true) },
		"CharR":            func(a *Args) Measure { return ofCharacters(a, false) },
		"RCap":             func(a *Args) Measure { return CappedRecall{a.top()} },
		"Compat": func(a *Args) Measure {
			return Compat{View: a.View(), P: a.persistence(0.95), Raw: !a.Bool("normalize", true)}
		},
		"DCG":                func(a *Args) Measure { return DCG{Top: a.top(), Gain: a.Gain()} },
		"ERR":                func(a *Args) Measure { return newERR(a, false) },
		"11pt":               newElevenPoint,
		"EmptyResultRate":    func(*Args) Measure { return EmptyResultRate{} },
		"F1":                 func(a *Args) Measure { return F1{a.top()} },
		"G":                  func(a *Args) Measure { return G{View: a.View(), Gain: a.linearGain()} },
		"GMAP":               func(a *Args) Measure { return GMAP{a.View()} },
		"GMBpref":            func(a *Args) Measure { return Bpref{View: a.View(), Geometric: true} },
		"RequiredStrings":    newRequiredStrings,
		"IdealDCG":           func(a *Args) Measure { return IdealDCG{Top: a.top(), Gain: a.Gain()} },
		"infAP":              func(a *Args) Measure { return InferredAP{a.View()} },
		"AP_IA":              func(a *Args) Measure { return IntentAP{a.bySubtopic()} },
		"P_IA":               func(a *Args) Measure { return IntentPrecision{a.bySubtopic()} },
		"IPrec":              func(a *Args) Measure { return InterpolatedPrecision{View: a.View(), Recall: a.Recall} },
		"Judged":             func(a *Args) Measure { return JudgedAt{a.top()} },
		"nDCG":               func(a *Args) Measure { return NDCG{Top: a.top(), Gain: a.Gain()} },
		"ndcg_rel":           func(a *Args) Measure { return NDCGRel{View: a.View(), Gain: a.linearGain()} },
		"nERR":               func(a *Args) Measure { return newERR(a, true) },
		"NumNonRelRet":       func(a *Args) Measure { return NumNonRelRet{a.View()} },
		"NumQ":               func(*Args) Measure { return NumQ{} },
		"NumRel":             func(a *Args) Measure { return NumRel{a.View()} },
		"NumRelRet":          func(a *Args) Measure { return NumRelRet{a.top()} },
		"NumRet":             newNumRet,
		"P":                  func(a *Args) Measure { return Precision{a.top()} },
		"RBP":                newRBP,
		"RBPResidual":        func(a *Args) Measure { return RBPResidual{View: a.View(), P: a.persistence(0.8)} },
		"Rndcg":              newRNDCG,
		"Rprec":              func(a *Args) Measure { return RPrecision{View: a.View(), Mult: a.Float("mult", 0, 1e-9, 1e9)} },
		"R":                  func(a *Args) Measure { return Recall{a.top()} },
		"RR":                 func(a *Args) Measure { return ReciprocalRank{a.top()} },
		"RefusalCorrectness": func(*Args) Measure { return RefusalCorrectness{} },
		"SetAP":              func(a *Args) Measure { return SetAP{a.View()} },
		"SetF1":              newSetF,
		"SetP":               func(a *Args) Measure { return SetPrecision{View: a.View(), Relative: a.Bool("relative", false)} },
		"SetR":               func(a *Args) Measure { return SetRecall{a.View()} },
		"StRecall":           func(a *Args) Measure { return SubtopicRecall{a.bySubtopic()} },
		"Success":            func(a *Args) Measure { return Success{a.top()} },
		"Unjudged":           func(a *Args) Measure { return UnjudgedAt{a.top()} },
		"Utility":            newUtility,
		"yaap":               func(a *Args) Measure { return YAAP{a.View()} },
	}
	for _, model := range []CWLModel{BPM, INSQ, INST, SDCG, NERR8, NERR9, NERR10, NERR11} {
		all[string(model)] = func(a *Args) Measure { return newCWL(a, model) }
	}
	for _, kind := range []NoveltyKind{AlphaDCG, AlphaNDCG, ERRIA, NERRIA, NRBP, NNRBP} {
		all[string(kind)] = func(a *Args) Measure { return newNovelty(a, kind) }
	}
	return all
}

// builtin is the registry behind the functions that take none. It is built when first needed and never registered into.
var builtin = sync.OnceValue(Builtin)

// Parse reads one measure with the built-in names and defaults.
func Parse(text string) (Measure, error) { return builtin().Parse(text) }

// ParseList reads several measures with the built-in names and defaults; see [Registry.ParseList].
func ParseList(text string) ([]Measure, error) { return builtin().ParseList(text) }

// DirectionOf tells which of two scores of m is the better one. A measure of the caller's own says so by a
// method Direction() Direction; without one a higher score is taken to be better.
func DirectionOf(m Measure) Direction {
	if own, ok := m.(interface{ Direction() Direction }); ok {
		return own.Direction()
	}
	d, _ := builtin().DefinitionOf(m)
	return d.Direction
}

// WidthOf returns the largest difference that two scores of m can have, 1 for all that is a share; it is
// not known of measures without bounds. A measure of the caller's own says so by a method Width() float64.
func WidthOf(m Measure) (width float64, known bool) {
	switch own := m.(type) {
	case interface{ Width() float64 }:
		return own.Width(), true
	case Foreign: // which may have the name of a share, and not be one
		return 1, own.Share
	}
	d, ok := builtin().DefinitionOf(m)
	return 1, ok && slices.Contains([]string{"[0, 1]", "[0, 1)", "0 or 1"}, d.Range)
}

// AggregateOf tells how the scores of m are combined over queries. A measure of the
// caller's own says so by a method Aggregate() Aggregate; without one it is the mean.
func AggregateOf(m Measure) Aggregate {
	if own, ok := m.(interface{ Aggregate() Aggregate }); ok {
		return own.Aggregate()
	}
	d, _ := builtin().DefinitionOf(m)
	return d.Aggregate
}
