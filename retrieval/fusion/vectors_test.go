package fusion_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// A vectorHit is "doc" or ["doc", score] in the vector files.
type vectorHit struct {
	id    string
	score float64
}

func (h *vectorHit) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, &h.id) == nil {
		return nil
	}
	return json.Unmarshal(b, &[]any{&h.id, &h.score})
}

func readVectors[T any](t *testing.T, name string) T {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var v T
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

func toLists(m map[string][]vectorHit) []fusion.List {
	var lists []fusion.List
	for component, hits := range m {
		l := fusion.List{Component: component}
		for _, h := range hits {
			l.Hits = append(l.Hits, retrieval.Hit{ID: h.id, Score: h.score})
		}
		lists = append(lists, l)
	}
	return lists
}

// Every case of the conformance vectors testdata/fusion.json: order exact, scores within the case's tolerance.
func TestFusionVectors(t *testing.T) {
	vectors := readVectors[struct {
		Cases []struct {
			ID, Title string
			Given     struct {
				Method  string
				RRFK    *int `json:"rrf_k"`
				Weights map[string]float64
				Lists   map[string][]vectorHit
			}
			Expected struct {
				Order  []string
				Scores map[string]float64
			}
			Tolerance float64
		}
	}](t, "fusion.json")
	if len(vectors.Cases) != 5 {
		t.Fatalf("%d cases, want 5", len(vectors.Cases))
	}
	for _, c := range vectors.Cases {
		t.Run(c.ID, func(t *testing.T) {
			m, err := fusion.New(fusion.Settings{Method: c.Given.Method, RRFK: c.Given.RRFK, Weights: c.Given.Weights})
			if err != nil {
				t.Fatal(err)
			}
			hits, err := m.Fuse(toLists(c.Given.Lists), 100)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.Expected.Order, ids(hits)); diff != "" {
				t.Errorf("%s: order (-want +got):\n%s", c.Title, diff)
			}
			for _, h := range hits {
				if want := c.Expected.Scores[h.ID]; math.Abs(h.Score-want) > c.Tolerance {
					t.Errorf("score of %s = %.12f, want %.12f ± %g", h.ID, h.Score, want, c.Tolerance)
				}
			}
		})
	}
}

// CO-O-01 of testdata/components.json: recall and nDCG of the fused ranking. Its lists are full of ties, so
// that any other tie rule misses the figures (smaller id only: nDCG .4959; larger id only: .4764).
func TestComponentVectors(t *testing.T) {
	vectors := readVectors[struct {
		Cases []struct {
			Given struct {
				Queries []struct {
					ID       string `json:"query_id"`
					Relevant []struct {
						ID    string `json:"doc_id"`
						Grade int
					} `json:"relevant_docs"`
				}
				Runs   map[string]map[string][]vectorHit
				Fusion struct {
					RRFK  int `json:"rrf_k"`
					Depth int
				}
			}
			Expected  struct{ Hybrid map[string]float64 }
			Tolerance float64
		}
	}](t, "components.json")
	c := vectors.Cases[0]
	var recall, exponential, linear float64
	for _, q := range c.Given.Queries {
		lists := map[string][]vectorHit{}
		for component, run := range c.Given.Runs {
			lists[component] = run[q.ID]
		}
		hits, err := rrf(t, c.Given.Fusion.RRFK).Fuse(toLists(lists), c.Given.Fusion.Depth)
		if err != nil {
			t.Fatal(err)
		}
		grades := map[string]int{}
		for _, r := range q.Relevant {
			grades[r.ID] = r.Grade
		}
		recall += recallAt10(hits, grades)
		exponential += ndcgAt10(hits, grades, func(g int) float64 { return math.Exp2(float64(g)) - 1 })
		linear += ndcgAt10(hits, grades, func(g int) float64 { return float64(g) })
	}
	n := float64(len(c.Given.Queries))
	for name, got := range map[string]float64{"recall@10": recall / n, "ndcg_exp@10": exponential / n, "ndcg_linear@10": linear / n} {
		if want := c.Expected.Hybrid[name]; math.Abs(got-want) > c.Tolerance {
			t.Errorf("%s = %.10f, want %.10f ± %g", name, got, want, c.Tolerance)
		}
	}
}

func recallAt10(hits []retrieval.Hit, grades map[string]int) float64 {
	found, relevant := 0.0, 0.0
	for _, g := range grades {
		if g > 0 {
			relevant++
		}
	}
	for _, h := range hits[:min(10, len(hits))] {
		if grades[h.ID] > 0 {
			found++
		}
	}
	return found / relevant
}

func ndcgAt10(hits []retrieval.Hit, grades map[string]int, gain func(int) float64) float64 {
	dcg, ideal := 0.0, 0.0
	for i, h := range hits[:min(10, len(hits))] {
		dcg += gain(grades[h.ID]) / math.Log2(float64(i+2))
	}
	rank := 0
	for g := 3; g > 0; g-- {
		for _, have := range grades {
			if have == g && rank < 10 {
				ideal += gain(g) / math.Log2(float64(rank+2))
				rank++
			}
		}
	}
	return dcg / ideal
}

func ids(hits []retrieval.Hit) []string {
	out := []string{}
	for _, h := range hits {
		out = append(out, h.ID)
	}
	return out
}
