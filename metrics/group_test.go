package metrics_test

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/metrics"
)

// Whatever the list and the judgments, a group scores its measures to the last
// bit as they score alone, and every measure is in one group.
func TestGroups(t *testing.T) {
	families := []string{
		"P", "P(rel=2)", "P(judged=only)", "R", "R(level=chunk)", "RCap", "Unjudged", "AP", "AP(rel=2)", "nDCG", "nDCG(gain=linear)",
		"nDCG(gain={0:1,1:2,2:0,3:5})", "nDCG(judged=only)", "nDCG(rel=2)", "Success", "ERR", "DCG",
	}
	rapid.Check(t, func(t *rapid.T) {
		grade := rapid.OneOf(rapid.IntRange(unjudged, 3), rapid.SampledFrom([]int{1023, 1024}))
		j := dense{
			rapid.SliceOfN(grade, 0, 12).Draw(t, "ranking"),
			rapid.SliceOfN(grade.Filter(func(g int) bool { return g != unjudged }), 0, 4).Draw(t, "missed"),
		}.judged()
		if rapid.Bool().Draw(t, "gains") {
			for _, h := range j.Hits {
				j.Gains = append(j.Gains, float64(h.Grade))
			}
			for _, g := range j.Ideal {
				j.IdealGains = append(j.IdealGains, float64(g)+0.25)
			}
		}
		var list []metrics.Measure
		for range rapid.IntRange(1, 12).Draw(t, "measures") {
			k := rapid.IntRange(0, 15).Draw(t, "k")
			m, err := metrics.Parse(refCut(rapid.SampledFrom(families).Draw(t, "family"), k))
			if err == nil && !slices.ContainsFunc(list, func(o metrics.Measure) bool { return o.String() == m.String() }) {
				list = append(list, m)
			}
		}
		room, seen := make([]float64, len(list)), map[int]bool{}
		for _, g := range metrics.Groups(list) {
			for i := range room {
				room[i] = 777
			}
			defined := g.Score(&j, room)
			for n, place := range g.Places {
				want, ok := list[place].Score(&j)
				if room[n] != want || (n < defined) != ok {
					t.Fatalf("%s = %v %v in its group, %v %v alone", list[place], room[n], n < defined, want, ok)
				}
				if seen[place] {
					t.Fatalf("%s is in two groups", list[place])
				}
				seen[place] = true
			}
		}
		if len(seen) != len(list) {
			t.Fatalf("%d of %d measures are in a group", len(seen), len(list))
		}
	})
}

// refCut adds a cutoff to a text, none for 0.
func refCut(text string, k int) string {
	if k == 0 {
		return text
	}
	return text + "@" + strconv.Itoa(k)
}

// trec_eval's usual list has a hundred numbers in half as many groups.
func TestGroupsOfAllTrec(t *testing.T) {
	list, err := metrics.ParseList("all_trec")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(metrics.Groups(list)); n > len(list)-40 {
		t.Errorf("%d measures in %d groups", len(list), n)
	}
	groups := metrics.Groups([]metrics.Measure{mustParse(t, "P@10"), mustParse(t, "RR"), mustParse(t, "P@5"), mustParse(t, "P(rel=2)@5")})
	var places [][]int
	for _, g := range groups {
		places = append(places, g.Places)
	}
	if want := [][]int{{2, 0}, {1}, {3}}; !slices.EqualFunc(places, want, slices.Equal[[]int]) {
		t.Errorf("places %v, want %v", places, want)
	}
}
