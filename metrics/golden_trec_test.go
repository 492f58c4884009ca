package metrics_test

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// trecGoldens is trec_eval's own test directory, outside this repository.
const trecGoldens = "../../shared/data/goldens/trec_eval-test"

// needShared skips a test whose data is not there.
func needShared(t testing.TB, path string) {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		t.Skipf("%s is not there: this test needs the shared data next to the repository", path)
	}
}

// The tests that trec_eval ships with ("make quicktest" of version 10.0), each
// a list of names, queries and numbers with 4 decimals.
func TestTrecEvalGoldens(t *testing.T) {
	needShared(t, trecGoldens)
	for _, c := range []struct {
		golden, qrels, results, rel string
		depth                       int
		complete                    bool // option -c
	}{
		{golden: "out.test", qrels: "qrels.test", results: "results.test"},
		{golden: "out.test.a", qrels: "qrels.test", results: "results.test"},
		{golden: "out.test.aq", qrels: "qrels.test", results: "results.test"},
		{golden: "out.test.aqc", qrels: "qrels.test", results: "results.trunc", complete: true},
		{golden: "out.test.aqcM", qrels: "qrels.test", results: "results.trunc", complete: true, depth: 100},
		{golden: "out.test.aql", qrels: "qrels.rel_level", results: "results.test", rel: "rel=2"},
		{golden: "out.test.meas_params", qrels: "qrels.test", results: "results.test"},
	} {
		t.Run(c.golden, func(t *testing.T) {
			grades := readQrels(t, filepath.Join(trecGoldens, c.qrels))
			scores := readRun(t, filepath.Join(trecGoldens, c.results))
			joined := map[string]metrics.Judged{}
			for query := range grades {
				if _, answered := scores[query]; answered || c.complete {
					joined[query] = truncate(join(scores[query], grades[query]), c.depth)
				}
			}
			compareGolden(t, filepath.Join(trecGoldens, c.golden), joined, c.rel)
		})
	}
}

// compareGolden scores what each line of a golden file names.
func compareGolden(t *testing.T, path string, joined map[string]metrics.Judged, rel string) {
	profile, err := metrics.ProfileByName("trec")
	if err != nil {
		t.Fatal(err)
	}
	scanner := bufio.NewScanner(open(t, path))
	compared := 0
	for scanner.Scan() {
		f := strings.Fields(scanner.Text())
		name, query, want := f[0], f[1], f[2]
		if name == "runid" {
			continue
		}
		compared++
		j := joined[query]
		if name == "relstring_20" || name == "relstring" {
			n := 10
			if name == "relstring_20" {
				n = 20
			}
			if got := "'" + metrics.RelString(&j, n) + "'"; got != want {
				t.Errorf("%s of %s = %s, want %s (trec_eval 10.0)", name, query, got, want)
			}
			continue
		}
		m, err := profile.Parse(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if rel != "" && obeysLevel(name) {
			m = withParameter(t, m, rel)
		}
		got, _ := m.Score(&j)
		if query == "all" {
			got = aggregate(m, joined)
		}
		if text := trecFormat(m, got); text != want {
			t.Errorf("%s of %s = %s, want %s (trec_eval 10.0)", m, query, text, want)
		}
	}
	t.Logf("%d numbers", compared)
}

// obeysLevel tells whether trec_eval's option -l reaches a measure.
func obeysLevel(name string) bool {
	if name == "num_q" || name == "num_ret" {
		return false
	}
	name, _, _ = strings.Cut(name, "_")
	return !slices.Contains([]string{"ndcg", "Rndcg", "G", "rbp", "unj"}, name)
}

// withParameter adds a parameter to a measure.
func withParameter(t *testing.T, m metrics.Measure, parameter string) metrics.Measure {
	t.Helper()
	text := m.String()
	if name, rest, ok := strings.Cut(text, "("); ok {
		return mustParse(t, name+"("+parameter+","+rest)
	}
	name, cut, ok := strings.Cut(text, "@")
	if ok {
		cut = "@" + cut
	}
	return mustParse(t, name+"("+parameter+")"+cut)
}

// truncate cuts a ranking at depth, 0 for no cut.
func truncate(j metrics.Judged, depth int) metrics.Judged {
	if depth == 0 || j.Retrieved <= depth {
		return j
	}
	j.Retrieved = depth
	j.Hits = slices.DeleteFunc(j.Hits, func(h metrics.Hit) bool { return h.Rank > depth })
	j.Pooled = slices.DeleteFunc(j.Pooled, func(rank int) bool { return rank > depth })
	return j
}
