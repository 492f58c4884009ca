package storetest

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

// testJobLife follows a job from its acceptance to its end.
func testJobLife(t *testing.T, s store.Store) {
	accepted := newJob("job_1", 0)
	addJobs(t, s, accepted)
	want := accepted
	want.Request = nil
	wantEqual(t, "the accepted job", want, mustJob(t, s, "job_1"))

	began := noon().Add(time.Hour)
	got, taken := claimJob(t, s, "job_1", claimOf("w1"), began)
	want.State, want.StartedAt, want.Tries = result.JobRunning, &began, 1
	withRequest := want
	withRequest.Request = accepted.Request
	if diff := cmp.Diff(withRequest, got); !taken || diff != "" {
		t.Errorf("claimed: %v, (-want +got):\n%s", taken, diff)
	}

	want.Progress = result.JobProgress{Asked: 3, Total: 10}
	if renewed, err := s.RenewJob(t.Context(), "job_1", claimOf("w1"), want.Progress); err != nil || !cmp.Equal(want, renewed) {
		t.Errorf("renewed as %+v, %v; want %+v", renewed, err, want)
	}

	ended := began.Add(time.Minute)
	want.State, want.EndedAt, want.Runs = result.JobDone, &ended, []string{"run_a", "run_b"}
	want.Progress, want.Error = result.JobProgress{Asked: 10, Total: 10}, "not \xff UTF-8, <b>, \x00 and so on"
	if _, err := s.JobComparison(t.Context(), "job_1"); !errors.Is(err, result.ErrNotFound) {
		t.Errorf("the comparison of a job that runs = %v, want ErrNotFound", err)
	}
	kept := want
	kept.Comparison = []byte("{\"schema\": \"<x>\"}\n")
	if err := s.EndJob(t.Context(), kept, "w1"); err != nil {
		t.Fatal(err)
	}
	wantEqual(t, "the job at its end", want, mustJob(t, s, "job_1"))
	wantComparison(t, s, "job_1", kept.Comparison)
	if _, taken := claimJob(t, s, "job_1", claimOf("w2"), ended); taken {
		t.Error("a job that has ended can be claimed")
	}
	if waiting, err := s.WaitingJobs(t.Context(), "clinical"); err != nil || len(waiting) != 0 {
		t.Errorf("WaitingJobs = %s, %v; want none", idsOf(waiting), err)
	}
}

// testJobUnknown asks for a job that no one accepted.
func testJobUnknown(t *testing.T, s store.Store) {
	ctx := t.Context()
	for name, call := range map[string]func() error{
		"Job":           func() error { _, err := s.Job(ctx, "job_x"); return err },
		"JobComparison": func() error { _, err := s.JobComparison(ctx, "job_x"); return err },
		"Jobs":          func() error { _, err := s.Jobs(ctx, result.JobFilter{After: "job_x"}); return err },
		"CancelJob":     func() error { _, err := s.CancelJob(ctx, "job_x", noon()); return err },
		"ClaimJob":      func() error { _, _, err := s.ClaimJob(ctx, "job_x", claimOf("w"), noon()); return err },
	} {
		if err := call(); !errors.Is(err, result.ErrNotFound) || !strings.Contains(err.Error(), "job_x") {
			t.Errorf("%s of an unknown job = %v, want ErrNotFound and its id", name, err)
		}
	}
	for name, call := range map[string]func() error{
		"RenewJob": func() error { _, err := s.RenewJob(ctx, "job_x", claimOf("w"), result.JobProgress{}); return err },
		"EndJob":   func() error { return s.EndJob(ctx, newJob("job_x", 0), "w") },
	} {
		if err := call(); !errors.Is(err, result.ErrJobLost) {
			t.Errorf("%s of an unknown job = %v, want ErrJobLost", name, err)
		}
	}
	if err := s.AddJob(ctx, newJob("job_1", 0), 10); err != nil {
		t.Fatal(err)
	}
	if err := s.AddJob(ctx, newJob("job_1", time.Hour), 10); err == nil {
		t.Error("a second job of the same id was accepted")
	}
}

// testJobHeld shows that a job is one worker's at a time.
func testJobHeld(t *testing.T, s store.Store) {
	addJobs(t, s, newJob("job_1", 0))
	short := result.JobClaim{Worker: "w1", Lease: 300 * time.Millisecond}
	if _, taken := claimJob(t, s, "job_1", short, noon()); !taken {
		t.Fatal("the job was not given to the first worker")
	}
	if _, taken := claimJob(t, s, "job_1", claimOf("w2"), noon()); taken {
		t.Error("the job was given to a second worker under the lease of the first")
	}
	if waiting, err := s.WaitingJobs(t.Context(), "clinical"); err != nil || len(waiting) != 0 {
		t.Errorf("WaitingJobs = %s, %v; want none", idsOf(waiting), err)
	}
	time.Sleep(400 * time.Millisecond)
	if waiting, err := s.WaitingJobs(t.Context(), "clinical"); err != nil || idsOf(waiting) != "job_1" {
		t.Errorf("after the lease WaitingJobs = %s, %v; want job_1", idsOf(waiting), err)
	}
	job, taken := claimJob(t, s, "job_1", claimOf("w2"), noon().Add(time.Hour))
	if !taken || job.Tries != 2 || job.StartedAt == nil || !job.StartedAt.Equal(noon()) {
		t.Errorf("after the lease the claim = %+v, %v; want the second try of what began before", job, taken)
	}
	if _, err := s.RenewJob(t.Context(), "job_1", short, result.JobProgress{}); !errors.Is(err, result.ErrJobLost) {
		t.Errorf("RenewJob of the first worker = %v, want ErrJobLost", err)
	}
	job.State = result.JobFailed
	if err := s.EndJob(t.Context(), job, "w1"); !errors.Is(err, result.ErrJobLost) {
		t.Errorf("EndJob of the first worker = %v, want ErrJobLost", err)
	}
	job.State = result.JobQueued // handed back
	if err := s.EndJob(t.Context(), job, "w2"); err != nil {
		t.Fatal(err)
	}
	if job, taken := claimJob(t, s, "job_1", claimOf("w3"), noon()); !taken || job.Tries != 3 {
		t.Errorf("the claim of a job that was handed back = %+v, %v; want its third try", job, taken)
	}
}

// testJobRenewed shows that who is late, but the only one, keeps the job.
func testJobRenewed(t *testing.T, s store.Store) {
	addJobs(t, s, newJob("job_1", 0))
	claim := result.JobClaim{Worker: "w1", Lease: 200 * time.Millisecond}
	claimJob(t, s, "job_1", claim, noon())
	for range 3 {
		time.Sleep(100 * time.Millisecond)
		if _, err := s.RenewJob(t.Context(), "job_1", claim, result.JobProgress{}); err != nil {
			t.Fatal(err)
		}
		if _, taken := claimJob(t, s, "job_1", claimOf("w2"), noon()); taken {
			t.Fatal("a job whose lease is renewed was given away")
		}
	}
	time.Sleep(300 * time.Millisecond)
	if _, err := s.RenewJob(t.Context(), "job_1", claim, result.JobProgress{}); err != nil {
		t.Errorf("RenewJob after the lease, and nobody came = %v, want that it is kept", err)
	}
	if _, taken := claimJob(t, s, "job_1", claimOf("w2"), noon()); taken {
		t.Error("a job whose lease was renewed late was given away")
	}
}

func testJobCancelled(t *testing.T, s store.Store) {
	addJobs(t, s, newJob("waits", 0), newJob("runs", 1), newJob("ended", 2))
	claimJob(t, s, "runs", claimOf("w"), noon())
	claimJob(t, s, "ended", claimOf("w"), noon())
	ended := mustJob(t, s, "ended")
	at := noon().Add(time.Hour)
	ended.State, ended.EndedAt = result.JobDone, &at
	if err := s.EndJob(t.Context(), ended, "w"); err != nil {
		t.Fatal(err)
	}
	later := at.Add(time.Hour)
	for _, want := range []struct {
		id         string
		state      result.JobState
		cancelling bool
		ended      *time.Time
	}{{"waits", result.JobCancelled, false, &later}, {"runs", result.JobRunning, true, nil}, {"ended", result.JobDone, false, &at}} {
		for range 2 { // again changes nothing
			got, err := s.CancelJob(t.Context(), want.id, later)
			if err != nil || got.State != want.state || got.Cancelling != want.cancelling || !cmp.Equal(got.EndedAt, want.ended) {
				t.Errorf("CancelJob(%s) = %+v, %v; want %+v", want.id, got, err, want)
			}
		}
	}
	if got, err := s.RenewJob(t.Context(), "runs", claimOf("w"), result.JobProgress{}); err != nil || !got.Cancelling {
		t.Errorf("RenewJob = %+v, %v; want that its worker hears of it", got, err)
	}
}

func testJobLists(t *testing.T, s store.Store) {
	addJobs(t, s, newJob("b", time.Second), newJob("a", time.Second), newJob("old", 0), newJob("new", time.Hour), newJob("c", time.Second))
	other := newJob("other", -time.Hour)
	other.Service = "legal"
	addJobs(t, s, other)
	claimJob(t, s, "a", claimOf("w"), noon())
	for _, tt := range []struct {
		which result.JobFilter
		want  string
	}{
		{result.JobFilter{}, "new c b a old other"},
		{result.JobFilter{Limit: 2}, "new c"},
		{result.JobFilter{Limit: 2, After: "c"}, "b a"},
		{result.JobFilter{Limit: 2, After: "a"}, "old other"},
		{result.JobFilter{After: "other"}, ""},
		{result.JobFilter{State: result.JobRunning}, "a"},
		{result.JobFilter{State: result.JobQueued, Limit: 2, After: "new"}, "c b"},
		{result.JobFilter{State: result.JobDone}, ""},
		{result.JobFilter{Service: "clinical", Limit: 1}, "new"},
		{result.JobFilter{Service: "legal"}, "other"},
	} {
		if got, err := s.Jobs(t.Context(), tt.which); err != nil || idsOf(got) != tt.want {
			t.Errorf("Jobs(%+v) = %q, %v; want %q", tt.which, idsOf(got), err, tt.want)
		}
	}
	if got, err := s.WaitingJobs(t.Context(), "clinical"); err != nil || idsOf(got) != "old b c new" {
		t.Errorf("WaitingJobs = %q, %v; want the oldest first", idsOf(got), err)
	}
}

// testJobsFull has many ask for few places at once: no more are given than there are.
func testJobsFull(t *testing.T, s store.Store) {
	const places, asking = 5, 20
	var wg sync.WaitGroup
	errs := make([]error, asking)
	for i := range asking {
		wg.Go(func() { errs[i] = s.AddJob(t.Context(), newJob(fmt.Sprintf("job_%d", i), 0), places) })
	}
	wg.Wait()
	accepted := 0
	elsewhere := newJob("job_elsewhere", 0)
	elsewhere.Service = "legal"
	if err := s.AddJob(t.Context(), elsewhere, 1); err != nil {
		t.Errorf("AddJob of another service = %v, want it accepted", err)
	}
	for i, err := range errs {
		switch {
		case err == nil:
			accepted++
			mustJob(t, s, fmt.Sprintf("job_%d", i))
		case !errors.Is(err, result.ErrJobsFull):
			t.Errorf("AddJob = %v, want ErrJobsFull", err)
		}
	}
	if jobs, err := s.Jobs(t.Context(), result.JobFilter{Service: "clinical"}); accepted != places || err != nil || len(jobs) != places {
		t.Errorf("%d accepted, %d kept, %v; want %d", accepted, len(jobs), err, places)
	}
}

// testJobClaimedOnce has many workers reach for the same jobs.
func testJobClaimedOnce(t *testing.T, s store.Store) {
	const jobs, workers = 8, 6
	for i := range jobs {
		addJobs(t, s, newJob(fmt.Sprintf("job_%d", i), 0))
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	owners := map[string][]string{}
	for w := range workers {
		wg.Go(func() {
			for i := range jobs {
				id, worker := fmt.Sprintf("job_%d", (i+w)%jobs), fmt.Sprintf("w%d", w)
				_, taken, err := s.ClaimJob(t.Context(), id, claimOf(worker), noon())
				if err != nil {
					t.Error(err)
				}
				if taken {
					mu.Lock()
					owners[id] = append(owners[id], worker)
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	for i := range jobs {
		if id := fmt.Sprintf("job_%d", i); len(owners[id]) != 1 {
			t.Errorf("%s was given to %v, want one worker", id, owners[id])
		}
	}
}

// Jobs of the service that ended before a time are forgotten: not those that ended
// then or later, none that waits or runs, and none of another service.
func testJobsForgotten(t *testing.T, s store.Store) {
	ctx := t.Context()
	elsewhere := newJob("job_elsewhere", 0)
	elsewhere.Service = "other"
	addJobs(t, s, newJob("job_done", 0), newJob("job_failed", 0), newJob("job_cancelled", 0), newJob("job_later", 0), newJob("job_waits", 0), newJob("job_runs", 0), elsewhere)
	end := func(id string, state result.JobState, at time.Time) {
		t.Helper()
		claimJob(t, s, id, claimOf("w"), noon())
		if err := s.EndJob(ctx, result.Job{ID: id, State: state, EndedAt: &at, Runs: []string{"run_1"}}, "w"); err != nil {
			t.Fatal(err)
		}
	}
	limit := noon().Add(time.Hour)
	for i, id := range []string{"job_done", "job_failed", "job_elsewhere"} {
		end(id, []result.JobState{result.JobDone, result.JobFailed, result.JobDone}[i], limit.Add(-time.Nanosecond))
	}
	end("job_later", result.JobDone, limit)
	if _, err := s.CancelJob(ctx, "job_cancelled", limit.Add(-time.Minute)); err != nil {
		t.Fatal(err)
	}
	claimJob(t, s, "job_runs", claimOf("w"), noon())
	n, err := s.ForgetJobs(ctx, "clinical", limit.In(time.FixedZone("CET", 3600)))
	if err != nil || n != 3 {
		t.Errorf("%d jobs were forgotten, %v; want 3", n, err)
	}
	for _, id := range []string{"job_done", "job_failed", "job_cancelled"} {
		if _, err := s.Job(ctx, id); !errors.Is(err, result.ErrNotFound) {
			t.Errorf("%s: %v, want it forgotten", id, err)
		}
	}
	for _, id := range []string{"job_later", "job_waits", "job_runs", "job_elsewhere"} {
		mustJob(t, s, id)
	}
	if n, err := s.ForgetJobs(ctx, "clinical", limit); err != nil || n != 0 {
		t.Errorf("%d jobs were forgotten again, %v", n, err)
	}
}
