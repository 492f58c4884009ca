package metrics_test

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// The reader and joiner of these tests: slow, small, and obviously right.

// qrels holds grades by query and document; run holds scores likewise.
type (
	qrels map[string]map[string]int
	run   map[string]map[string]float64
)

// join ranks the documents of one query by score descending, ties by document
// id descending, and looks every document up.
func join(scores map[string]float64, grades map[string]int) metrics.Judged {
	docs := make([]string, 0, len(scores))
	for doc := range scores {
		docs = append(docs, doc)
	}
	slices.SortFunc(docs, func(a, b string) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(b, a))
	})
	return judge(docs, grades)
}

// judge looks up the documents of a ranking.
func judge(ranking []string, grades map[string]int) metrics.Judged {
	j := metrics.Judged{Retrieved: len(ranking)}
	for i, doc := range ranking {
		grade, judged := grades[doc]
		switch {
		case judged && grade >= 0:
			j.Hits = append(j.Hits, metrics.Hit{Rank: i + 1, Grade: grade})
		case judged:
			j.Pooled = append(j.Pooled, i+1)
		}
	}
	for _, grade := range grades {
		switch {
		case grade > 0:
			j.Ideal = append(j.Ideal, grade)
		case grade == 0:
			j.NonRelevant++
		}
	}
	slices.SortFunc(j.Ideal, func(a, b int) int { return b - a })
	return j
}

func readQrels(t testing.TB, path string) qrels {
	t.Helper()
	q := qrels{}
	for _, f := range readFields(t, path) {
		grade, err := strconv.Atoi(f[3])
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if q[f[0]] == nil {
			q[f[0]] = map[string]int{}
		}
		q[f[0]][f[2]] = grade
	}
	return q
}

func readRun(t testing.TB, path string) run {
	t.Helper()
	r := run{}
	for _, f := range readFields(t, path) {
		score, err := strconv.ParseFloat(f[4], 64)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if r[f[0]] == nil {
			r[f[0]] = map[string]float64{}
		}
		r[f[0]][f[2]] = score
	}
	return r
}

// readFields reads the fields of all lines that are neither blank nor comments.
func readFields(t testing.TB, path string) [][]string {
	t.Helper()
	var lines [][]string
	scanner := bufio.NewScanner(open(t, path))
	for scanner.Scan() {
		if f := strings.Fields(scanner.Text()); len(f) > 0 && !strings.HasPrefix(f[0], "#") {
			lines = append(lines, f)
		}
	}
	if err := scanner.Err(); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return lines
}

func readJSON(t testing.TB, path string, value any) {
	t.Helper()
	if err := json.NewDecoder(open(t, path)).Decode(value); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// open opens a file of testdata or of ../../shared, unpacking .gz.
func open(t testing.TB, path string) io.Reader {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	if !strings.HasSuffix(path, ".gz") {
		return f
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return z
}

// small returns the set of testdata/trec, joined: 200 queries with graded judgments
// and run A.
func small(t testing.TB) map[string]metrics.Judged {
	t.Helper()
	grades, scores := readQrels(t, "testdata/trec/small.qrels"), readRun(t, "testdata/trec/small.A.run.gz")
	joined := map[string]metrics.Judged{}
	for query := range grades {
		joined[query] = join(scores[query], grades[query])
	}
	return joined
}

// mustParse parses a measure of a test table.
func mustParse(t testing.TB, text string) metrics.Measure {
	t.Helper()
	m, err := metrics.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
