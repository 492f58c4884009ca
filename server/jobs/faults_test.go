package jobs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/server/jobs"
)

var errAway = errors.New("the store is away")

// A logText is what a log says, for loops that write it while a test reads.
type logText struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func (l *logText) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Reset()
}

// logged returns a log and what is written to it.
func logged() (*slog.Logger, *logText) {
	var l logText
	return slog.New(slog.NewTextHandler(&l, nil)), &l
}

// wantLines checks that a log has lines with some texts, in this order, and how many lines there are in all.
func wantLines(t *testing.T, log string, want ...string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(log, "\n"), "\n")
	for i, text := range want {
		if len(lines) != len(want) || !strings.Contains(lines[i], text) {
			t.Errorf("the log has\n%s\nwant %d lines with %q", log, len(want), want)
			return
		}
	}
}

// hidden is an error whose text tells a client nothing of its cause.
type hidden struct{ cause error }

func (hidden) Error() string   { return "dense: no answer" }
func (h hidden) Unwrap() error { return h.cause }

// The log has a line when a job begins and when it ends, with the causes that the job itself keeps from clients.
func TestLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, text := logged()
		cause := fmt.Errorf("dial: %w", errors.New("10.0.0.7 refused"))
		q := queue(t, newList(), func(_ context.Context, request []byte, progress func(result.JobProgress)) ([]string, json.RawMessage, error) {
			progress(result.JobProgress{Asked: 1, Total: 2})
			if len(request) == 0 {
				return nil, nil, nil
			}
			return nil, nil, hidden{cause}
		}, jobs.Config{Log: log})
		done := submit(t, q, "")
		synctest.Wait()
		failed := submit(t, q, "x")
		synctest.Wait()
		wantLines(t, text.String(),
			`msg="job runs" job=`+done.ID+` kind=count tries=1`,
			`msg="job ends" job=`+done.ID+` state=done asked=1 total=2 error=""`,
			`msg="job runs" job=`+failed.ID,
			`state=failed asked=1 total=2 error="dense: no answer: dial: 10.0.0.7 refused"`)
		if got := state(t, q, failed.ID).Error; got != "dense: no answer" {
			t.Errorf("the job says %q, want no more than the error", got)
		}
	})
}

// A job that was told to stop is done when it stored something all the same, and cancelled otherwise.
func TestEndOfCancelled(t *testing.T) {
	for _, tt := range []struct {
		name string
		runs []string
		err  error
		want result.JobState
	}{
		{"nothing stored", nil, nil, result.JobCancelled},
		{"an empty list stored", []string{}, nil, result.JobCancelled},
		{"stored", []string{"run_1"}, nil, result.JobDone},
		{"stored a part", []string{"run_1"}, errors.New("interrupted"), result.JobCancelled},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q := queue(t, newList(), func(ctx context.Context, _ []byte, _ func(result.JobProgress)) ([]string, json.RawMessage, error) {
					<-ctx.Done()
					return tt.runs, nil, tt.err
				}, jobs.Config{})
				job := submit(t, q, "")
				synctest.Wait()
				if _, err := q.Cancel(t.Context(), job.ID); err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
				got := state(t, q, job.ID)
				if got.State != tt.want || got.EndedAt == nil || len(got.Runs) != len(tt.runs) {
					t.Errorf("ended as %+v, want %s with %d runs", got, tt.want, len(tt.runs))
				}
			})
		})
	}
}

// An error is kept up to 4000 bytes, and no character is cut in two.
func TestLongErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"fits", strings.Repeat("x", 4000), strings.Repeat("x", 4000)},
		{"a byte too long", strings.Repeat("x", 4001), strings.Repeat("x", 4000) + "…"},
		{"long", strings.Repeat("x", 9000), strings.Repeat("x", 4000) + "…"},
		{"of two bytes each", strings.Repeat("ü", 3000), strings.Repeat("ü", 2000) + "…"},
		{"the limit is in a character", "x" + strings.Repeat("ü", 3000), "x" + strings.Repeat("ü", 1999) + "…"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q := queue(t, newList(), func(context.Context, []byte, func(result.JobProgress)) ([]string, json.RawMessage, error) {
					return nil, nil, errors.New(tt.text)
				}, jobs.Config{})
				job := submit(t, q, "")
				synctest.Wait()
				if got := state(t, q, job.ID).Error; got != tt.want {
					t.Errorf("%d bytes are kept of %d, want %d", len(got), len(tt.text), len(tt.want))
				}
			})
		})
	}
}

// A store that is away for less than a lease stops nothing, and the end of a job is kept when it is back.
func TestStoreAwayForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, text := logged()
		l, end := newList(), make(chan bool)
		q := queue(t, l, func(ctx context.Context, _ []byte, _ func(result.JobProgress)) ([]string, json.RawMessage, error) {
			select {
			case <-ctx.Done():
			case <-end:
			}
			return nil, nil, ctx.Err()
		}, jobs.Config{Log: log})
		job := submit(t, q, "")
		time.Sleep(100 * time.Millisecond) // so that nothing below falls on the moment of a beat
		for range 4 {                      // each time 12 of 15 seconds, with a renewal in between
			l.fail(errAway)
			time.Sleep(12 * time.Second)
			l.fail(nil)
			time.Sleep(2 * time.Second)
		}
		if got := state(t, q, job.ID); got.State != result.JobRunning {
			t.Fatalf("a job whose store was away for 12 of 15 seconds is %s: %s", got.State, got.Error)
		}
		if got := text.String(); !strings.Contains(got, `msg="job could not be renewed" job=`+job.ID) || !strings.Contains(got, "looking for waiting jobs") {
			t.Errorf("the log says nothing of the store: %s", got)
		}
		l.fail(errAway)
		end <- true
		time.Sleep(10 * time.Second)
		l.fail(nil)
		time.Sleep(time.Second)
		synctest.Wait()
		if got := state(t, q, job.ID); got.State != result.JobDone || got.Tries != 1 {
			t.Errorf("after the store came back the job is %+v, want it done at the first try", got)
		}
		if !strings.Contains(text.String(), `msg="end of a job could not be kept" job=`+job.ID) {
			t.Errorf("the log says nothing of the end: %s", text)
		}
	})
}

// A store that is away for longer than the lease has the job taken up again when it is back.
func TestStoreAwayAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newList()
		times := 0
		q := queue(t, l, func(context.Context, []byte, func(result.JobProgress)) ([]string, json.RawMessage, error) {
			if times++; times == 1 {
				l.fail(errAway)
			}
			return nil, nil, nil
		}, jobs.Config{})
		job := submit(t, q, "")
		time.Sleep(16 * time.Second)
		l.fail(nil)
		time.Sleep(5 * time.Second) // a round
		synctest.Wait()
		if got := state(t, q, job.ID); got.State != result.JobDone || got.Tries != 2 || times != 2 {
			t.Errorf("the job is %+v after %d times, want it done at the second try", got, times)
		}
	})
}

func TestStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newList()
		l.fail(errAway)
		q, err := jobs.New(l, map[string]jobs.Work{"count": untilStopped}, jobs.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if err := q.Start(t.Context()); !errors.Is(err, errAway) {
			t.Errorf("Start without a store = %v, want its error", err)
		}
		if job, err := q.Submit(t.Context(), jobs.Submission{Kind: "count"}); !errors.Is(err, jobs.ErrStopping) {
			t.Errorf("Submit after that = %+v, %v; want ErrStopping", job, err)
		}
		idle, err := jobs.New(l, nil, jobs.Config{})
		if err != nil {
			t.Fatal(err)
		}
		stop(t, idle) // was never started
		if _, err := idle.Submit(t.Context(), jobs.Submission{Kind: "count"}); !errors.Is(err, jobs.ErrStopping) {
			t.Errorf("Submit after Stop = %v, want ErrStopping", err)
		}
	})
}

// Stop waits for the work as long as its context, and says so when the work goes on.
func TestStopIsImpatient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end := make(chan bool)
		q := queue(t, newList(), func(context.Context, []byte, func(result.JobProgress)) ([]string, json.RawMessage, error) {
			<-end
			return nil, nil, nil
		}, jobs.Config{})
		submit(t, q, "")
		synctest.Wait()
		ctx, done := context.WithTimeout(t.Context(), time.Minute)
		defer done()
		began := time.Now()
		if err := q.Stop(ctx); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Minute {
			t.Errorf("Stop = %v after %v, want the deadline after a minute", err, time.Since(began))
		}
		close(end)
	})
}

func TestKindsOfWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newList()
		taker, err := jobs.New(l, map[string]jobs.Work{"sing": untilStopped}, jobs.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if job, err := taker.Submit(t.Context(), jobs.Submission{Kind: "dance"}); err == nil || err.Error() != `job of kind "dance": there is no work of that kind` {
			t.Errorf("Submit = %+v, %v", job, err)
		}
		job, err := taker.Submit(t.Context(), jobs.Submission{Kind: "sing", By: "ann", Settings: "s"})
		if err != nil || job.Settings != "s" {
			t.Fatalf("Submit = %+v, %v", job, err)
		}
		q := queue(t, l, untilStopped, jobs.Config{}) // knows no song
		synctest.Wait()
		if got := state(t, q, job.ID); got.State != result.JobFailed || got.Error != `job of kind "sing": this server knows no work of that kind` {
			t.Errorf("the job is %+v", got)
		}
	})
}

// A job that was told to stop while no one worked on it is cancelled when it is taken up.
func TestCancelledWhileLeftBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newList()
		taker, err := jobs.New(l, map[string]jobs.Work{"count": untilStopped}, jobs.Config{})
		if err != nil {
			t.Fatal(err)
		}
		job := submit(t, taker, "")
		if _, taken, err := l.ClaimJob(t.Context(), job.ID, result.JobClaim{Worker: "dead", Lease: time.Second}, time.Now()); err != nil || !taken {
			t.Fatal(taken, err)
		}
		if got, err := taker.Cancel(t.Context(), job.ID); err != nil || got.State != result.JobRunning || !got.Cancelling {
			t.Fatalf("Cancel = %+v, %v", got, err)
		}
		time.Sleep(2 * time.Second)
		worked := false
		q := queue(t, l, func(context.Context, []byte, func(result.JobProgress)) ([]string, json.RawMessage, error) {
			worked = true
			return nil, nil, nil
		}, jobs.Config{})
		synctest.Wait()
		if got := state(t, q, job.ID); got.State != result.JobCancelled || got.Error != "" || worked {
			t.Errorf("the job is %+v (worked on: %v), want it cancelled", got, worked)
		}
	})
}

// A waiting job is looked for in each round, and brought to a worker once.
func TestWaitingIsDispatchedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, next := newList(), make(chan bool)
		q := queue(t, l, func(context.Context, []byte, func(result.JobProgress)) ([]string, json.RawMessage, error) {
			<-next
			return nil, nil, nil
		}, jobs.Config{})
		submit(t, q, "")
		synctest.Wait()
		submit(t, q, "")
		time.Sleep(5 * time.Minute)
		close(next)
		synctest.Wait()
		if l.claims != 2 {
			t.Errorf("%d claims of two jobs after sixty rounds, want one each", l.claims)
		}
	})
}

// What this process works on is shown as far as it is now; the list has it from the last beat.
func TestProgressOfTheMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newList()
		q := queue(t, l, untilStopped, jobs.Config{})
		job := submit(t, q, "")
		synctest.Wait()
		kept, err := l.Job(t.Context(), job.ID)
		if err != nil || kept.Progress.Asked != 0 {
			t.Fatalf("the list has %+v, %v before the first beat", kept, err)
		}
		shown, err := q.Jobs(t.Context(), result.JobFilter{})
		if err != nil || len(shown) != 1 || shown[0].Progress.Asked != 3 {
			t.Errorf("Jobs = %+v, %v; want 3 asked", shown, err)
		}
		time.Sleep(1100 * time.Millisecond)
		if kept, err = l.Job(t.Context(), job.ID); err != nil || kept.Progress.Asked != 3 {
			t.Errorf("after a beat the list has %+v, %v; want 3 asked", kept, err)
		}
	})
}

// What is removed is told with how many there were, and so is a store in which it could not be; nothing removed is not told.
func TestLogOfForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newList()
		first := queue(t, l, func(context.Context, []byte, func(result.JobProgress)) ([]string, json.RawMessage, error) {
			return nil, nil, nil
		}, jobs.Config{})
		submit(t, first, "")
		submit(t, first, "")
		synctest.Wait()
		stop(t, first)
		log, text := logged()
		queue(t, l, untilStopped, jobs.Config{Keep: time.Hour, Log: log})
		time.Sleep(25 * time.Hour)
		synctest.Wait()
		wantLines(t, text.String(), `msg="jobs that ended long ago are forgotten" jobs=2 after=1h0m0s`)
		time.Sleep(22 * time.Hour)
		text.Reset()
		l.fail(errAway)
		time.Sleep(2 * time.Hour)
		l.fail(nil)
		if !strings.Contains(text.String(), `msg="jobs that ended long ago are still there" error="the store is away"`) {
			t.Errorf("the log says nothing of what is still there: %.300s", text)
		}
	})
}

// The shortest lease is a tenth of a second.
func TestShortestLease(t *testing.T) {
	for lease, good := range map[time.Duration]bool{0: true, 100 * time.Millisecond: true, 99 * time.Millisecond: false, -time.Second: false} {
		if _, err := jobs.New(newList(), nil, jobs.Config{Lease: lease}); (err == nil) != good {
			t.Errorf("a lease of %v: %v", lease, err)
		}
	}
}
