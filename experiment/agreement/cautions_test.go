package agreement_test

import (
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/agreement"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/labelfile"
)

// A document that one could not judge was seen; one that one was not asked about
// was not.
func TestNotCommon(t *testing.T) {
	ada, ben := marked("ada", 2, 0, 3, 0, 3, -1), marked("ben", 2, 0, 3, 0, 3, 1)
	if a := of(t, agreement.Question{}, ada, ben); hasWarning(a, "not_common") {
		t.Errorf("%v: a blank is no unseen document", a.Warnings)
	}
	delete(ben.Marks, label.Pair{Query: "q02", Doc: "d04"})
	if a := of(t, agreement.Question{}, ada, ben); !hasWarning(a, "not_common") {
		t.Errorf("%v: one was seen by ada alone", a.Warnings)
	}
}

// Where one grade is all that was given nothing was measured, which is one thing
// to say and not two. Of grades that are equally common the lowest is named.
func TestPrevalence(t *testing.T) {
	a := of(t, agreement.Question{}, marked("ada", 2, 1, 1, 1, 1), marked("ben", 2, 1, 1, 1, 1))
	if a.Pairwise[0].Evidence != "undefined" || len(a.Warnings) > 0 {
		t.Errorf("%+v, %v", a.Pairwise[0], a.Warnings)
	}
	a = of(t, agreement.Question{}, marked("ada", 2, 0, 0, 0, 0, 0, 0, 0, 3), marked("ben", 2, 0, 0, 0, 0, 0, 0, 3, 3))
	if p := a.Pairwise[0]; !hasWarning(a, "prevalence") || p.Commonest != 0 || p.Prevalence != 13.0/16 {
		t.Errorf("%v, %+v", a.Warnings, p)
	}
	a = of(t, agreement.Question{}, marked("ada", 2, 1, 1, 2, 2), marked("ben", 2, 1, 1, 2, 2))
	if p := a.Pairwise[0]; p.Commonest != 1 || p.Prevalence != .5 {
		t.Errorf("%+v, want grade 1 in half of all", p)
	}
}

// A disagreement of two is one, though the third could not judge.
func TestDisagreementOfTwo(t *testing.T) {
	a := of(t, agreement.Question{Worst: 5}, marked("ada", 2, 0, 1, 2), marked("ben", 2, 3, 1, 2), marked("cem", 2, -1, 1, 2))
	if a.Unequal != 1 || len(a.Worst) != 1 || a.Worst[0].Distance != 3 || a.Worst[0].Grades[2] != nil {
		t.Errorf("%d, %+v; want one, of 0 and 3", a.Unequal, a.Worst)
	}
}

// Of five answers the first half has two, and a second answer about a document is
// in neither half: 3 and 3 are 3, then 0, 0 and 3 are 1.
func TestHalves(t *testing.T) {
	j := &label.Journal{Path: "ada.jsonl"}
	add := func(doc string, grade int, repeat bool) {
		at := time.Unix(int64(len(j.Lines)), 0)
		j.Lines = append(j.Lines, label.Line{At: at, Query: "q", Doc: doc, State: label.Graded, Grade: &grade, Repeat: repeat})
	}
	add("a", 3, false)
	add("b", 3, false)
	add("c", 0, false)
	add("d", 0, false)
	add("e", 3, false)
	add("a", 0, true)
	ada := labelfile.Of(j)
	ben := labelfile.Labels{Person: "ben", File: "ben", Marks: ada.Marks}
	a := of(t, agreement.Question{}, ada, ben)
	if d := a.Labellers[0].Drift; d == nil || d.FirstHalf != 3 || d.SecondHalf != 1 {
		t.Errorf("%+v, want 3 and 1", d)
	}
}
