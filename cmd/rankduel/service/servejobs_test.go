//go:build unix

package service_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/pgtest"
)

// A job that was accepted is done by the next server when the first one is killed
// in the middle of it, and nothing is asked again that was recorded.
func TestJobSurvivesItsServer(t *testing.T) {
	const queries, concurrency, answered = 40, 4, 33
	engine, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: queries, Concurrency: concurrency})
	keys := l.Keys(t)
	engine.HoldAfter(answered)
	first := serve(t, l, "--lease", "1s")
	id := first.start(t, `{}`)
	waits := first.start(t, `{"configs": ["first", "fused"]}`)
	before := waitRecorded(t, l, keys, answered)
	engine.WaitFor(t, answered+concurrency)
	first.kill()
	engine.HoldAfter(-1)

	next := serve(t, l, "--lease", "1s")
	job := next.waitFor(t, id, result.JobDone)
	if job.Tries != 2 {
		t.Errorf("the job ended as %+v, want it done at the second try", job)
	}
	if job := next.waitFor(t, waits, result.JobDone); job.Tries != 1 || len(job.Runs) != 2 {
		t.Errorf("the job that waited ended as %+v, want it done at the first try", job)
	}
	wantAskedOnce(t, engine, before, 2*queries, concurrency)
	next.kill()
	wantRunsOf(t, l, job)
}

// Two servers share a database. The one that works on the job is killed, and the
// other one finishes it.
func TestJobGoesToTheOtherServer(t *testing.T) {
	const queries, concurrency, answered = 40, 4, 33
	database := pgtest.Start(t)
	engine, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: queries, Concurrency: concurrency, Store: database.URL()})
	keys := l.Keys(t)
	engine.HoldAfter(answered)
	a, b := serve(t, l, "--lease", "1s"), serve(t, l, "--lease", "1s")
	id := a.start(t, `{}`)
	before := waitRecorded(t, l, keys, answered)
	engine.WaitFor(t, answered+concurrency)
	owner, other := a, b
	if strings.Contains(b.said(t), `msg="job runs"`) {
		owner, other = b, a
	}
	killed := time.Now()
	owner.kill()
	engine.HoldAfter(-1)
	job := other.waitFor(t, id, result.JobDone)
	t.Logf("done %v after the kill, with a lease of 1s", time.Since(killed).Round(10*time.Millisecond))
	if job.Tries != 2 || job.Progress != (result.JobProgress{Asked: 2 * queries, Total: 2 * queries}) {
		t.Errorf("the job ended as %+v, want it done at the second try, with all rankings", job)
	}
	wantAskedOnce(t, engine, before, 2*queries, concurrency)
	other.kill()
	wantRunsOf(t, l, job)
}

// A server that is still for longer than its lease has lost its job: when it
// goes on, it neither ends the job nor asks on.
func TestJobOfAStoppedServer(t *testing.T) {
	const queries, answered = 20, 15
	database := pgtest.Start(t)
	engine, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: queries, Concurrency: 1, Store: database.URL()})
	engine.HoldAfter(answered)
	first := serve(t, l, "--lease", "1s")
	id := first.start(t, `{}`)
	engine.WaitFor(t, answered+1)
	if err := first.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	second := serve(t, l, "--lease", "1s")
	for second.job(t, id).Tries != 2 {
		time.Sleep(20 * time.Millisecond)
	}
	if err := first.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); !strings.Contains(first.said(t), "job was taken over"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the first server does not notice that it has lost its job:\n%s", first.said(t))
		}
	}
	engine.HoldAfter(-1)
	if job := second.waitFor(t, id, result.JobDone); job.Tries != 2 {
		t.Errorf("the job ended as %+v, want it done by the second server", job)
	}
}

// A server that is told to stop records what was answered, puts its job back and
// ends without an error; the next one goes on.
func TestJobOfAServerThatIsTerminated(t *testing.T) {
	const queries, answered = 20, 15
	engine, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: queries, Concurrency: 2})
	keys := l.Keys(t)
	engine.HoldAfter(answered)
	first := serve(t, l)
	id := first.start(t, `{}`)
	engine.WaitFor(t, answered+2)
	began := time.Now()
	if err := first.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := first.cmd.Wait(); err != nil {
		t.Errorf("the server ended with %v, want nothing", err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %v, want that nothing is waited for", took)
	}
	before := waitRecorded(t, l, keys, answered)
	engine.HoldAfter(-1)
	next := serve(t, l) // with the lease of 15 s, which was given back
	if job := next.waitFor(t, id, result.JobDone); job.Tries != 2 || time.Since(began) > 14*time.Second {
		t.Errorf("the job ended as %+v after %v, want it taken up at once", job, time.Since(began))
	}
	wantAskedOnce(t, engine, before, 2*queries, 2)
}

func TestJobIsCancelled(t *testing.T) {
	const queries, answered = 20, 15
	engine, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: queries, Concurrency: 2})
	engine.HoldAfter(answered)
	s := serve(t, l)
	id := s.start(t, `{}`)
	engine.WaitFor(t, answered+2)
	var job result.Job
	if status, _ := s.ask(t, http.MethodDelete, "/v1/jobs/"+id, "", &job); status != http.StatusAccepted {
		t.Errorf("status %d of the cancellation", status)
	}
	began := time.Now()
	job = s.waitFor(t, id, result.JobCancelled)
	if took := time.Since(began); took > time.Second {
		t.Errorf("cancelled after %v, want at once", took)
	}
	if !strings.HasPrefix(job.Error, "interrupted after 15 of 40 retrieval calls, which are recorded") {
		t.Errorf("the job says %q", job.Error)
	}
	engine.HoldAfter(-1)
	engine.Look()
	time.Sleep(100 * time.Millisecond)
	if asked := engine.Look(); len(asked) != 0 {
		t.Errorf("after the cancellation %v were asked", asked)
	}
}

// Servers are killed while many send jobs: each that was accepted is done.
func TestKilledUnderLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("kills servers for seconds")
	}
	for _, at := range []struct {
		name    string
		address func(t *testing.T) string
		beside  int // servers that live on
	}{
		{"one server, a file", func(*testing.T) string { return "" }, 0},
		{"one of two servers, a database", func(t *testing.T) string { return pgtest.Start(t).URL() }, 1},
	} {
		t.Run(at.name, func(t *testing.T) { testKilledUnderLoad(t, at.address(t), at.beside) })
	}
}

func testKilledUnderLoad(t *testing.T, address string, beside int) {
	const queries, clients, kills = 6, 8, 3
	_, engineServer := scripttest.StartLiveEngine(t, 2*time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: queries, Concurrency: 2, Store: address})
	args := []string{"--lease", "1s", "--queue", "50", "--jobs", "2"}
	for range beside {
		serve(t, l, args...)
	}
	var tally load
	for range kills {
		s := serve(t, l, args...)
		var working sync.WaitGroup
		for range clients {
			working.Go(func() { tally.on(t, s) })
		}
		time.Sleep(700 * time.Millisecond)
		s.kill()
		working.Wait()
	}
	last := serve(t, l, args...)
	again := 0
	for id := range tally.accepted {
		if last.waitFor(t, id, result.JobDone).Tries > 1 {
			again++
		}
	}
	t.Logf("%d jobs accepted and done, %d of them taken up again, %d refused, %d kills", len(tally.accepted), again, tally.refused, kills)
	if len(tally.accepted) < kills {
		t.Errorf("%d jobs were accepted", len(tally.accepted))
	}
}

// A load is what clients were answered.
type load struct {
	mu       sync.Mutex
	accepted map[string]bool
	refused  int
}

// on sends jobs to a server for as long as it answers.
func (l *load) on(t *testing.T, s *liveServer) {
	for {
		var job result.Job
		status, _, err := s.try(http.MethodPost, "/v1/experiments", `{"configs": ["first", "second"]}`, &job)
		if err != nil {
			return // it is gone, and has answered nothing
		}
		l.mu.Lock()
		switch status {
		case http.StatusAccepted:
			if l.accepted == nil {
				l.accepted = map[string]bool{}
			}
			l.accepted[job.ID] = true
		case http.StatusTooManyRequests:
			l.refused++
		default:
			t.Errorf("status %d", status)
		}
		l.mu.Unlock()
	}
}

// What the page does with the progress of a job.
func TestJobIsWatched(t *testing.T) {
	const queries = 20
	_, engineServer := scripttest.StartLiveEngine(t, 20*time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: queries, Concurrency: 2})
	s := serve(t, l)
	id := s.start(t, `{}`)
	answer, err := http.Get(s.url + "/v1/jobs/" + id + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	var seen []result.Job
	for event := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		_, data, found := strings.Cut(event, "data: ")
		var job result.Job
		if err := json.Unmarshal([]byte(data), &job); err != nil || !found || !strings.HasPrefix(event, "event: job\n") {
			t.Fatalf("event %q: %v", event, err)
		}
		seen = append(seen, job)
	}
	last := seen[len(seen)-1]
	if len(seen) < 4 || last.State != result.JobDone || last.Progress.Asked != 2*queries {
		t.Errorf("%d events, the last %+v; want the progress, and that it is done", len(seen), last)
	}
	if !strings.Contains(text, "\nid: end\n") || answer.Header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("%s: %q, want a last event with its id", answer.Header.Get("Content-Type"), text)
	}
}

// A job that ended long enough ago is forgotten by the next server, and its runs are
// not.
func TestJobIsForgotten(t *testing.T) {
	_, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: 4, Concurrency: 2})
	first := serve(t, l)
	job := first.waitFor(t, first.start(t, `{}`), result.JobDone)
	first.kill()
	second := serve(t, l) // which keeps jobs for longer than this test takes
	second.job(t, job.ID)
	second.kill()
	time.Sleep(time.Until(job.EndedAt.Add(1100 * time.Millisecond)))
	third := serve(t, l, "--keep-jobs", "1s")
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if status, _ := third.ask(t, http.MethodGet, "/v1/jobs/"+job.ID, "", new(any)); status == http.StatusNotFound {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the job is still there:\n%s", third.said(t))
		}
	}
	for _, id := range job.Runs {
		if status, _ := third.ask(t, http.MethodGet, "/v1/runs/"+id, "", new(any)); status != http.StatusOK {
			t.Errorf("status %d of run %s", status, id)
		}
	}
}
