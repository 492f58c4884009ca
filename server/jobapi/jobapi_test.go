package jobapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/server/access"
	"github.com/rankduel/rankduel/server/experiments"
	"github.com/rankduel/rankduel/server/jobapi"
	"github.com/rankduel/rankduel/server/jobs"
)

// A list has one job, or an error for every call. What a test does not need of a worklist is missing, and panics.
type list struct {
	result.Worklist
	mu     sync.Mutex
	job    result.Job
	later  []result.Job // what job becomes each time that it is read
	err    error
	filter result.JobFilter // of the last listing
}

func (l *list) Job(_ context.Context, id string) (result.Job, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil && id != l.job.ID {
		return result.Job{}, fmt.Errorf("job %s: %w", id, result.ErrNotFound)
	}
	job := l.job
	if len(l.later) > 0 {
		l.job, l.later = l.later[0], l.later[1:]
	}
	return job, l.err
}

func (l *list) Jobs(_ context.Context, which result.JobFilter) ([]result.Job, error) {
	l.filter = which
	if l.err != nil || which.After != "" && which.After != l.job.ID {
		return nil, errors.Join(l.err, result.ErrNotFound)
	}
	if which.State != "" && which.State != l.job.State {
		return nil, nil
	}
	return []result.Job{l.job}, nil
}

func (l *list) CancelJob(_ context.Context, _ string, _ time.Time) (result.Job, error) {
	l.job.Cancelling = true
	return l.job, nil
}

// A desk is the operations over a list.
type desk struct {
	testing.TB
	http.Handler
	*list
	queue   *jobs.Queue
	secrets map[string]string
	log     bytes.Buffer
}

type tokens []result.Token

func (list tokens) Tokens(context.Context) ([]result.Token, error) { return list, nil }

// errOther is what clients are told of an error that is not about jobs.
var errOther = huma.Error500InternalServerError("another problem")

// newDesk has a running job of ann, and tokens for ann, bob (who may run) and root.
func newDesk(t testing.TB) *desk {
	t.Helper()
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	d := &desk{TB: t, secrets: map[string]string{}, list: &list{job: result.Job{
		ID: "job_1", Kind: experiments.Kind, Service: "s", State: result.JobRunning, By: "ann", CreatedAt: at, StartedAt: &at, Tries: 1,
		Progress: result.JobProgress{Asked: 3, Total: 10}, Runs: []string{},
	}}}
	var err error
	if d.queue, err = jobs.New(d.list, nil, jobs.Config{Service: "s"}); err != nil {
		t.Fatal(err)
	}
	var list tokens
	for name, scope := range map[string]access.Scope{"ann": access.Run, "bob": access.Run, "root": access.Admin} {
		token, secret, err := access.New(name, scope, at)
		if err != nil {
			t.Fatal(err)
		}
		list, d.secrets[name] = append(list, token), secret
	}
	log := slog.New(slog.NewTextHandler(&d.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	mux := http.NewServeMux()
	jobapi.Mount(humago.New(mux, huma.DefaultConfig("test", "1")), jobapi.Config{
		Jobs: d.queue, Log: log, Problem: func(_ context.Context, err error) error {
			fmt.Fprintf(&d.log, "problem: %v\n", err)
			return errOther
		},
	})
	d.Handler = access.Guard{Tokens: list, Log: log, Public: func(*http.Request) bool { return false }, Needs: access.ByMethod}.Wrap(mux)
	return d
}

// A stream is the connection of a watcher, with the time that it has for what is written.
type stream struct {
	*httptest.ResponseRecorder
	deadlines []time.Duration
}

func (s *stream) SetWriteDeadline(at time.Time) error {
	s.deadlines = append(s.deadlines, time.Until(at))
	return nil
}

// request sends a request in a person's name, with headers as name, value.
func (d *desk) request(person, method, path, body string, headers ...string) *stream {
	d.Helper()
	return d.requestUntil(d.Context(), person, method, path, body, headers...)
}

func (d *desk) requestUntil(ctx context.Context, person, method, path, body string, headers ...string) *stream {
	r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+d.secrets[person])
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	ctx, _ = access.Expect(r.Context())
	w := &stream{ResponseRecorder: httptest.NewRecorder()}
	d.ServeHTTP(w, r.WithContext(ctx))
	return w
}

func decode(t testing.TB, text string) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	delete(v, "$schema")
	return v
}

// A job has the keys of docs/jobs.md; neither what was asked for nor where it is kept is among them.
func TestJob(t *testing.T) {
	d := newDesk(t)
	d.job.Request = []byte(`{"secret":1}`)
	w := d.request("bob", "GET", "/v1/jobs/job_1", "")
	want := decode(t, `{"id":"job_1","kind":"`+experiments.Kind+`","service":"s","state":"running","progress":{"asked":3,"total":10},
		"created_at":"2026-03-01T10:00:00Z","started_at":"2026-03-01T10:00:00Z","by":"ann","tries":1,"cancelling":false,"runs":[]}`)
	if diff := cmp.Diff(want, decode(t, w.Body.String())); diff != "" || w.Code != 200 {
		t.Errorf("%d (-want +got):\n%s", w.Code, diff)
	}
	if w.Header().Get("Location") != "" {
		t.Errorf("Location %q of a job that is there", w.Header().Get("Location"))
	}
}

// Where runs are compared is told when there are two: the first is the baseline's.
func TestComparisonURL(t *testing.T) {
	for _, tt := range []struct {
		name string
		runs []string
		a, b string
	}{
		{"none", nil, "", ""},
		{"one", []string{"run_a"}, "", ""},
		{"two", []string{"run_a", "run_b"}, "run_a", "run_b"},
		{"three", []string{"run_a", "run_b", "run_c"}, "run_a", "run_b,run_c"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t)
			d.job.Runs = tt.runs
			link, _ := decode(t, d.request("bob", "GET", "/v1/jobs/job_1", "").Body.String())["comparison_url"].(string)
			to, err := url.Parse(link)
			if err != nil || (link != "") != (tt.a != "") || link != "" && to.Path != "/v1/comparisons" || to.Query().Get("a") != tt.a || to.Query().Get("b") != tt.b {
				t.Errorf("comparison_url %q, want a=%s and b=%s", link, tt.a, tt.b)
			}
		})
	}
}

func TestList(t *testing.T) {
	d := newDesk(t)
	ids := func(query string) string {
		w := d.request("bob", "GET", "/v1/jobs"+query, "")
		if w.Code != 200 {
			t.Fatalf("%s: %d %s", query, w.Code, w.Body)
		}
		var got []string
		for _, job := range decode(t, w.Body.String())["jobs"].([]any) {
			got = append(got, job.(map[string]any)["id"].(string))
		}
		return strings.Join(got, " ")
	}
	if got := ids(""); got != "job_1" || d.filter != (result.JobFilter{Service: "s", Limit: 100}) {
		t.Errorf("all: %q by %+v, want job_1, of this service, 100 at most", got, d.filter)
	}
	if got := ids("?state=done&limit=7&after=job_1"); got != "" || d.filter != (result.JobFilter{Service: "s", State: result.JobDone, Limit: 7, After: "job_1"}) {
		t.Errorf("a part: %q by %+v, want none by what was asked", got, d.filter)
	}
}

// Who started a job may cancel it, and who looks after the server.
func TestCancel(t *testing.T) {
	for _, tt := range []struct {
		person string
		status int
		says   string
	}{
		{"ann", http.StatusAccepted, `"cancelling":true`},
		{"root", http.StatusAccepted, `"cancelling":true`},
		{"bob", http.StatusForbidden, "token ann started this job: it, or a token of scope admin, may cancel it"},
	} {
		t.Run(tt.person, func(t *testing.T) {
			d := newDesk(t)
			w := d.request(tt.person, "DELETE", "/v1/jobs/job_1", "")
			if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.says) || d.job.Cancelling != (tt.status == http.StatusAccepted) {
				t.Errorf("%d %s, cancelled %v; want %d and %s", w.Code, w.Body, d.job.Cancelling, tt.status, tt.says)
			}
		})
	}
}

// What goes wrong with jobs is told by its status; a store that cannot be read is the server's problem.
func TestRefused(t *testing.T) {
	gone := errors.New("no connection")
	for _, tt := range []struct {
		name, method, path string
		err                error
		status             int
		says, retry        string
	}{
		{"no job", "GET", "/v1/jobs/job_2", nil, 404, "there is no such job", ""},
		{"no job to watch", "GET", "/v1/jobs/job_2/events", nil, 404, "there is no such job", ""},
		{"no job to cancel", "DELETE", "/v1/jobs/job_2", nil, 404, "there is no such job", ""},
		{"after no job", "GET", "/v1/jobs?after=job_2", nil, 422, "after: no such job", ""},
		{"full", "GET", "/v1/jobs/job_1", fmt.Errorf("add: %w", result.ErrJobsFull), 429, "try again later", "10"},
		{"stopping", "GET", "/v1/jobs/job_1", jobs.ErrStopping, 503, "the server is stopping", "10"},
		{"no store", "GET", "/v1/jobs/job_1", gone, 500, "another problem", ""},
		{"no store to watch", "GET", "/v1/jobs/job_1/events", gone, 500, "another problem", ""},
		{"no store to cancel", "DELETE", "/v1/jobs/job_1", gone, 500, "another problem", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t)
			d.err = tt.err
			w := d.request("ann", tt.method, tt.path, "")
			if w.Code != tt.status || w.Header().Get("Content-Type") != "application/problem+json" || !strings.Contains(w.Body.String(), tt.says) {
				t.Errorf("%d %s, want %d and %q", w.Code, w.Body, tt.status, tt.says)
			}
			if got := w.Header().Get("Retry-After"); got != tt.retry {
				t.Errorf("Retry-After %q, want %q", got, tt.retry)
			}
			if (tt.status == 500) != strings.Contains(d.log.String(), "no connection") {
				t.Errorf("the problem is told as %q", d.log.String())
			}
		})
	}
	d := newDesk(t)
	d.err = gone
	if w := d.request("ann", "GET", "/v1/jobs", ""); w.Code != 422 && w.Code != 500 {
		t.Errorf("a list of no store: %d %s", w.Code, w.Body)
	}
}

// A body is JSON, and is checked before anything is kept.
func TestStartRefused(t *testing.T) {
	for _, tt := range []struct {
		name, contentType, body string
		status                  int
		says                    string
	}{
		{"no type", "", `{}`, 415, "application/json"},
		{"another type", "text/yaml", `{}`, 415, "application/json"},
		{"no type at all", "/", `{}`, 415, "application/json"},
		{"with a charset, unknown key", "application/json; charset=utf-8", `{"url":"http://x"}`, 500, "another problem"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t)
			w := d.request("ann", "POST", "/v1/experiments", tt.body, "Content-Type", tt.contentType)
			if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.says) {
				t.Errorf("%d %s, want %d and %q", w.Code, w.Body, tt.status, tt.says)
			}
		})
	}
}

// events returns the data of events, and whether each is marked as the last one.
func events(t testing.TB, body string) (data []map[string]any, last []bool) {
	t.Helper()
	for event := range strings.SplitSeq(strings.TrimSuffix(body, "\n\n"), "\n\n") {
		text, ok := strings.CutPrefix(event, "event: job\n")
		if !ok {
			t.Fatalf("event %q, want the name job", event)
		}
		text, end := strings.CutPrefix(text, "id: end\n")
		text, ok = strings.CutPrefix(text, "data: ")
		if !ok || strings.Contains(text, "\n") {
			t.Fatalf("event %q, want one line of data", event)
		}
		data, last = append(data, decode(t, text)), append(last, end)
	}
	return data, last
}

func TestWatchEnded(t *testing.T) {
	d := newDesk(t)
	d.job.State, d.job.Runs = result.JobDone, []string{"run_a", "run_b"}
	w := d.request("bob", "GET", "/v1/jobs/job_1/events", "")
	for header, want := range map[string]string{"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"} {
		if got := w.Header().Get(header); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
	data, last := events(t, w.Body.String())
	if w.Code != 200 || len(data) != 1 || !last[0] || data[0]["state"] != "done" || data[0]["comparison_url"] == nil {
		t.Errorf("%d %s, want one event, marked as the last, with the comparison", w.Code, w.Body)
	}
	for _, tt := range []struct {
		last   string
		state  result.JobState
		status int
	}{
		{"end", result.JobDone, http.StatusNoContent}, {"", result.JobDone, 200}, {"odd", result.JobCancelled, 200},
	} {
		d.job.State = tt.state
		if w := d.request("bob", "GET", "/v1/jobs/job_1/events", "", "Last-Event-ID", tt.last); w.Code != tt.status || (w.Body.Len() == 0) != (tt.status == 204) {
			t.Errorf("after the event %q of a job that is %s: %d %s, want %d", tt.last, tt.state, w.Code, w.Body, tt.status)
		}
	}
}

// A watcher is told of each change within a second, has ten seconds to take it, and hears of the end once.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		for _, asked := range []int{3, 5, 5, 10} {
			job := d.job
			job.Progress.Asked = asked
			d.later = append(d.later, job)
		}
		ended := d.later[3]
		ended.State = result.JobFailed
		d.later = append(d.later, ended)
		began := time.Now()
		w := d.request("bob", "GET", "/v1/jobs/job_1/events", "", "Last-Event-ID", "end")
		data, last := events(t, w.Body.String())
		var got []string
		for i, job := range data {
			got = append(got, fmt.Sprint(job["progress"].(map[string]any)["asked"], " ", job["state"], " ", last[i]))
		}
		want := []string{"3 running false", "5 running false", "10 running false", "10 failed true"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("five states took %v, want a second for each at most", took)
		}
		if len(w.deadlines) != len(want) || w.deadlines[0] != 10*time.Second || !w.Flushed {
			t.Errorf("time to write %v (flushed: %v), want ten seconds for each event", w.deadlines, w.Flushed)
		}
		if d.log.Len() > 0 {
			t.Errorf("the log has %s", d.log.String())
		}
	})
}

// 256 watch at once; one more is told when to come back, and has room when another one has left.
func TestManyWatchers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		first, leaveFirst := context.WithCancel(ctx)
		watch := func(ctx context.Context) {
			go d.requestUntil(ctx, "bob", "GET", "/v1/jobs/job_1/events", "")
			synctest.Wait()
		}
		watch(first)
		for range 255 {
			watch(ctx)
		}
		if w := d.request("bob", "GET", "/v1/jobs/job_1/events", ""); w.Code != 429 || w.Header().Get("Retry-After") != "10" {
			t.Errorf("the 257th: %d %s, Retry-After %q; want 429 and 10", w.Code, w.Body, w.Header().Get("Retry-After"))
		}
		leaveFirst()
		synctest.Wait()
		d.mu.Lock()
		d.job.State = result.JobDone
		d.mu.Unlock()
		if w := d.request("bob", "GET", "/v1/jobs/job_1/events", ""); w.Code != 200 {
			t.Errorf("after one has left: %d %s, want room", w.Code, w.Body)
		}
	})
}

// A stream that breaks off is noted; that the client left or the server stops is nothing to note.
func TestWatchBreaksOff(t *testing.T) {
	for _, tt := range []struct {
		name   string
		end    func(d *desk, leave func())
		logged bool
	}{
		{"the client leaves", func(_ *desk, leave func()) { leave() }, false},
		{"the server stops", func(d *desk, _ func()) { _ = d.queue.Stop(d.Context()) }, false},
		{"the store is gone", func(d *desk, _ func()) {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.err = errors.New("no connection")
		}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDesk(t)
				ctx, leave := context.WithCancel(t.Context())
				defer leave()
				ended := make(chan *stream, 1)
				go func() { ended <- d.requestUntil(ctx, "bob", "GET", "/v1/jobs/job_1/events", "") }()
				synctest.Wait()
				tt.end(d, leave)
				w := <-ended
				if data, _ := events(t, w.Body.String()); len(data) != 1 {
					t.Errorf("%d events of a job that does not move", len(data))
				}
				if strings.Contains(d.log.String(), "job=job_1") != tt.logged {
					t.Errorf("the log has %q; a line: %v", d.log.String(), tt.logged)
				}
			})
		})
	}
}
