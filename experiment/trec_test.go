package experiment_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// smallScores scores run A or B of the small vectors under the trec profile.
func smallScores(t testing.TB, run string, list []metrics.Measure, opts scoring.Options) *scoring.Table {
	t.Helper()
	j, err := judgments.Read(t.Context(), trec.File("testdata/trec/small.qrels"), trec.QrelsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	opts.Name = run
	s, err := scoring.RunFile(t.Context(), trec.File("testdata/trec/small."+run+".run.gz"), j, list, profileNamed(t, "trec"), opts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Full precision of pytrec_eval 0.5.9, which is trec_eval's C code, for every
// query and measure of two runs of 200 queries: streaming, joining and ordering
// change no number.
func TestScoreRunFullPrecision(t *testing.T) {
	profile := profileNamed(t, "trec")
	for _, run := range []string{"A", "B"} {
		var want map[string]map[string]float64
		readJSON(t, "testdata/trec/small."+run+".pytrec_eval.json.gz", &want)
		names := map[string]string{} // by canonical text
		var list []metrics.Measure
		for _, scores := range want {
			for name := range scores {
				m, err := profile.Parse(name)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				names[m.String()] = name
				list = append(list, m)
			}
			break
		}
		s := smallScores(t, run, list, scoring.Options{})
		seen := 0
		for _, row := range s.Summarize(true).PerQuery {
			scores, ok := want[row.QueryID]
			if !ok {
				// pytrec_eval lists no query that a run lacks; it is an empty ranking.
				if row.Status != result.Missing {
					t.Errorf("run %s: query %s is not in the reference and not missing", run, row.QueryID)
				}
				continue
			}
			seen++
			for text, got := range row.Scores {
				wantNumber(t, run+" "+row.QueryID+" "+text, got, scores[names[text]], 1e-9, "pytrec_eval 0.5.9")
			}
		}
		if seen != len(want) || len(names) < 17 {
			t.Errorf("run %s: %d queries by %d measures compared, want %d by 17 or more", run, seen, len(names), len(want))
		}
	}
}

// The comparison of the two runs against SciPy 1.10.1.
func TestCompareAgainstSciPy(t *testing.T) {
	var file map[string]any
	readJSON(t, "testdata/trec/small.A-B.stats.json", &file)
	var want map[string]struct {
		MeanA  float64 `json:"mean_a"`
		MeanB  float64 `json:"mean_b"`
		Mean   float64 `json:"mean_delta"`
		SD     float64 `json:"sd_delta"`
		N      int
		T      float64
		P      float64 `json:"p_t"`
		DF     float64
		CI     [2]float64 `json:"ci95"`
		Dz     float64
		Wins   int
		Ties   int
		Losses int
		Sign   float64 `json:"sign_test_p"`
	}
	for _, key := range []string{"queries", "note", "scipy"} {
		delete(file, key)
	}
	if err := unmarshal(marshal(t, file), &want); err != nil {
		t.Fatal(err)
	}
	profile := profileNamed(t, "trec")
	var list []metrics.Measure
	for name := range want {
		list = append(list, measures(t, profile, name)...)
	}
	p := compared(t, smallScores(t, "A", list, scoring.Options{}), smallScores(t, "B", list, scoring.Options{}), compare.Settings{})
	if len(p.Measures) != 6 {
		t.Fatalf("%d measures, want 6", len(p.Measures))
	}
	const source = "SciPy 1.10.1"
	for i, m := range p.Measures {
		name := profile.Key(list[i])
		w := want[name]
		relative := func(what string, got *float64, want, tolerance float64) {
			t.Helper()
			wantNumber(t, name+" "+what, got, want, tolerance*math.Max(math.Abs(want), 1e-300), source)
		}
		relative("mean of A", m.MeanA, w.MeanA, 1e-12)
		relative("mean of B", m.MeanB, w.MeanB, 1e-12)
		relative("mean difference", m.MeanDifference, w.Mean, 1e-11)
		relative("standard deviation", m.StdDifference, w.SD, 1e-11)
		relative("t", m.T.Statistic, w.T, 1e-10)
		relative("p", m.T.PValue, w.P, 1e-8)
		relative("df", m.T.DF, w.DF, 0)
		relative("low", &m.T.Interval.Low, w.CI[0], 1e-8)   // SciPy's own error is up to 9e-9
		relative("high", &m.T.Interval.High, w.CI[1], 1e-8) // relative to the half width
		relative("d_z", m.EffectSize.CohensDz, w.Dz, 1e-10)
		relative("sign p", m.Sign.PValue, w.Sign, 1e-9)
		if m.Wins != w.Wins || m.Losses != w.Losses || m.Ties != w.Ties || m.N != w.N || m.Changed != w.Wins+w.Losses {
			t.Errorf("%s: %d wins %d losses %d ties of %d, want %d %d %d of %d (%s)",
				name, m.Wins, m.Losses, m.Ties, m.N, w.Wins, w.Losses, w.Ties, w.N, source)
		}
	}
}
