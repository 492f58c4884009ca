package runfile_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A run in memory takes little more than its ids of 7 bytes, its scores of 8 and where an id ends, of 4: a sweep
// reads three of a million hits, which took 112 bytes a hit as a list.
func TestMemoryOfARun(t *testing.T) {
	const queries, hits = 2000, 100
	var text strings.Builder
	for q := range queries {
		for rank := range hits {
			fmt.Fprintf(&text, "q%d Q0 D%06d %d %d tag\n", q, rank*977, rank+1, hits-rank)
		}
	}
	src := trec.Bytes("run", []byte(text.String()))
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // what pools keep goes in the second
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	run, _, err := runfile.Read(t.Context(), src, runfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	took := (float64(heap()) - float64(before)) / (queries * hits)
	runtime.KeepAlive(src)
	if took < 19 || took > 30 {
		t.Errorf("a hit takes %.1f bytes, want 19 to 30", took)
	}
	if got := run.Hits("q1999"); len(got) != hits || got[99].ID != "D096723" || got[99].Score != 1 {
		t.Errorf("the last hit of %d is %+v", len(got), got[len(got)-1])
	}
}
