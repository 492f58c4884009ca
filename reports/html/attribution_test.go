package html_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/html"
)

// The bars of the strata have the lengths of their shares, each stratum by itself.
func TestAttributionByStratum(t *testing.T) {
	of := func(a, b, both, none int) result.Attributed {
		share := func(n int) result.Share { return result.Share{Documents: n} }
		return result.Attributed{
			RelevantDocuments: a + b + both + none, All: share(both), None: share(none),
			Only: []result.ComponentShare{{Component: "bm25", Share: share(a)}, {Component: "<dense>", Share: share(b)}},
		}
	}
	d := example(t)
	d.Comparison.Attribution = []result.Attribution{{
		Config: "rrf", Components: []string{"bm25", "<dense>"}, Attributed: of(13, 7, 60, 40),
		Strata: []result.StratumAttribution{{Stratum: "short", Attributed: of(10, 0, 10, 0)}, {Stratum: "<long>", Attributed: of(3, 7, 50, 40)}},
	}}
	page := written(t, d, html.Options{})
	_, figure, found := strings.Cut(page, `<figure id="attribution-strata">`)
	if !found {
		t.Fatal("no bars by stratum")
	}
	figure, _, _ = strings.Cut(figure, "</svg>")
	var widths []float64
	for _, m := range regexp.MustCompile(`<rect x="[0-9.]+" y="[0-9.]+" width="([0-9.]+)" height="8.0" class="f-`).FindAllStringSubmatch(figure, -1) {
		w, _ := strconv.ParseFloat(m[1], 64)
		widths = append(widths, w)
	}
	// Three bars abreast of 720 less margins of 4 and gaps of 16: 226.67 each.
	want := []float64{113.3, 0, 0, 113.3, 0, 6.8, 15.9, 0, 113.3, 90.7}
	if len(widths) != len(want) {
		t.Fatalf("%d pieces, want %d: %v", len(widths), len(want), widths)
	}
	for i := range want {
		if d := widths[i] - want[i]; d > 0.06 || d < -0.06 {
			t.Errorf("piece %d is %.1f wide, want %.1f", i, widths[i], want[i])
		}
	}
	if !strings.Contains(figure, "&lt;long&gt;") || strings.Contains(figure, "<long>") || !strings.Contains(figure, "n = 100") {
		t.Error("the strata are not named, or as markup")
	}
}
