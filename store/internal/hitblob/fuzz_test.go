package hitblob

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/retrieval"
)

// FuzzParse works below the compression, whose checksum would stop nearly
// every mutation before it reached the layout.
func FuzzParse(f *testing.F) {
	f.Add(layout(nil))
	f.Add(layout([]retrieval.Hit{{ID: "d1", Score: 0.5, Text: "text"}, {ID: "d2", Score: math.Inf(-1)}}))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, b []byte) {
		hits, err := parse(b)
		if err != nil {
			return
		}
		again, err := parse(layout(hits))
		if err != nil || len(again) != len(hits) {
			t.Fatalf("what was read does not parse back: %v, %v", again, err)
		}
		for i, h := range hits {
			a := again[i]
			if a.ID != h.ID || a.Text != h.Text || math.Float64bits(a.Score) != math.Float64bits(h.Score) {
				t.Fatalf("hit %d came back as %v, want %v", i, a, h)
			}
		}
	})
}
