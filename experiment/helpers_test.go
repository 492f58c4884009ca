package experiment_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// readFile reads a file, unpacked when its name ends in .gz.
func readFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(path, ".gz") {
		return data
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if data, err = io.ReadAll(r); err != nil {
		t.Fatal(err)
	}
	return data
}

// unmarshal is json.Unmarshal, which matches keys whatever their case.
var unmarshal = json.Unmarshal

func readJSON(t testing.TB, path string, to any) {
	t.Helper()
	if err := json.Unmarshal(readFile(t, path), to); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

func marshal(t testing.TB, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func profileNamed(t testing.TB, name string) metrics.Profile {
	t.Helper()
	p, err := metrics.ProfileByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func measures(t testing.TB, profile metrics.Profile, list string) []metrics.Measure {
	t.Helper()
	ms, err := profile.ParseList(list)
	if err != nil {
		t.Fatal(err)
	}
	return ms
}

func judgmentsFrom(t testing.TB, qrels string) *judgments.Judgments {
	t.Helper()
	j, err := judgments.Read(t.Context(), trec.Bytes("qrels", []byte(qrels)), trec.QrelsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// scored scores the text of a run file under the default profile.
func scored(t testing.TB, name, run string, j *judgments.Judgments, list string) *scoring.Table {
	t.Helper()
	p := profileNamed(t, "default")
	s, err := scoring.RunFile(t.Context(), trec.Bytes(name, []byte(run)), j, measures(t, p, list), p, scoring.Options{KeepRanks: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// table makes the scores of one measure: query q000 has the first value, and
// so on. NaN is left empty, which means undefined.
func table(t testing.TB, name, measure string, values []float64) *scoring.Table {
	t.Helper()
	return tables(t, name, map[string][]float64{measure: values})
}

// tables is table for several measures, in the order of their names.
func tables(t testing.TB, name string, byMeasure map[string][]float64) *scoring.Table {
	t.Helper()
	var text strings.Builder
	fmt.Fprintln(&text, "query_id,measure,score")
	for _, m := range slices.Sorted(maps.Keys(byMeasure)) {
		for q, v := range byMeasure[m] {
			cell := ""
			if !math.IsNaN(v) {
				cell = strconv.FormatFloat(v, 'g', -1, 64)
			}
			fmt.Fprintf(&text, "q%03d,%s,%s\n", q, m, cell)
		}
	}
	s, err := scoring.ReadScores(name, strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// compared compares two systems and returns the only pair.
func compared(t testing.TB, a, b *scoring.Table, settings compare.Settings) result.Pair {
	t.Helper()
	c, err := compare.Against(a, []*scoring.Table{b}, settings)
	if err != nil {
		t.Fatal(err)
	}
	return c.Comparisons[0]
}

func measureOf(t testing.TB, p result.Pair, name string) result.MeasureComparison {
	t.Helper()
	i := slices.IndexFunc(p.Measures, func(m result.MeasureComparison) bool { return m.Measure == name })
	if i < 0 {
		t.Fatalf("the comparison has no measure %s", name)
	}
	return p.Measures[i]
}

func finding(list []result.Finding, code string) (result.Finding, bool) {
	i := slices.IndexFunc(list, func(f result.Finding) bool { return f.Code == code })
	if i < 0 {
		return result.Finding{}, false
	}
	return list[i], true
}

func codes(list []result.Finding) []string {
	out := []string{}
	for _, f := range list {
		out = append(out, f.Code)
	}
	return out
}

// wantNumber fails when got is nil or further than tolerance from want.
func wantNumber(t testing.TB, what string, got *float64, want, tolerance float64, source string) {
	t.Helper()
	if got == nil {
		t.Errorf("%s = null, want %v (%s)", what, want, source)
	} else if !(math.Abs(*got-want) <= tolerance) {
		t.Errorf("%s = %v, want %v (%s)", what, *got, want, source)
	}
}

// smallSet is a test set of n queries q000, q001, … with one relevant document
// each: "d" and the number.
func smallSet(t testing.TB, n int) *testsets.TestSet {
	t.Helper()
	var text strings.Builder
	text.WriteString("name: small\nversion: v1\nqueries:\n")
	for q := range n {
		fmt.Fprintf(&text, "- {query_id: q%03d, query_text: question %d, query_type: exact_term, relevant_docs: [{doc_id: d%d, grade: 2}]}\n", q, q, q)
	}
	set, err := testsets.Parse("small.yaml", []byte(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// answering is a hit list with the relevant document of a smallSet query at
// the given rank.
func answering(q retrieval.Query, rank int) []retrieval.Hit {
	hits := make([]retrieval.Hit, 10)
	for i := range hits {
		hits[i] = retrieval.Hit{ID: fmt.Sprintf("other%d", i), Score: float64(len(hits) - i)}
	}
	hits[rank-1].ID = fmt.Sprintf("d%d", number(q))
	return hits
}

// writeFiles puts files into a new folder and returns it.
func writeFiles(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
