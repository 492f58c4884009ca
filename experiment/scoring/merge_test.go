package scoring_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// mergeQueries are the queries of the tests below and their rankings: some with
// ties and unjudged hits, one without a hit, one that the run lacks. Each has a
// document of the highest grade, which the bounds hang on.
var mergeQueries = []struct{ id, stratum, ranking string }{
	{"q7", "long", "a 3\nx 2\nb 2\nc 1\n"},
	{"q1", "short", "x 2\na 1\n"},
	{"q5", "long", ""},
	{"q3", "short", "y 5\nb 5\na 5\nc 4\n"},
	{"q9", "long", "a 2\nc 1\nb 0.5\nz 0.25\n"},
	{"q2", "short", "x 1\n"},
	{"q8", "long", "c 7\na 7\n"},
}

// mergePart returns the judgments of some of the queries, and their part of the run;
// ghosts are queries of the run that are not judged.
func mergePart(t *testing.T, at []int, ghosts ...string) (*judgments.Judgments, trec.Source) {
	t.Helper()
	var set, run strings.Builder
	set.WriteString("name: merged\nversion: v1\nstrata: [long, short]\nqueries:\n")
	for _, i := range at {
		q := mergeQueries[i]
		fmt.Fprintf(&set, "- {query_id: %s, query_text: question %d, query_type: %s, relevant_docs: [{doc_id: a, grade: 3}, {doc_id: b, grade: %d}, {doc_id: n, grade: 0}]}\n", q.id, i, q.stratum, 1+i%2)
		for rank, line := range slices.Collect(strings.Lines(q.ranking)) {
			d, score, _ := strings.Cut(strings.TrimSpace(line), " ")
			fmt.Fprintf(&run, "%s Q0 %s %d %s tag\n", q.id, d, rank+1, score)
		}
	}
	for _, id := range ghosts {
		fmt.Fprintf(&run, "%s Q0 a 1 1 tag\n", id)
	}
	return wingtest.JudgmentsOf(t, set.String()), trec.Bytes("run", []byte(run.String()))
}

// A merged table holds what the whole has, whichever part comes first: every
// score, the ranks, and to the last digit every sum, range and total. Findings
// are those of the parts, which speak of parts.
func TestMergeIsTheWhole(t *testing.T) {
	parts := []struct {
		at     []int
		ghosts []string
	}{{at: []int{4, 0}}, {[]int{6, 3, 1}, []string{"ghost"}}, {[]int{2, 5}, []string{"spook"}}}
	for _, profile := range []string{"default", "trec", "medkg", "kebab", "csb"} {
		t.Run(profile, func(t *testing.T) {
			p := wingtest.ProfileNamed(t, profile)
			list := append(slices.Clone(p.Measures), wingtest.Measures(t, p, "GMAP,NumRet,RBP(p=0.8)")...)
			score := func(j *judgments.Judgments, run trec.Source) *scoring.Table {
				s, err := scoring.RunFile(t.Context(), run, j, list, p, scoring.Options{KeepRanks: true, Ties: true, Bounds: true, RelString: 3})
				if err != nil {
					t.Fatal(err)
				}
				return s
			}
			judged, run := mergePart(t, []int{0, 1, 2, 3, 4, 5, 6}, "ghost", "spook")
			whole := score(judged, run)
			var scored []*scoring.Table
			for _, part := range parts {
				scored = append(scored, score(mergePart(t, part.at, part.ghosts...)))
			}
			for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
				var of []*scoring.Table
				var codes []string
				for _, i := range order {
					of = append(of, scored[i])
					codes = append(codes, wingtest.Codes(scored[i].Health)...)
				}
				merged, err := scoring.Merge(judged, of...)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(codes, wingtest.Codes(merged.Health)); diff != "" {
					t.Errorf("findings of the parts %v (-) and merged (+):\n%s", order, diff)
				}
				sameTable(t, whole, merged)
			}
		})
	}
}

// sameTable holds two tables to each other, but for their findings.
func sameTable(t *testing.T, want, got *scoring.Table) {
	t.Helper()
	if want.Len() != got.Len() {
		t.Fatalf("%d queries, want %d", got.Len(), want.Len())
	}
	var shares [2][]*float64
	for q := range want.Len() {
		if diff := cmp.Diff(want.Query(q), got.Query(q)); diff != "" {
			t.Errorf("query %d (-want +got):\n%s", q, diff)
		}
		shares[0], shares[1] = append(shares[0], result.Number(want.JudgedShare(q))), append(shares[1], result.Number(got.JudgedShare(q)))
	}
	if diff := cmp.Diff(shares[0], shares[1]); diff != "" {
		t.Errorf("shares of judged hits (-want +got):\n%s", diff)
	}
	summary := func(s *scoring.Table) string {
		e := s.Summarize(true)
		e.Health = nil
		return string(wingtest.Marshal(t, e))
	}
	if want, got := summary(want), summary(got); want != got {
		t.Errorf("summary\n%s, want\n%s", got, want)
	}
}

// What cannot be one table is an error that says why.
func TestMergeRefuses(t *testing.T) {
	p := wingtest.ProfileNamed(t, "default")
	score := func(at []int, profile, list string, opts scoring.Options) *scoring.Table {
		t.Helper()
		j, run := mergePart(t, at)
		opts.Name = "part"
		p := wingtest.ProfileNamed(t, profile)
		s, err := scoring.RunFile(t.Context(), run, j, wingtest.Measures(t, p, list), p, opts)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	whole, _ := mergePart(t, []int{0, 1, 2, 3})
	first := score([]int{0, 1}, p.Name, "RR", scoring.Options{})
	second := score([]int{2, 3}, p.Name, "RR", scoring.Options{})
	for _, c := range []struct {
		name  string
		parts []*scoring.Table
		want  string
	}{
		{"nothing", nil, "no part"},
		{"a query is missing", []*scoring.Table{first, score([]int{3}, p.Name, "RR", scoring.Options{})}, `lacks the query "q5"`},
		{"a query is twice", []*scoring.Table{first, second, score([]int{3}, p.Name, "RR", scoring.Options{})}, `"q3" is in two parts`},
		{"a part is twice", []*scoring.Table{first, first, second}, `"q7" is in two parts`},
		{"a query of another set", []*scoring.Table{first, second, score([]int{4}, p.Name, "RR", scoring.Options{})}, `"q9" is not in`},
		{"other measures", []*scoring.Table{first, score([]int{2, 3}, p.Name, "AP", scoring.Options{})}, "not scored alike"},
		{"another profile", []*scoring.Table{first, score([]int{2, 3}, "trec", "RR", scoring.Options{})}, "not scored alike"},
		{"ranges in one part", []*scoring.Table{first, score([]int{2, 3}, p.Name, "RR", scoring.Options{Ties: true})}, "not scored alike"},
		{"common queries in one part", []*scoring.Table{first, score([]int{2, 3}, p.Name, "RR", scoring.Options{Common: true})}, "not scored alike"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if s, err := scoring.Merge(whole, c.parts...); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Merge = %v, %v, want an error with %q", s, err, c.want)
			}
		})
	}
}
