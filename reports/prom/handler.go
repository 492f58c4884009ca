package prom

import (
	"bytes"
	"net/http"
)

// ServeHTTP answers a scrape with everything that was published. Anyone who may
// ask, and by which method, is decided by the server around it.
func (c *Collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body bytes.Buffer
	if err := write(&body, c.families(true)); err != nil { // a buffer takes everything
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(body.Bytes()) // no one is there to be told
}
