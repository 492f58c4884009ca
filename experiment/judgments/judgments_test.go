package judgments_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// fourQueries is small enough to be counted by hand.
const fourQueries = `name: four
version: v3
scale: {0: no, 1: some, 2: good, 5: perfect}
strata: [short, long]
queries:
- {query_id: q1, query_text: first, query_type: short, split: evaluation, must_contain: [yes], forbidden: [no], relevant_docs: [{doc_id: a, grade: 1}, {doc_id: b, grade: 2}, {doc_id: c, grade: 0}]}
- {query_id: q2, query_text: second, query_type: short, split: heldout, relevant_docs: [{doc_id: a, grade: 1}], relevant_chunks: [{chunk_id: x, grade: 2}, {chunk_id: y, grade: 0}, {chunk_id: z, grade: 2}]}
- {query_id: q3, query_text: third, query_type: long, split: evaluation, expected_refusal: true}
- {query_id: q4, query_text: fourth, query_type: long, split: evaluation, relevant_chunks: [{chunk_id: x, grade: 1}]}
`

func parsed(t *testing.T, text string) *testsets.TestSet {
	t.Helper()
	set, err := testsets.Parse("set.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func partOf(t *testing.T, set *testsets.TestSet, part string) *judgments.Judgments {
	t.Helper()
	j, err := judgments.Of(set, part)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func fromQrels(t *testing.T, qrels string, opts trec.QrelsOptions) *judgments.Judgments {
	t.Helper()
	j, err := judgments.Read(t.Context(), trec.Bytes("the.qrels", []byte(qrels)), opts)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// Each part of a set has its queries, in the order of the set, with what is said
// of them.
func TestPartsOfATestSet(t *testing.T) {
	set := parsed(t, fourQueries)
	for _, c := range []struct {
		part    string
		queries []string
		strata  map[string]int
	}{
		{judgments.PartEvaluation, []string{"q1", "q3", "q4"}, map[string]int{"short": 1, "long": 2}},
		{judgments.PartHeldOut, []string{"q2"}, map[string]int{"short": 1}},
		{judgments.PartAll, []string{"q1", "q2", "q3", "q4"}, map[string]int{"short": 2, "long": 2}},
	} {
		j := partOf(t, set, c.part)
		want := result.TestSetInfo{Name: "four", Version: "v3", SHA256: set.SHA256(), Part: c.part, Queries: len(c.queries), Strata: c.strata, Order: []string{"short", "long"}}
		if diff := cmp.Diff(want, j.Info); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.part, diff)
		}
		var ids []string
		for i, q := range j.Requests() {
			ids = append(ids, q.ID)
			if at, known := j.Index([]byte(q.ID)); at != i || !known || j.Query(i).ID != q.ID || j.Query(i).Text != q.Text {
				t.Errorf("%s: query %d is %+v at %d, known %v", c.part, i, j.Query(i), at, known)
			}
		}
		if !slices.Equal(ids, c.queries) || j.Len() != len(ids) {
			t.Errorf("%s: queries %v, want %v", c.part, ids, c.queries)
		}
		if _, known := j.Index([]byte("q9")); known {
			t.Errorf("%s knows q9", c.part)
		}
	}
	if _, err := judgments.Of(set, "nosuch"); err == nil {
		t.Error("a part that there is not")
	}
	if want := []string{"evaluation", "heldout", "all"}; !slices.Equal(judgments.Parts(), want) {
		t.Errorf("parts %v, want %v", judgments.Parts(), want)
	}
}

// What a ranking is measured against: positive grades descending, documents and
// chunks apart, and where the relevant ones stood.
func TestWhatIsJudged(t *testing.T) {
	j := partOf(t, parsed(t, fourQueries), judgments.PartAll)
	for _, c := range []struct {
		level metrics.Level
		want  []metrics.Judged
	}{
		{metrics.DocumentLevel, []metrics.Judged{{Ideal: []int{2, 1}, NonRelevant: 1}, {Ideal: []int{1}}, {}, {}}},
		{metrics.ChunkLevel, []metrics.Judged{{}, {Ideal: []int{2, 2}, NonRelevant: 1}, {}, {Ideal: []int{1}}}},
	} {
		for q, want := range c.want {
			if diff := cmp.Diff(want, j.At(c.level).Query(q).Judged()); diff != "" {
				t.Errorf("level %v, query %d (-want +got):\n%s", c.level, q, diff)
			}
			if none := j.At(c.level).Query(q).InQrels == -1; none != (len(want.Ideal)+want.NonRelevant == 0) {
				t.Errorf("level %v, query %d: without judgments is %v", c.level, q, none)
			}
		}
	}
	item, ranking := j.Documents.Query(0), trec.NewRanking("q1", []retrieval.Hit{{ID: "b"}, {ID: "u"}, {ID: "v"}, {ID: "w"}, {ID: "x"}, {ID: "y"}, {ID: "a"}})
	matches := j.Documents.Qrels.Match(item.InQrels, ranking, nil)
	for depth, a := range map[int]int{0: 7, 6: 0, 7: 7} {
		want := []result.RankedRelevant{{DocID: "a", Grade: 1, Rank: a}, {DocID: "b", Grade: 2, Rank: 1}}
		if diff := cmp.Diff(want, item.Ranks(matches, depth)); diff != "" {
			t.Errorf("depth %d (-want +got):\n%s", depth, diff)
		}
	}
	if diff := cmp.Diff(map[string]bool{"a": true, "b": true}, j.RelevantSet(0)); diff != "" {
		t.Errorf("relevant (-want +got):\n%s", diff)
	}
	if got, want := j.Grades(), []int{1, 2}; !slices.Equal(got, want) {
		t.Errorf("grades %v, want %v: those that were given, ascending", got, want)
	}
	if got := j.Top(); got != 5 {
		t.Errorf("top grade %d, want 5, of the scale", got)
	}
	if got, want := j.Undefined(), []string{"q3"}; !slices.Equal(got, want) {
		t.Errorf("undefined %v, want %v: neither a document nor a chunk", got, want)
	}
	if got, want := *j.Query(0).Expected, (judgments.Expectation{MustContain: []string{"yes"}, Forbidden: []string{"no"}}); !cmp.Equal(got, want) {
		t.Errorf("expected of q1: %+v, want %+v", got, want)
	}
	if !j.Query(2).Expected.Refuse || j.Query(3).Expected.Refuse {
		t.Error("q3 alone should be refused")
	}
}

// A qrels file says neither texts nor strata nor what its ids are: documents and
// chunks are one. Its top grade is the highest that was given, or 1.
func TestQrels(t *testing.T) {
	j := fromQrels(t, "q2 0 a 0\nq2 0 b 3\nq1 0 c -1\nq2 0 d 1\n", trec.QrelsOptions{})
	if j.Documents != j.Chunks || j.At(metrics.ChunkLevel) != j.Documents {
		t.Error("documents and chunks differ")
	}
	if diff := cmp.Diff([]retrieval.Query{{ID: "q2"}, {ID: "q1"}}, j.Requests()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if j.Info.Name != "the.qrels" || j.Info.Queries != 2 || len(j.Info.SHA256) != 64 || j.Info.Strata != nil {
		t.Errorf("%+v", j.Info)
	}
	if diff := cmp.Diff(metrics.Judged{Ideal: []int{3, 1}, NonRelevant: 1}, j.Documents.Query(0).Judged()); diff != "" {
		t.Errorf("q2 (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(metrics.Judged{}, j.Documents.Query(1).Judged()); diff != "" { // -1 is neither relevant nor judged so
		t.Errorf("q1 (-want +got):\n%s", diff)
	}
	if j.Top() != 3 || fromQrels(t, "q1 0 a 0\n", trec.QrelsOptions{}).Top() != 1 {
		t.Errorf("top grade %d, and %d of no relevant document; want 3 and 1", j.Top(), fromQrels(t, "q1 0 a 0\n", trec.QrelsOptions{}).Top())
	}
	real := fromQrels(t, "q1 0 a 0.5\nq1 0 b 2.5\nq1 0 c 0\nq1 0 d 1.25\n", trec.QrelsOptions{RealGains: true})
	if diff := cmp.Diff(metrics.Judged{Ideal: []int{2, 1}, IdealGains: []float64{2.5, 1.25, 0.5}, NonRelevant: 2}, real.Documents.Query(0).Judged()); diff != "" {
		t.Errorf("real gains (-want +got):\n%s", diff) // 0.5 is worth something, and its grade is 0
	}
	if _, err := judgments.Read(t.Context(), trec.Bytes("the.qrels", []byte("q1 0 a x\n")), trec.QrelsOptions{}); err == nil {
		t.Error("a grade that is none is read")
	}
}

// Measures and profiles are refused that the judgments cannot serve, by name,
// with what to do.
func TestCheck(t *testing.T) {
	profile := func(name string) metrics.Profile {
		p, err := metrics.ProfileByName(name)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	set := partOf(t, parsed(t, fourQueries), judgments.PartAll)
	qrels := fromQrels(t, "q1 0 a 1\nq2 0 a 0\n", trec.QrelsOptions{})
	real := fromQrels(t, "q1 0 a 1.5\n", trec.QrelsOptions{RealGains: true})
	passages := partOf(t, parsed(t, "version: v1\nstrata: []\nqueries:\n- query_id: q\n  query_text: what\n  passages: [{doc_id: d, start: 0, end: 9, grade: 1}]\n"), judgments.PartAll)
	strict := profile("default")
	strict.Name, strict.Undefined = "strict", metrics.LoadError
	for _, c := range []struct {
		what    string
		of      *judgments.Judgments
		profile metrics.Profile
		list    string
		want    string // empty: allowed
	}{
		{"a set", set, profile("default"), "nDCG@10,RequiredStrings,RefusalCorrectness", ""},
		{"answers by qrels", qrels, profile("default"), "AP,RequiredStrings,RefusalCorrectness", "the.qrels: judgments without must_contain, forbidden and what should be refused cannot tell RequiredStrings and RefusalCorrectness; give a test set"},
		{"one of them by qrels", qrels, profile("default"), "RequiredStrings", "cannot tell RequiredStrings; give"},
		{"text by qrels", qrels, profile("default"), "AP,CharR@10,R@4000tok", "the.qrels: judgments of ids cannot tell CharR@10 and R(level=chunk)@4000tok, which are of text; give a test set with passages"},
		{"text by a set without passages", set, profile("default"), "CharP@10", "judgments of ids cannot tell CharP@10"},
		{"text by passages", passages, profile("default"), "CharP@10,R@4000tok", ""},
		{"other measures of answers by qrels", qrels, profile("default"), "CitationCoverage", ""},
		{"whole grades", real, profile("default"), "ERR@10", "the.qrels: measure ERR(max=3)@10 values whole grades"},
		{"real gains", real, profile("default"), "nDCG(gain=linear)@10", ""},
		{"queries without a relevant document", set, strict, "AP", "profile strict: queries without a relevant document: \"q3\";"},
		{"each has one", real, strict, "AP", ""},
		{"another profile", qrels, profile("default"), "AP", ""},
	} {
		ms, err := c.profile.ParseList(c.list)
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		switch err := c.of.Check(c.profile, ms); {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v, want none", c.what, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
}

// A query of a qrels file is found by its id.
func TestIndexOfQrels(t *testing.T) {
	j := fromQrels(t, "q2 0 a 0\nq1 0 c 1\n", trec.QrelsOptions{})
	if at, known := j.Index([]byte("q1")); at != 1 || !known {
		t.Errorf("q1 is at %d, known %v; want 1", at, known)
	}
}

// Turns of a conversation are a unit, whatever they expect; with a group next to it a set is refused.
func TestConversations(t *testing.T) {
	const turns = "version: v1\nstrata: []\nqueries:\n- {query_id: q1, query_text: first, conversation: c, relevant_docs: [{doc_id: a, grade: 1}]}\n" +
		"- {query_id: q2, query_text: and then, conversation: c, relevant_docs: [{doc_id: b, grade: 1}]}\n- {query_id: q3, query_text: wording, group: c, relevant_docs: [{doc_id: b, grade: 1}]}\n"
	j := partOf(t, parsed(t, turns), judgments.PartAll)
	if a, b, c := j.Query(0).Group, j.Query(1).Group, j.Query(2).Group; a != b || c != "c" || a == c {
		t.Errorf("units %q, %q and %q, want one of two turns, and the group c", a, b, c)
	}
	_, err := testsets.Parse("set.yaml", []byte(strings.Replace(turns, "group: c", "group: c, conversation: c", 1)))
	if err == nil || !strings.Contains(err.Error(), `group "c" next to conversation "c"; keep one`) {
		t.Errorf("both: %v", err)
	}
}

// Queries without judgments yet are left out, counted and noted; without
// any there is nothing to note, and of these alone there is nothing to score.
func TestUnjudgedQueries(t *testing.T) {
	const head = "name: some\nversion: v1\nstrata: []\nqueries:\n"
	const judged = "- {query_id: q1, query_text: first, relevant_docs: [{doc_id: a, grade: 1}]}\n"
	const not = "- {query_id: q2, query_text: second, unjudged: true}\n"
	j := partOf(t, parsed(t, head+not+judged), judgments.PartAll)
	if j.Len() != 1 || j.Query(0).ID != "q1" || j.Info.Queries != 1 || j.Info.Unjudged != 1 {
		t.Errorf("%d queries, %+v; want q1, and one not judged", j.Len(), j.Info)
	}
	want := result.Noted(result.FindingUnjudged, "1 query of the set not judged yet, left out of everything")
	if notes := j.Notes(); len(notes) != 1 || notes[0] != want {
		t.Errorf("notes %v, want %v", notes, want)
	}
	if j := partOf(t, parsed(t, head+judged), judgments.PartAll); len(j.Notes()) != 0 || j.Info.Unjudged != 0 || j.Info.Queries != 1 {
		t.Errorf("all judged: %v, %+v; want no note", j.Notes(), j.Info)
	}
	if _, err := judgments.Of(parsed(t, head+not), judgments.PartAll); err == nil || !strings.Contains(err.Error(), "test set some: no query of part all is judged yet") {
		t.Errorf("nothing judged: %v", err)
	}
}
