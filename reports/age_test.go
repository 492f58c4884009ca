package reports_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

// listed gives the first of some stored runs a primary measure.
func listed(runs []result.StoredRun) []reports.ListedRun {
	mean := 0.34215
	list := make([]reports.ListedRun, len(runs))
	for i, r := range runs {
		list[i].StoredRun = r
	}
	list[0].Primary = &result.MeasureSummary{Measure: "nDCG(gain=exp)@10", N: 48, Mean: &mean}
	return list
}

// Ages are counted in whole days, hours or minutes by the clock that is given;
// without one the report has the times.
func TestAges(t *testing.T) {
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	at := func(before time.Duration) time.Time { return now.Add(-before) }
	one := func(before time.Duration) *result.Recorded { return &result.Recorded{From: at(before), To: at(before)} }
	for _, tt := range []struct {
		name string
		a, b *result.Recorded
		now  time.Time
		want string // "" for no line
	}{
		{"run files", nil, nil, now, ""},
		{"seconds", one(59 * time.Second), one(59 * time.Second), now, "rankings recorded just now"},
		{"a minute", one(time.Minute), nil, now, "rankings recorded 1 minute ago"},
		{"an hour, and part of one", one(119 * time.Minute), nil, now, "rankings recorded 1 hour ago"},
		{"23 hours", nil, one(24*time.Hour - time.Second), now, "rankings recorded 23 hours ago"},
		{"days", one(73 * time.Hour), one(73 * time.Hour), now, "rankings recorded 3 days ago"},
		{"a span", &result.Recorded{From: at(72 * time.Hour), To: at(time.Hour)}, nil, now, "rankings recorded from 3 days ago to 1 hour ago"},
		{"two arms", one(72 * time.Hour), one(time.Minute), now, "rankings recorded 3 days ago (baseline) and 1 minute ago (candidate)"},
		{"alike in words", one(72 * time.Hour), one(73 * time.Hour), now, "rankings recorded 3 days ago"},
		{"another clock", one(-time.Hour), nil, now, "rankings recorded at 2026-03-10 13:00 UTC, which is yet to come by this clock"},
		{"no clock", one(time.Hour), nil, time.Time{}, "rankings recorded 2026-03-10 11:00 UTC"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := &result.Comparison{A: result.System{Name: "a", Recorded: tt.a}, Comparisons: []result.Pair{{B: result.System{Name: "b", Recorded: tt.b}}}}
			var b bytes.Buffer
			if err := reports.Comparison(&b, c, reports.Text, reports.Options{Now: tt.now}); err != nil {
				t.Fatal(err)
			}
			got := ""
			for line := range strings.Lines(b.String()) {
				if strings.Contains(line, "recorded") && !strings.Contains(line, "settings") {
					got = strings.TrimSpace(line)
				}
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
