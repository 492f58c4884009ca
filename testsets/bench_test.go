package testsets_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/testsets"
)

// largeSet has n queries with three judgments each, as a log-based set has.
func largeSet(n int) *testsets.TestSet {
	rng := rand.New(rand.NewPCG(1, 2))
	set := &testsets.TestSet{Name: "large", Version: "v1", Strata: testsets.DefaultStrata()}
	for i := range n {
		q := testsets.Query{ID: fmt.Sprintf("q%06d", i), Text: fmt.Sprintf("what is known about subject %d", i), Type: set.Strata[i%3]}
		for j := range 3 {
			q.Relevant = append(q.Relevant, testsets.Judgment{Doc: fmt.Sprintf("D%d-%d", rng.IntN(1e6), j), Grade: 3 - j})
		}
		set.Queries = append(set.Queries, q)
	}
	return set
}

func BenchmarkParse(b *testing.B) {
	set := largeSet(100_000)
	yaml, err := set.Marshal()
	if err != nil {
		b.Fatal(err)
	}
	lines, err := set.MarshalLines()
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		data []byte
	}{{"set.yaml", yaml}, {"set.jsonl", lines}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := testsets.Parse(c.name, c.data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMarshal(b *testing.B) {
	set := largeSet(100_000)
	for b.Loop() {
		if _, err := set.Marshal(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSHA256(b *testing.B) {
	set := largeSet(100_000)
	for b.Loop() {
		set.SHA256()
	}
}
