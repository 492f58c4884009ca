package httpclient_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/internal/secrets"
)

func discard() *log.Logger { return log.New(io.Discard, "", 0) }

// nasty is a secret that no encoding leaves as it is.
const nasty = `pä ss/w+o"r<d>&x=1@:%`

func environment(name string) (string, bool) {
	v, ok := map[string]string{
		"KEY": "abcd1234", "NASTY": nasty, "EMPTY": "", "LONG": "abcd1234-and-more",
	}[name]
	return v, ok
}

// Whatever goes wrong, no error shows a secret: neither one that the engine echoes nor one in the address.
func TestNoErrorShowsASecret(t *testing.T) {
	failures := map[string]func(http.ResponseWriter, *http.Request){
		"echo": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusBadRequest)
			_ = json.NewEncoder(w).Encode(map[string]any{"url": r.URL.String(), "query": r.URL.Query(), "headers": r.Header})
		},
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/new"+r.URL.String(), http.StatusFound)
		},
		"cut":     func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Length", "9") },
		"garbage": func(w http.ResponseWriter, r *http.Request) { hijack(w, r.URL.String()+"\r\n\r\n") },
		"refused": nil,
	}
	for name, fail := range failures {
		t.Run(name, func(t *testing.T) {
			e := newEngine(t, func(w http.ResponseWriter, r *http.Request, _ int) { fail(w, r) })
			if fail == nil {
				e.Close()
			}
			s := secrets.New(environment)
			address, err := s.ExpandURL(strings.Replace(e.URL, "://", "://me:${NASTY}@", 1) + "/p/${KEY}?key=${NASTY}")
			if err != nil {
				t.Fatal(err)
			}
			header, err := s.Expand("${LONG}")
			if err != nil {
				t.Fatal(err)
			}
			c, err := httpclient.NewPool().Client(address, quick, s)
			if err != nil {
				t.Fatal(err)
			}
			_, err = c.Do(t.Context(), httpclient.Request{URL: address, Header: http.Header{"X-Api-Key": {header}}})
			if err == nil {
				t.Fatal("no error")
			}
			for e := err; e != nil; e = unwrap(e) { // the errors inside are errors that someone may print, too
				for _, secret := range []string{
					"abcd1234", nasty, url.QueryEscape(nasty), url.PathEscape(nasty), "ss/w", "ss%2Fw",
					base64.StdEncoding.EncodeToString([]byte("me:" + nasty)),
				} {
					if text := fmt.Sprintf("%v %+v", e, e); strings.Contains(text, secret) {
						t.Errorf("%q is in %s", secret, text)
					}
				}
			}
		})
	}
}

func unwrap(err error) error {
	if u, ok := err.(interface{ Unwrap() error }); ok {
		return u.Unwrap()
	}
	return nil
}

func hijack(w http.ResponseWriter, answer string) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer func() { _ = conn.Close() }()
	_, _ = io.WriteString(conn, answer)
}
