package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/server/jobs"
)

// queue returns a started queue with one kind of work, stopped when the test ends.
func queue(t *testing.T, l result.Worklist, work jobs.Work, config jobs.Config) *jobs.Queue {
	t.Helper()
	q, err := jobs.New(l, map[string]jobs.Work{"count": work}, config)
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, q) })
	return q
}

func stop(t *testing.T, q *jobs.Queue) {
	t.Helper()
	ctx, done := context.WithTimeout(context.Background(), time.Minute)
	defer done()
	if err := q.Stop(ctx); err != nil {
		t.Error(err)
	}
}

func submit(t *testing.T, q *jobs.Queue, request string) result.Job {
	t.Helper()
	job, err := q.Submit(t.Context(), jobs.Submission{Kind: "count", By: "ann", Request: []byte(request)})
	if err != nil {
		t.Fatal(err)
	}
	return job
}

// state returns that of a job after everything has come to rest.
func state(t *testing.T, q *jobs.Queue, id string) result.Job {
	t.Helper()
	job, err := q.Job(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return job
}

func untilStopped(ctx context.Context, _ []byte, progress func(result.JobProgress)) ([]string, json.RawMessage, error) {
	progress(result.JobProgress{Asked: 3, Total: 10})
	<-ctx.Done()
	return nil, nil, fmt.Errorf("interrupted after 3 of 10: %w", ctx.Err())
}

func TestJobIsDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newList()
		q := queue(t, l, func(_ context.Context, request []byte, progress func(result.JobProgress)) ([]string, json.RawMessage, error) {
			progress(result.JobProgress{Asked: 2, Total: 2})
			return []string{"run_of_" + string(request)}, json.RawMessage(`"compared"`), nil
		}, jobs.Config{})
		began := time.Now().UTC()
		job := submit(t, q, "a")
		if job.State != result.JobQueued || job.By != "ann" || job.Kind != "count" {
			t.Errorf("accepted as %+v, want it queued, of kind count, by ann", job)
		}
		synctest.Wait()
		want := result.Job{
			ID: job.ID, Kind: "count", State: result.JobDone, By: "ann", Tries: 1, Runs: []string{"run_of_a"},
			Progress: result.JobProgress{Asked: 2, Total: 2}, CreatedAt: began, StartedAt: &began, EndedAt: &began,
		}
		if diff := cmp.Diff(want, state(t, q, job.ID)); diff != "" {
			t.Errorf("the job (-want +got):\n%s", diff)
		}
		if kept, err := l.JobComparison(t.Context(), job.ID); err != nil || string(kept) != `"compared"` {
			t.Errorf("its comparison is %s, %v", kept, err)
		}
	})
}

func TestHowJobsEnd(t *testing.T) {
	for _, tt := range []struct {
		name  string
		work  func() ([]string, json.RawMessage, error)
		state result.JobState
		err   string
		runs  int
	}{
		{"nothing stored", func() ([]string, json.RawMessage, error) { return nil, nil, nil }, result.JobDone, "", 0},
		{"an error", func() ([]string, json.RawMessage, error) { return nil, nil, errors.New("no such thing") }, result.JobFailed, "no such thing", 0},
		{"an error next to runs", func() ([]string, json.RawMessage, error) { return []string{"run_1"}, nil, errors.New("too few pairs") }, result.JobFailed, "too few pairs", 1},
		{"a panic", func() ([]string, json.RawMessage, error) { panic("secret") }, result.JobFailed, "a fault of the server, which is in its log under job ", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q := queue(t, newList(), func(context.Context, []byte, func(result.JobProgress)) ([]string, json.RawMessage, error) {
					return tt.work()
				}, jobs.Config{})
				job := submit(t, q, "")
				synctest.Wait()
				got := state(t, q, job.ID)
				if tt.name == "a panic" {
					tt.err += job.ID
				}
				if got.State != tt.state || got.Error != tt.err || len(got.Runs) != tt.runs {
					t.Errorf("the job ended %+v, want %s, %q and %d runs", got, tt.state, tt.err, tt.runs)
				}
			})
		})
	}
}

// As many run as may, as many wait as may, and the next one is refused until there
// is room again.
func TestBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue(t, newList(), untilStopped, jobs.Config{Running: 2, Queued: 3})
		var ids []string
		for range 2 {
			ids = append(ids, submit(t, q, "").ID)
			synctest.Wait()
		}
		for range 3 {
			ids = append(ids, submit(t, q, "").ID)
		}
		synctest.Wait()
		for i, id := range ids {
			want := result.JobQueued
			if i < 2 {
				want = result.JobRunning
			}
			if got := state(t, q, id).State; got != want {
				t.Errorf("job %d is %s, want %s", i+1, got, want)
			}
		}
		if job, err := q.Submit(t.Context(), jobs.Submission{Kind: "count", By: "ann"}); !errors.Is(err, result.ErrJobsFull) {
			t.Errorf("Submit = %v, %v; want ErrJobsFull", job, err)
		}
		if _, err := q.Cancel(t.Context(), ids[0]); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if got := state(t, q, ids[2]).State; got != result.JobRunning {
			t.Errorf("the job that waited longest is %s, want running", got)
		}
		submit(t, q, "")
	})
}

func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue(t, newList(), untilStopped, jobs.Config{})
		runs, waits := submit(t, q, ""), submit(t, q, "")
		synctest.Wait()
		if got, err := q.Cancel(t.Context(), waits.ID); err != nil || got.State != result.JobCancelled || got.EndedAt == nil {
			t.Errorf("Cancel of a waiting job = %+v, %v; want it cancelled at once", got, err)
		}
		if got, err := q.Cancel(t.Context(), runs.ID); err != nil || !got.Cancelling {
			t.Errorf("Cancel of a running job = %+v, %v; want that it is told to stop", got, err)
		}
		synctest.Wait()
		for _, id := range []string{waits.ID, runs.ID} {
			if got, err := q.Cancel(t.Context(), id); err != nil || got.State != result.JobCancelled {
				t.Errorf("Cancel again = %+v, %v; want it cancelled as before", got, err)
			}
		}
		got := state(t, q, runs.ID)
		if got.Progress != (result.JobProgress{Asked: 3, Total: 10}) || got.Error != "interrupted after 3 of 10: context canceled" {
			t.Errorf("the job that ran says %+v, want how far it came", got)
		}
		if _, err := q.Cancel(t.Context(), "job_of_nobody"); !errors.Is(err, result.ErrNotFound) {
			t.Errorf("Cancel of no job = %v, want ErrNotFound", err)
		}
	})
}

// A job that another process works on is told by way of the list.
func TestCancelElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newList()
		works := queue(t, l, untilStopped, jobs.Config{})
		job := submit(t, works, "")
		synctest.Wait()
		other, err := jobs.New(l, nil, jobs.Config{}) // not started: it only takes calls
		if err != nil {
			t.Fatal(err)
		}
		if _, err := other.Cancel(t.Context(), job.ID); err != nil {
			t.Fatal(err)
		}
		time.Sleep(1100 * time.Millisecond) // the beat of the default lease is a second
		synctest.Wait()
		if got := state(t, other, job.ID); got.State != result.JobCancelled {
			t.Errorf("after a second the job is %s, want cancelled", got.State)
		}
	})
}

// Stop puts back what runs, and the next queue on the same list takes it up.
func TestStopHandsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newList()
		first, err := jobs.New(l, map[string]jobs.Work{"count": untilStopped}, jobs.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if err := first.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		runs, waits := submit(t, first, "r"), submit(t, first, "w")
		synctest.Wait()
		stop(t, first)
		for _, id := range []string{runs.ID, waits.ID} {
			if got := state(t, first, id); got.State != result.JobQueued || got.Error != "" || got.EndedAt != nil {
				t.Errorf("after the stop the job is %+v, want it queued", got)
			}
		}
		if _, err := first.Submit(t.Context(), jobs.Submission{Kind: "count"}); !errors.Is(err, jobs.ErrStopping) {
			t.Errorf("Submit after Stop = %v, want ErrStopping", err)
		}
		next := queue(t, l, func(_ context.Context, request []byte, _ func(result.JobProgress)) ([]string, json.RawMessage, error) {
			return []string{string(request)}, nil, nil
		}, jobs.Config{})
		synctest.Wait()
		if got := state(t, next, runs.ID); got.State != result.JobDone || got.Tries != 2 || got.Runs[0] != "r" {
			t.Errorf("the job that ran is now %+v, want it done at the second try", got)
		}
		if got := state(t, next, waits.ID); got.State != result.JobDone || got.Tries != 1 {
			t.Errorf("the job that waited is now %+v, want it done at the first try", got)
		}
	})
}

// A worker that is not heard of loses its job when the lease has run out, not
// before; a job that no one survives is given up.
func TestTakenOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newList()
		dead, err := jobs.New(l, map[string]jobs.Work{"count": untilStopped}, jobs.Config{})
		if err != nil {
			t.Fatal(err)
		}
		job := submit(t, dead, "") // it never works: as if it died right after the answer
		for try := 1; try <= 5; try++ {
			claim := result.JobClaim{Worker: fmt.Sprint("dead", try), Lease: 10 * time.Second}
			if _, taken, err := l.ClaimJob(t.Context(), job.ID, claim, time.Now()); !taken || err != nil {
				t.Fatalf("ClaimJob = %v, %v; want it taken", taken, err)
			}
			if try < 5 {
				time.Sleep(11 * time.Second)
			}
		}
		q := queue(t, l, untilStopped, jobs.Config{})
		time.Sleep(9 * time.Second)
		if got := state(t, q, job.ID); got.State != result.JobRunning || got.Tries != 5 {
			t.Errorf("before the lease has run out the job is %+v, want it running at try 5", got)
		}
		time.Sleep(7 * time.Second)
		synctest.Wait()
		want := "given up: 5 servers went away while they worked on it"
		if got := state(t, q, job.ID); got.State != result.JobFailed || got.Error != want {
			t.Errorf("the job is %+v, want %q", got, want)
		}
	})
}

// A worker that cannot reach the store for as long as its lease stops asking, since
// someone else may have taken over; so does one that is told so.
func TestWorkerLosesItsJob(t *testing.T) {
	for _, tt := range []struct {
		name  string
		lose  func(l *list, id string)
		after time.Duration
	}{
		{"the store is gone", func(l *list, _ string) {
			l.fail(errors.New("no connection"))
		}, 17 * time.Second},
		{"another one has it", func(l *list, id string) {
			l.mu.Lock()
			l.jobs[id].worker = "another"
			l.jobs[id].until = time.Now().Add(time.Hour)
			l.mu.Unlock()
		}, 2 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newList()
				stopped := make(chan error, 1)
				log, text := logged()
				q := queue(t, l, func(ctx context.Context, _ []byte, _ func(result.JobProgress)) ([]string, json.RawMessage, error) {
					<-ctx.Done()
					stopped <- context.Cause(ctx)
					return nil, nil, ctx.Err()
				}, jobs.Config{Log: log})
				job := submit(t, q, "")
				synctest.Wait()
				tt.lose(l, job.ID)
				time.Sleep(tt.after)
				synctest.Wait()
				select {
				case cause := <-stopped:
					if !errors.Is(cause, result.ErrJobLost) {
						t.Errorf("stopped because of %v, want ErrJobLost", cause)
					}
				default:
					t.Error("the work goes on")
				}
				if !strings.Contains(text.String(), `msg="job was taken over" job=`+job.ID) {
					t.Errorf("the log says nothing of it: %s", text)
				}
			})
		})
	}
}

func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		steps := make(chan int)
		q := queue(t, newList(), func(_ context.Context, _ []byte, progress func(result.JobProgress)) ([]string, json.RawMessage, error) {
			for asked := range steps {
				progress(result.JobProgress{Asked: asked, Total: 1000})
			}
			return nil, nil, nil
		}, jobs.Config{})
		job := submit(t, q, "")
		var seen []result.Job
		ended := make(chan error)
		go func() {
			ended <- q.Watch(t.Context(), job.ID, func(j result.Job) error {
				seen = append(seen, j)
				return nil
			})
		}()
		for asked := 1; asked <= 1000; asked++ { // one each millisecond
			steps <- asked
			time.Sleep(time.Millisecond)
		}
		close(steps)
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if n := len(seen); n < 8 || n > 16 {
			t.Errorf("%d events of a second's work, want about ten", n)
		}
		for i := range seen[1:] {
			if seen[i+1].Progress.Asked < seen[i].Progress.Asked {
				t.Errorf("progress went back from %d to %d", seen[i].Progress.Asked, seen[i+1].Progress.Asked)
			}
		}
		last := seen[len(seen)-1]
		if last.State != result.JobDone || last.Progress.Asked != 1000 {
			t.Errorf("the last event is %+v, want it done", last)
		}
		if err := q.Watch(t.Context(), "job_of_nobody", nil); !errors.Is(err, result.ErrNotFound) {
			t.Errorf("Watch of no job = %v, want ErrNotFound", err)
		}
	})
}

// Who goes away is not told any more.
func TestWatcherLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue(t, newList(), untilStopped, jobs.Config{})
		job := submit(t, q, "")
		ctx, leave := context.WithCancel(t.Context())
		ended := make(chan error)
		seen := 0
		go func() {
			ended <- q.Watch(ctx, job.ID, func(result.Job) error {
				seen++
				return nil
			})
		}()
		time.Sleep(35 * time.Second)
		leave()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("Watch = %v, want context.Canceled", err)
		}
		if seen < 3 || seen > 6 {
			t.Errorf("a job that does not move was seen %d times in 35 s, want every ten seconds", seen)
		}
		go func() { ended <- q.Watch(t.Context(), job.ID, func(result.Job) error { return nil }) }()
		synctest.Wait()
		stop(t, q)
		if err := <-ended; !errors.Is(err, jobs.ErrStopping) {
			t.Errorf("Watch of a queue that stops = %v, want ErrStopping", err)
		}
	})
}

func TestConfigFaults(t *testing.T) {
	_, err := jobs.New(newList(), nil, jobs.Config{Running: -1, Queued: -2, Lease: time.Millisecond})
	want := "jobs that run at once: -1, want at least 1\njobs that wait: -2, want at least 1\nlease of a job: 1ms, want at least 100ms"
	if err == nil || err.Error() != want {
		t.Errorf("New = %v, want %q", err, want)
	}
}

// Jobs that ended long ago are forgotten when a queue starts and daily from then on;
// what waits or ended lately stays, and a queue that keeps all forgets none.
func TestEndedJobsAreForgotten(t *testing.T) {
	const day = 24 * time.Hour
	synctest.Test(t, func(t *testing.T) {
		l := newList()
		done := func(context.Context, []byte, func(result.JobProgress)) ([]string, json.RawMessage, error) {
			return []string{"run_1"}, nil, nil
		}
		keeping := func(id string) bool {
			_, err := l.Job(t.Context(), id)
			return err == nil
		}
		first := queue(t, l, done, jobs.Config{}) // keeps all
		old := submit(t, first, "old")
		time.Sleep(10 * day)
		if !keeping(old.ID) {
			t.Error("a queue that keeps all has forgotten a job")
		}
		stop(t, first)

		q := queue(t, l, done, jobs.Config{Keep: 4 * day})
		synctest.Wait()
		if keeping(old.ID) {
			t.Error("a job that ended 10 days ago is there after the start")
		}
		time.Sleep(time.Hour) // so that nothing below falls on the moment of a look
		job := submit(t, q, "new")
		time.Sleep(3 * day)
		if !keeping(job.ID) {
			t.Error("a job that ended 3 days ago is forgotten")
		}
		l.fail(errors.New("the store is away"))
		time.Sleep(2 * day)
		l.fail(nil)
		if !keeping(job.ID) {
			t.Error("forgotten while the store was away")
		}
		time.Sleep(day)
		if keeping(job.ID) {
			t.Error("a job that ended 6 days ago is there a day after the store came back")
		}
	})
	if _, err := jobs.New(newList(), nil, jobs.Config{Keep: -1}); err == nil {
		t.Error("jobs are kept for less than nothing")
	}
}

// A job in parts runs when its parts have ended, and at once then. With one place for all it does so too: what waits
// for others holds none.
func TestParts(t *testing.T) {
	for _, places := range []int{1, 4} {
		t.Run(fmt.Sprint(places, " at once"), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var order []string
				next := make(chan bool)
				q := queue(t, newList(), func(_ context.Context, request []byte, _ func(result.JobProgress)) ([]string, json.RawMessage, error) {
					if string(request) != "whole" {
						<-next
					}
					order = append(order, string(request))
					return nil, nil, nil
				}, jobs.Config{Running: places, Queued: 1})
				job, err := q.Submit(t.Context(), jobs.Submission{Kind: "count", By: "ann", Request: []byte("whole"), Parts: [][]byte{[]byte("part"), []byte("part"), []byte("part")}})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := q.Submit(t.Context(), jobs.Submission{Kind: "count"}); !errors.Is(err, result.ErrJobsFull) {
					t.Errorf("a second job = %v, want that the first is one", err)
				}
				for range 3 {
					synctest.Wait()
					if got := state(t, q, job.ID).State; got != result.JobQueued {
						t.Errorf("the job is %s after %q", got, order)
					}
					next <- true
				}
				began := time.Now()
				synctest.Wait()
				got := state(t, q, job.ID)
				if got.State != result.JobDone || !got.EndedAt.Equal(began) || strings.Join(order, " ") != "wholepart wholepart wholepart whole" {
					t.Errorf("%q done, and the job is %+v; want it done behind its parts, at once", order, got)
				}
			})
		})
	}
}

// A part that fails is the end of all: those that run are told to stop, and those that wait do not begin.
func TestPartFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var worked, told atomic.Int32
		q := queue(t, newList(), func(ctx context.Context, request []byte, _ func(result.JobProgress)) ([]string, json.RawMessage, error) {
			if worked.Add(1); string(request) == "wholebad" {
				return nil, nil, errors.New("no such index")
			}
			<-ctx.Done()
			told.Add(1)
			return nil, nil, ctx.Err()
		}, jobs.Config{Running: 2})
		job, err := q.Submit(t.Context(), jobs.Submission{Kind: "count", Request: []byte("whole"), Parts: [][]byte{[]byte("good"), []byte("bad"), []byte("good")}})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		got := state(t, q, job.ID)
		if got.State != result.JobFailed || got.Error != "no such index" || got.EndedAt == nil || worked.Load() != 2 || told.Load() != 1 {
			t.Errorf("%d parts were begun, %d told to stop, and the job is %+v; want it failed with its part", worked.Load(), told.Load(), got)
		}
	})
}
