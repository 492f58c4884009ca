package review_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/power"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/review"
	"github.com/rankduel/rankduel/testsets"
)

var now = time.Date(2026, 4, 10, 12, 0, 0, 0, time.UTC)

// made returns a set of ten queries: a type with six and one with four, the last of
// each held out.
func made(t *testing.T) *testsets.TestSet {
	t.Helper()
	text := "version: v1\ncreated: 2026-03-01\nstrata: [a, b]\nqueries:\n"
	for i := range 10 {
		kind, part := "a", "evaluation"
		if i >= 6 {
			kind = "b"
		}
		if i == 5 || i == 9 {
			part = "heldout"
		}
		text += fmt.Sprintf("- {query_id: q%d, query_text: t%d, query_type: %s, split: %s, relevant_docs: [{doc_id: a, grade: 1}, {doc_id: b, grade: 0}]}\n", i, i, kind, part)
	}
	set, err := testsets.Parse("s.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// system scores q0, q1 and so on.
func system(name string, scores ...float64) review.System {
	s := review.System{Name: name}
	for i := range scores {
		s.Rows = append(s.Rows, result.Row{QueryID: fmt.Sprintf("q%d", i), Scores: map[string]*float64{"RR": &scores[i]}})
	}
	return s
}

func mustReview(t *testing.T, past review.Past, looks result.Looks) *result.Review {
	t.Helper()
	r, err := review.Of(made(t), &result.TestSetDescription{HeldOut: 2}, past, &looks, now)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Counted by hand: q0 is at the ceiling, q6 on the floor; q5 and q9, which would
// be both, are held out and play no part.
func TestSaturation(t *testing.T) {
	past := review.Past{Measure: "RR", Systems: []review.System{
		system("A", 1, .5, .2, .4, .6, 1, 0, .3, .1, 0),
		system("B", 1, .7, .2, .1, .5, 1, .01, .9, .4, 0),
		system("C", .99, .6, .2, .7, .1, 1, 0, .3, .2, 0),
	}}
	r := mustReview(t, past, result.Looks{})
	if len(r.Queries) != 8 {
		t.Errorf("%d queries, want the 8 that are not held out", len(r.Queries))
	}
	states := map[string]string{}
	for _, q := range r.Queries {
		states[q.QueryID] = q.State
	}
	if states["q0"] != "ceiling" || states["q6"] != "floor" || states["q2"] != "" {
		t.Errorf("states %v", states)
	}
	for i, want := range [][4]int{{10, 8, 1, 1}, {6, 5, 1, 0}, {4, 3, 0, 1}} {
		s := r.Strata[i]
		if got := [4]int{s.Queries, s.Evaluation, *s.Ceiling, *s.Floor}; got != want {
			t.Errorf("stratum %q: %v, want %v", s.Stratum, got, want)
		}
	}
	if s := r.Strata[0]; s.Judged != 2 || s.Relevant != 1 || s.HeldOut != 2 || s.Scored != 8 {
		t.Errorf("%+v", s)
	}
	if first := r.Queries[0]; first.QueryID != "q2" || first.Spread != 0 { // .2 by all
		t.Errorf("least telling is %+v", first)
	}
	if q1 := find(r, "q1"); math.Abs(q1.Spread-.1) > 1e-12 || math.Abs(q1.Mean-.6) > 1e-12 || q1.Low != .5 || q1.High != .7 {
		t.Errorf("q1 %+v", q1) // .5 .7 .6: sample deviation .1
	}
	if *r.AgeDays != 40 || len(r.Unknown) != 0 {
		t.Errorf("%d days, unknown %v", *r.AgeDays, r.Unknown)
	}
}

func find(r *result.Review, id string) result.ReviewedQuery {
	for _, q := range r.Queries {
		if q.QueryID == id {
			return q
		}
	}
	return result.ReviewedQuery{}
}

// The power of a review is that of rankduel power on the same differences.
func TestPowerIsThatOfPower(t *testing.T) {
	a := []float64{.1, .5, .2, .4, .6, 0, 0, .3, .1, 0}
	b := []float64{.3, .4, .3, .1, .9, 1, .2, .5, .4, 1}
	r := mustReview(t, review.Past{Measure: "RR", Systems: []review.System{system("A", a...), system("B", b...)}}, result.Looks{})
	var all, short []float64
	for i := range a {
		if i == 5 || i == 9 {
			continue
		}
		all = append(all, b[i]-a[i])
		if i < 5 {
			short = append(short, b[i]-a[i])
		}
	}
	for i, d := range [][]float64{all, short} {
		p, err := power.Of([]power.Sample{{Measure: "RR", Differences: d, Range: 1}}, power.Question{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p.Rows[0].Detectable, r.Strata[i].Detectable); diff != "" || *r.Strata[i].Std != p.Rows[0].Std {
			t.Errorf("stratum %q: %s", r.Strata[i].Stratum, diff)
		}
	}
	if diff := cmp.Diff([]string{"A", "B"}, r.Pair); diff != "" {
		t.Error(diff)
	}
	if r.Strata[0].Ceiling != nil {
		t.Error("two systems call a query saturated")
	}
	if q := find(r, "q0"); math.Abs(q.Spread-.2/math.Sqrt2) > 1e-12 { // .1 and .3
		t.Errorf("q0 spreads by %v, want .2/√2", q.Spread)
	}
}

// Without past systems it says what it does not know.
func TestUnknown(t *testing.T) {
	r := mustReview(t, review.Past{Measure: "RR"}, result.Looks{Here: 3, Configurations: 2, Last: &now, Ledger: "x.jsonl"})
	if len(r.Unknown) != 2 || len(r.Queries) != 0 || r.Strata[0].Spread != nil || r.Strata[0].Std != nil {
		t.Errorf("%+v", r)
	}
	p, err := power.Assumed("RR", .2, 8, 1, power.Question{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p.Rows[0].Detectable, r.Strata[0].Detectable); diff != "" {
		t.Error(diff)
	}
	if r.Looks != 3 || r.Configurations != 2 || !r.LastLook.Equal(now) || r.Ledger != "x.jsonl" {
		t.Errorf("looks %d, %d, %v, %s", r.Looks, r.Configurations, r.LastLook, r.Ledger)
	}
}

// Around .5 B swings by .1 and C by .3 with it: differences spread by .1 (A and
// B), .2 (B and C) and .3 (A and C). The pair in the middle stands for all.
func TestPairInTheMiddle(t *testing.T) {
	swing := func(by float64) []float64 {
		var scores []float64
		for i := range 10 {
			scores = append(scores, .5+by*float64(1-2*(i%2)))
		}
		return scores
	}
	r := mustReview(t, review.Past{Measure: "RR", Systems: []review.System{system("A", swing(0)...), system("B", swing(.1)...), system("C", swing(.3)...)}}, result.Looks{})
	if diff := cmp.Diff([]string{"B", "C"}, r.Pair); diff != "" {
		t.Error(diff)
	}
}

// Where no two past systems are known, the power is that of the queries that can
// be scored: of 40, 4 are held out, 3 are not judged, 3 have grade 0 alone, and 11
// are wordings of one need, so 4 + 3 + 3 + 10 fewer. Of the first 28, which are of
// stratum a, 8 are left, and 12 of the others.
func TestPowerOfWhatCanBeScored(t *testing.T) {
	set := &testsets.TestSet{Strata: []string{"a", "b"}}
	for i := range 40 {
		q := testsets.Query{ID: fmt.Sprint(i), Type: "a", Split: testsets.Evaluation, Relevant: []testsets.Judgment{{Doc: "d", Grade: 1}}}
		switch {
		case i < 4:
			q.Split = testsets.HeldOut
		case i < 7:
			q.Unjudged, q.Relevant = true, nil
		case i < 10:
			q.Relevant[0].Grade = 0
		case i < 21:
			q.Group = "need"
		case i >= 28:
			q.Type = "b"
		}
		set.Queries = append(set.Queries, q)
	}
	r, err := review.Of(set, &result.TestSetDescription{}, review.Past{Measure: "RR"}, &result.Looks{}, now)
	if err != nil {
		t.Fatal(err)
	}
	shown := func(n int) float64 {
		p, err := power.Assumed("RR", .2, n, 1, power.Question{})
		if err != nil {
			t.Fatal(err)
		}
		return *p.Rows[0].Detectable
	}
	for i, n := range []int{20, 8, 12} {
		if got := *r.Strata[i].Detectable; got != shown(n) || got == shown(n-1) || got == shown(n+1) {
			t.Errorf("stratum %q: detectable %v; %d queries show %v", r.Strata[i].Stratum, got, n, shown(n))
		}
	}
	if want := "whether gains were learnt by heart: nothing is held out"; !slices.Contains(r.Unknown, want) {
		t.Errorf("not known: %q, want that nobody knows %s", r.Unknown, want)
	}
}

// A stratum in which the pair has one difference has no power of its own: nothing
// is assumed next to rows that were measured.
func TestNoAssumptionBesideAPair(t *testing.T) {
	r := mustReview(t, review.Past{Measure: "RR", Systems: []review.System{
		system("A", .1, .2, .3, .4, .5, .6, .7), system("B", .2, .1, .4, .3, .6, .5, .8),
	}}, result.Looks{})
	if len(r.Pair) != 2 || r.Strata[1].Std == nil || r.Strata[2].Scored != 1 {
		t.Fatalf("%+v", r.Strata)
	}
	if b := r.Strata[2]; b.Detectable != nil || b.Std != nil {
		t.Errorf("one difference shows %v", *b.Detectable)
	}
}

// strewn returns a set whose strata take turns: a and b four times each, then d twice,
// then c twice, without judgments. Of three judged documents one is relevant.
func strewn() *testsets.TestSet {
	set := &testsets.TestSet{Version: "v1", Strata: []string{"a", "empty", "b", "c", "d"}}
	for i, kind := range "ababababddcc" {
		q := testsets.Query{ID: fmt.Sprintf("q%d", i), Type: string(kind), Unjudged: kind == 'c'}
		if !q.Unjudged {
			q.Relevant = []testsets.Judgment{{Doc: "x", Grade: 2}, {Doc: "y"}, {Doc: "z"}}
		}
		set.Queries = append(set.Queries, q)
	}
	return set
}

// Three systems score .2 .4 .6 in a, whose sample deviation is .2; .1 .1 .4 in b,
// √.03; and in d once .5 throughout and once .5 .6 .8, √(.07/3).
func TestStrata(t *testing.T) {
	scores := map[byte][3]float64{'a': {.2, .4, .6}, 'b': {.1, .1, .4}}
	var systems []review.System
	for n := range 3 {
		var list []float64
		for i := range 8 {
			list = append(list, scores["ab"[i%2]][n])
		}
		systems = append(systems, system(string(rune('A'+n)), append(list, .5, []float64{.5, .6, .8}[n])...))
	}
	r, err := review.Of(strewn(), &result.TestSetDescription{}, review.Past{Measure: "RR", Systems: systems}, &result.Looks{}, now)
	if err != nil {
		t.Fatal(err)
	}
	a, b, d := .2, math.Sqrt(.03), math.Sqrt(.07/3)
	want := []struct {
		name                      string
		queries, scored, unjudged int
		judged, relevant          float64
		spread                    float64
	}{
		{"", 12, 10, 2, 3, 1, (4*a + 4*b + d) / 10},
		{"a", 4, 4, 0, 3, 1, a},
		{"b", 4, 4, 0, 3, 1, b},
		{"c", 2, 0, 2, 0, 0, -1},
		{"d", 2, 2, 0, 3, 1, d / 2},
	}
	if len(r.Strata) != len(want) {
		t.Fatalf("%d strata, want %d: one without a query says nothing", len(r.Strata), len(want))
	}
	for i, w := range want {
		s := r.Strata[i]
		if s.Stratum != w.name || s.Queries != w.queries || s.Scored != w.scored || s.Unjudged != w.unjudged || s.Judged != w.judged || s.Relevant != w.relevant {
			t.Errorf("%+v, want %+v", s, w)
		}
		if w.spread < 0 {
			if s.Spread != nil || s.Std != nil || s.Detectable != nil {
				t.Errorf("%s, which has no score, has a spread: %+v", w.name, s)
			}
		} else if s.Spread == nil || math.Abs(*s.Spread-w.spread) > 1e-12 {
			t.Errorf("spread of %q: %v, want %v", w.name, s.Spread, w.spread)
		}
	}
	// Differences of the two queries of d, of which one is 0: a deviation of the
	// other one over √2. By the pair A and B it is .1, by A and C .3, by B and C .2.
	other := map[string]float64{"AB": .1, "AC": .3, "BC": .2}[r.Pair[0]+r.Pair[1]]
	if got := r.Strata[4].Std; got == nil || math.Abs(*got-other/math.Sqrt2) > 1e-12 {
		t.Errorf("deviation of two differences: %v, want %v", got, other/math.Sqrt2)
	}
}

// Two systems that never differ are no pair, and one system has no spread.
func TestNoPair(t *testing.T) {
	same := []float64{.1, .2, .3, .4, .5, .6, .7, .8}
	twice := mustReview(t, review.Past{Measure: "RR", Systems: []review.System{system("A", same...), system("B", same...)}}, result.Looks{})
	if len(twice.Pair) != 0 || twice.Strata[0].Std != nil || twice.Strata[0].Detectable == nil || *twice.Strata[0].Spread != 0 {
		t.Errorf("the same system twice: pair %v, %+v", twice.Pair, twice.Strata[0])
	}
	if want := []string{
		"which queries are saturated: too few past systems, 2 of at least 3",
		"how much differences spread on these queries: the power assumes 0.2, two past systems that differ would tell",
	}; !cmp.Equal(twice.Unknown, want) {
		t.Errorf("not known: %q", twice.Unknown)
	}
	alone := mustReview(t, review.Past{Measure: "RR", Systems: []review.System{system("A", same...)}}, result.Looks{})
	if alone.Strata[0].Spread != nil || alone.Strata[0].Ceiling != nil || alone.Unknown[0] != "which queries are saturated: too few past systems, 1 of at least 3" {
		t.Errorf("one system: %+v, not known %q", alone.Strata[0], alone.Unknown)
	}
}

// Days are whole ones, from midnight of the day or from the time that the header
// has; no one knows the age of what has no date, or one that is still to come.
func TestAge(t *testing.T) {
	days := func(n int) *int { return &n }
	for created, want := range map[string]*int{
		"2026-04-10":                days(0),
		"2026-04-09":                days(1),
		"2026-04-09T12:00:00Z":      days(1), // it is noon now
		"2026-04-09T12:00:01Z":      days(0),
		"2026-04-09T14:00:00+02:00": days(1),
		"2026-04-12":                nil,
		"spring":                    nil,
		"":                          nil,
	} {
		set := strewn()
		set.Created = created
		r, err := review.Of(set, &result.TestSetDescription{HeldOut: 1}, review.Past{Measure: "RR"}, &result.Looks{}, now)
		if err != nil {
			t.Fatal(err)
		}
		if !cmp.Equal(r.AgeDays, want) {
			t.Errorf("created %q: %v days, want %v", created, r.AgeDays, want)
		}
		if unknown := strings.Contains(strings.Join(r.Unknown, "\n"), "how old the set is"); unknown != (want == nil) {
			t.Errorf("created %q: not known %q", created, r.Unknown)
		}
	}
}
