package hitblob

import (
	"math"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/retrieval"
)

// FuzzParse works below the compression, whose checksum would stop nearly
// every mutation before it reached the layout.
func FuzzParse(f *testing.F) {
	hits := []retrieval.Hit{{ID: "d1", Score: 0.5, Text: "text"}, {ID: "d2", Score: math.Inf(-1)}}
	f.Add(uint8(0), layout(whole, nil))
	f.Add(uint8(0), layout(whole, hits))
	f.Add(uint8(1), layout(chunks, nil))
	f.Add(uint8(1), layout(chunks, hits))
	f.Add(uint8(2), layout(placed, hits))
	f.Add(uint8(1), []byte(laidOut))
	f.Add(uint8(0), []byte{0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, known uint8, b []byte) {
		format := whole + known%3
		hits, err := parse(format, b)
		if err != nil {
			return
		}
		again, err := parse(format, layout(format, hits))
		if err != nil || len(again) != len(hits) {
			t.Fatalf("what was read does not parse back: %v, %v", again, err)
		}
		for i, h := range hits {
			a := again[i]
			if a.ID != h.ID || a.Text != h.Text || a.Document != h.Document ||
				math.Float64bits(a.Score) != math.Float64bits(h.Score) || !slices.Equal(a.Spans, h.Spans) || a.Extent != h.Extent {
				t.Fatalf("hit %d came back as %v, want %v", i, a, h)
			}
		}
	})
}
