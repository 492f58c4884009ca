package sweep_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
)

// leakQuery has, for each component, the rank of its only relevant document
// there. No document is in two components, so a trained score is one count.
type leakQuery map[string]int

const leakDepth = 8 // hits of each component

// leakSettings are fixed and learning ones; the latter learn by posfuse.
var leakSettings = []struct {
	name       string
	components []string
	learns     bool
}{
	{"bm25", []string{"bm25"}, false},
	{"dense", []string{"dense"}, false},
	{"splade", []string{"splade"}, false},
	{"posfuse bm25+dense", []string{"bm25", "dense"}, true},
	{"posfuse bm25+splade", []string{"bm25", "splade"}, true},
	{"posfuse bm25+dense+splade", []string{"bm25", "dense", "splade"}, true},
}

func leakQueries(n int) []leakQuery {
	rng := rand.New(rand.NewPCG(3, 21)) // of the first thirty, the one where leaks show most
	queries := make([]leakQuery, n)
	for q := range queries {
		queries[q] = leakQuery{}
		for _, c := range []string{"bm25", "dense", "splade"} {
			queries[q][c] = 1 + rng.IntN(leakDepth)
		}
	}
	return queries
}

func leakFiles(queries []leakQuery) map[string]string {
	var set strings.Builder
	set.WriteString("name: leak\nversion: v1\nqueries:\n")
	files := map[string]string{}
	for q, query := range queries {
		var relevant []string
		for c, at := range query {
			relevant = append(relevant, fmt.Sprintf("{doc_id: %s%d, grade: 1}", c, at))
			for rank := range leakDepth {
				files[c+".trec"] += fmt.Sprintf("q%03d Q0 %s%d %d %d t\n", q, c, rank+1, rank+1, leakDepth-rank)
			}
		}
		slices.Sort(relevant)
		fmt.Fprintf(&set, "- {query_id: q%03d, query_text: question %d, query_type: exact_term, relevant_docs: [%s]}\n", q, q, strings.Join(relevant, ", "))
	}
	files["set.yaml"] = set.String()
	files["experiment.yaml"] = fmt.Sprintf(`test_set: set.yaml
measures: [RR]
components: {bm25: {run: bm25.trec}, dense: {run: dense.trec}, splade: {run: splade.trec}}
sweep:
  folds: %d
  repeats: 1
  grid:
  - {components: [[bm25], [dense], [splade]]}
  - {fusion_method: posfuse, components: [[bm25, dense], [bm25, splade], [bm25, dense, splade]]}
`, len(queries))
	return files
}

// leakRR returns the reciprocal rank of a setting at query q. A learning one has seen
// the queries for which trained is true, and orders hits by how many of these
// have the relevant document at the same rank of the same component; equal ones
// as documented: by the rank in bm25, then by id.
func leakRR(queries []leakQuery, setting, q int, trained func(e int) bool) float64 {
	s := leakSettings[setting]
	type hit struct {
		count, bm25 int
		id          string
		relevant    bool
	}
	var hits []hit
	for _, c := range s.components {
		for rank := 1; rank <= leakDepth; rank++ {
			h := hit{bm25: rank, id: fmt.Sprintf("%s%d", c, rank), relevant: queries[q][c] == rank}
			if c != "bm25" {
				h.bm25 = math.MaxInt
			}
			if !s.learns {
				h.count = -rank
			}
			for e := range queries {
				if s.learns && trained(e) && queries[e][c] == rank {
					h.count++
				}
			}
			hits = append(hits, h)
		}
	}
	slices.SortFunc(hits, func(a, b hit) int {
		switch {
		case a.count != b.count:
			return b.count - a.count
		case a.bm25 != b.bm25:
			return a.bm25 - b.bm25
		}
		return strings.Compare(a.id, b.id)
	})
	return 1 / float64(1+slices.IndexFunc(hits, func(h hit) bool { return h.relevant }))
}

// leakNested chooses for every query f by all others and judges on f, where
// trained says whether the score of g in the choice for f may use query e.
func leakNested(queries []leakQuery, trained func(f, g, e int) bool) (honest float64, chosen map[string]int) {
	chosen = map[string]int{}
	for f := range queries {
		best, at := math.Inf(-1), 0
		for s := range leakSettings {
			sum := 0.0
			for g := range queries {
				if g != f {
					sum += leakRR(queries, s, g, func(e int) bool { return trained(f, g, e) })
				}
			}
			if sum > best+1e-9 {
				best, at = sum, s
			}
		}
		chosen[leakSettings[at].name]++
		honest += leakRR(queries, at, f, func(e int) bool { return trained(f, f, e) }) / float64(len(queries))
	}
	return honest, chosen
}

// A fusion that learns has seen neither the query it is scored on nor the one
// that the choice is judged on. With as many folds as queries the division is
// known, so the whole procedure can be enumerated; and so can the two leaks,
// which have to give another result, or the data would not tell.
func TestSweepLearnsFromOtherQueries(t *testing.T) {
	queries := leakQueries(12)
	want, wantChosen := leakNested(queries, func(f, g, e int) bool { return e != f && e != g })
	for leak, trained := range map[string]func(f, g, e int) bool{
		"the scored query":            func(f, _, e int) bool { return e != f },
		"the query that is judged on": func(_, g, e int) bool { return e != g },
		"all queries":                 func(_, _, _ int) bool { return true },
	} {
		if honest, _ := leakNested(queries, trained); math.Abs(honest-want) < 1e-6 {
			t.Fatalf("trained on %s the honest mean is %v too: these data cannot tell", leak, want)
		}
	}
	s := swept(t, leakFiles(queries))
	wingtest.WantNumber(t, "honest mean", &s.Selection.HonestMean, want, 1e-12, "enumeration")
	for _, one := range s.Settings {
		if one.Chosen != wantChosen[one.Name] {
			t.Errorf("%s is chosen %d times, want %d (enumeration)", one.Name, one.Chosen, wantChosen[one.Name])
		}
	}
	before := len(queries)
	for _, c := range s.Selection.Chosen { // most often first
		if c.Times > before || c.Times != wantChosen[c.Setting] || c.ShareRatio != float64(c.Times)/float64(len(queries)) {
			t.Errorf("%+v after one of %d times, want %d (enumeration), in descending order", c, before, wantChosen[c.Setting])
		}
		before = c.Times
	}
	if len(s.Selection.Chosen) != len(wantChosen) {
		t.Errorf("chosen: %+v, want %v (enumeration)", s.Selection.Chosen, wantChosen)
	}
}
