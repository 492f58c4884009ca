package holdout_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/holdout"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/stats"
)

func look(who string) result.Look {
	return result.Look{
		Time: time.Date(2026, 11, 22, 12, 0, 0, 5, time.UTC), Who: who, Command: "run",
		TestSet: result.LookedAt{Name: "set", SHA256: "1f", Part: "heldout", HeldOut: hashOf(queries("q1", "q2")), Queries: queries("q1", "q2")},
		Systems: []result.LookOfOne{{Name: who, Hash: who}}, Measures: []string{"R@10"},
	}
}

func queries(ids ...string) []result.HeldOutQuery {
	var list []result.HeldOutQuery
	for _, id := range ids {
		list = append(list, holdout.QueryOf(id, "words of "+id))
	}
	return list
}

func hashOf(queries []result.HeldOutQuery) string { return holdout.SealPart(queries, time.Time{}).Key }

func TestLedger(t *testing.T) {
	path := filepath.Join(t.TempDir(), "looks", "set.looks.jsonl")
	for _, who := range []string{"jane <j@x>", "joe", "jim"} {
		if _, err := add(path, look(who)); err != nil {
			t.Fatal(err)
		}
	}
	l, err := holdout.ReadLedger(path)
	if err != nil || len(l.Looks) != 3 || l.Looks[2].Number != 3 || l.Looks[2].Previous != l.Looks[1].Hash || l.Looks[0].Who != "jane <j@x>" {
		t.Fatalf("%v %+v", err, l)
	}
	if len(l.Looks[0].TestSet.Queries) != 2 || l.Looks[1].TestSet.Queries != nil {
		t.Errorf("queries %v and %v, want them in the first look alone", l.Looks[0].TestSet.Queries, l.Looks[1].TestSet.Queries)
	}
	original, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(original), "\n")
	for name, c := range map[string]struct {
		content string
		line    int
	}{
		"an entry changed":    {strings.Replace(string(original), `"who":"joe"`, `"who":"ann"`, 1), 2},
		"an entry taken out":  {lines[0] + lines[2], 2},
		"entries swapped":     {lines[1] + lines[0] + lines[2], 1},
		"the first gone":      {lines[1] + lines[2], 1},
		"half an entry":       {lines[0] + lines[1][:40], 2},
		"the last two joined": {lines[0] + strings.TrimSuffix(lines[1], "\n") + lines[2], 2},
		"words behind one":    {strings.TrimSuffix(lines[0], "\n") + " # by hand\n" + lines[1], 1},
		"a field added":       {strings.Replace(string(original), `"who":"joe"`, `"who":"joe","x":1`, 1), 2},
	} {
		if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := holdout.ReadLedger(path)
		var edited *holdout.TamperedError
		if !errors.As(err, &edited) || edited.Line != c.line {
			t.Errorf("%s: %v, want line %d to be named", name, err, c.line)
		}
		if _, err := (holdout.Ledger{}).Append(path, look("late")); !errors.As(err, &edited) {
			t.Errorf("%s: a look was added to it: %v", name, err)
		}
	}
}

// add reads the ledger and adds a look to it.
func add(path string, look result.Look) (result.Look, error) {
	l, err := holdout.ReadLedger(path)
	if err != nil {
		return look, err
	}
	return l.Append(path, look)
}

// Of processes that looked at the same moment at different configurations, those
// that came second show nothing: they took their level from a ledger that was.
func TestLedgerOfSeveralProcesses(t *testing.T) {
	for _, who := range []func(int) string{func(i int) string { return fmt.Sprint(i) }, func(int) string { return "the same" }} {
		path := filepath.Join(t.TempDir(), "looks.jsonl")
		var group sync.WaitGroup
		var refused atomic.Int32
		for i := range 20 {
			group.Go(func() {
				l, err := holdout.ReadLedger(path)
				if err != nil {
					t.Error(err)
					return
				}
				switch written, err := l.Append(path, look(who(i))); {
				case errors.Is(err, holdout.ErrMeanwhile):
					refused.Add(1)
				case err != nil:
					t.Error(err)
				case who(0) != who(1) && written.Number != len(l.Looks)+1:
					t.Errorf("look %d was decided at the level of look %d", written.Number, len(l.Looks)+1)
				}
			})
		}
		group.Wait()
		if l, err := holdout.ReadLedger(path); err != nil || len(l.Looks)+int(refused.Load()) != 20 || who(0) == who(1) && refused.Load() > 0 {
			t.Errorf("%d looks and %d refused, %v; want 20 together, and none refused of the same configuration", len(l.Looks), refused.Load(), err)
		}
	}
}

// What git did with the end of the file, and how much a look is about, is not an edit;
// the day of a look is the same wherever it was taken. A ledger that no one may
// write to is not written to.
func TestLedgerFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "looks.jsonl")
	large := look("jane")
	large.Time = time.Date(2026, 11, 22, 23, 30, 0, 5, time.FixedZone("west", -2*3600))
	for i := range 100_000 {
		large.Measures = append(large.Measures, "R@"+fmt.Sprint(i))
	}
	if _, err := add(path, large); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(data, []byte(`"time":"2026-11-23T01:30:00Z"`)) {
		t.Errorf("%.80s, %v; want the time in UTC, to the second", data, err)
	}
	if err := os.WriteFile(path, bytes.TrimSuffix(data, []byte("\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, who := range []string{"joe", "jim"} {
		if _, err := add(path, look(who)); err != nil {
			t.Fatal(err)
		}
	}
	if l, err := holdout.ReadLedger(path); err != nil || len(l.Looks) != 3 || len(l.Looks[0].Measures) != 100_001 {
		t.Fatalf("%d looks, %v; want 3", len(l.Looks), err)
	}
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if _, err := add(path, look("late")); !errors.Is(err, outfile.ErrReadOnly) {
		t.Errorf("a ledger that is read only: %v", err)
	}
}

// The vector of the source: a gain on the evaluation queries that is a loss on
// the held-out ones.
func TestSourceVector(t *testing.T) {
	data, err := os.ReadFile("testdata/heldout_overfit.json")
	if err != nil {
		t.Fatal(err)
	}
	type delta struct {
		Mean float64 `json:"mean_difference"`
		P    float64 `json:"p_value"`
	}
	var file struct {
		Cases []struct {
			Given struct {
				Eval    delta `json:"eval_delta"`
				Holdout delta `json:"holdout_delta"`
			}
			Expected struct {
				Flag bool `json:"overfit_flag"`
			}
		}
	}
	if err := json.Unmarshal(data, &file); err != nil || len(file.Cases) == 0 {
		t.Fatal("no cases", err)
	}
	for _, c := range file.Cases {
		e, h := c.Given.Eval, c.Given.Holdout
		// As pairs: 20 and 10 differences around these means. The signal is not a verdict, but
		// for the source: what ten queries did not show may be .28·ln 20/10 = .084.
		for source, want := range map[bool]result.HoldoutVerdict{true: result.Overfitted, false: result.CannotTell} {
			got, err := holdout.Check(holdout.Gains{Measure: "R@10", Evaluation: around(e.Mean, 0.02, 20), HeldOut: around(h.Mean, 0.02, 10), SignalDecides: source}, rule)
			if err != nil || got.Signal != c.Expected.Flag || got.Verdict != want {
				t.Errorf("%+v, as the source %v: signal %v, %s (%s), %v", c.Given, source, got.Signal, got.Verdict, got.Reason, err)
			}
		}
	}
}

var rule = stats.Rule{Alpha: 0.05, Range: 1}

// around returns n differences with this mean, half of them above by spread.
func around(mean, spread float64, n int) []float64 {
	d := make([]float64, n)
	for i := range d {
		d[i] = mean + spread*float64(1-2*(i%2))
	}
	return d
}

func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		name                string
		evaluation, heldOut []float64
		want                result.HoldoutVerdict
	}{
		{"there on both", around(0.1, 0.05, 60), around(0.1, 0.05, 60), result.Generalises},
		{"gone", around(0.1, 0.05, 60), around(-0.01, 0.05, 60), result.Overfitted},
		{"gone, few", around(0.1, 0.05, 60), around(-0.01, 0.05, 10), result.CannotTell}, // what ten did not show may be .28·ln 20/10 = .084
		{"much smaller", around(0.2, 0.05, 60), around(0.02, 0.05, 60), result.Overfitted},
		{"few and noisy", around(0.1, 0.2, 60), around(0.08, 0.3, 10), result.CannotTell},
		{"no gain", around(-0.1, 0.05, 60), around(-0.1, 0.05, 20), result.CannotTell},
		{"exactly none", around(0, 0.05, 60), around(0.1, 0.5, 10), result.CannotTell},
		{"three queries, p of 2/2³", []float64{0.1, 0.11, 0.1}, []float64{0, -0.01}, result.CannotTell},
		{"a loss, after what may be noise", around(0.01, 0.5, 60), around(-0.1, 0.05, 60), result.CannotTell},
		{"two pairs each", []float64{0.1, 0.2}, []float64{0.1, 0.2}, result.CannotTell},
	} {
		c, err := holdout.Check(holdout.Gains{Measure: "R@10", Evaluation: test.evaluation, HeldOut: test.heldOut}, rule)
		if err != nil || c.Verdict != test.want {
			t.Fatalf("%s: %+v, %v; want %s", test.name, c, err, test.want)
		}
		why := "too few to tell a gain of " // that is there, on the evaluation queries
		switch {
		case c.Evaluation.Mean <= 0:
			why = "there is no gain on the evaluation queries"
		case c.HeldOut.Interval.High < 0:
			why = "is not significant, and on the held-out ones there is a loss"
		}
		if c.Verdict == result.CannotTell && !strings.Contains(c.Reason, why) {
			t.Errorf("%s: %q, want %q", test.name, c.Reason, why)
		}
	}
	for _, g := range []holdout.Gains{
		{Evaluation: []float64{0.1, 0.2}, HeldOut: []float64{0.1}}, {Evaluation: []float64{0.1}, HeldOut: []float64{0.1, 0.2}},
	} {
		if _, err := holdout.Check(g, rule); !errors.Is(err, holdout.ErrTooFew) {
			t.Errorf("one pair in a part: %v", err)
		}
	}
}

// A configuration that was there only after others were shown does not generalise by
// the same queries; with more of them shown, its level is a smaller share.
func TestShown(t *testing.T) {
	shown := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	g := holdout.Gains{Evaluation: around(0.1, 0.05, 60), HeldOut: around(0.1, 0.05, 60), Shown: 4, Late: &shown}
	c, err := holdout.Check(g, rule)
	if err != nil || c.Verdict != result.CannotTell || !c.NewQueries || !strings.Contains(c.Reason, "2026-03-04") || !strings.Contains(c.Reason, "needs new held-out queries") {
		t.Errorf("late: %+v, %v", c, err)
	}
	if c.Configurations != 4 || c.Level != 0.0125 || c.Alpha != 0.05 || math.Abs(c.HeldOut.Interval.Level-0.9875) > 1e-12 || math.Abs(c.Evaluation.Interval.Level-0.95) > 1e-12 {
		t.Errorf("levels %+v", c)
	}
	g.Late = nil
	if c, err = holdout.Check(g, rule); err != nil || c.Verdict != result.Generalises || c.NewQueries {
		t.Errorf("in time: %+v, %v", c, err)
	}
}

// The best of 20 gains E[max] = 1.867 standard errors without any effect
// (Harter 1961, table of expected normal order statistics).
func TestOptimism(t *testing.T) {
	c, err := holdout.Check(holdout.Gains{Evaluation: around(0.1, 0.5, 100), HeldOut: around(0.1, 0.5, 100), Tried: 20}, rule)
	if err != nil {
		t.Fatal(err)
	}
	sd := 0.5 * math.Sqrt(100.0/99)
	if want := 1.86748 * sd / 10; math.Abs(*c.Optimism-want) > 1e-5 {
		t.Errorf("optimism %v, want %v", *c.Optimism, want)
	}
}
