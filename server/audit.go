package server

import (
	"cmp"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/rankduel/rankduel/internal/problem"
	"github.com/rankduel/rankduel/server/access"
)

// audited writes a line for each request: who, what, the answer and how long it
// took. Neither what was sent nor what was answered is in it, and no token. A bug
// that would end the process is an answer of 500 and a line with where it was.
func audited(log *slog.Logger, clock func() time.Time, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := clock()
		ctx, visitor := access.Expect(r.Context())
		seen := &answer{ResponseWriter: w}
		defer func() {
			if bug := recover(); bug != nil {
				log.ErrorContext(ctx, "bug", "path", r.URL.Path, "panic", fmt.Sprint(bug), "stack", string(debug.Stack()))
				if seen.status == 0 {
					problem.Write(seen, http.StatusInternalServerError, "a bug in the server; its log says where")
				}
			}
			host, _, _ := net.SplitHostPort(r.RemoteAddr)
			log.InfoContext(ctx, "request", "who", visitor.Name, "from", host, "method", r.Method, "path", r.URL.Path,
				"status", seen.status, "bytes", seen.bytes, "ms", clock().Sub(began).Milliseconds())
		}()
		next.ServeHTTP(seen, r.WithContext(ctx))
	})
}

// An answer notes what is answered.
type answer struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (a *answer) WriteHeader(status int) {
	a.status = cmp.Or(a.status, status)
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) Write(p []byte) (int, error) {
	a.status = cmp.Or(a.status, http.StatusOK)
	n, err := a.ResponseWriter.Write(p)
	a.bytes += int64(n)
	return n, err
}

// Unwrap lets deadlines be set and answers be flushed.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
