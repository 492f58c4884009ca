package storetest

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

func testRuns(t *testing.T, s store.Store) {
	old, first, second, newest := newRun("run_c", "q1"), newRun("run_a", "q1"), newRun("run_b"), newRun("run_d", "q1")
	old.CreatedAt = morning().Add(-time.Nanosecond)
	newest.CreatedAt = morning().In(time.FixedZone("", 9*3600)).Add(time.Second).Truncate(time.Second)
	save(t, s, second, old, newest, first)

	got, err := s.Runs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []result.StoredRun{newest, first, second, old}
	for i := range want {
		want[i].Rows = nil
	}
	wantEqual(t, "Runs, newest first, then by id", want, got)
}

func testRunRows(t *testing.T, s store.Store) {
	bare := result.StoredRun{ID: "run_bare", CreatedAt: morning()}
	full := newRun("run_full", "Q", "7", "007", "é", "q'", "10", "9")
	full.Rows[0].Status, full.Rows[0].Error, full.Rows[0].Scores = result.Failed, "timeout", nil
	full.Rows[1].LatencyMS, full.Rows[1].Relevant = nil, nil
	save(t, s, bare, full)

	bare.Config, bare.Aggregate = []byte("{}"), []byte("{}") // what stands for none
	wantEqual(t, "a run with nothing in it", bare, mustRun(t, s, "run_bare"))
	row := map[string]result.Row{}
	for _, r := range full.Rows {
		row[r.QueryID] = r
	}
	full.Rows = nil
	for _, q := range []string{"007", "10", "7", "9", "Q", "q'", "é"} { // by bytes
		full.Rows = append(full.Rows, row[q])
	}
	wantEqual(t, "a run with rows", full, mustRun(t, s, "run_full"))
}

func testSaveRunReplaces(t *testing.T, s store.Store) {
	other := newRun("run_other", "q1", "q2")
	save(t, s, newRun("run_1", "q1", "q2", "q3"), other)

	again := newRun("run_1", "q3", "q4")
	again.CreatedAt = morning().Add(time.Hour)
	again.Name, again.Suite, again.Profile, again.CommitHash = "weighted", "clinical@v2", "trec", ""
	again.Config, again.Aggregate = []byte(`{"a":1}`), []byte(`{"b": 2 }`)
	again.TestSet.Version = "v2"
	save(t, s, again)

	again.CreatedAt = morning() // of the first
	wantEqual(t, "a run saved again", again, mustRun(t, s, "run_1"))
	wantEqual(t, "the run next to it", other, mustRun(t, s, "run_other"))
}

func testSaveRunRefuses(t *testing.T, s store.Store) {
	tests := []struct {
		name, want string
		change     func(r *result.StoredRun)
	}{
		{"no id", "no id", func(r *result.StoredRun) { r.ID = "" }},
		{"no time", "time", func(r *result.StoredRun) { r.CreatedAt = time.Time{} }},
		{"config", "configuration", func(r *result.StoredRun) { r.Config = []byte(`{"a":`) }},
		{"aggregate", "aggregate", func(r *result.StoredRun) { r.Aggregate = []byte(`NaN`) }},
		{"two rows", `"q1"`, func(r *result.StoredRun) { r.Rows = append(r.Rows, r.Rows[0]) }},
		{"a NaN score", `"q2"`, func(r *result.StoredRun) { r.Rows = append(r.Rows, newRow("q2", math.NaN())) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			run := newRun("run_1", "q1")
			tt.change(&run)
			if err := s.SaveRun(t.Context(), run); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("SaveRun = %v, want an error with %s", err, tt.want)
			}
		})
	}
	wantRuns(t, s, 0)
}

func testSaveRunIsAllOrNothing(t *testing.T, s store.Store) {
	want := newRun("run_1", "q1")
	save(t, s, want)
	bad := newRun("run_1", "q2", "q2")
	bad.Name = "another"
	if err := s.SaveRun(t.Context(), bad); err == nil {
		t.Fatal("SaveRun with two rows of one query succeeded")
	}
	wantEqual(t, "the run that was there", want, mustRun(t, s, "run_1"))
}
