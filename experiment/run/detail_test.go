package run_test

import (
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
)

// Details have the rankings that were scored, the baseline first, and nothing is
// asked for them.
func TestDetails(t *testing.T) {
	store := wingtest.NewMemory()
	dir := wingtest.LiveDir(t, 6, `
configs:
  two: {components: [dense]}
  one: {components: [bm25]}
baseline: one
`)
	asked := counting(wingtest.AtRank(3))
	p := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), asked, wingtest.AtRank(1))
	if _, err := p.Run(t.Context(), store); err != nil {
		t.Fatal(err)
	}
	before := asked.calls.Load()
	details, err := p.Details(t.Context(), store, 2)
	if err != nil {
		t.Fatal(err)
	}
	if asked.calls.Load() != before {
		t.Errorf("%d queries were asked again", asked.calls.Load()-before)
	}
	if len(details) != 2 || details[0].Name != "one" || details[1].Name != "two" {
		t.Fatalf("details of %v, want of one, then two", []string{details[0].Name, details[1].Name})
	}
	for i := range details {
		for _, q := range details[i].Queries {
			want := []int{result.Unjudged, 2}[i] // two has the relevant document first, one has it third
			if len(q.Hits) != 2 || q.Hits[0].Grade != want || q.Hits[1].Grade != result.Unjudged {
				t.Errorf("%s, %s: hits %+v", details[i].Name, q.QueryID, q.Hits)
			}
			if rank := q.Relevant[0].Rank; rank != 3-2*i {
				t.Errorf("%s, %s: relevant at rank %d, want %d", details[i].Name, q.QueryID, rank, 3-2*i)
			}
		}
	}
}
