package httpsearch_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/httpsearch"
)

// The state is the answer to a request, or what an expression finds in it; it is not part of the fingerprint.
func TestReadState(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/version" || r.Header.Get("X-Tenant") != "t1" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		_, _ = w.Write([]byte(`{"index": {"build": 12}, "now": "12:01:07"}`))
	}))
	defer server.Close()
	base := httpsearch.Settings{Server: server.URL, URL: "/search?q={{urlquery .Query}}", Hits: ".hits[]", Headers: map[string]string{"X-Tenant": "t1"}}
	pool := httpclient.NewPool()
	for _, tt := range []struct {
		name, url, value string
		want             string // or a part of the error
		failed           bool
	}{
		{"all of it", "/version", "", `{"index": {"build": 12}, "now": "12:01:07"}`, false},
		{"a part", "/version", ".index.build", "12", false},
		{"an address of its own", server.URL + "/version", ".index.build", "12", false},
		{"not there", "/nowhere", "", "404", true},
		{"nothing", "/version", ".missing", "gave nothing", true},
	} {
		s := base
		s.State = &httpsearch.State{URL: tt.url, Value: tt.value}
		if err := s.Validate(); err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		got, err := httpsearch.ReadState(t.Context(), s, pool)
		switch {
		case tt.failed && (err == nil || !strings.Contains(err.Error(), tt.want) || errors.Is(err, retrieval.ErrNoState)):
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		case !tt.failed && (err != nil || got != tt.want):
			t.Errorf("%s: %q, %v; want %q", tt.name, got, err, tt.want)
		}
		with, errWith := s.Fingerprint()
		without, errWithout := base.Fingerprint()
		if with != without || errWith != nil || errWithout != nil {
			t.Errorf("%s: fingerprints %s and %s, %v, %v; want the same", tt.name, with, without, errWith, errWithout)
		}
	}
	// Next to an absolute url a path is one of the same server.
	absolute := base
	absolute.Server, absolute.URL, absolute.State = "", server.URL+"/search?q={{urlquery .Query}}", &httpsearch.State{URL: "/version", Value: ".index.build"}
	if err := absolute.Validate(); err != nil {
		t.Fatal(err)
	}
	if got, err := httpsearch.ReadState(t.Context(), absolute, pool); got != "12" || err != nil {
		t.Errorf("next to an absolute url: %q, %v; want 12", got, err)
	}
	for text, want := range map[httpsearch.State]string{
		{}:                             "state: url is missing",
		{URL: "http://u:pw1234567@h/"}: "state: the url has a password",
		{URL: "/v", Value: ".["}:       "state: value",
	} {
		s := base
		s.State = &text
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", text, err, want)
		}
	}
}
