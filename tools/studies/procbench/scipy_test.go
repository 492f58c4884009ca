package main

import (
	"testing"
	"time"
)

func TestParseTimings(t *testing.T) {
	got := parseTimings([]byte("goos: linux\nbootstrap 0.25\nBenchmarkX/n=1000 \t 100\t 21000000 ns/op\t 8 B/op\nPASS\nok  \tx\t1.2s\n"))
	if got["bootstrap"] != 250*time.Millisecond || got["BenchmarkX/n=1000"] != 21*time.Millisecond {
		t.Errorf("%v", got)
	}
}
