package embedded

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/retrieval/retrievaltest"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/corpus"
	"github.com/rankduel/rankduel/retrieval/internal/terms"
)

// A slowScorer is BM25 written down from the formula with maps, without an index: it shares the analysis and
// the reading of the corpus with the code under test, and nothing else.
type slowScorer struct {
	analyzer terms.Analyzer
	k1, b    float64
	lucene   bool // as Anserini: rounded lengths, scores of 32 bits, ties by document id ascending
	ids      []string
	counts   []map[string]float64
	df       map[string]float64
	n, total float64
}

func newSlowScorer(t testing.TB, path string, a terms.Analyzer, k1, b float64) *slowScorer {
	t.Helper()
	c, err := corpus.Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return scoreSlowly(c.Documents, map[string]float64{corpus.FieldTitle: 1, corpus.FieldText: 1}, a, k1, b)
}

func scoreSlowly(documents []corpus.Document, weights map[string]float64, a terms.Analyzer, k1, b float64) *slowScorer {
	s := &slowScorer{analyzer: a, k1: k1, b: b, df: map[string]float64{}}
	for _, d := range documents {
		counts := map[string]float64{}
		for _, f := range d.Fields {
			for _, term := range s.terms(f.Text) {
				if weights[f.Name] > 0 {
					counts[term] += weights[f.Name]
				}
			}
		}
		for term, c := range counts {
			s.df[term]++
			s.total += c
		}
		if len(counts) > 0 {
			s.n++
		}
		s.ids = append(s.ids, d.ID)
		s.counts = append(s.counts, counts)
	}
	return s
}

func (s *slowScorer) terms(text string) []string {
	return slices.Collect(s.analyzer.Terms(text))
}

func (s *slowScorer) Retrieve(_ context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
	var hits []retrieval.Hit
	query := s.terms(q.Text)
	for d, counts := range s.counts {
		dl := 0.0
		for _, c := range counts {
			dl += c
		}
		if s.lucene {
			dl = luceneLength(dl)
		}
		score := 0.0
		for _, term := range query {
			tf := counts[term]
			if tf == 0 {
				continue
			}
			idf := math.Log(1 + (s.n-s.df[term]+0.5)/(s.df[term]+0.5))
			score += idf * tf / (tf + s.k1*(1-s.b+s.b*dl/(s.total/s.n)))
		}
		if score > 0 {
			hits = append(hits, retrieval.Hit{ID: s.ids[d], Score: score})
		}
	}
	retrievaltest.Sort(hits)
	if s.lucene {
		for i := range hits {
			hits[i].Score = float64(float32(hits[i].Score))
		}
		slices.SortFunc(hits, func(a, b retrieval.Hit) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.ID, b.ID))
		})
	}
	return hits[:min(k, len(hits))], nil
}

// luceneLength returns SmallFloat.byte4ToInt(SmallFloat.intToByte4(length)) of Lucene: exact below 24, and of what is
// above, the four leading bits.
func luceneLength(length float64) float64 {
	over := int(length) - 24
	if over < 0 {
		return length
	}
	drop := max(0, bits.Len(uint(over))-4)
	return float64(24 + over>>drop<<drop)
}

func TestLuceneLength(t *testing.T) {
	// org.apache.lucene.util.SmallFloat: lengths to 40 are exact, then steps of 2, 4, 8, ...
	for length, want := range map[float64]float64{0: 0, 23: 23, 24: 24, 40: 40, 41: 40, 42: 42, 57: 56, 60: 60, 1000: 984} {
		if got := luceneLength(length); got != want {
			t.Errorf("luceneLength(%v) = %v, want %v", length, got, want)
		}
	}
}

// compareRankings allows rounding: scores within 1e-9 of each other, and documents in another order only
// where the scores are that close.
func compareRankings(t testing.TB, query string, got, want []retrieval.Hit) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("query %.40q: %d hits, want %d", query, len(got), len(want))
		return
	}
	scores := make(map[string]float64, len(want))
	for _, h := range want {
		scores[h.ID] = h.Score
	}
	for i, h := range got {
		s, ok := scores[h.ID]
		if !ok {
			s = want[len(want)-1].Score // it may have been cut off by a tie at the end
		}
		if math.Abs(h.Score-want[i].Score) > 1e-9 || math.Abs(h.Score-s) > 1e-9 {
			t.Errorf("query %.40q: rank %d is %s with %v, want %s with %v", query, i+1, h.ID, h.Score, want[i].ID, want[i].Score)
			return
		}
	}
}
