package stats_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// Any 16 bytes are a pair of scores: no test panics, returns NaN, or a p that
// is not in (0, 1].
func FuzzPairedTests(f *testing.F) {
	pairs := func(xs ...float64) []byte {
		var out []byte
		for _, x := range xs {
			out = binary.LittleEndian.AppendUint64(out, math.Float64bits(x))
		}
		return out
	}
	f.Add(pairs(0, 0, 0, 1))
	f.Add(pairs(0.1, 0.2, 0.2, 0.30000000000000004, 0.3, 0.4))
	f.Add(pairs(1e308, -1e308, 0, 5e-324))
	f.Add(pairs(math.NaN(), 1, math.Inf(1), 0))
	f.Add(pairs(1e-200, 2e-200, 3e-200, 1e-200, 0, 1e150))
	f.Fuzz(func(t *testing.T, data []byte) {
		var a, b []float64
		for ; len(data) >= 16 && len(a) < 64; data = data[16:] {
			a = append(a, math.Float64frombits(binary.LittleEndian.Uint64(data)))
			b = append(b, math.Float64frombits(binary.LittleEndian.Uint64(data[8:])))
		}
		finite := func(what string, x *float64) {
			if x != nil && (math.IsNaN(*x) || math.IsInf(*x, 0)) {
				t.Fatalf("%s = %v for %v and %v", what, *x, a, b)
			}
		}
		for _, test := range []stats.PairedTest{stats.TTest{}, stats.SignFlip{Rounds: 100}, stats.Wilcoxon{}, stats.Sign{}} {
			r, err := stats.TestPairs(test, a, b)
			if err != nil {
				continue
			}
			finite(test.Name()+" statistic", r.Statistic)
			finite(test.Name()+" effect", &r.Effect)
			if r.Interval != nil {
				finite("low", &r.Interval.Low)
				finite("high", &r.Interval.High)
			}
			if r.P != nil && !(*r.P > 0 && *r.P <= 1) {
				t.Fatalf("%s: p = %v for %v and %v", test.Name(), *r.P, a, b)
			}
			if r.P == nil && len(r.Warnings) == 0 {
				t.Fatalf("%s: undefined without a warning for %v and %v", test.Name(), a, b)
			}
		}
		d, err := stats.NewDifferences(a, b)
		if err != nil {
			return
		}
		if i, err := (stats.Tail{}).Interval(d, 0.95); err == nil {
			finite("low", &i.Low)
			finite("high", &i.High)
		}
		if r, err := (stats.Bootstrap{Resamples: 50}).Interval(d.Values()); err == nil && r.Interval != nil {
			finite("bootstrap low", &r.Interval.Low)
			finite("bootstrap high", &r.Interval.High)
		}
	})
}
