package trec_test

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/rankduel/rankduel/retrieval/trec"
)

// On a run of 200 queries x 100 hits every query has the order of trec_eval 10
// (-c -q), seen through its relstring (the grades of the first ten ranks),
// num_ret, num_rel_ret and recip_rank.
func TestSmallRunAgreesWithTrecEval(t *testing.T) {
	want := trecEval(t, "testdata/small.A.trec_eval10.c.q.txt.gz")
	q, err := trec.ReadQrels(t.Context(), trec.File("testdata/small.qrels"), trec.QrelsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	seen := 0
	stats, err := trec.ScanRun(t.Context(), trec.File("testdata/small.A.run.gz"), trec.RunOptions{}, func(r *trec.Ranking) error {
		mu.Lock()
		defer mu.Unlock()
		i, ok := q.Index(r.Query)
		if !ok {
			return nil
		}
		seen++
		found, rr := 0, 0.0
		relstring := []byte("----------")
		for _, m := range q.Match(i, r, nil) {
			if m.Rank <= 10 {
				relstring[m.Rank-1] = byte('0' + m.Grade)
			}
			if m.Grade > 0 {
				if found++; found == 1 {
					rr = 1 / float64(m.Rank)
				}
			}
		}
		got := fmt.Sprintf("%d %d %.4f '%s'", r.Len(), found, rr, relstring)
		if w := want[string(r.Query)]; got != w {
			t.Errorf("query %s: %s, want %s (trec_eval 10)", r.Query, got, w)
		}
		return nil
	}, func() { seen = 0 })
	if err != nil {
		t.Fatal(err)
	}
	if seen != q.Len() || stats.Queries != 200 || stats.Hits != 20_000 || stats.Tag != "sysA" {
		t.Errorf("%d of %d judged queries seen, %+v", seen, q.Len(), stats)
	}
}

// trecEval returns num_ret, num_rel_ret, recip_rank and relstring of each query.
func trecEval(t *testing.T, path string) map[string]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	unzip, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]map[string]string{}
	for lines := bufio.NewScanner(unzip); lines.Scan(); {
		field := strings.Fields(lines.Text())
		if len(field) != 3 {
			continue
		}
		if values[field[1]] == nil {
			values[field[1]] = map[string]string{}
		}
		values[field[1]][field[0]] = field[2]
	}
	out := map[string]string{}
	for q, v := range values {
		out[q] = strings.Join([]string{v["num_ret"], v["num_rel_ret"], v["recip_rank"], v["relstring"]}, " ")
	}
	return out
}
