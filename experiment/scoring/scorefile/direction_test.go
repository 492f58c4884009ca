package scorefile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/metrics"
)

// waited is how long someone waited: a measure of the caller's own, of which
// less is better.
type waited struct{}

func (waited) String() string                        { return "Waited" }
func (waited) Cutoff() int                           { return 0 }
func (waited) Score(*metrics.Judged) (float64, bool) { return 0, false }
func (waited) Direction() metrics.Direction          { return metrics.LowerIsBetter }

const (
	longer  = "query_id,Waited\nq1,.9\nq2,.8\nq3,.9\nq4,.7\nq5,.9\nq6,.8\nq7,.9\nq8,.7\n"
	shorter = "query_id,Waited\nq1,.1\nq2,.2\nq3,.1\nq4,.1\nq5,.3\nq6,.2\nq7,.2\nq8,.1\n"
)

// The scores of a registered measure have its direction, and nothing is assumed.
func TestScoresOfOwnMeasure(t *testing.T) {
	registry := metrics.Builtin()
	if err := registry.Register(metrics.Definition{Name: "Waited", Aliases: []string{"wait"}, New: func(*metrics.Args) metrics.Measure { return waited{} }}); err != nil {
		t.Fatal(err)
	}
	form := scorefile.Form{Registry: registry}
	var all []*scoring.Table
	for name, text := range map[string]string{"long": longer, "alias": strings.Replace(shorter, "Waited", "wait", 1)} {
		read, err := scorefile.ReadSystems(name, strings.NewReader(text), form)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, read...)
	}
	slices.SortFunc(all, func(a, b *scoring.Table) int { return -strings.Compare(a.Name, b.Name) })
	if err := scorefile.Align(all, scorefile.Alignment{}); err != nil {
		t.Fatal(err)
	}
	c, err := compare.Against(all[0], all[1:], compare.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if p := c.Comparisons[0]; p.Verdict != result.Better || !strings.HasPrefix(p.VerdictReason, "Waited: ") || assumes(p.Health) {
		t.Errorf("less waiting is %s: %s, with %v; want better and no direction assumed", p.Verdict, p.VerdictReason, p.Health)
	}
	if m, err := scorefile.Find(all[0], "wait"); err != nil || m != (waited{}) {
		t.Errorf("Find(wait) = %v, %v, want the registered measure", m, err)
	}
}

// Of a measure that no one knows a direction is assumed, and that is said, until
// it is declared.
func TestDirectionIsAssumedAloud(t *testing.T) {
	var all []*scoring.Table
	for _, text := range []string{longer, shorter} {
		s, err := scorefile.Read("f", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if !assumes(s.Health) {
			t.Errorf("findings %v, want %s", s.Health, result.FindingDirection)
		}
		all = append(all, s)
	}
	all[1].Name = "g"
	for _, c := range []struct {
		directions map[string]metrics.Direction
		verdict    result.Verdict
		assumed    int
	}{
		{nil, result.Worse, 1},
		{map[string]metrics.Direction{"Waited": metrics.LowerIsBetter}, result.Better, 0},
	} {
		if err := scorefile.Align(all, scorefile.Alignment{Directions: c.directions}); err != nil {
			t.Fatal(err)
		}
		got, err := compare.Against(all[0], all[1:], compare.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		if p := got.Comparisons[0]; p.Verdict != c.verdict || assumes(p.Health) != (c.assumed > 0) {
			t.Errorf("directions %v: %s with %v, want %s", c.directions, p.Verdict, p.Health, c.verdict)
		}
		for _, s := range all {
			if n := len(s.Health); n != c.assumed {
				t.Errorf("directions %v: %d findings, want %d: %v", c.directions, n, c.assumed, s.Health)
			}
		}
	}
}

func assumes(health []result.Finding) bool {
	return slices.ContainsFunc(health, func(f result.Finding) bool { return f.Code == result.FindingDirection })
}
