package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

// addParts adds a job with n parts, such as whole_0.
func addParts(t *testing.T, s result.Worklist, id string, after time.Duration, n int) {
	t.Helper()
	parts := make([]result.Job, n)
	for i := range parts {
		parts[i] = newJob(fmt.Sprint(id, "_", i), after)
		parts[i].Parent, parts[i].Request = id, []byte(`"part"`)
	}
	if err := s.AddJob(t.Context(), newJob(id, after), 1000, parts...); err != nil {
		t.Fatal(err)
	}
}

// endJob ends a job of a worker.
func endJob(t *testing.T, s result.Worklist, id string, state result.JobState, at time.Time) {
	t.Helper()
	job, taken := claimJob(t, s, id, claimOf("w"), noon())
	if !taken {
		t.Fatalf("%s cannot be claimed", id)
	}
	job.State, job.EndedAt = state, &at
	if state == result.JobFailed {
		job.Error = "no \xff index"
	}
	if err := s.EndJob(t.Context(), job, "w"); err != nil {
		t.Fatal(err)
	}
}

func wantWaiting(t *testing.T, s result.Worklist, want string) {
	t.Helper()
	if got, err := s.WaitingJobs(t.Context(), "clinical"); err != nil || idsOf(got) != want {
		t.Errorf("WaitingJobs = %q, %v; want %q", idsOf(got), err, want)
	}
}

// testJobParts follows a job with two parts: it waits for them, and is as far as they are together.
func testJobParts(t *testing.T, s store.Store) {
	addParts(t, s, "whole", 0, 2)
	addJobs(t, s, newJob("other", 1))
	if list, err := s.Jobs(t.Context(), result.JobFilter{}); err != nil || idsOf(list) != "other whole" {
		t.Errorf("Jobs = %q, %v; want none that is a part", idsOf(list), err)
	}
	wantWaiting(t, s, "whole_0 whole_1 other")
	wantNotClaimed := func() {
		t.Helper()
		if _, taken := claimJob(t, s, "whole", claimOf("early"), noon()); taken {
			t.Error("a job was given away before its parts had ended")
		}
	}
	wantNotClaimed()
	part, _ := claimJob(t, s, "whole_0", claimOf("w"), noon())
	if part.Parent != "whole" || string(part.Request) != string(newJob("whole", 0).Request)+`"part"` {
		t.Errorf("the part is %+v, want the request of the whole and its own %s", part, part.Request)
	}
	claimJob(t, s, "whole_1", claimOf("w"), noon())
	for i, step := range []struct{ part, want result.JobProgress }{
		{result.JobProgress{Asked: 3, Total: 10}, result.JobProgress{Asked: 3, Total: 20}}, // one that has not begun is as the others
		{result.JobProgress{Asked: 4, Total: 7}, result.JobProgress{Asked: 7, Total: 17}},
	} {
		if _, err := s.RenewJob(t.Context(), fmt.Sprint("whole_", i), claimOf("w"), step.part); err != nil {
			t.Fatal(err)
		}
		if got := mustJob(t, s, "whole").Progress; got != step.want {
			t.Errorf("it is as far as %+v, want %+v", got, step.want)
		}
	}
	if got := mustJob(t, s, "other").Progress; got != (result.JobProgress{}) {
		t.Errorf("one without parts is as far as %+v", got)
	}
	at := noon().Add(time.Hour)
	for i := range 2 {
		wantNotClaimed()
		job := mustJob(t, s, fmt.Sprint("whole_", i))
		job.State, job.EndedAt = result.JobDone, &at
		if err := s.EndJob(t.Context(), job, "w"); err != nil {
			t.Fatal(err)
		}
	}
	wantWaiting(t, s, "whole other")
	whole, taken := claimJob(t, s, "whole", claimOf("w"), noon())
	if want := (result.JobProgress{Asked: 7, Total: 17}); !taken || whole.Progress != want {
		t.Errorf("claimed %v as %+v, want it as far as its parts: %+v", taken, whole, want)
	}
	own := result.JobProgress{Asked: 1, Total: 20}
	if got, err := s.RenewJob(t.Context(), "whole", claimOf("w"), own); err != nil || got.Progress != own {
		t.Errorf("renewed as %+v, %v; want %+v", got, err, own)
	}
}

// testJobPartFails has a part fail: so does the whole, and the other parts are told to stop.
func testJobPartFails(t *testing.T, s store.Store) {
	addParts(t, s, "whole", 0, 4)
	addParts(t, s, "other", 1, 1)
	at := noon().Add(time.Hour)
	endJob(t, s, "whole_0", result.JobDone, at)
	claimJob(t, s, "whole_1", claimOf("runs"), noon())
	endJob(t, s, "whole_2", result.JobFailed, at)
	for id, want := range map[string]result.JobState{
		"whole": result.JobFailed, "whole_0": result.JobDone, "whole_1": result.JobRunning, "whole_2": result.JobFailed, "whole_3": result.JobCancelled,
		"other": result.JobQueued, "other_0": result.JobQueued,
	} {
		if got := mustJob(t, s, id); got.State != want || got.Cancelling != (id == "whole_1") {
			t.Errorf("%s is %+v, want it %s", id, got, want)
		}
	}
	if got := mustJob(t, s, "whole"); got.Error != "no \xff index" || got.EndedAt == nil || !got.EndedAt.Equal(at) {
		t.Errorf("the whole is %+v, want the error of its part", got)
	}
	wantWaiting(t, s, "other_0")
	late := mustJob(t, s, "whole_1")
	late.State, late.EndedAt, late.Error = result.JobFailed, &at, "another"
	if err := s.EndJob(t.Context(), late, "runs"); err != nil {
		t.Fatal(err)
	}
	if got := mustJob(t, s, "whole").Error; got != "no \xff index" {
		t.Errorf("after another has failed the whole says %q, want the first", got)
	}
}

// testJobPartsFail has all parts of jobs fail at once, and others cancel them meanwhile: no one waits for another.
func testJobPartsFail(t *testing.T, s store.Store) {
	const parts, rounds = 6, 3
	for round := range rounds {
		id := fmt.Sprint("whole", round)
		addParts(t, s, id, 0, parts)
		for i := range parts {
			claimJob(t, s, fmt.Sprint(id, "_", i), claimOf("w"), noon())
		}
		var wg sync.WaitGroup
		at := noon()
		for i := range parts {
			wg.Go(func() {
				failed := result.Job{ID: fmt.Sprint(id, "_", i), Parent: id, State: result.JobFailed, EndedAt: &at, Error: "down"}
				if err := s.EndJob(t.Context(), failed, "w"); err != nil {
					t.Error(err)
				}
			})
			wg.Go(func() {
				if _, err := s.CancelJob(t.Context(), id, at); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if got := mustJob(t, s, id).State; !got.Ended() {
			t.Errorf("%s is %s", id, got)
		}
	}
	wantWaiting(t, s, "")
}

// testJobPartsCancelled cancels a job with a part in each state.
func testJobPartsCancelled(t *testing.T, s store.Store) {
	addParts(t, s, "whole", 0, 3)
	addParts(t, s, "other", 1, 1)
	endJob(t, s, "whole_0", result.JobDone, noon()) // and had nothing to ask
	claimJob(t, s, "whole_1", claimOf("runs"), noon())
	if _, err := s.RenewJob(t.Context(), "whole_1", claimOf("runs"), result.JobProgress{Asked: 1, Total: 5}); err != nil {
		t.Fatal(err)
	}
	if got, want := mustJob(t, s, "whole").Progress, (result.JobProgress{Asked: 1, Total: 7}); got != want { // 5 of two parts, so 7 of three
		t.Errorf("it is as far as %+v, want %+v", got, want)
	}
	if got, err := s.CancelJob(t.Context(), "whole", noon()); err != nil || got.State != result.JobCancelled {
		t.Errorf("CancelJob = %+v, %v", got, err)
	}
	for id, want := range map[string]result.JobState{
		"whole_0": result.JobDone, "whole_1": result.JobRunning, "whole_2": result.JobCancelled, "other": result.JobQueued, "other_0": result.JobQueued,
	} {
		if got := mustJob(t, s, id); got.State != want || got.Cancelling != (id == "whole_1") {
			t.Errorf("%s is %+v, want it %s", id, got, want)
		}
	}
}

// testJobPartsCounted shows that parts take no place in the queue.
func testJobPartsCounted(t *testing.T, s store.Store) {
	ctx := t.Context()
	addParts(t, s, "whole", 0, 5)
	if err := s.AddJob(ctx, newJob("second", 1), 2); err != nil {
		t.Errorf("a second job of two = %v", err)
	}
	part := newJob("third_0", 2)
	part.Parent = "third"
	if err := s.AddJob(ctx, newJob("third", 2), 2, part); !errors.Is(err, result.ErrJobsFull) {
		t.Errorf("a third job of two = %v, want ErrJobsFull", err)
	}
	if _, err := s.Job(ctx, "third_0"); !errors.Is(err, result.ErrNotFound) {
		t.Errorf("the part of a job that was refused = %v, want that it is not there", err)
	}
}
