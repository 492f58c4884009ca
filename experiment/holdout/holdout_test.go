package holdout_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
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
		TestSet: result.LookedAt{Name: "set", SHA256: "1f", Part: "heldout"}, Measures: []string{"R@10"}, Released: "scores",
	}
}

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
	if n := len(l.Of("1f")); n != 3 {
		t.Errorf("%d looks at the version, want 3", n)
	}
	if n := len(l.Of("2f")); n != 0 {
		t.Errorf("%d looks at another version, want 0", n)
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

// Every look is decided at the level of its number, no matter who else looks.
func TestLedgerOfSeveralProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "looks.jsonl")
	var group sync.WaitGroup
	var refused atomic.Int32
	for range 20 {
		group.Go(func() {
			l, err := holdout.ReadLedger(path)
			if err != nil {
				t.Error(err)
				return
			}
			written, err := l.Append(path, look("one of many"))
			switch {
			case errors.Is(err, holdout.ErrMeanwhile):
				refused.Add(1)
			case err != nil:
				t.Error(err)
			case written.Number != len(l.Looks)+1:
				t.Errorf("look %d was decided at the level of look %d", written.Number, len(l.Looks)+1)
			}
		})
	}
	group.Wait()
	if l, err := holdout.ReadLedger(path); err != nil || len(l.Looks)+int(refused.Load()) != 20 {
		t.Errorf("%d looks and %d refused, %v; want 20 together", len(l.Looks), refused.Load(), err)
	}
}

// What was read is no longer there when someone else has looked, at the same
// queries: nothing is added.
func TestLookMeanwhile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "looks.jsonl")
	elsewhere := look("jim")
	elsewhere.TestSet.SHA256 = "2f"
	if _, err := (holdout.Ledger{}).Append(path, elsewhere); err != nil {
		t.Fatal(err)
	}
	if written, err := (holdout.Ledger{}).Append(path, look("jane")); err != nil || written.Number != 2 {
		t.Errorf("after a look at other queries: look %d, %v", written.Number, err)
	}
	if _, err := (holdout.Ledger{}).Append(path, look("joe")); !errors.Is(err, holdout.ErrMeanwhile) {
		t.Errorf("after a look at the same queries: %v, want it to be refused", err)
	}
	l, err := holdout.ReadLedger(path)
	if err != nil || len(l.Looks) != 2 {
		t.Errorf("%d looks, %v; want 2", len(l.Looks), err)
	}
	for _, c := range []struct {
		at   result.LookedAt
		want int
	}{
		{look("").TestSet, 1},
		{result.LookedAt{Name: "set", SHA256: "3f"}, 2},
		{result.LookedAt{Name: "other", SHA256: "3f"}, 0},
		{result.LookedAt{Name: "set", Version: "v2", SHA256: "3f"}, 0},
	} {
		if n := len(l.OfOtherContent(c.at)); n != c.want {
			t.Errorf("%d looks at another content of %+v, want %d", n, c.at, c.want)
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
		large.Measures = append(large.Measures, "R@"+strconv.Itoa(i))
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

// 6/π² = .6079; the levels of all looks together are alpha.
func TestSpend(t *testing.T) {
	for taken, want := range map[int]float64{0: 0.05 * 0.6079271, 1: 0.05 * 0.6079271 / 4, 4: 0.05 * 0.6079271 / 25} {
		level, warning, err := holdout.Spend(make([]result.Look, taken), 10, 0.05, false)
		if err != nil || math.Abs(level-want) > 1e-8 || (warning != nil) != (taken >= 5) {
			t.Errorf("after %d looks: %v, %v, %v; want %v", taken, level, warning, err, want)
		}
	}
	if _, warning, err := holdout.Spend(make([]result.Look, 5), 10, 0.05, false); err != nil || !strings.Contains(warning.Text, "look 6 of 10") || !strings.Contains(warning.Text, "alpha 0.00084 ") { // .0304/36
		t.Errorf("look 6 of 10: %+v, %v", warning, err)
	}
	_, _, err := holdout.Spend(make([]result.Look, 10), 10, 0.05, false)
	var spent *holdout.SpentError
	if !errors.As(err, &spent) {
		t.Errorf("beyond the budget: %v", err)
	}
	if _, warning, err := holdout.Spend(make([]result.Look, 10), 10, 0.05, true); err != nil || warning == nil {
		t.Errorf("beyond the budget with spend: %v, %v", warning, err)
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
		if got := stats.Overfits(stats.Gain{Mean: e.Mean, P: &e.P}, stats.Gain{Mean: h.Mean, P: &h.P}, 0.05); got != c.Expected.Flag {
			t.Errorf("%+v: overfitted %v, want %v", c.Given, got, c.Expected.Flag)
		}
		// The same as pairs: 20 and 10 differences around these means.
		got, err := holdout.Check(holdout.Gains{Measure: "R@10", Evaluation: around(e.Mean, 0.02, 20), HeldOut: around(h.Mean, 0.02, 10)}, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		if (got.Verdict == result.Overfitted) != c.Expected.Flag {
			t.Errorf("%+v: %s (%s)", c.Given, got.Verdict, got.Reason)
		}
	}
}

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
		{"gone", around(0.1, 0.05, 60), around(-0.01, 0.05, 20), result.Overfitted},
		{"much smaller", around(0.2, 0.05, 60), around(0.02, 0.05, 60), result.Overfitted},
		{"few and noisy", around(0.1, 0.2, 60), around(0.08, 0.3, 10), result.CannotTell},
		{"no gain", around(-0.1, 0.05, 60), around(-0.1, 0.05, 20), result.CannotTell},
		{"exactly none", around(0, 0.05, 60), around(0.1, 0.5, 10), result.CannotTell},
		{"three queries, p of 2/2³", []float64{0.1, 0.11, 0.1}, []float64{0, -0.01}, result.CannotTell},
		{"a loss, after what may be noise", around(0.01, 0.5, 60), around(-0.1, 0.05, 60), result.CannotTell},
		{"two pairs each", []float64{0.1, 0.2}, []float64{0.1, 0.2}, result.CannotTell},
	} {
		c, err := holdout.Check(holdout.Gains{Measure: "R@10", Evaluation: test.evaluation, HeldOut: test.heldOut}, 0.05)
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
		if _, err := holdout.Check(g, 0.05); !errors.Is(err, holdout.ErrTooFew) {
			t.Errorf("one pair in a part: %v", err)
		}
	}
}

// The gain of .2 shrank to .02, by .18 ± t·√(2·s²/60) with s² = .05²·60/59 and
// t.₉₅ = 1.6579 at 118 degrees of freedom, where the spreads are equal: ± .01526.
func TestShrinkage(t *testing.T) {
	c, err := holdout.Check(holdout.Gains{Evaluation: around(0.2, 0.05, 60), HeldOut: around(0.02, 0.05, 60)}, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(*c.Shrinkage-0.18) > 1e-12 || math.Abs(*c.Ratio-0.1) > 1e-12 || *c.PShrank > 1e-9 {
		t.Errorf("shrank by %v to %v times, p %v", *c.Shrinkage, *c.Ratio, *c.PShrank)
	}
	if i := c.Interval; i == nil || math.Abs(i.Low-0.16474) > 1e-5 || math.Abs(i.High-0.19526) > 1e-5 || math.Abs(i.Level-0.9) > 1e-12 {
		t.Errorf("interval %+v, want [.16474, .19526] at level .9", i)
	}
}

// The best of 20 gains E[max] = 1.867 standard errors without any effect
// (Harter 1961, table of expected normal order statistics).
func TestOptimism(t *testing.T) {
	c, err := holdout.Check(holdout.Gains{Evaluation: around(0.1, 0.5, 100), HeldOut: around(0.1, 0.5, 100), Tried: 20}, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	sd := 0.5 * math.Sqrt(100.0/99)
	if want := 1.86748 * sd / 10; math.Abs(*c.Optimism-want) > 1e-5 {
		t.Errorf("optimism %v, want %v", *c.Optimism, want)
	}
}

func TestLadder(t *testing.T) {
	// Mean .1 with standard error .5·√(100/99)/10 = .0503: released; .04 is not.
	for mean, want := range map[float64]bool{0.1: true, 0.04: false, -0.1: false} {
		held := around(mean, 0.5, 100)
		if got, err := holdout.Ladder(held); err != nil || got != want {
			t.Errorf("gain %v: released %v, %v; want %v", mean, got, err, want)
		}
		r, err := holdout.Release(result.ReleaseLadder, &result.HoldoutCheck{HeldOut: result.PartGain{Mean: mean}}, holdout.Gains{HeldOut: held})
		if err != nil || (r.Shown != nil) != want {
			t.Errorf("gain %v: %+v, %v; want no number of what is not released", mean, r, err)
		}
	}
}

func TestThreshold(t *testing.T) {
	agree, shown := 0, 0.0
	const n = 2000
	for i := range n {
		key := string(rune(i))
		if ok, v := (holdout.Thresholdout{}).Answer(0.1, 0.1, key); ok && v == 0.1 {
			agree++
		}
		ok, v := (holdout.Thresholdout{}).Answer(10, 0.1, key)
		again, w := (holdout.Thresholdout{}).Answer(10, 0.1, key)
		if ok || again || v != w {
			t.Fatalf("%v %v, then %v %v", ok, v, again, w)
		}
		shown += math.Abs(v - 0.1)
	}
	// P(|0| ≤ T + γ + η) with T = .04, γ ~ Lap(.02), η ~ Lap(.04): by the density of
	// the sum of two Laplace variables, 1 − (16e⁻¹ − 4e⁻²)/(2·12) = .7773.
	if share := float64(agree) / n; math.Abs(share-0.7773) > 0.04 {
		t.Errorf("the same gain agrees in %v, want .7773", share)
	}
	// A Laplace variable is off by its scale on average.
	if off := shown / n; math.Abs(off-0.01) > 0.001 {
		t.Errorf("noise of %v on average, want .01", off)
	}
}
