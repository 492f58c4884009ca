// Package problem writes what an HTTP server has to say against a request, in the
// form of RFC 9457. It knows no route and no reason.
package problem

import (
	"encoding/json"
	"net/http"
)

// contentType is that of a problem.
const contentType = "application/problem+json"

// A document is what a client reads. Detail says what to do.
type document struct {
	Title  string `json:"title"` // of the status
	Status int    `json:"status"`
	Detail string `json:"detail,omitempty"`
}

// Write answers a request with a problem.
func Write(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(true) // no one shall read markup in it
	_ = e.Encode(document{Title: http.StatusText(status), Status: status, Detail: detail})
}
