package httpclient_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/rankduel/rankduel/internal/httpclient"
)

// An engine answers call n, from 1, and counts the calls.
type engine struct {
	*httptest.Server
	calls atomic.Int64
}

func newEngine(t *testing.T, answer func(w http.ResponseWriter, r *http.Request, n int)) *engine {
	e := &engine{}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer(w, r, int(e.calls.Add(1)))
	}))
	t.Cleanup(e.Close)
	return e
}

func newClient(t *testing.T, address string, p httpclient.Policy) *httpclient.Client {
	t.Helper()
	pool := httpclient.NewPool()
	t.Cleanup(pool.Close)
	c, err := pool.Client(address, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// quick makes retries short: the backoff never exceeds 2 ms.
var quick = httpclient.Policy{MaxWait: 2 * time.Millisecond}

func TestWhatIsRetried(t *testing.T) {
	tests := []struct {
		status, calls int
		unavailable   bool
	}{
		{400, 1, false},
		{401, 1, false},
		{404, 1, false},
		{408, 1, false},
		{429, 4, true},
		{500, 1, false},
		{501, 1, false},
		{502, 4, true},
		{503, 4, true},
		{504, 4, true},
	}
	for _, test := range tests {
		t.Run(fmt.Sprint(test.status), func(t *testing.T) {
			e := newEngine(t, func(w http.ResponseWriter, _ *http.Request, _ int) {
				http.Error(w, "the reason", test.status)
			})
			_, err := newClient(t, e.URL, quick).Do(t.Context(), httpclient.Request{URL: e.URL})
			var status *httpclient.StatusError
			if !errors.As(err, &status) {
				t.Fatalf("error is %v, want a StatusError", err)
			}
			if status.Status != test.status || status.Attempts != test.calls || status.Snippet != "the reason" {
				t.Errorf("StatusError = %+v, want status %d after %d attempts", status, test.status, test.calls)
			}
			if got := int(e.calls.Load()); got != test.calls {
				t.Errorf("%d calls, want %d", got, test.calls)
			}
			if got := httpclient.Unavailable(err); got != test.unavailable {
				t.Errorf("Unavailable = %v, want %v", got, test.unavailable)
			}
		})
	}
}

func TestRetryReplaysTheBody(t *testing.T) {
	e := newEngine(t, func(w http.ResponseWriter, r *http.Request, n int) {
		if body, err := io.ReadAll(r.Body); err != nil || string(body) != "question" || r.Header.Get("X-Key") != "v" {
			t.Errorf("call %d: body %q, error %v, header %v", n, body, err, r.Header)
		}
		if n < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		fmt.Fprint(w, "answer")
	})
	reply, err := newClient(t, e.URL, quick).Do(t.Context(), httpclient.Request{
		Method: http.MethodPost, URL: e.URL, Body: []byte("question"), Header: http.Header{"X-Key": {"v"}},
	})
	if err != nil || string(reply.Body) != "answer" || reply.Attempts != 3 || reply.Status != 200 {
		t.Errorf("reply = %+v, error %v, want the answer of the third call", reply, err)
	}
}

func TestTookIsTheLastAttemptAlone(t *testing.T) {
	const slow = 100 * time.Millisecond
	e := newEngine(t, func(w http.ResponseWriter, _ *http.Request, n int) {
		if n == 1 {
			time.Sleep(slow)
			w.WriteHeader(http.StatusBadGateway)
		}
	})
	begin := time.Now()
	reply, err := newClient(t, e.URL, quick).Do(t.Context(), httpclient.Request{URL: e.URL})
	// Compared with the whole call, so that a busy machine may take its time.
	if rest := time.Since(begin) - reply.Took; err != nil || reply.Attempts != 2 || reply.Took <= 0 || rest < slow {
		t.Errorf("took %v of %d attempts, all else %v, error %v; want the %v of the first attempt in the rest", reply.Took, reply.Attempts, rest, err, slow)
	}
}

func TestRetryAfterIsHonoured(t *testing.T) {
	for name, header := range map[string]func() string{
		"seconds": func() string { return "1" },
		// HTTP dates have whole seconds: two from now is more than one from now.
		"date": func() string { return time.Now().Add(2 * time.Second).UTC().Format(http.TimeFormat) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var first time.Time
			e := newEngine(t, func(w http.ResponseWriter, _ *http.Request, n int) {
				if n == 1 {
					first = time.Now()
					w.Header().Set("Retry-After", header())
					w.WriteHeader(http.StatusTooManyRequests)
					return
				}
				if waited := time.Since(first); waited < time.Second {
					t.Errorf("came back after %v, was asked to wait a second", waited)
				}
			})
			reply, err := newClient(t, e.URL, httpclient.Policy{}).Do(t.Context(), httpclient.Request{URL: e.URL})
			if err != nil || reply.Attempts != 2 {
				t.Errorf("reply %+v, error %v, want success at the second attempt", reply, err)
			}
		})
	}
}

// A wait that is too long is not begun: the call ends at once with the reason.
func TestNoUselessWait(t *testing.T) {
	tests := []struct {
		name, retryAfter, want string
		policy                 httpclient.Policy
		timeout                time.Duration
	}{
		{"past the deadline", "20", "would outlast the time limit", httpclient.Policy{}, 5 * time.Second},
		{"past max_wait", "20", "longer than max_wait, 10s", httpclient.Policy{MaxWait: 10 * time.Second}, time.Minute},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := newEngine(t, func(w http.ResponseWriter, _ *http.Request, _ int) {
				w.Header().Set("Retry-After", test.retryAfter)
				http.Error(w, "later", http.StatusServiceUnavailable)
			})
			ctx, cancel := context.WithTimeout(t.Context(), test.timeout)
			defer cancel()
			begin := time.Now()
			_, err := newClient(t, e.URL, test.policy).Do(ctx, httpclient.Request{URL: e.URL})
			if took := time.Since(begin); took > 3*time.Second {
				t.Errorf("took %v, want at once", took)
			}
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "503") || !httpclient.Unavailable(err) {
				t.Errorf("error = %v, want status 503 and %q", err, test.want)
			}
		})
	}
}

func TestContextEndsMidCall(t *testing.T) {
	for _, when := range []string{"before the head", "in the body", "in the wait", "in another protocol"} {
		t.Run(when, func(t *testing.T) {
			asked := make(chan struct{}, 10)
			e := newEngine(t, func(w http.ResponseWriter, r *http.Request, _ int) {
				asked <- struct{}{}
				switch when {
				case "in the body":
					fmt.Fprint(w, "half an ")
					w.(http.Flusher).Flush()
				case "in another protocol": // whose bytes the transport leaves to its caller
					w.Header().Set("Connection", "Upgrade")
					w.Header().Set("Upgrade", "other")
					w.WriteHeader(http.StatusSwitchingProtocols)
					conn, _, err := http.NewResponseController(w).Hijack()
					if err != nil {
						t.Error(err)
						return
					}
					t.Cleanup(func() { _ = conn.Close() })
					return
				case "in the wait":
					w.Header().Set("Retry-After", "20")
					w.WriteHeader(http.StatusServiceUnavailable)
					return
				}
				<-r.Context().Done()
			})
			c := newClient(t, e.URL, httpclient.Policy{})
			ctx, cancel := context.WithCancel(t.Context())
			go func() { <-asked; time.Sleep(20 * time.Millisecond); cancel() }()
			if _, err := c.Do(ctx, httpclient.Request{URL: e.URL}); !errors.Is(err, context.Canceled) || httpclient.Unavailable(err) {
				t.Errorf("cancelled: error %v, want context.Canceled", err)
			}
			if when == "in the wait" {
				return // with a deadline, that wait is not begun
			}
			late, cancelLate := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancelLate()
			if _, err := c.Do(late, httpclient.Request{URL: e.URL}); !errors.Is(err, context.DeadlineExceeded) || httpclient.Unavailable(err) {
				t.Errorf("expired: error %v, want context.DeadlineExceeded", err)
			}
		})
	}
}

func TestConnectionErrors(t *testing.T) {
	t.Run("nobody listens", func(t *testing.T) {
		l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		address := "http://" + l.Addr().String()
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		_, err = newClient(t, address, quick).Do(t.Context(), httpclient.Request{URL: address + "/search?q=x"})
		var broken *httpclient.ConnectionError
		if !errors.As(err, &broken) || broken.Attempts != 4 || !errors.Is(err, syscall.ECONNREFUSED) || !httpclient.Unavailable(err) {
			t.Errorf("error = %v, want a refused connection after 4 attempts", err)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "GET "+address+"/search: ") {
			t.Errorf("error = %v, want it to name the call", err)
		}
	})
	t.Run("body cut", func(t *testing.T) {
		e := newEngine(t, func(w http.ResponseWriter, _ *http.Request, n int) {
			w.Header().Set("Content-Length", "10")
			fmt.Fprint(w, "0123456789"[:min(3*n, 10)]) // whole with the fourth call
		})
		reply, err := newClient(t, e.URL, quick).Do(t.Context(), httpclient.Request{URL: e.URL})
		if err != nil || string(reply.Body) != "0123456789" || reply.Attempts != 4 {
			t.Errorf("reply %+v, error %v, want the whole body of the fourth attempt", reply, err)
		}
		e.calls.Store(0)
		none := httpclient.Policy{Retries: new(0)}
		_, err = newClient(t, e.URL, none).Do(t.Context(), httpclient.Request{URL: e.URL})
		if !errors.Is(err, io.ErrUnexpectedEOF) || !httpclient.Unavailable(err) || e.calls.Load() != 1 {
			t.Errorf("error = %v after %d calls, want an unexpected EOF and no retry", err, e.calls.Load())
		}
	})
	t.Run("untrusted certificate", func(t *testing.T) { // asking again does not make it trusted
		var calls atomic.Int64
		s := httptest.NewUnstartedServer(http.NotFoundHandler())
		s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
			if state == http.StateNew {
				calls.Add(1)
			}
		}
		s.Config.ErrorLog = discard()
		s.StartTLS()
		t.Cleanup(s.Close)
		_, err := newClient(t, s.URL, quick).Do(t.Context(), httpclient.Request{URL: s.URL})
		if !httpclient.Unavailable(err) || calls.Load() != 1 {
			t.Errorf("error %v after %d connections, want an unavailable engine after 1", err, calls.Load())
		}
	})
}

func TestBodyLimit(t *testing.T) {
	e := newEngine(t, func(w http.ResponseWriter, _ *http.Request, _ int) { fmt.Fprint(w, "0123456789") })
	p := quick
	p.MaxBody = 10
	if _, err := newClient(t, e.URL, p).Do(t.Context(), httpclient.Request{URL: e.URL}); err != nil {
		t.Errorf("10 bytes of 10 allowed: %v", err)
	}
	p.MaxBody = 9
	_, err := newClient(t, e.URL, p).Do(t.Context(), httpclient.Request{URL: e.URL})
	if err == nil || !strings.Contains(err.Error(), "more than 9 bytes") || httpclient.Unavailable(err) {
		t.Errorf("error = %v, want one that names the limit", err)
	}
	if got := e.calls.Load(); got != 2 {
		t.Errorf("%d calls, want 2: a large response does not shrink when asked again", got)
	}
}

// Of a response that is an error, no more is read than an error shows.
func TestErrorBodyLimit(t *testing.T) {
	sent := make(chan int, 1)
	e := newEngine(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		w.WriteHeader(http.StatusBadRequest)
		n := 0
		for n < 64<<20 && r.Context().Err() == nil {
			m, err := w.Write(make([]byte, 64<<10))
			if n += m; err != nil {
				break
			}
		}
		sent <- n
	})
	_, err := newClient(t, e.URL, quick).Do(t.Context(), httpclient.Request{URL: e.URL})
	if n := <-sent; err == nil || n > 32<<20 { // what the sockets between hold is sent too
		t.Errorf("%d MiB were taken of an error, %v", n>>20, err)
	}
}

func TestRedirectIsNotFollowed(t *testing.T) {
	e := newEngine(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	})
	_, err := newClient(t, e.URL, quick).Do(t.Context(), httpclient.Request{URL: e.URL})
	if err == nil || !strings.Contains(err.Error(), "write the address /elsewhere") || e.calls.Load() != 1 {
		t.Errorf("error = %v after %d calls, want one call and the other address", err, e.calls.Load())
	}
}

func TestRateIsSharedByHost(t *testing.T) {
	e := newEngine(t, func(http.ResponseWriter, *http.Request, int) {})
	pool := httpclient.NewPool()
	t.Cleanup(pool.Close)
	var clients []*httpclient.Client
	for _, perSecond := range []float64{0, 50, 1000} { // the strictest wins, whatever the order and spelling
		c, err := pool.Client(strings.Replace(e.URL, "http", "HTTP", 1), httpclient.Policy{RatePerSecond: perSecond}, nil)
		if err != nil {
			t.Fatal(err)
		}
		clients = append(clients, c)
	}
	begin := time.Now()
	for i := range 11 {
		if _, err := clients[i%3].Do(t.Context(), httpclient.Request{URL: e.URL}); err != nil {
			t.Fatal(err)
		}
	}
	if took := time.Since(begin); took < 195*time.Millisecond { // the first at once, ten more 20 ms apart
		t.Errorf("11 calls took %v, want 200 ms at 50 per second", took)
	}

	slow, err := httpclient.NewPool().Client(e.URL, httpclient.Policy{RatePerSecond: 0.01}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, err := slow.Do(ctx, httpclient.Request{URL: e.URL}); err != nil {
		t.Fatal(err)
	}
	_, err = slow.Do(ctx, httpclient.Request{URL: e.URL})
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "rate limit of 0.01 per second") {
		t.Errorf("error = %v, want a deadline that the rate limit makes hopeless", err)
	}
	if ctx.Err() != nil {
		t.Error("it waited for the deadline, want the error at once")
	}
}

func TestValidate(t *testing.T) {
	p := httpclient.Policy{Retries: new(-1), RatePerSecond: -2, MaxWait: 30, MaxBody: -1}
	err := p.Validate()
	for _, want := range []string{"retries is -1", "rate_per_second is -2", "max_wait is 30ns", "max_body_bytes is -1"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Validate = %v, want it to say %q", err, want)
		}
	}
	if err := (httpclient.Policy{}).Validate(); err != nil {
		t.Errorf("zero policy: %v", err)
	}
	for _, address := range []string{"", "localhost:9200", "/path", "ftp://host/", "http://", "http://[::1"} {
		if _, err := httpclient.NewPool().Client(address, httpclient.Policy{}, nil); err == nil {
			t.Errorf("Client(%q): no error", address)
		}
	}
}
