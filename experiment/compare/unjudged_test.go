package compare_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// The influence of a document is how far the mean difference moves when it alone
// is given each grade, which is done in the qrels.
func TestInfluenceOfLabels(t *testing.T) {
	for _, list := range []string{"nDCG@3", "RR@3", "AP@3", "R@3", "ERR(max=2)@3"} {
		j := wingtest.JudgmentsFrom(t, holesQrels)
		a, b := open(t, "a", holesA, j, list), open(t, "b", holesB, j, list)
		got := compared(t, a, b, compare.Settings{Unjudged: 10}).Unjudged
		influence := map[string]float64{}
		for i, d := range got {
			influence[d.QueryID+" 0 "+d.DocID] = d.Influence
			if i > 0 && d.Influence > got[i-1].Influence {
				t.Errorf("%s: %s comes after %s, and moves more", list, d.DocID, got[i-1].DocID)
			}
		}
		for _, pair := range holes {
			least, greatest := math.Inf(1), math.Inf(-1)
			for grade := range 3 {
				j := wingtest.JudgmentsFrom(t, holesQrels+fmt.Sprintf("%s %d\n", pair, grade))
				d := meanDifference(open(t, "a", holesA, j, list), open(t, "b", holesB, j, list), 0)
				least, greatest = min(least, d), max(greatest, d)
			}
			if want := greatest - least; math.Abs(influence[pair]-want) > 1e-9 {
				t.Errorf("%s, %s: influence %v, want %v", list, pair, influence[pair], want)
			}
			delete(influence, pair)
		}
		if len(influence) > 0 {
			t.Errorf("%s: %v listed too", list, influence)
		}
	}
}

// A document has its ranks in both systems, and the list ends where was asked.
func TestUnjudgedDocuments(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, holesQrels)
	a, b := open(t, "a", holesA, j, "P@3"), open(t, "b", holesB, j, "P@3")
	p := compared(t, a, b, compare.Settings{Unjudged: 2})
	// In P@3 a label that counts in one arm moves the mean by 1/9; y of q1 and q3
	// stands in both and moves nothing. Equal ones come by query and document.
	if len(p.Unjudged) != 2 || p.Unjudged[0].DocID != "w" || p.Unjudged[1].DocID != "x" {
		t.Fatalf("%+v, want w and x of q1", p.Unjudged)
	}
	if w := p.Unjudged[0]; w.QueryID != "q1" || w.RankA != 0 || w.RankB != 3 || math.Abs(w.Influence-1./9) > 1e-12 {
		t.Errorf("%+v, want w of q1 at rank 3 of b alone, 1/9", w)
	}
	p = compared(t, a, b, compare.Settings{Unjudged: 9})
	f, found := wingtest.Finding(p.Health, result.FindingFewInfluence)
	if len(p.Unjudged) != 4 || !found || !strings.HasPrefix(f.Text, "only 4 unjudged documents alone could move the mean difference of P@3; 9 were asked for") {
		t.Errorf("%d documents, finding %q; want 4 and that there are no more", len(p.Unjudged), f.Text)
	}
}

// What cannot be said of the primary measure is an error, not an empty list.
func TestUnjudgedOfOtherMeasures(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, holesQrels)
	a, b := open(t, "a", holesA, j, "EmptyResultRate"), open(t, "b", holesB, j, "EmptyResultRate")
	_, err := compare.Against(a, []*scoring.Table{b}, compare.Settings{Unjudged: 1})
	if err == nil || !strings.Contains(err.Error(), "EmptyResultRate looks at answers") {
		t.Errorf("error %v", err)
	}
	if _, err := compare.Against(a, []*scoring.Table{b}, compare.Settings{Unjudged: -1}); err == nil || !strings.Contains(err.Error(), "unjudged -1,") {
		t.Errorf("error %v", err)
	}
}
