package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/store"
)

// Copies tests store.Copy from one kind of store to another.
func Copies(t *testing.T, from, to Opener) {
	for name, test := range map[string]func(t *testing.T, from, to store.Store){
		"Whole":       testCopyWhole,
		"Differing":   testCopyDiffering,
		"Interrupted": testCopyInterrupted,
		"Crowded":     testCopyIntoACrowd,
		"Jobs":        testCopyJobs,
	} {
		t.Run(name, func(t *testing.T) { test(t, from(t), to(t)) })
	}
}

// testCopyWhole copies whatever a store can hold, and asks both afterwards.
func testCopyWhole(t *testing.T, from, to store.Store) {
	fill(t, from)
	save(t, to, newRun("run_of_to", "q1"))
	record(t, to, keyOf("of to"), oneHit("q1", 1))
	done := copyAll(t, from, to, store.Copying{})
	wantTables(t, done, result.CopiedTable{Name: "recordings", Found: 309, Copied: 309}, result.CopiedTable{Name: "runs", Found: 3, Copied: 3})
	wantSame(t, from, to)
	if _, err := to.Run(t.Context(), "run_of_to"); err != nil {
		t.Errorf("what only the target had: %v", err)
	}
	wantRecordings(t, to, keyOf("of to"), map[string]result.Recording{"q1": oneHit("q1", 1)})

	done = copyAll(t, from, to, store.Copying{})
	wantTables(t, done, result.CopiedTable{Name: "recordings", Found: 309, There: 309}, result.CopiedTable{Name: "runs", Found: 3, There: 3})
	if back := copyAll(t, to, from, store.Copying{}); back.Tables[0].Copied != 1 || back.Tables[0].There != 309 {
		t.Errorf("back: %+v, want the one of the target", back.Tables)
	}
}

// fill records and saves: ids of any bytes, answers, more than a page of rows.
func fill(t *testing.T, s store.Store) {
	t.Helper()
	var many []result.Recording
	for i := range 300 {
		many = append(many, oneHit(fmt.Sprint("q", i), float64(i)))
	}
	record(t, s, keyOf("bm25"), many...)
	record(t, s, keyOf("live"),
		result.Recording{QueryID: "\x00 \xff", LatencyMS: 0.1, Attempts: 2, Content: "01", Hits: chunks(), Answer: fullAnswer()},
		result.Recording{QueryID: "", Error: "timeout\x00\xff"}, result.Recording{QueryID: "é"})
	record(t, s, result.RecordingKey{Component: "live", TestSet: "z"}, oneHit("q1", 1))
	for i := range 5 {
		record(t, s, result.RecordingKey{Component: "another", TestSet: "z"}, oneHit(fmt.Sprint("\xff", i), 1))
	}
	bare := result.StoredRun{ID: "run_bare", CreatedAt: morning()}
	full := newRun("run_full", "Q", "\x00\xff", "é", "q'")
	full.Rows[0].Status, full.Rows[0].Error, full.Rows[0].Scores = result.Failed, "timeout", nil
	save(t, s, bare, full, newRun("run_of_none"))
}

func copyAll(t *testing.T, from, to store.Store, how store.Copying) *result.StoreCopy {
	t.Helper()
	done, err := store.Copy(t.Context(), to, from, how)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// wantTables leaves out the tables that these tests do not fill.
func wantTables(t *testing.T, done *result.StoreCopy, want ...result.CopiedTable) {
	t.Helper()
	wantEqual(t, "copied", want, done.Tables[:len(want)])
	if equal := want[0].Unequal+want[1].Unequal == 0; done.Equal != equal {
		t.Errorf("equal: %v, want %v", done.Equal, equal)
	}
}

// wantSame asks both stores for what the first has.
func wantSame(t *testing.T, from, to store.Store) {
	t.Helper()
	for _, key := range []result.RecordingKey{keyOf("bm25"), keyOf("live"), {Component: "live", TestSet: "z"}, {Component: "another", TestSet: "z"}} {
		states, err := from.Recorded(t.Context(), key)
		got, gotErr := to.Recorded(t.Context(), key)
		if err = errors.Join(err, gotErr); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(states, got); diff != "" {
			t.Errorf("Recorded of %+v (-from +to):\n%s", key, diff)
		}
		want, err := from.Recordings(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		wantRecordings(t, to, key, want)
	}
	runs, err := from.Runs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range runs {
		if diff := cmp.Diff(mustRun(t, from, run.ID), mustRun(t, to, run.ID)); diff != "" {
			t.Errorf("run %s (-from +to):\n%s", run.ID, diff)
		}
	}
}

// testCopyDiffering has other answers and another run of the same names in the target.
func testCopyDiffering(t *testing.T, from, to store.Store) {
	fill(t, from)
	mine := newRun("run_full", "Q", "other")
	mine.CreatedAt = morning().AddDate(0, 0, 1)
	save(t, to, mine)
	record(t, to, keyOf("bm25"), oneHit("q7", -1), oneHit("q299", -2))

	done := copyAll(t, from, to, store.Copying{})
	wantTables(t, done, result.CopiedTable{Name: "recordings", Found: 309, Copied: 307, Differing: 2, Unequal: 2},
		result.CopiedTable{Name: "runs", Found: 3, Copied: 2, Differing: 1, Unequal: 1})
	wantEqual(t, "the run of the target", mine, mustRun(t, to, "run_full"))
	wantRecordings(t, to, keyOf("bm25"), map[string]result.Recording{"q7": oneHit("q7", -1)}, "q7")

	done = copyAll(t, from, to, store.Copying{Replace: true})
	wantTables(t, done, result.CopiedTable{Name: "recordings", Found: 309, There: 307, Replaced: 2},
		result.CopiedTable{Name: "runs", Found: 3, There: 2, Replaced: 1})
	wantSame(t, from, to)
}

// testCopyInterrupted ends the copy in its midst and goes on.
func testCopyInterrupted(t *testing.T, from, to store.Store) {
	fill(t, from)
	ctx, stop := context.WithCancel(t.Context())
	_, err := store.Copy(ctx, to, from, store.Copying{Progress: func(_ string, done, total int) {
		if done > total/2 {
			stop()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("Copy = %v, want context.Canceled", err)
	}
	states, err := to.Recorded(t.Context(), keyOf("bm25"))
	if err != nil || len(states) == 0 || len(states) >= 300 {
		t.Errorf("%d recordings were copied before, %v; want some", len(states), err)
	}
	done := copyAll(t, from, to, store.Copying{})
	if first := done.Tables[0]; first.There < len(states) || first.There+first.Copied != 309 || !done.Equal {
		t.Errorf("the rest: %+v after %d", first, len(states))
	}
	wantSame(t, from, to)
}

// testCopyIntoACrowd has many rows of others between those that are copied.
func testCopyIntoACrowd(t *testing.T, from, to store.Store) {
	fill(t, from)
	var others []result.Recording
	for i := range 700 {
		others = append(others, result.Recording{QueryID: fmt.Sprint("q", i, "x"), Hits: []retrieval.Hit{{ID: "d"}}})
	}
	record(t, to, keyOf("bm25"), others...)
	record(t, to, keyOf("bm24"), others...)
	copyAll(t, from, to, store.Copying{})
	done := copyAll(t, from, to, store.Copying{})
	wantTables(t, done, result.CopiedTable{Name: "recordings", Found: 309, There: 309}, result.CopiedTable{Name: "runs", Found: 3, There: 3})
	all, err := to.Recorded(t.Context(), keyOf("bm25"))
	if err != nil || len(all) != 1000 {
		t.Errorf("%d recordings, %v; want those of both, 1000", len(all), err)
	}
}

// testCopyJobs copies a job that has ended, and leaves one that is queued: it would be done twice.
func testCopyJobs(t *testing.T, from, to store.Store) {
	for _, id := range []string{"ended", "queued"} {
		job := result.Job{ID: id, Kind: "run", Service: "clinical", Request: []byte("{}"), CreatedAt: morning(), By: "ada", Settings: "margin=0.05"}
		if err := from.AddJob(t.Context(), job, 9); err != nil {
			t.Fatal(err)
		}
	}
	want, _ := claimJob(t, from, "ended", claimOf("w"), morning())
	want.State, want.EndedAt, want.Comparison = result.JobDone, new(morning()), []byte(`{"schema": "<b>"}`)
	if err := from.EndJob(t.Context(), want, "w"); err != nil {
		t.Fatal(err)
	}
	done := copyAll(t, from, to, store.Copying{})
	wantEqual(t, "copied", result.CopiedTable{Name: "jobs", Found: 1, Copied: 1, Left: 1}, done.Tables[2])
	got, err := to.Job(t.Context(), "ended")
	if err != nil {
		t.Fatal(err)
	}
	wantComparison(t, to, "ended", want.Comparison)
	want.Comparison, want.Request, want.Runs = nil, nil, []string{}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the job (-from +to):\n%s", diff)
	}
	if _, err := to.Job(t.Context(), "queued"); !errors.Is(err, result.ErrNotFound) {
		t.Errorf("the queued job: %v, want ErrNotFound", err)
	}
}
