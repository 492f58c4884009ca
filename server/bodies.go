package server

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"

	"golang.org/x/sync/semaphore"

	"github.com/rankduel/rankduel/internal/problem"
)

// bodies reads the body of each request before anybody works on it: within a time, up to a size, and no more of all
// requests together than memory is meant for. After that nothing waits for a client any more. Nothing is unpacked.
func bodies(l Limits) func(http.Handler) http.Handler {
	room := semaphore.NewWeighted(max(l.Bodies, l.Body))
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.ContentLength == 0 || r.Body == nil {
				next.ServeHTTP(w, r)
				return
			}
			if coding := r.Header.Get("Content-Encoding"); coding != "" && coding != "identity" {
				w.Header().Set("Accept-Encoding", "identity")
				problem.Write(w, http.StatusUnsupportedMediaType, "the request is compressed; send it as it is: how large it becomes is not known before")
				return
			}
			if r.ContentLength > l.Body {
				tooLarge(w, l.Body)
				return
			}
			size := r.ContentLength
			if size < 0 { // it does not say
				size = l.Body
			}
			if !room.TryAcquire(size) {
				w.Header().Set("Retry-After", "2")
				problem.Write(w, http.StatusTooManyRequests, "as much is being sent to the server as it takes at once; try again later")
				return
			}
			defer room.Release(size)
			body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, l.Body))
			var large *http.MaxBytesError
			switch {
			case errors.As(err, &large):
				tooLarge(w, l.Body)
				return
			case errors.Is(err, os.ErrDeadlineExceeded):
				problem.Write(w, http.StatusRequestTimeout, fmt.Sprintf("the request was not here within %v", l.Slow))
				return
			case err != nil:
				problem.Write(w, http.StatusBadRequest, "the request broke off")
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			next.ServeHTTP(w, r)
		})
	}
}

// tooLarge ends the connection: otherwise what was not read would be read first, to be thrown away.
func tooLarge(w http.ResponseWriter, limit int64) {
	w.Header().Set("Connection", "close")
	problem.Write(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the request is larger than the %d bytes that this server takes; `rankduel serve --max-body` sets that", limit))
}
