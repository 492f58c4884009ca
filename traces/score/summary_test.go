package score_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/score"
)

// sameSpread checks a spread by the formulas of the textbook: x̄ = Σx/n, s² = Σ(x - x̄)²/(n-1), and the middle of the sorted.
func sameSpread(t *testing.T, name string, got *traces.Spread, values []float64) {
	t.Helper()
	n := len(values)
	if n == 0 || got == nil {
		if n > 0 || got != nil {
			t.Errorf("%s: %+v of %d tasks", name, got, n)
		}
		return
	}
	var sum, squares float64
	for _, v := range values {
		sum += v
	}
	for _, v := range values {
		squares += (v - sum/float64(n)) * (v - sum/float64(n))
	}
	sd := 0.0
	if n > 1 {
		sd = math.Sqrt(squares / float64(n-1))
	}
	slices.Sort(values)
	median := (values[(n-1)/2] + values[n/2]) / 2
	if got.N != n || math.Abs(got.Mean-sum/float64(n)) > 0.5001e-4 || math.Abs(got.Std-sd) > 0.5001e-4 || math.Abs(got.Median-median) > 0.5001e-4 {
		t.Errorf("%s: %+v, want mean %.4f, deviation %.4f, median %.4f of %d", name, *got, sum/float64(n), sd, median, n)
	}
}

// A summary is the mean, deviation and median of each figure over the tasks that have it.
func TestSummaryByEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for _, n := range []int{1, 2, 7, 40} {
		t.Run(fmt.Sprint(n, " tasks"), func(t *testing.T) {
			var tasks []*traces.TaskMetrics
			for i := range n {
				d := random(rng)
				for j := range d.Events {
					d.Events[j].ElapsedSeconds = new(float64(j) / 3)
				}
				if i%5 == 4 {
					d.Coverage.HasGroundTruth = false
				}
				tasks = append(tasks, measured(t, d, score.Options{}))
			}
			sum, err := score.Summarize(tasks, score.Options{Now: time.Date(2026, 3, 1, 8, 30, 0, 0, time.UTC)})
			if err != nil {
				t.Fatal(err)
			}
			with := slices.DeleteFunc(slices.Clone(tasks), func(m *traces.TaskMetrics) bool { return !m.FileLevel.Computable })
			chunks, edits := 0, 0
			for _, m := range tasks {
				if m.ChunkLevel.Total > 0 {
					chunks++
				}
			}
			for _, m := range with {
				if m.Utilization.EditsAvailable {
					edits++
				}
			}
			if sum.EventFiles != n || sum.Computable != len(with) || sum.NoGroundTruth != n-len(with) || sum.NoTrace != 0 || sum.ChunkCapable != chunks || sum.GeneratedAt != "2026-03-01T08:30:00Z" {
				t.Errorf("%+v, want %d of %d tasks computable, %d with ranges of lines", sum, len(with), n, chunks)
			}
			values := func(of func(*traces.TaskMetrics) *float64) (list []float64) {
				for _, m := range with {
					if v := of(m); v != nil {
						list = append(list, *v)
					}
				}
				return list
			}
			figures := map[string]func(*traces.TaskMetrics) *float64{
				"mrr":                func(m *traces.TaskMetrics) *float64 { return &m.FileLevel.MRR },
				"map_score":          func(m *traces.TaskMetrics) *float64 { return &m.FileLevel.MAP },
				"file_recall":        func(m *traces.TaskMetrics) *float64 { return &m.FileLevel.FileRecall },
				"context_efficiency": func(m *traces.TaskMetrics) *float64 { return &m.FileLevel.ContextEfficiency },
				"ttfr_seconds":       func(m *traces.TaskMetrics) *float64 { return m.FileLevel.TTFRSeconds },
			}
			for _, k := range traces.Cutoffs() {
				figures[fmt.Sprint("precision@", k)] = func(m *traces.TaskMetrics) *float64 { return m.FileLevel.Precision.At(k) }
				figures[fmt.Sprint("recall@", k)] = func(m *traces.TaskMetrics) *float64 { return m.FileLevel.Recall.At(k) }
				figures[fmt.Sprint("f1@", k)] = func(m *traces.TaskMetrics) *float64 { return m.FileLevel.F1.At(k) }
				figures[fmt.Sprint("ndcg@", k)] = func(m *traces.TaskMetrics) *float64 { return m.FileLevel.NDCG.At(k) }
			}
			for name, of := range figures {
				list := values(of)
				got, ok := sum.FileLevel.Of(name)
				if ok != (len(list) > 0) {
					t.Errorf("%s: there is one: %v, of %d tasks", name, ok, len(list))
				} else if ok {
					sameSpread(t, name, &got, list)
				}
			}
			if len(sum.FileLevel.Measures) > len(figures) {
				t.Errorf("%d figures, want %d", len(sum.FileLevel.Measures), len(figures))
			}
			u := sum.Utilization
			if *u.Tasks != len(with) || *u.EditTasks != edits {
				t.Errorf("%d tasks with probes, %d with files to edit; want %d and %d", *u.Tasks, *u.EditTasks, len(with), edits)
			}
			sameSpread(t, "read overlap", u.ReadOverlap, values(func(m *traces.TaskMetrics) *float64 { return m.Utilization.ReadOverlap }))
			sameSpread(t, "write overlap", u.WriteOverlap, values(func(m *traces.TaskMetrics) *float64 { return m.Utilization.WriteOverlap }))
			sameSpread(t, "referenced files", u.ReferencedFiles, values(func(m *traces.TaskMetrics) *float64 { return m.Utilization.ReferencedFiles }))
			sameSpread(t, "edit overlap", u.EditOverlap, values(func(m *traces.TaskMetrics) *float64 { return m.Utilization.EditOverlap }))
			sameSpread(t, "read before write", u.ReadBeforeWrite, values(func(m *traces.TaskMetrics) *float64 { return m.Utilization.ReadBeforeWrite }))
			for _, label := range traces.Labels() {
				sameSpread(t, label, *sum.ErrorTaxonomy.Of(label), values(func(m *traces.TaskMetrics) *float64 { return new(float64(m.Taxonomy.Labels[label])) }))
			}
			kinds := map[string]map[string]int{}
			for _, name := range traces.SliceNames() {
				kinds[name] = map[string]int{}
				for _, m := range with {
					kinds[name][m.Taxonomy.Slices.Named(name)]++
				}
			}
			if diff := cmp.Diff(kinds, sum.ErrorTaxonomy.Slices); diff != "" {
				t.Errorf("kinds of tasks (-want +got):\n%s", diff)
			}
		})
	}
}

// Totals are means to a tenth, halves to even: (1+2+2+2)/4 = 1.75 files found is 1.8, and 9/4 = 2.25 is 2.2.
func TestTotals(t *testing.T) {
	task := func(retrieved, relevant, overlap int) *traces.TaskMetrics {
		return &traces.TaskMetrics{FileLevel: traces.FileLevel{Computable: true, FileScores: &traces.FileScores{Retrieved: retrieved, GroundTruth: relevant, Overlap: overlap}}}
	}
	sum, err := score.Summarize([]*traces.TaskMetrics{task(1, 3, 0), task(2, 3, 0), task(2, 2, 1), task(2, 1, 0)}, score.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := traces.Totals{Tasks: 4, Retrieved: 1.8, GroundTruth: 2.2, Overlap: 0.2}
	if diff := cmp.Diff(want, *sum.FileLevel.Totals); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
	if sum.Utilization.Tasks != nil || sum.ErrorTaxonomy.Slices != nil {
		t.Errorf("probes and labels of tasks that have none: %+v, %+v", sum.Utilization, sum.ErrorTaxonomy)
	}
}

func TestSummaryOfNothing(t *testing.T) {
	for _, tasks := range [][]*traces.TaskMetrics{nil, {{FileLevel: traces.FileLevel{Reason: traces.NoTrace}}}} {
		sum, err := score.Summarize(tasks, score.Options{})
		if err != nil || sum.Computable != 0 || sum.NoTrace != len(tasks) || sum.NoGroundTruth != 0 || sum.FileLevel.Totals != nil || sum.Utilization.Tasks != nil {
			t.Errorf("of %d tasks: %+v, %v", len(tasks), sum, err)
		}
	}
	// a document that says that it is computable, and has no figures, is not
	sum, err := score.Summarize([]*traces.TaskMetrics{{FileLevel: traces.FileLevel{Computable: true}}}, score.Options{})
	if err != nil || sum.Computable != 0 || sum.NoGroundTruth != 1 {
		t.Errorf("computable without figures: %+v, %v", sum, err)
	}
}
