package httpsearch_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/httpsearch"
)

// Whatever an engine answers: no panic, and hits only of a response that is JSON, in an order that agrees with
// their scores.
func FuzzResponse(f *testing.F) {
	for _, seed := range []string{
		`{"hits": [{"id": "a", "score": 2}, {"id": 7, "score": 1e-3, "text": ["t"], "spans": [{"start": 1, "end": 2}]}]}`,
		`{"hits": ["a", 12345678901234567890]}`, `{"hits": [{"id": null}]}`, `[`, "<html>", "", "\xff", `{"hits": 1e999}`,
	} {
		f.Add(seed)
	}
	var body string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }))
	defer server.Close()
	r, err := httpsearch.Open(httpsearch.Settings{
		URL: server.URL + "/{{path .Query}}", Hits: ".hits[]", Answer: ".answer", Failed: ".failed", Policy: httpclient.Policy{Retries: new(0)},
	}, httpclient.NewPool())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, response string) {
		body = response
		hits, err := r.Retrieve(t.Context(), retrieval.Query{Text: "x"}, 10)
		if err != nil {
			if len(hits) > 0 {
				t.Errorf("%d hits next to %v", len(hits), err)
			}
			return
		}
		if !json.Valid([]byte(response)) || !utf8.ValidString(response) {
			t.Errorf("hits %v of a response that is no JSON", hits)
		}
		for i, h := range hits {
			if h.ID == "" || math.IsNaN(h.Score) || i > 0 && h.Score > hits[i-1].Score {
				t.Errorf("hit %d is %+v, in %v", i, h, hits)
			}
		}
	})
}

// Whatever is asked: the engine reads the same question.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{"plain", "", `"a\`, "\x00", "é🜚\u2028", "a&b#c%zz", "\xff", "{{.K}}"} {
		f.Add(seed)
	}
	var inBody, inURL string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Q, Part string }
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || asked.Part != "<"+asked.Q+">" {
			f.Errorf("body %+v: %v", asked, err)
		}
		inBody, inURL = asked.Q, r.URL.Query().Get("q")
		_, _ = io.WriteString(w, "[]")
	}))
	defer server.Close()
	r, err := httpsearch.Open(httpsearch.Settings{
		URL: server.URL + "/?q={{urlquery .Query}}", Body: `{"q": {{json .Query}}, "part": "<{{jsonpart .Query}}>"}`, Hits: ".[]",
	}, httpclient.NewPool())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := r.Retrieve(t.Context(), retrieval.Query{Text: text}, 10); err != nil {
			t.Fatal(err)
		}
		if want := strings.ToValidUTF8(text, "�"); inBody != want || inURL != want {
			t.Errorf("asked %q in the body and %q in the url, want %q", inBody, inURL, want)
		}
	})
}

// One answer of 100 hits with texts, from bytes to hits and back through the loopback.
func BenchmarkRetrieve(b *testing.B) {
	var response strings.Builder
	response.WriteString(`{"timed_out": false, "_shards": {"total": 1, "failed": 0}, "hits": {"hits": [`)
	for i := range 100 {
		if i > 0 {
			response.WriteString(",")
		}
		fmt.Fprintf(&response, `{"_index": "i", "_id": "%d", "_score": %d.5, "_source": {"title": "Title %d", "body": %q}}`,
			i, 100-i, i, strings.Repeat("some words of a text ", 20))
	}
	response.WriteString(`]}}`)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, response.String()) }))
	defer server.Close()
	r := open(b, httpsearch.Settings{
		Preset: "elasticsearch", Server: server.URL,
		Params: map[string]any{"index": "i", "fields": []string{"body"}, "text": []string{"title", "body"}},
	})
	b.SetBytes(int64(response.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if hits, err := r.Retrieve(b.Context(), retrieval.Query{Text: "words"}, 100); err != nil || len(hits) != 100 {
			b.Fatal(len(hits), err)
		}
	}
}
