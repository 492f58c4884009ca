package metrics_test

import (
	"bufio"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// Full-precision values that pytrec_eval 0.5.9, which is trec_eval's C code,
// gave for each query of the small set.
func TestPytrecEvalFullPrecision(t *testing.T) {
	var want map[string]map[string]float64
	readJSON(t, "testdata/trec/small.A.pytrec_eval.json.gz", &want)
	profile, err := metrics.ProfileByName("trec")
	if err != nil {
		t.Fatal(err)
	}
	joined := small(t)
	compared := 0
	for query, scores := range want {
		j := joined[query]
		for name, w := range scores {
			m, err := profile.Parse(name)
			if err != nil {
				continue // families that are not registered yet
			}
			compared++
			got, _ := m.Score(&j)
			if math.Abs(got-w) > 1e-12*math.Abs(w) {
				t.Errorf("query %s: %s = %v, want %v (pytrec_eval 0.5.9)", query, m, got, w)
			}
		}
	}
	if compared < 200*17 {
		t.Errorf("%d values compared", compared)
	}
}

// Every number that trec_eval 10.0 -c -q -m all_trec printed for the small set,
// one line a query and measure, and the means.
func TestTrecEval10(t *testing.T) {
	profile, err := metrics.ProfileByName("trec")
	if err != nil {
		t.Fatal(err)
	}
	joined := small(t)
	scanner := bufio.NewScanner(open(t, "testdata/trec/small.A.trec_eval10.c.q.txt.gz"))
	compared, skipped := map[string]int{}, map[string]int{}
	for scanner.Scan() {
		f := strings.Fields(scanner.Text())
		name, query, printed := f[0], f[1], f[2]
		m, err := profile.Parse(name)
		if err != nil {
			skipped[name]++
			continue
		}
		compared[name]++
		if key := profile.Key(m); key != name {
			t.Errorf("Key(%s) = %s, want %s", m, key, name)
		}
		var got float64
		if query == "all" {
			got = aggregate(m, joined)
		} else {
			j := joined[query]
			got, _ = m.Score(&j)
		}
		if text := trecFormat(m, got); text != printed {
			t.Errorf("%s of %s = %s (%v), want %s (trec_eval 10.0)", m, query, text, got, printed)
		}
	}
	t.Logf("%d names compared, skipped %v", len(compared), skipped)
}

// aggregate combines the scores of all queries as trec_eval -c does.
func aggregate(m metrics.Measure, joined map[string]metrics.Judged) float64 {
	var scores []float64
	for _, query := range slices.Sorted(maps.Keys(joined)) {
		j := joined[query]
		s, _ := m.Score(&j)
		scores = append(scores, s)
	}
	value, _ := metrics.AggregateOf(m).Of(scores)
	return value
}

// trecFormat prints counts as integers and everything else with 4 decimals.
func trecFormat(m metrics.Measure, x float64) string {
	if metrics.AggregateOf(m) == metrics.Sum {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'f', 4, 64)
}
