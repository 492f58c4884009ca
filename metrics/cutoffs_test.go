package metrics_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// smallRankings returns all rankings of up to three documents, each unjudged or of
// grade 0, 1 or 3, with some missed documents.
func smallRankings() []dense {
	var all []dense
	rankings := [][]int{nil}
	for from := 0; from < len(rankings); from++ {
		for _, missed := range [][]int{nil, {2}, {3, 0, 1}} {
			all = append(all, dense{rankings[from], missed})
		}
		if len(rankings[from]) == 3 {
			continue
		}
		for _, grade := range []int{unjudged, 0, 1, 3} {
			longer := append(append([]int{}, rankings[from]...), grade)
			rankings = append(rankings, longer)
		}
	}
	return all
}

// TestAllCutoffs scores every measure that takes a cutoff at all of them, in
// its group, and compares with the textbook formulas: a document at the cutoff
// still counts, the next one does not.
func TestAllCutoffs(t *testing.T) {
	rankings := smallRankings()
	for _, ref := range references {
		if ref.cut == never {
			continue
		}
		for _, least := range []int{1, 2} {
			for _, condense := range []bool{false, true} {
				var list []metrics.Measure
				for k := 1; k <= 6; k++ {
					list = append(list, mustParse(t, refText(ref.name, ref.params, least, condense, k)))
				}
				room := make([]float64, len(list))
				for _, d := range rankings {
					seen := d
					if condense {
						seen = d.condensed()
					}
					j := d.judged()
					for _, g := range metrics.Groups(list) {
						defined := g.Score(&j, room)
						for n, place := range g.Places[:defined] {
							if want := ref.score(seen, least, place+1); math.Abs(room[n]-want) > 1e-12 {
								t.Fatalf("%s of %v = %v, want %v", list[place], d, room[n], want)
							}
						}
						for n := defined; n < len(g.Places); n++ {
							if d.relevant(least) > 0 && ref.name != "Accuracy" || room[n] != 0 {
								t.Fatalf("%s of %v is undefined with score %v", list[g.Places[n]], d, room[n])
							}
						}
					}
				}
			}
		}
	}
}
