package sqlite_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

func newKey() result.RecordingKey {
	return result.RecordingKey{Component: "bm25", TestSet: "clinical"}
}

func newRun(id string, queries ...string) result.StoredRun {
	run := result.StoredRun{
		ID: id, Name: "rrf", Suite: "clinical@v1", Profile: "default",
		TestSet:   result.TestSetInfo{Name: "clinical", Version: "v1", SHA256: "9f86d081", Queries: len(queries)},
		Config:    []byte(`{"rrf_k":60}`),
		Aggregate: []byte(`{"measures":[]}`),
		CreatedAt: time.Date(2026, 5, 10, 8, 0, 0, 0, time.UTC),
	}
	for _, q := range queries {
		score := 1.0 / 3
		run.Rows = append(run.Rows, result.Row{QueryID: q, Scores: map[string]*float64{"RR": &score}})
	}
	return run
}

// recordings makes n queries with the given number of hits each.
func recordings(n, hits int) []result.Recording {
	random := rand.New(rand.NewPCG(1, 2))
	list := make([]result.Recording, n)
	for i := range list {
		list[i] = result.Recording{QueryID: fmt.Sprintf("query-%06d", i), LatencyMS: 10 * random.Float64()}
		score := 0.95
		for range hits {
			score -= 0.01 * random.Float64()
			list[i].Hits = append(list[i].Hits, retrieval.Hit{ID: fmt.Sprintf("doc-%07d", random.IntN(8_841_823)), Score: score})
		}
	}
	return list
}
