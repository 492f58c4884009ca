package browser_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/testsets"
)

// A made set of queries whose lists differ between two systems.
type made struct {
	queries, hits, relevant int
	id                      func(q int) string
	text                    func(q int) string
	doc                     func(q, d int) string
}

func plain(queries, hits int) made {
	words := []string{"dose", "renal", "failure", "tablet", "dizzy", "elderly", "acute", "blood", "pressure", "chest", "pain", "statin"}
	return made{
		queries: queries, hits: hits, relevant: 6,
		id: func(q int) string { return fmt.Sprintf("q%06d", q) },
		text: func(q int) string {
			r := rand.New(rand.NewPCG(uint64(q), 1))
			return fmt.Sprintf("%s %s %s of patient %d", words[r.IntN(len(words))], words[r.IntN(len(words))], words[r.IntN(len(words))], q)
		},
		doc: func(q, d int) string { return fmt.Sprint(1000000 + (q*7919+d*104729)%8999999) },
	}
}

// set returns the judgments: the first documents of each query are relevant, as many
// again are judged and are not.
func (m made) set(t testing.TB) *testsets.TestSet {
	t.Helper()
	set := &testsets.TestSet{Name: "made", Version: "v1"}
	for q := range m.queries {
		query := testsets.Query{ID: m.id(q), Text: m.text(q), Type: []string{"exact_term", "paraphrase", "complex"}[q%3]}
		for d := range 2 * m.relevant {
			grade := 0
			if d < m.relevant {
				grade = 1 + d%3
			}
			query.Relevant = append(query.Relevant, testsets.Judgment{Doc: m.doc(q, d), Grade: grade})
		}
		set.Queries = append(set.Queries, query)
	}
	return set
}

// ranking of system s: relevant documents near the top, shuffled by its own seed;
// two queries of three are the same under both systems.
func (m made) ranking(s, q int) []retrieval.Hit {
	seed := uint64(s)
	if q%3 == 0 {
		seed = 0
	}
	r := rand.New(rand.NewPCG(uint64(q), seed+77))
	hits := make([]retrieval.Hit, m.hits)
	keys := make([]float64, m.hits)
	for d := range hits {
		hits[d] = retrieval.Hit{ID: m.doc(q, d)}
		keys[d] = float64(d) + 14*r.Float64()
	}
	for i := range hits { // by key
		least := i
		for j := i; j < len(hits) && j < i+30; j++ {
			if keys[j] < keys[least] {
				least = j
			}
		}
		hits[i], hits[least] = hits[least], hits[i]
		keys[i], keys[least] = keys[least], keys[i]
	}
	for i := range hits {
		hits[i].Score = float64(len(hits) - i)
	}
	return hits
}

func (m made) data(t testing.TB) *reports.Data {
	t.Helper()
	j, err := judgments.Of(m.set(t), judgments.PartAll)
	if err != nil {
		t.Fatal(err)
	}
	profile, err := metrics.ProfileByName("default")
	if err != nil {
		t.Fatal(err)
	}
	measures, err := profile.ParseList("nDCG@10,R@5,R@10,RR")
	if err != nil {
		t.Fatal(err)
	}
	grader := scoring.NewGrader(j, measures, profile)
	d := &reports.Data{Command: "rankduel run made.yaml", Version: "test"}
	var tables []*scoring.Table
	for s, name := range []string{"baseline", "candidate"} {
		tally := scoring.NewTally(name, j, measures, profile)
		for q := range m.queries {
			ms := 3 + float64((q*37+s*11)%200)/7
			tally.Add(q, result.Ranking{Hits: m.ranking(s, q), LatencyMS: &ms})
		}
		table := tally.Finish()
		detail := table.Detail(100)
		for at := range detail.Queries {
			i, _ := j.Index([]byte(detail.Queries[at].QueryID))
			hits := m.ranking(s, i)
			detail.Queries[at].Hits, detail.Queries[at].Retrieved = grader.Grade(i, hits, 100), len(hits)
		}
		tables, d.Systems = append(tables, table), append(d.Systems, detail)
	}
	d.Comparison, err = compare.Against(tables[0], tables[1:], compare.Settings{Resamples: 200})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// page writes a page into a folder of the test.
func (m made) page(t testing.TB, o html.Options) string {
	t.Helper()
	return written(t, m.data(t), o)
}

func written(t testing.TB, d *reports.Data, o html.Options) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := html.Write(f, d, o); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}
