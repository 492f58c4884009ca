package retrievaltest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rankduel/rankduel/retrieval"
)

// faults returns ways in which an engine behind HTTP can misbehave.
func (e HTTPEngine) faults(tb testing.TB) []Fault {
	tb.Helper()
	body := e.body(tb)
	list := []Fault{
		e.fault("no answer", Hangs, hang),
		e.fault("no end of the answer", Hangs, func(w http.ResponseWriter, r *http.Request) {
			write(w, body[:len(body)/2])
			hang(w, r)
		}),
		e.fault("slow answer", Recovers, func(w http.ResponseWriter, _ *http.Request) {
			for _, b := range body {
				write(w, []byte{b})
				time.Sleep(100 * time.Microsecond)
			}
		}),
		e.fault("down", Unavailable, status(http.StatusServiceUnavailable, "")),
		e.fault("bad gateway", Unavailable, status(http.StatusBadGateway, "")),
		e.fault("gateway timeout", Unavailable, status(http.StatusGatewayTimeout, "")),
		e.fault("too many requests", Unavailable, status(http.StatusTooManyRequests, "")),
		e.fault("storm of 429 for an hour", Unavailable, status(http.StatusTooManyRequests, "3600")),
		e.fault("internal error", Fails, status(http.StatusInternalServerError, "")),
		e.fault("bad request", Fails, status(http.StatusBadRequest, "")),
		e.fault("answer cut", Unavailable, breakInBody(body)),
		{Name: "nobody there", Want: Unavailable, Open: func(tb testing.TB) retrieval.Retriever {
			server := httptest.NewServer(http.NotFoundHandler())
			server.Close()
			return e.Open(tb, server.URL)
		}},
		{Name: "down for two calls", Want: Recovers, Open: e.twice(status(http.StatusServiceUnavailable, ""))},
		{Name: "refuses two calls", Want: Recovers, Open: e.twice(status(http.StatusTooManyRequests, ""))},
		{Name: "answer cut twice", Want: Recovers, Open: e.twice(breakInBody(body))},
		e.fault("no hits", Empty, says([]byte(e.NoHits))),
		e.fault("empty body", Fails, says(nil)),
		e.fault("HTML", Fails, says([]byte("<!DOCTYPE html><html><body>Please log in</body></html>"))),
		e.fault("another type", Fails, says([]byte(`"a text"`))),
		e.fault("more than one value", Fails, says(append(append([]byte{}, body...), body...))),
		e.fault("not UTF-8", Fails, says([]byte("{\"\xff\": 1}"))),
	}
	// An answer that ends too early and says nothing of it is the worst: a shorter ranking that looks whole.
	for i := 1; i < 16; i++ {
		n := len(body) * i / 16
		list = append(list, e.fault(fmt.Sprintf("answer ends after %d of 16 parts", i), Fails, says(body[:n])))
	}
	return list
}

func (e HTTPEngine) fault(name string, want Outcome, handler http.HandlerFunc) Fault {
	return Fault{Name: name, Want: want, Open: func(tb testing.TB) retrieval.Retriever { return e.serve(tb, handler) }}
}

// twice misbehaves in the first two calls.
func (e HTTPEngine) twice(handler http.HandlerFunc) func(testing.TB) retrieval.Retriever {
	return func(tb testing.TB) retrieval.Retriever {
		var calls atomic.Int64
		return e.serve(tb, func(w http.ResponseWriter, r *http.Request) {
			if calls.Add(1) > 2 {
				e.Answer.ServeHTTP(w, r)
				return
			}
			handler(w, r)
		})
	}
}

// hang waits until the client gives up, which the server notices only when it has read the request.
func hang(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body) // the client may be gone already
	<-r.Context().Done()
}

// says answers with a body and status 200, as if it were all there is to say.
func says(body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { write(w, body) }
}

// breakInBody promises the body and breaks the connection in the middle of it.
func breakInBody(body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		write(w, body[:len(body)/2])
	}
}

// write sends at once. Its errors are those of a client that has gone, which is part of the play.
func write(w http.ResponseWriter, part []byte) {
	_, _ = w.Write(part)
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}
