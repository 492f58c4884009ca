package examples_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rows returns the blank-separated fields of each line of a file in runs/.
func rows(t *testing.T, name string, fields int) [][]string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("runs", name))
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for i, line := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		row := strings.Fields(line)
		if len(row) != fields {
			t.Fatalf("%s:%d: %d fields, want %d", name, i+1, len(row), fields)
		}
		all = append(all, row)
	}
	return all
}

// readQrels returns the grade of each document by query.
func readQrels(t *testing.T) map[string]map[string]int {
	t.Helper()
	qrels := map[string]map[string]int{}
	for _, f := range rows(t, "qrels.txt", 4) {
		grade, err := strconv.Atoi(f[3])
		if err != nil {
			t.Fatal(err)
		}
		if qrels[f[0]] == nil {
			qrels[f[0]] = map[string]int{}
		}
		qrels[f[0]][f[2]] = grade
	}
	return qrels
}

// readRun returns the documents of each query in order. It insists that ranks
// count from 1, scores fall and no document comes twice, so that every way of
// ordering the file gives the same ranking.
func readRun(t *testing.T, name string) map[string][]string {
	t.Helper()
	run, last := map[string][]string{}, map[string]float64{}
	for _, f := range rows(t, name, 6) {
		id, doc := f[0], f[2]
		score, err := strconv.ParseFloat(f[4], 64)
		if err != nil {
			t.Fatal(err)
		}
		if before, ok := last[id]; ok && score >= before {
			t.Errorf("%s: %s %s: score %v does not fall", name, id, doc, score)
		}
		if f[3] != strconv.Itoa(len(run[id])+1) || slices.Contains(run[id], doc) {
			t.Errorf("%s: %s %s: wrong rank or second time", name, id, doc)
		}
		run[id], last[id] = append(run[id], doc), score
	}
	return run
}

func TestQrelsRepeatTheTestSet(t *testing.T) {
	set := map[string][]judgment{}
	for _, q := range readTestSet(t).Queries {
		set[q.ID] = q.Relevant
	}
	for id, grades := range readQrels(t) {
		if len(grades) != len(set[id]) {
			t.Errorf("%s: %d judgments, want all %d of the test set", id, len(grades), len(set[id]))
		}
		for _, j := range set[id] {
			if got, ok := grades[j.Doc]; !ok || got != *j.Grade {
				t.Errorf("%s: %s has grade %d, want %d as in the test set", id, j.Doc, got, *j.Grade)
			}
		}
	}
}

// A row is what runs/README.md tells about one ranking or the mean of all.
type row struct{ r5, r10, ndcg, rr float64 }

// score counts a ranking by the definitions: a relevant document has a grade
// of 1 or more, the gain of grade g is 2^g - 1 and the discount log2(rank + 1).
func score(ranking []string, grades map[string]int) row {
	gain := func(grade, rank int) float64 {
		return (math.Exp2(float64(grade)) - 1) / math.Log2(float64(rank)+1)
	}
	var s row
	var relevant, ideal float64
	best := make([]int, 0, len(grades))
	for _, g := range grades {
		best = append(best, g)
	}
	slices.Sort(best)
	slices.Reverse(best)
	for i, g := range best { // at most 8 judgments: all within the cutoff
		ideal += gain(g, i+1)
		if g > 0 {
			relevant++
		}
	}
	for i, doc := range ranking { // at most 10 hits, likewise
		rank, g := i+1, grades[doc]
		if g < 1 {
			continue
		}
		if s.rr == 0 {
			s.rr = 1 / float64(rank)
		}
		if rank <= 5 {
			s.r5 += 1 / relevant
		}
		s.r10 += 1 / relevant
		s.ndcg += gain(g, rank) / ideal
	}
	return s
}

// TestRunsREADME counts what the README of the runs states: the table of means
// and which queries the candidate loses in nDCG@10.
func TestRunsREADME(t *testing.T) {
	qrels := readQrels(t)
	baseline, candidate := readRun(t, "baseline.trec"), readRun(t, "candidate.trec")
	var a, b row
	var lost []string
	for id, grades := range qrels {
		if n := len(baseline[id]); n < 8 || n > 10 || len(candidate[id]) != n {
			t.Errorf("%s: %d and %d hits, want the same from 8 to 10", id, n, len(candidate[id]))
		}
		sa, sb := score(baseline[id], grades), score(candidate[id], grades)
		a, b = a.plus(sa), b.plus(sb)
		if sb.ndcg <= sa.ndcg {
			lost = append(lost, id)
		}
	}
	if !slices.Equal(lost, []string{"complex-11"}) {
		t.Errorf("the candidate does not win %v, want complex-11 alone", lost)
	}
	readme, err := os.ReadFile(filepath.Join("runs", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for name, sum := range map[string]row{"baseline": a, "candidate": b} {
		cells := []string{"| " + name}
		for _, v := range []float64{sum.r5, sum.r10, sum.ndcg, sum.rr} {
			cells = append(cells, strconv.FormatFloat(v/float64(len(qrels)), 'f', 4, 64))
		}
		if line := strings.Join(cells, " | ") + " |"; !strings.Contains(string(readme), line+"\n") {
			t.Errorf("runs/README.md lacks the row %q", line)
		}
	}
}

func (r row) plus(s row) row {
	return row{r.r5 + s.r5, r.r10 + s.r10, r.ndcg + s.ndcg, r.rr + s.rr}
}
