package reports_test

import (
	"fmt"
	"io"
	"testing"

	"github.com/rankduel/rankduel/reports"
)

// BenchmarkComparison writes all 6,980 queries of a set the size of MS MARCO
// dev, the longest report there is.
func BenchmarkComparison(b *testing.B) {
	c := verbose()
	p := &c.Comparisons[0]
	p.PerQuery = nil
	for i := range 6980 {
		p.PerQuery = append(p.PerQuery, pair(fmt.Sprint("q", i), "exact_term", num(float64(i)/6980), num(0.5), num(0.5-float64(i)/6980)))
	}
	for _, f := range []reports.Format{reports.Text, reports.Markdown, reports.JSON, reports.CSV} {
		b.Run(string(f), func(b *testing.B) {
			for b.Loop() {
				if err := reports.Comparison(io.Discard, c, f, reports.Options{PerQuery: true, Width: 100}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("headline", func(b *testing.B) {
		short := better()
		for b.Loop() {
			if err := reports.Comparison(io.Discard, short, reports.Text, reports.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
