package metrics_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/metrics"
)

// with writes the example of a family with one more parameter, "" if the family
// does not have it.
func with(d metrics.Definition, parameter string) string {
	name, _, _ := strings.Cut(parameter, "=")
	if !slices.ContainsFunc(d.Params, func(p metrics.Param) bool { return p.Name == name }) {
		return ""
	}
	return strings.Replace(example(d), d.Name, d.Name+"("+parameter+")", 1)
}

// judged=only scores a ranking as if its unjudged documents had never been
// there, and level=chunk changes nothing but what is ranked. Both hold for
// every family that takes them.
func TestViews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDense(t)
		full, condensed := d.judged(), d.condensed().judged()
		for _, def := range rankingDefinitions() {
			plain := mustParseRapid(t, example(def))
			if text := with(def, "judged=only"); text != "" {
				want, wantDefined := plain.Score(&condensed)
				got, defined := mustParseRapid(t, text).Score(&full)
				if got != want || defined != wantDefined {
					t.Fatalf("%s = %v %v, want %v %v", text, got, defined, want, wantDefined)
				}
			}
			if text := with(def, "level=chunk"); text != "" {
				want, _ := plain.Score(&full)
				if got, _ := mustParseRapid(t, text).Score(&full); got != want {
					t.Fatalf("%s = %v, want %v", text, got, want)
				}
			}
		}
	})
}

// rel=2 scores a ranking as if grade 1 were grade 0, for every family that takes
// it.
func TestRelevanceLevel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDense(t)
		low := dense{slices.Clone(d.ranking), slices.Clone(d.missed)}
		for _, grades := range [][]int{low.ranking, low.missed} {
			for i, g := range grades {
				if g == 1 {
					grades[i] = 0
				}
			}
		}
		full, lowered := d.judged(), low.judged()
		for _, def := range rankingDefinitions() {
			text := with(def, "rel=2")
			if text == "" || def.Name == "NumRet" {
				continue
			}
			want, wantDefined := mustParseRapid(t, example(def)).Score(&lowered)
			got, defined := mustParseRapid(t, text).Score(&full)
			if got != want || defined != wantDefined {
				t.Fatalf("%s = %v %v, want %v %v", text, got, defined, want, wantDefined)
			}
		}
	})
}
