package scoring_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Lists that met their judgments elsewhere, here by a look into a map, score
// what a run file with the same rankings scores, query by query and over all of
// them; and they are as they were afterwards.
func TestJudgedListsScoreLikeARunFile(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var qrels, run strings.Builder
	var lists []scoring.JudgedList
	for q := range 40 {
		id := fmt.Sprintf("q%02d", q)
		grades := map[string]int{}
		var judged metrics.Judged
		for _, d := range rng.Perm(40)[:12] {
			grade := rng.IntN(4)
			if q%10 == 0 {
				grade = 0 // some queries have no relevant document
			}
			grades[fmt.Sprintf("d%02d", d)] = grade
			fmt.Fprintf(&qrels, "%s 0 d%02d %d\n", id, d, grade)
			if grade == 0 {
				judged.NonRelevant++
			} else {
				judged.Ideal = append(judged.Ideal, grade)
			}
		}
		slices.SortFunc(judged.Ideal, func(a, b int) int { return b - a })
		judged.Retrieved = 1 + rng.IntN(30)
		for i, d := range rng.Perm(40)[:judged.Retrieved] {
			fmt.Fprintf(&run, "%s Q0 d%02d %d %d t\n", id, d, i+1, 100-i)
			if grade, ok := grades[fmt.Sprintf("d%02d", d)]; ok {
				judged.Hits = append(judged.Hits, metrics.Hit{Rank: i + 1, Grade: grade})
			}
		}
		lists = append(lists, scoring.JudgedList{QueryID: id, Stratum: []string{"even", "odd"}[q%2], Text: "question " + id, Judged: judged})
	}
	before := string(wingtest.Marshal(t, lists))
	j := wingtest.JudgmentsFrom(t, qrels.String())
	for _, profile := range []string{"default", "trec", "medkg", "kebab", "csb"} {
		p := wingtest.ProfileNamed(t, profile)
		list := wingtest.Measures(t, p, "nDCG@10,nDCG(gain=exp)@5,RR,AP,R@5,P@5,Bpref,RBP(p=0.8),GMAP,NumRet,R(level=chunk)@5")
		want, err := scoring.RunFile(t.Context(), trec.Bytes("run", []byte(run.String())), j, list, p, scoring.Options{Name: "lists"})
		if err != nil {
			t.Fatal(err)
		}
		got := scoring.JudgedLists("lists", lists, list, p, j.Info)
		for q, l := range lists {
			if got.ID(q) != l.QueryID || got.Query(q).Stratum != l.Stratum || got.Query(q).Text != l.Text || got.Status(q) != result.Scored {
				t.Errorf("query %d = %+v, want %+v", q, got.Query(q), l)
			}
			if diff := cmp.Diff(want.Row(q), got.Row(q)); diff != "" {
				t.Errorf("%s, %s: scores of the run file (-) and of the lists (+):\n%s", profile, l.QueryID, diff)
			}
			if a, b := result.Number(want.JudgedShare(q)), result.Number(got.JudgedShare(q)); !cmp.Equal(a, b) {
				t.Errorf("%s, %s: share of judged hits %v, want %v", profile, l.QueryID, b, a)
			}
		}
		if diff := cmp.Diff(wingtest.Marshal(t, want.Summarize(false).Measures), wingtest.Marshal(t, got.Summarize(false).Measures)); diff != "" {
			t.Errorf("%s: summary of the run file (-) and of the lists (+):\n%s", profile, diff)
		}
	}
	if after := string(wingtest.Marshal(t, lists)); after != before {
		t.Error("the lists have changed")
	}
}
