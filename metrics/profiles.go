package metrics

import (
	"fmt"
	"slices"
	"sync"

	"github.com/rankduel/rankduel/internal/ordered"
)

// Profiles lists the built-in profiles, the default one first. The list belongs to the caller.
func Profiles() []Profile {
	return ordered.Each(profiles, lateProfile.own)
}

// ProfileNames lists the names of the built-in profiles, the default one first.
func ProfileNames() []string {
	return ordered.Each(profiles, func(p lateProfile) string { return p.name })
}

// A lateProfile is built when first needed and never changed: its list of measures is a text that has to be parsed.
type lateProfile struct {
	name  string
	build func() Profile
}

var profiles = []lateProfile{
	{"default", sync.OnceValue(defaultProfile)},
	{"qrels", sync.OnceValue(qrelsProfile)},
	{"trec", sync.OnceValue(trecProfile)},
	{"medkg", sync.OnceValue(medkgProfile)},
	{"kebab", sync.OnceValue(kebabProfile)},
	{"csb", sync.OnceValue(csbProfile)},
	{"kebab-code", sync.OnceValue(kebabCodeProfile)},
	{"csb-code", sync.OnceValue(csbCodeProfile)},
}

// own returns a copy for the caller.
func (l lateProfile) own() Profile {
	p := l.build()
	p.Measures = slices.Clone(p.Measures)
	return p
}

// defaultProfile is for everybody: nothing is rounded, nothing is counted that is not defined.
func defaultProfile() Profile {
	return Profile{
		Name:     "default",
		Summary:  "Exponential gain, undefined queries excluded and counted, no rounding.",
		Measures: known("nDCG(gain=exp)@10 R@5,10,20 RR"),
		Primary:  known("nDCG(gain=exp)@10")[0],
		Decimals: -1,
	}
}

// qrelsProfile is for judgments in TREC form: their nDCG is the one with linear
// gain that trec_eval, ir_measures, ranx and the tables of BEIR mean.
func qrelsProfile() Profile {
	p := defaultProfile()
	p.Name = "qrels"
	p.Summary = "As default, with linear gain: the nDCG that trec_eval, ir_measures, ranx and BEIR's tables mean."
	p.Defaults.Gain = LinearGain()
	p.Measures = known("nDCG(gain=linear)@10 R@5,10,20 RR")
	p.Primary = p.Measures[0]
	return p
}

// trecProfile reproduces what trec_eval prints.
func trecProfile() Profile {
	return Profile{
		Name:      "trec",
		Summary:   "As trec_eval 10: linear gain, undefined queries count 0, its names, 4 decimals.",
		Measures:  known("official"),
		Primary:   known("AP")[0],
		Defaults:  Defaults{Gain: LinearGain()},
		Undefined: Zero,
		Decimals:  4,
		Layout:    FlatLayout,
		key:       trecKey,
	}
}

// medkgProfile returns that of the medical knowledge graph's evaluation.
func medkgProfile() Profile {
	return Profile{
		Name:      "medkg",
		Summary:   "Recall first, exponential gain, MRR uncut; a query without a relevant document is an error.",
		Measures:  known("R@10,5,20 nDCG(gain=exp)@10 RR"),
		Primary:   known("nDCG(gain=exp)@10")[0],
		Undefined: LoadError,
		Decimals:  -1,
		Layout:    SpreadLayout,
		PairedT:   true,
		PointGate: true,
		key:       named(medkgKeys()),
	}
}

// kebabProfile returns that of the kebab knowledge base's evaluation: hits are chunks, except for recall, which counts
// the documents that the first k chunks belong to. A document then has the rank of its best chunk.
func kebabProfile() Profile {
	return Profile{
		Name:         "kebab",
		Revision:     1,
		Summary:      "Chunk level, k 1/3/5/10, RR@10, answers, unlabeled queries skipped, failed ones kept, 4 decimals with halves away from zero.",
		Measures:     known(kebabRankings + " CitationCoverage RequiredStrings EmptyResultRate RefusalCorrectness"),
		Primary:      known("RR(level=chunk)@10")[0],
		Decimals:     4,
		Rounding:     HalfAwayZero,
		ZeroMeans:    true,
		CountsFailed: true,
		OfRun:        true,
		Layout:       NestedLayout,
		key:          named(kebabKeys(RequiredStrings{})),
		read:         kebabName,
	}
}

// kebabRankings are kebab's measures of rankings.
const kebabRankings = "Success(level=chunk)@1,3,5,10 RR(level=chunk)@10 R@1,3,5,10 P(level=chunk)@1,3,5,10"

// kebabCodeProfile follows the shipped code of kebab where it leaves its own
// specification: queries that should be refused count in its groundedness.
func kebabCodeProfile() Profile {
	p := kebabProfile()
	p.Name = "kebab-code"
	p.Summary = "As kebab, but RequiredStrings includes queries that should be refused, as its shipped code does."
	p.Defaults.Refusals = true
	p.Measures = known(kebabRankings + " CitationCoverage RequiredStrings(refusals=include) EmptyResultRate RefusalCorrectness")
	p.key = named(kebabKeys(RequiredStrings{Refusals: true}))
	return p
}

// csbProfile returns that of CodeScaleBench's retrieval evaluation over files.
func csbProfile() Profile {
	return Profile{
		Name:     "csb",
		Revision: 1,
		Summary:  "Files, k 1/3/5/10, binary nDCG, RR uncut, each query and mean to 4 decimals half-even; never gates.",
		Measures: known("P@1,3,5,10 R@1,3,5,10 F1@1,3,5,10 RR nDCG(gain=binary)@1,3,5,10 AP " +
			"SetR SetP"),
		Primary:       known("SetR")[0],
		Defaults:      Defaults{Gain: BinaryGain()},
		Decimals:      4,
		RoundsQueries: true,
		NoGate:        true,
		Layout:        TasksLayout,
		key:           named(csbKeys()),
	}
}

// csbCodeProfile scores as csb does; the shipped code differs in how traces
// become retrieved files, which is not the business of measures.
func csbCodeProfile() Profile {
	p := csbProfile()
	p.Name = "csb-code"
	p.Summary = "As csb, for traces read as its shipped code reads them."
	return p
}

// known parses measures written in this package.
func known(text string) []Measure {
	measures, err := ParseList(text)
	if err != nil {
		panic(fmt.Sprintf("measures of a built-in profile: %v", err)) // a list above is misspelled
	}
	return measures
}
