package refresh

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/testsets"
)

// The quota is by largest remainder. By hand: 7 of 20, 15 and 15 are 2.8, 2.1 and
// 2.1.
func TestQuotas(t *testing.T) {
	for _, tt := range []struct {
		n     int
		sizes []int
		want  []int
	}{
		{20, []int{20, 15, 15}, []int{8, 6, 6}},
		{7, []int{20, 15, 15}, []int{3, 2, 2}},
		{1, []int{1, 1, 1}, []int{1, 0, 0}},
		{3, []int{1, 1, 1}, []int{1, 1, 1}},
		{5, []int{0, 10}, []int{0, 5}},
		{5, []int{0, 0}, []int{0, 0}},
	} {
		if got := quotas(tt.n, tt.sizes); !slices.Equal(got, tt.want) {
			t.Errorf("quotas(%d, %v) = %v, want %v", tt.n, tt.sizes, got, tt.want)
		}
	}
}

// runsOf makes past runs of the scores of each query.
func runsOf(scores map[string][]float64) []Past {
	var list []Past
	for id, of := range scores {
		for i, s := range of {
			for len(list) <= i {
				list = append(list, Past{RunRef: RunRef{Name: fmt.Sprint(len(list))}, Scores: map[string]float64{}})
			}
			list[i].Scores[id] = s
		}
	}
	return list
}

func setOf(ids ...string) *testsets.TestSet {
	set := &testsets.TestSet{Name: "s", Version: "v1", Scale: testsets.DefaultScale()}
	for _, id := range ids {
		split := testsets.Evaluation
		if strings.HasPrefix(id, "h") {
			split = testsets.HeldOut
		}
		set.Queries = append(set.Queries, testsets.Query{ID: id, Text: id, Split: split, Relevant: []testsets.Judgment{{Doc: "d", Grade: 1}}})
	}
	return set
}

func leavers(list []Leaver) (ids []string) {
	for _, l := range list {
		if l.Decision == leave {
			ids = append(ids, l.ID)
		}
	}
	return ids
}

// Ceiling and floor in all runs go first, then age; of equally old ones half go by
// spread, and that from five runs on.
func TestLeavingOrder(t *testing.T) {
	five := map[string][]float64{
		"a": {1, 1, .995, 1, 1},        // at the ceiling
		"b": {0, .01, 0, 0, 0},         // at the floor
		"c": {.5, .5, .5, .5, .51},     // spreads least
		"d": {.1, .9, .1, .9, .1},      // tells systems apart
		"e": {.2, .4, .6, .8, 1},       //
		"f": {.99, .99, .99, .99, .98}, // near the ceiling, not at it in all
	}
	three := map[string][]float64{}
	for id, of := range five {
		three[id] = of[:3]
	}
	four := map[string][]float64{}
	for id, of := range five {
		four[id] = of[:4]
	}
	two := map[string][]float64{}
	for id, of := range five {
		two[id] = of[:2]
	}
	all := []string{"a", "b", "c", "d", "e", "f"}
	same := map[string]int{"a": 9, "b": 9, "c": 9, "d": 9, "e": 9, "f": 9}
	for name, tt := range map[string]struct {
		past   map[string][]float64
		ages   map[string]int
		n      int
		want   []string // who leaves; the draw decides about the rest
		reason string
	}{
		"ends first":            {five, same, 2, []string{"a", "b"}, "at the ceiling in all 5 past runs"},
		"then the oldest":       {five, map[string]int{"a": 1, "b": 1, "c": 1, "d": 400, "e": 1, "f": 1}, 3, []string{"a", "b", "d"}, "oldest: 400 days"},
		"unknown age is oldest": {five, map[string]int{"a": 1, "b": 1, "c": 1, "d": 400, "f": 1}, 3, []string{"a", "b", "e"}, "age unknown"},
		"then by spread":        {five, same, 4, []string{"a", "b", "c", "f"}, "tells systems apart least"},
		"four show no spread":   {four, same, 4, []string{"a", "b", "f", "e"}, "drawn"},
		"three runs show ends":  {three, same, 3, []string{"a", "b", "f"}, "in all 3 past runs"},
		"two runs show nothing": {two, map[string]int{"c": 3, "d": 2, "e": 1, "f": 1, "a": 1, "b": 1}, 2, []string{"c", "d"}, "oldest"},
		"everybody":             {five, same, 6, all, "oldest: 9 days"},
		"nobody":                {five, same, 0, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			list := describe(setOf(all...), tt.ages, runsOf(tt.past))
			propose(list, []StratumQuota{{Replace: tt.n}}, spentPart{}, 1)
			if got := leavers(list); !slices.Equal(got, slices.Sorted(slices.Values(tt.want))) {
				t.Errorf("%v leave, want %v", got, tt.want)
			}
			if !slices.ContainsFunc(list, func(l Leaver) bool { return strings.Contains(l.Reason, tt.reason) }) {
				t.Errorf("no reason %q in %+v", tt.reason, list)
			}
		})
	}
}

// At most half of the leavers go by spread, the rest is drawn.
func TestSpreadForHalf(t *testing.T) {
	scores, ids := map[string][]float64{}, []string{}
	for i := range 20 {
		id := fmt.Sprintf("q%02d", i)
		ids = append(ids, id)
		w := float64(i+1) / 100
		scores[id] = []float64{.5 - w, .5 + w, .5, .5 - w, .5 + w}
	}
	list := describe(setOf(ids...), nil, runsOf(scores))
	propose(list, []StratumQuota{{Replace: 10}}, spentPart{}, 3)
	bySpread, drawn := 0, 0
	for _, l := range list {
		switch {
		case strings.HasPrefix(l.Reason, "tells"):
			bySpread++
			if l.ID > "q04" {
				t.Errorf("%s is not among the five that spread least", l.ID)
			}
		case strings.HasPrefix(l.Reason, "drawn"):
			drawn++
		}
	}
	if bySpread != 5 || drawn != 5 {
		t.Errorf("%d by spread, %d drawn, want 5 and 5", bySpread, drawn)
	}
}

// Scores of held-out queries have no say, even where someone hands them in.
func TestHeldOutScoresAreNotLookedAt(t *testing.T) {
	ids := []string{"a", "b", "h1", "h2"}
	same := map[string]int{"a": 1, "b": 1, "h1": 1, "h2": 1}
	propositions := map[string]bool{}
	for _, of := range [][]float64{{1, 1, 1, 1, 1}, {0, 0, 0, 0, 0}, {.1, .9, .3, .4, .2}} {
		past := runsOf(map[string][]float64{"a": {.1, .2, .3, .4, .5}, "b": {.1, .2, .3, .4, .5}, "h1": of, "h2": of})
		list := describe(setOf(ids...), same, past)
		propose(list, []StratumQuota{{Replace: 2}}, spentPart{}, 5)
		data, err := leavingTable(list)
		if err != nil {
			t.Fatal(err)
		}
		propositions[string(data)] = true
	}
	if len(propositions) != 1 {
		t.Errorf("%d proposals of three that differ in held-out scores alone", len(propositions))
	}
	list := describe(setOf(ids...), same, nil)
	propose(list, []StratumQuota{{Replace: 2}}, spentPart{10}, 5)
	if got := leavers(list); !slices.Equal(got, []string{"h1", "h2"}) || !strings.Contains(list[2].Reason, "it showed 10 configurations") {
		t.Errorf("%v leave after the part is spent", got)
	}
}

// A split set keeps the parts of what stays, and each stratum's number of held-out
// queries (MS-O-01: 4, 3 and 3 of 50).
func TestSplitIsKept(t *testing.T) {
	s := newScene(t)
	set, err := testsets.Load(s.set)
	if err != nil {
		t.Fatal(err)
	}
	quota := map[string]int{"exact_term": 4, "paraphrase": 3, "complex_clinical": 3}
	for i := range set.Queries {
		q := &set.Queries[i]
		q.Split = testsets.Evaluation
		if quota[q.Type] > 0 {
			quota[q.Type]--
			q.Split = testsets.HeldOut
		}
	}
	text, err := set.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.set, text, 0o644); err != nil {
		t.Fatal(err)
	}
	f := s.refreshed(t)
	for _, c := range f.Strata {
		if c.HeldOutBefore != c.HeldOutAfter {
			t.Errorf("%+v", c)
		}
	}
	v2, err := testsets.Load(filepath.Join(s.dir, "test_set_v2.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range v2.Queries {
		for _, old := range set.Queries {
			if old.ID == q.ID && old.Split != q.Split {
				t.Errorf("%s went from %s to %s", q.ID, old.Split, q.Split)
			}
		}
	}
}

// A new query with the words of a kept one becomes of its family, and of its part.
func TestFamilies(t *testing.T) {
	next := []testsets.Query{
		{ID: "q1", Text: "treating high blood pressure", Split: testsets.HeldOut},
		{ID: "n1", Text: "high blood pressures treated", Source: fromLog},
		{ID: "n2", Text: "something else", Source: fromLog},
	}
	families(next)
	old := &testsets.TestSet{Queries: []testsets.Query{{Split: testsets.HeldOut}, {Split: testsets.Evaluation}, {Split: testsets.Evaluation}}}
	divided, missed, err := divide(old, &testsets.TestSet{Name: "s", Version: "v2", Queries: next}, 1)
	if err != nil {
		t.Fatal(err)
	}
	next = divided.Queries
	if len(missed) != 1 || missed[0].HeldOut != 2 || missed[0].Quota != 1 {
		t.Errorf("%+v, want 2 held out where a third of 3 is 1", missed)
	}
	if d := divided.Draw; d == nil || d.Seed != 1 || d.Ratio != 1.0/3 {
		t.Errorf("the header says %+v", d)
	}
	if next[1].Family == "" || next[1].Family != next[0].Family || next[1].Split != testsets.HeldOut || next[2].Family != "" || next[2].Split != testsets.Evaluation {
		t.Errorf("%+v", next)
	}
}

// Queries without judgments are in no measure, and make no room for new ones.
func TestUnjudgedStay(t *testing.T) {
	set := setOf("j1", "j2", "j3")
	for i := range 50 {
		set.Queries = append(set.Queries, testsets.Query{ID: fmt.Sprint("u", i), Text: "u", Unjudged: true})
	}
	list := describe(set, nil, nil)
	propose(list, []StratumQuota{{Replace: 2}}, spentPart{}, 5)
	for _, id := range leavers(list) {
		if id[0] != 'j' {
			t.Errorf("%s leaves, which nobody judged", id)
		}
	}
	if n := len(leavers(list)); n != 2 {
		t.Errorf("%d leave, want 2", n)
	}
	if _, err := quotasOf(set, 4, nil); err == nil {
		t.Error("4 of 3 judged queries are replaced")
	}
}
