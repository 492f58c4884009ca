package refresh

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/querylog"
)

// The report counts what the scene was made with: 60 pairs of 20 queries, of which ben grades every ninth, seven in all,
// otherwise than ada, and neither of them the second one.
func TestFinishedCounts(t *testing.T) {
	s := newScene(t)
	older := "# Changes of test_set\n\n## v1, 2026-05-01\n\nbegun\n"
	path := filepath.Join(s.dir, "test_set.CHANGELOG.md")
	if err := os.WriteFile(path, []byte(older), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Begin(s.request(t)); err != nil {
		t.Fatal(err)
	}
	if err := s.pool(); err != nil {
		t.Fatal(err)
	}
	blank := func(n int) func(int, label.Pair) (int, bool) {
		return func(i int, p label.Pair) (int, bool) {
			if i == 1 {
				return -1, true
			}
			return every(n)(i, p)
		}
	}
	s.label(t, "ada", blank(1000))
	s.label(t, "ben", blank(9))
	if err := s.report(); err != nil {
		t.Fatal(err)
	}
	s.adjudicate(t)
	f, err := s.finish()
	if err != nil {
		t.Fatal(err)
	}
	// of pair 0 both say 2 (every(1000) too): six of seven differ
	if f.Pairs != 60 || f.Disputed != 6 || f.Unjudged != 1 || f.PerQuery != 3 || f.Before != 50 || f.After != 50 || f.From != "test_set_v1@v1" || len(f.Unanswered) != 0 {
		t.Errorf("%+v", f)
	}
	if a := f.Agreements; len(a) != 1 || a[0].Documents != 59 || a[0].Queries != 20 || a[0].Blanks != 1 || !a[0].Passes || a[0].Kappa == nil || a[0].Shows != "shown" {
		t.Errorf("agreement %+v, want 59 pairs and a blank", a)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sections := strings.Split(string(text), "\n## ")
	if len(sections) != 3 || sections[0] != "# Changes of test_set_v1\n" || sections[2] != "v1, 2026-05-01\n\nbegun\n" {
		t.Errorf("the changes are\n%s", text)
	}
	for _, want := range []string{
		"v2, 2026-11-22\n\nFrom v1 (", "…): 30 queries kept, 20 left, 20 entered; 50 in all.", "| exact_term | 20 | 8 | 8 | 20 |", "| paraphrase | 15 | 6 | 6 | 15 |",
		"- kappa of ada and ben: ", " over 59 pairs (above 0.6 was needed); lower end 0.", "59 documents of 20 queries: they show a kappa above 0.6; 1 not judged by both", "- 60 pairs pooled, 3.0 documents a query; 6 labelled differently and decided by rule third or a person; 1 that no one could judge",
		"entered from a log of 632 searches", ": v2-001, v2-002, ",
	} {
		if !strings.Contains(sections[1], want) {
			t.Errorf("the changes of v2 are\n%s\nwant %q in them", sections[1], want)
		}
	}
	if n := strings.Count(sections[1], "\n- left: "); n != 20 {
		t.Errorf("%d are said to have left, want 20", n)
	}
	if strings.Contains(sections[1], "without a relevant document") || strings.Contains(sections[1], "(decided by a person)") {
		t.Errorf("the changes of v2 are\n%s", sections[1])
	}
	if _, err := s.finish(); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(path); err != nil || string(again) != string(text) {
		t.Errorf("finished twice the changes are\n%s", again)
	}
	w, err := s.open()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := filepath.Clean(w.finishedFile()), filepath.Join(s.dir, "test_set_v2.yaml"); got != want {
		t.Errorf("the new version is said to be in %s, want %s", got, want)
	}
}

// Changes of strata are counted by enumeration: a keeps one of two and takes in two, b loses its held-out one.
func TestChangesOfStrata(t *testing.T) {
	query := func(id, stratum string, split testsets.Split) testsets.Query {
		return testsets.Query{ID: id, Type: stratum, Split: split}
	}
	before := &testsets.TestSet{Strata: []string{"a", "b", "c"}, Queries: []testsets.Query{
		query("1", "a", testsets.HeldOut), query("2", "a", testsets.Evaluation), query("3", "b", testsets.HeldOut), query("4", "b", testsets.Evaluation), query("5", "odd", testsets.HeldOut),
	}}
	after := &testsets.TestSet{Queries: []testsets.Query{
		query("1", "a", testsets.HeldOut), query("4", "b", testsets.Evaluation), query("6", "a", testsets.HeldOut), query("7", "a", testsets.Evaluation), query("8", "odd", testsets.HeldOut),
	}}
	want := []StratumChange{
		{Name: "a", Before: 2, Left: 1, Entered: 2, After: 3, HeldOutBefore: 1, HeldOutAfter: 2},
		{Name: "b", Before: 2, Left: 1, Entered: 0, After: 1, HeldOutBefore: 1, HeldOutAfter: 0},
		{Name: "c"},
	}
	if diff := cmp.Diff(want, changes(before, after)); diff != "" {
		t.Errorf("strata (-want +got):\n%s", diff)
	}
}

// A proposal is summed up by what its rows say.
func TestSummaryOfAProposal(t *testing.T) {
	p := &Proposal{
		Workflow: &Workflow{Plan: &Plan{Strata: []StratumQuota{{"a", 2}, {"b", 1}}, PastRuns: make([]RunRef, 3)}},
		Leaving: []Leaver{
			{Type: "a", AgeDays: new(1), Decision: leave, Split: testsets.HeldOut, Runs: 3, Ceiling: 3},
			{Type: "a", AgeDays: new(1), Decision: leave, Runs: 3, Floor: 3},
			{Type: "a", AgeDays: new(1), Decision: keep, Split: testsets.HeldOut, Runs: 3, Ceiling: 3},
			{Type: "b", AgeDays: new(1), Decision: leave, Runs: 2, Ceiling: 2},
			{Type: "odd", AgeDays: new(1), Decision: leave, Split: testsets.HeldOut},
		},
		Entering: []Entrant{
			{Type: "a", Decision: enter, Band: querylog.Head},
			{Type: "a", Band: querylog.Torso, Near: "q1"},
			{Type: "b", Decision: enter, Band: querylog.Tail},
			{Type: "", Decision: enter, Band: querylog.Head, Near: "q2"},
			{Type: "a", Decision: reserve, Band: querylog.Head, Near: "q3"},
		},
	}
	for i := range 25 {
		band := querylog.Tail
		if i < 2 {
			band = querylog.Head
		}
		p.Counted = append(p.Counted, querylog.Query{Text: fmt.Sprint(i), Frequency: 2, Band: band})
	}
	want := Summary{
		Strata: []ProposedStratum{
			{Name: "a", Leaving: 2, Entering: 2, Ends: 2, Head: 1, Torso: 1}, {Name: "b", Leaving: 1, Entering: 1, Tail: 1},
		},
		Reserve: 1, Undecided: 1, Near: 3, HeldOut: 1, Untyped: ProposedStratum{Entering: 1, Head: 1},
		First: [2]float64{0.2, 0.8}, // 5 and 20 of 25 that are as frequent
		Bands: map[querylog.Band]int{querylog.Head: 2, querylog.Tail: 23}, PastRuns: 3,
	}
	if diff := cmp.Diff(want, p.Summary()); diff != "" {
		t.Errorf("the summary (-want +got):\n%s", diff)
	}
	p.Leaving[2].AgeDays = nil
	if !p.Summary().UnknownAge {
		t.Error("an age that no one knows is not told")
	}
}

// What a refresh begins with when little is said, and what it refuses.
func TestBegins(t *testing.T) {
	s := newScene(t)
	r := s.request(t)
	r.Past = []Past{{RunRef: RunRef{Name: "p"}}}
	p, err := Begin(r)
	if err != nil {
		t.Fatal(err)
	}
	got := p.Workflow.Plan
	if got.To != "v2" || got.Replace != 20 || got.Threshold != "0.6" || got.Rule != "third" || got.Date != "2026-11-22" || len(got.PastRuns) != 1 || len(got.Types) != 3 {
		t.Errorf("the plan is %+v", got)
	}
	// 3 strata of 1 + 2 + … + 20 searches, and two of a query that the set has
	log := LogRef{File: got.Log.File, SHA256: hashOf([]byte("log")), Searches: 632, Distinct: 61, MinClients: 2, TooFewClients: 3, InSet: 1}
	if diff := cmp.Diff(log, got.Log); diff != "" {
		t.Errorf("the log (-want +got):\n%s", diff)
	}
	if got.From.File != "../test_set_v1.yaml" {
		t.Errorf("the set is %q from the folder", got.From.File)
	}
	again, err := Open(s.folder)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, again.Plan); diff != "" {
		t.Errorf("read again (-want +got):\n%s", diff)
	}
	for _, tt := range []struct {
		name   string
		change func(*Request)
		says   string
	}{
		{"no labellers", func(r *Request) { r.Labellers = nil }, "0 labellers: agreement needs two"},
		{"a rule of no stratum", func(r *Request) { r.Types[0].Stratum = "odd" }, `the set has no stratum "odd"`},
		{"a golden list", func(r *Request) { set := *r.Set; set.Format = testsets.Golden; r.Set = &set }, "is a golden list"},
		{"ids that are there", func(r *Request) {
			set := *r.Set
			set.Queries = append([]testsets.Query{{ID: "v2-003", Text: "x", Type: "exact_term"}}, set.Queries...)
			r.Set = &set
		}, `has a query "v2-003" already`},
		{"a version that counts on from nothing", func(r *Request) { set := *r.Set; set.Version = "first"; r.Set = &set }, "give it one (--to VERSION)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newScene(t)
			r := s.request(t)
			tt.change(&r)
			if _, err := Begin(r); err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v, want %q", err, tt.says)
			}
			if _, err := os.Stat(s.folder); err == nil {
				t.Error("a refused refresh has left a folder")
			}
		})
	}
	one := &Plan{To: "v2", Replace: 1, Threshold: "0.6", Rule: "third", Labellers: []string{"ada", "ben"}}
	if err := one.check(); err != nil {
		t.Errorf("one query and two people: %v", err)
	}
	if _, err := Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "rankduel testset refresh start begins one") {
		t.Errorf("a folder without a refresh: %v", err)
	}
}

// Of three people every two are judged, and all that agree too little are named.
func TestAgreementsOfThree(t *testing.T) {
	grades := map[string]string{"ada": "0123012301", "ben": "0123012301", "cem": "3210321032"}
	w := &Workflow{Plan: &Plan{Threshold: "0.6", Labellers: []string{"ada", "ben", "cem"}}}
	var pairs []label.Pair
	var said []map[label.Pair]label.Line
	for _, person := range w.Plan.Labellers {
		lines := map[label.Pair]label.Line{}
		for i, c := range grades[person] {
			p := label.Pair{Query: "q", Doc: fmt.Sprint(i)}
			lines[p] = label.Line{State: label.Graded, Grade: new(int(c - '0'))}
			if person == "ada" {
				pairs = append(pairs, p)
			}
		}
		said = append(said, lines)
	}
	list, err := w.agreements(pairs, said, testsets.DefaultScale(), "")
	var got []string
	for _, a := range list {
		got = append(got, fmt.Sprint(a.A, " ", a.B, " ", a.Documents, " ", a.Passes))
	}
	if diff := cmp.Diff([]string{"ada ben 10 true", "ada cem 10 false", "ben cem 10 false"}, got); diff != "" || *list[0].Kappa != 1 {
		t.Errorf("agreements (-want +got):\n%s", diff)
	}
	if err == nil || strings.Contains(err.Error(), "ada and ben") || !strings.Contains(err.Error(), "kappa of ada and cem") || !strings.Contains(err.Error(), "kappa of ben and cem") {
		t.Errorf("the error is %v, want cem with both others", err)
	}
}
