package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// alone are rooms that a program may use without any other of ours: what their
// own code uses is no less a part of them.
var alone = regexp.MustCompile(`^(stats|stats/agreement|metrics|testsets)\.`)

// documented are names that say what may happen: errors to look for, bounds and
// defaults. They need a use, but their own package's will do.
var documented = regexp.MustCompile(`\.(Err\w+|\w+Error|Default\w+|Max\w+)$`)

// needless are exported names that nothing outside their package uses, with why
// a program that uses the library needs them nevertheless.
var needless = []struct{ why, names string }{
	{"values of a setting, to be written by name", `
		experiment/compare.EquivalenceObserved experiment/compare.EquivalenceRange experiment/compare.FamilyRoles
		experiment/compare.TestRandomization experiment/compare.TestT
		experiment/scoring/scorefile.MissingZero
		retrieval/command.Lines retrieval/elastic.NoState retrieval/postgres.NoState
		retrieval/embedded.BM25 retrieval/embedded.LSA retrieval/rerank.TextCorpus retrieval/rerank.TextHits
		store/sqlite.Memory`},
	{"what stands for text and cutoff in a template of a request", "retrieval/elastic.K retrieval/elastic.SearchText"},
	{"an engine or a reranker without an experiment file: checked, opened, asked for its state", `
		retrieval/command.Settings.ReadState retrieval/command.Settings.Rebased retrieval/command.Settings.Validate
		retrieval/elastic.Open retrieval/elastic.Settings.Validate
		retrieval/embedded.Settings.Resolved retrieval/embedded.Settings.Validate retrieval/embedded.WordList.Rebased
		retrieval/postgres.ReadState retrieval/rerank.NewLexical`},
	{"an experiment file that is not on disk", "experiment/plan.Reader.Parse"},
	{"the rank of one document, for who has a ranking and an id", "retrieval/trec.Ranking.Find"},
	{"a method of one's own that is trained, as New is for the others", "retrieval/fusion.Registry.NewTrainer"},
	{"what measures get from what they embed", "metrics.BySubtopic.Cutoff metrics.Top.Cutoff metrics.View.Cutoff"},
	{"what encoding/json calls to write a span", "testsets.Span.MarshalText"},
	{"what huma calls before an operation", "server/experiments.Comparing.Resolve"},
	{"agreement of judges", "stats/agreement.FleissKappa"},
	{"what the studies of tools/studies look at, which are a module of their own", `
		stats.Replicates.ShiftP stats.Rule.Verdict`},
}

// Whatever is exported is used by another package of the module, its tests
// included, or shown by an example. What no one uses is a promise no one keeps.
func TestExportedIsUsed(t *testing.T) {
	unused := unusedExports(t, "../..")
	var known []string
	for _, n := range needless {
		known = append(known, strings.Fields(n.names)...)
	}
	for _, name := range unused {
		if !slices.Contains(known, name) {
			t.Errorf("%s: no other package uses it, and no example shows it", name)
		}
	}
	for _, name := range known {
		if !slices.Contains(unused, name) {
			t.Errorf("%s is used, or gone: take it off the list", name)
		}
	}
}
