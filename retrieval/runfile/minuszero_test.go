package runfile_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Minus zero equals zero in every format, be it text or the bits of a Parquet
// column: such hits tie, so the larger id goes first; they are counted as tied,
// and no one gets to see the sign.
func TestMinusZeroIsZero(t *testing.T) {
	minus := math.Copysign(0, -1)
	lines := []line{{"q", "b", 1, 0}, {"q", "c", 2, minus}, {"q", "a", 3, minus}, {"q", "d", 4, -5e-324}, {"q", "e", 5, 5e-324}}
	want := []string{"e", "c", "b", "a", "d"} // e above 0, d below, and the three between by id
	for format, encode := range encoders {
		run, stats := read(t, trec.Bytes("run", encode(lines)), runfile.Options{Format: format, Order: trec.OrderScore})
		var got []string
		for _, h := range run.Hits("q") {
			got = append(got, h.ID)
			if h.Score == 0 && math.Signbit(h.Score) {
				t.Errorf("%s: the score of %s is minus zero", format, h.ID)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: order, want (-) and got (+):\n%s", format, diff)
		}
		if stats.Tied != 3 {
			t.Errorf("%s: %d hits tied, want 3", format, stats.Tied)
		}
	}
}

// A score of minus zero that a system gives is written as zero where a number is
// more than its text: as JSON, where some readers keep the sign, and as bits.
func TestMinusZeroIsWrittenAsZero(t *testing.T) {
	hits := func(score float64) runfile.Result {
		return runfile.Result{QueryID: "q", Hits: []retrieval.Hit{{ID: "a", Score: score}}}
	}
	for _, format := range []runfile.Format{runfile.JSON, runfile.JSONL, runfile.Parquet} {
		zero, _ := write(t, format, hits(0))
		if minus, _ := write(t, format, hits(math.Copysign(0, -1))); !cmp.Equal(zero, minus) {
			t.Errorf("%s: minus zero is written as other bytes than zero", format)
		}
	}
}
