// Package storetest holds what every store must do, as tests: anyone who writes an implementation of store.Store calls
// Run from its own tests. It does not test what differs between databases, such as opening and upgrading.
package storetest

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

// An Opener returns a new, empty store and closes it when the test ends.
type Opener func(t *testing.T) store.Store

// Run tests a store. open is called once for each subtest.
func Run(t *testing.T, open Opener) {
	tests := []struct {
		name string
		test func(t *testing.T, s store.Store)
	}{
		{"Empty", testEmpty},
		{"Recordings", testRecordings},
		{"RecordingKeys", testRecordingKeys},
		{"RecordReplaces", testRecordReplaces},
		{"RecordRefuses", testRecordRefuses},
		{"Answers", testAnswers},
		{"EmptyListsAreNil", testEmptyListsAreNil},
		{"Recorded", testRecorded},
		{"SomeRecordings", testSomeRecordings},
		{"ManyRecordings", testManyRecordings},
		{"PruneRecordings", testPruneRecordings},
		{"Runs", testRuns},
		{"RunRows", testRunRows},
		{"SaveRunReplaces", testSaveRunReplaces},
		{"SaveRunRefuses", testSaveRunRefuses},
		{"SaveRunIsAllOrNothing", testSaveRunIsAllOrNothing},
		{"Resolve", testResolve},
		{"Remove", testRemove},
		{"QueryResults", testQueryResults},
		{"JobLife", testJobLife},
		{"JobUnknown", testJobUnknown},
		{"JobHeld", testJobHeld},
		{"JobRenewed", testJobRenewed},
		{"JobCancelled", testJobCancelled},
		{"JobLists", testJobLists},
		{"JobsFull", testJobsFull},
		{"JobClaimedOnce", testJobClaimedOnce},
		{"JobsForgotten", testJobsForgotten},
		{"JobParts", testJobParts},
		{"JobPartFails", testJobPartFails},
		{"JobPartsFail", testJobPartsFail},
		{"JobPartsCancelled", testJobPartsCancelled},
		{"JobPartsCounted", testJobPartsCounted},
		{"Tokens", testTokens},
		{"Sealed", testSealed},
		{"ConcurrentWriters", testConcurrentWriters},
		{"ReadersSeeWholeWrites", testReadersSeeWholeWrites},
		{"CancelledContext", testCancelledContext},
		{"CancelledWhileWriting", testCancelledWhileWriting},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { tt.test(t, open(t)) })
	}
}

func testEmpty(t *testing.T, s store.Store) {
	runs, err := s.Runs(t.Context())
	if err != nil || len(runs) != 0 {
		t.Errorf("Runs = %v, %v; want none", runs, err)
	}
	found, err := s.Recordings(t.Context(), keyOf("bm25"))
	if err != nil || found == nil || len(found) != 0 {
		t.Errorf("Recordings = %v, %v; want an empty map", found, err)
	}
	wantRecorded(t, s, keyOf("bm25"), map[string]string{})
	wantNotFound(t, s, "run_of_nobody")
}

// wantNotFound checks that everything that takes an id says that there is no such run, and names it.
func wantNotFound(t *testing.T, s store.Store, id string) {
	t.Helper()
	ctx := t.Context()
	calls := []struct {
		name string
		call func() error
	}{
		{"Run", func() error { _, err := s.Run(ctx, id); return err }},
		{"Resolve", func() error { _, err := s.Resolve(ctx, id); return err }},
		{"Remove", func() error { return s.Remove(ctx, id) }},
		{"QueryResults", func() error { _, err := s.QueryResults(ctx, id); return err }},
	}
	for _, c := range calls {
		err := c.call()
		if !errors.Is(err, result.ErrNotFound) {
			t.Errorf("%s of an unknown run = %v, want ErrNotFound", c.name, err)
		} else if !strings.Contains(err.Error(), id) {
			t.Errorf("%s: error %q does not name the run %s", c.name, err, id)
		}
	}
}

// keyOf returns the key of a component's recordings over one test set.
func keyOf(component string) result.RecordingKey {
	return result.RecordingKey{Component: component, TestSet: "clinical"}
}

// morning returns when the runs of these tests were made.
func morning() time.Time { return time.Date(2026, 5, 10, 8, 0, 0, 123456789, time.UTC) }

// newRun returns a run with everything set, and a row a query.
func newRun(id string, queries ...string) result.StoredRun {
	run := result.StoredRun{
		ID:    id,
		Name:  "rrf",
		Suite: "clinical@v1",
		TestSet: result.TestSetInfo{
			Name: "clinical", Version: "v1", SHA256: "9f86d081", Part: "evaluation",
			Queries: len(queries), Strata: map[string]int{"rare": len(queries)},
		},
		Profile:    "default",
		Config:     []byte(`{"fusion_method":"rrf","rrf_k":60}`),
		Aggregate:  []byte(`{"name":"rrf","measures":[]}`),
		CommitHash: "0a1b2c3",
		CreatedAt:  morning(),
	}
	for _, q := range queries {
		run.Rows = append(run.Rows, newRow(q, 1.0/3))
	}
	return run
}

func newRow(query string, score float64) result.Row {
	latency, fused := 12.5, 4
	return result.Row{
		QueryID: query, Stratum: "rare", Text: "text of " + query, LatencyMS: &latency,
		Scores:   map[string]*float64{"nDCG(gain=exp)@10": &score, "RR": nil},
		Relevant: []result.RankedRelevant{{DocID: "d1", Grade: 3, Rank: 1, FusedRank: &fused}, {DocID: "d2", Grade: 1}},
	}
}

func save(t *testing.T, s store.Store, runs ...result.StoredRun) {
	t.Helper()
	for _, run := range runs {
		if err := s.SaveRun(t.Context(), run); err != nil {
			t.Fatal(err)
		}
	}
}

func mustRun(t *testing.T, s store.Store, id string) result.StoredRun {
	t.Helper()
	run, err := s.Run(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// wantRuns returns the stored runs, of which there have to be n.
func wantRuns(t *testing.T, s store.Store, n int) []result.StoredRun {
	t.Helper()
	runs, err := s.Runs(t.Context())
	if err != nil || len(runs) != n {
		t.Errorf("%d runs, %v; want %d", len(runs), err, n)
	}
	return runs
}

func wantEqual[T any](t *testing.T, what string, want, got T, options ...cmp.Option) {
	t.Helper()
	if diff := cmp.Diff(want, got, options...); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}
