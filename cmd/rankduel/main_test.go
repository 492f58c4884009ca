package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

// percentage returns what the collector is set to.
func percentage() int {
	sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(sample)
	return int(sample[0].Value.Uint64())
}

// The first collection brings back what was set before, unless a verb has set
// something else in the meantime.
func TestPutOffCollection(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // 100 is what Go's documentation of GOGC gives as the default
	for _, test := range []struct{ verb, after int }{{400, 100}, {300, 300}} {
		debug.SetGCPercent(100)
		putOffCollection(400)
		if now := percentage(); now != 400 {
			t.Fatalf("before any collection it is %d, want 400", now)
		}
		debug.SetGCPercent(test.verb)
		runtime.GC()
		for end := time.Now().Add(5 * time.Second); percentage() == 400 && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(20 * time.Millisecond) // for a change that must not come
		if now := percentage(); now != test.after {
			t.Errorf("after a collection it is %d, want %d", now, test.after)
		}
	}
}
