package metrics_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// The worked examples of the medical knowledge graph: 3 of 5 relevant documents
// in the top 10 are Recall@10 .60, and so on.
func TestMedkgMetrics(t *testing.T) {
	var file struct {
		Cases []struct {
			ID, Title string
			Given     struct {
				Retrieved []string
				Qrels     map[string]int
			}
			Expected  map[string]float64
			Tolerance float64
		}
	}
	readJSON(t, "testdata/seeds/medkg_metrics.json", &file)
	profile, err := metrics.ProfileByName("medkg")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			j := judge(c.Given.Retrieved, c.Given.Qrels)
			for name, want := range c.Expected {
				m, err := profile.Parse(name)
				if err != nil {
					t.Fatal(err)
				}
				if key := profile.Key(m); key != name {
					t.Errorf("Key(%s) = %s, want %s", m, key, name)
				}
				got, defined := m.Score(&j)
				if !defined || math.Abs(got-want) > c.Tolerance {
					t.Errorf("%s: %s = %v %v, want %v (medkg vector %s)", c.Title, m, got, defined, want, c.ID)
				}
			}
		})
	}
}

// The mean of the reciprocal ranks of three queries.
func TestMedkgMean(t *testing.T) {
	var file struct {
		Cases []struct {
			ID    string
			Given struct {
				ReciprocalRanks []float64 `json:"reciprocal_ranks"`
			}
			Expected  struct{ MRR float64 }
			Tolerance float64
		}
	}
	readJSON(t, "testdata/seeds/medkg_mean.json", &file)
	m := mustParse(t, "MRR")
	for _, c := range file.Cases {
		sum := 0.0
		for _, rr := range c.Given.ReciprocalRanks {
			rank := int(math.Round(1 / rr))
			s, _ := m.Score(&metrics.Judged{
				Retrieved: rank, Hits: []metrics.Hit{{Rank: rank, Grade: 1}}, Ideal: []int{1},
			})
			sum += s
		}
		if got := sum / float64(len(c.Given.ReciprocalRanks)); math.Abs(got-c.Expected.MRR) > c.Tolerance {
			t.Errorf("%s: mean RR = %v, want %v", c.ID, got, c.Expected.MRR)
		}
	}
}
