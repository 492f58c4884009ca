package compare_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// grouped returns seven queries of which five are wordings of two needs, g and h,
// and two stand alone.
//
//	      g        h            q005  q006
//	a  .2 .4    .1 .3 .5         .6    .3
//	b  .4 .8    .1 .6 .2         .1    .4
//	b − a by unit: .3, 0, −.5, .1
func grouped(t *testing.T) (a, b *scoring.Table) {
	t.Helper()
	a = tableOf(t, "a", "RR", []float64{.2, .1, .4, .3, .5, .6, .3})
	b = tableOf(t, "b", "RR", []float64{.4, .1, .8, .6, .2, .1, .4})
	for q, group := range []string{"g", "h", "g", "h", "h", "", ""} {
		a.Edit(q).Group, b.Edit(q).Group = group, group
	}
	return a, b
}

// Wordings of one need are one unit, worth their mean.
func TestGroupsAreTheUnit(t *testing.T) {
	a, b := grouped(t)
	const source = "by hand"
	p := compared(t, a, b, compare.Settings{})
	m := measureOf(t, p, "RR")
	if m.N != 4 || m.Unit != "groups" || m.Wins != 2 || m.Losses != 1 || m.Ties != 1 || m.Changed != 3 {
		t.Errorf("%d %s, %d-%d-%d, %d changed; want 4 groups, 2-1-1, 3 changed (%s)", m.N, m.Unit, m.Wins, m.Losses, m.Ties, m.Changed, source)
	}
	wingtest.WantNumber(t, "mean of A", m.MeanA, (.3+.3+.6+.3)/4, 1e-15, source)
	wingtest.WantNumber(t, "mean of B", m.MeanB, (.6+.3+.1+.4)/4, 1e-15, source)
	wingtest.WantNumber(t, "mean difference", m.MeanDifference, (.3+0-.5+.1)/4, 1e-15, source)
	if want := "RR: too few changed groups: 3 of 4 differ"; !strings.HasPrefix(p.VerdictReason, want) {
		t.Errorf("reason %q, want %q", p.VerdictReason, want)
	}
	if m.Diagnostics.Influential != "q005" {
		t.Errorf("most influential %q, want q005, which differs most (%s)", m.Diagnostics.Influential, source)
	}
	for _, q := range []int{5, 6} {
		a.Edit(q).Group = "i" // .3, 0 and −.2
	}
	if m := measureOf(t, compared(t, a, b, compare.Settings{}), "RR"); m.N != 3 || m.Diagnostics.Influential != "g" {
		t.Errorf("%d units, most influential %q; want 3, and g (%s)", m.N, m.Diagnostics.Influential, source)
	}
}

// Every query for itself, where that is asked for.
func TestUngrouped(t *testing.T) {
	a, b := grouped(t)
	m := measureOf(t, compared(t, a, b, compare.Settings{Ungrouped: true}), "RR")
	if m.N != 7 || m.Unit != "" || m.Wins != 4 || m.Losses != 2 || m.Ties != 1 {
		t.Errorf("%d %q, %d-%d-%d; want 7 queries, 4-2-1 (by hand)", m.N, m.Unit, m.Wins, m.Losses, m.Ties)
	}
	wingtest.WantNumber(t, "mean difference", m.MeanDifference, (.2+0+.4+.3-.3-.5+.1)/7, 1e-15, "by hand")
	if m.Diagnostics.Influential != "q005" {
		t.Errorf("most influential %q, want q005", m.Diagnostics.Influential)
	}
}

// A group of one wording is a query as any other.
func TestGroupsOfOneAreQueries(t *testing.T) {
	a, b := grouped(t)
	for q := range a.Len() {
		a.Edit(q).Group = ""
	}
	a.Edit(3).Group = "h"
	if m := measureOf(t, compared(t, a, b, compare.Settings{}), "RR"); m.N != 7 || m.Unit != "" {
		t.Errorf("%d %q, want 7 queries", m.N, m.Unit)
	}
}

// A wording whose measure is undefined leaves its group's mean to the others.
func TestGroupsWithUndefinedWordings(t *testing.T) {
	a, _ := grouped(t)
	b := tableOf(t, "b", "RR", []float64{nan, .1, .8, .6, .2, nan, .4})
	m := measureOf(t, compared(t, a, b, compare.Settings{}), "RR")
	if m.N != 3 || m.Undefined != 2 {
		t.Errorf("%d units, %d undefined; want 3, 2 (by hand)", m.N, m.Undefined)
	}
	wingtest.WantNumber(t, "mean difference", m.MeanDifference, (.4+0+.1)/3, 1e-15, "by hand")
}

// Strata have groups as their units too.
func TestGroupsInStrata(t *testing.T) {
	a, b := grouped(t)
	for q := range a.Len() {
		a.Edit(q).Stratum = []string{"x", "y", "x", "y", "y", "x", "y"}[q]
	}
	m := measureOf(t, compared(t, a, b, compare.Settings{}), "RR")
	if len(m.Strata) != 2 || m.Strata[0].N != 2 || m.Strata[1].N != 2 || m.Strata[0].Unit != "groups" {
		t.Fatalf("strata %+v, want two of two groups each", m.Strata)
	}
	wingtest.WantNumber(t, "x", m.Strata[0].MeanDifference, (.3-.5)/2, 1e-15, "by hand")
	wingtest.WantNumber(t, "y", m.Strata[1].MeanDifference, (0+.1)/2, 1e-15, "by hand")
}
