package httpsearch_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/httpsearch"
)

// respond asks an engine that answers with body.
func respond(t *testing.T, s httpsearch.Settings, body string, k int) (retrieval.Response, error) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }))
	defer server.Close()
	s.URL = server.URL + "/{{path .Query}}"
	return open(t, s).Respond(t.Context(), retrieval.Query{ID: "q7", Text: "text"}, k)
}

func TestHits(t *testing.T) {
	many := `{"hits": [{"_id": "b", "s": 3.5}, {"_id": "a", "s": 3.5}, {"_id": "c", "s": -1e-9}]}`
	tests := []struct {
		name, hits, body string
		k                int
		want             []retrieval.Hit
	}{
		{"a stream", ".hits[] | {id: ._id, score: .s}", many, 9, []retrieval.Hit{{ID: "b", Score: 3.5}, {ID: "a", Score: 3.5}, {ID: "c", Score: -1e-9}}},
		{"a list", "[.hits[] | {id: ._id, score: .s}]", many, 9, []retrieval.Hit{{ID: "b", Score: 3.5}, {ID: "a", Score: 3.5}, {ID: "c", Score: -1e-9}}},
		{"cut at k", "[.hits[] | {id: ._id, score: .s}]", many, 2, []retrieval.Hit{{ID: "b", Score: 3.5}, {ID: "a", Score: 3.5}}},
		{"plain ids", ".[]", `["x", 7, 12345678901234567890, 1.0, 1e3, "1.0"]`, 9, []retrieval.Hit{
			{ID: "x", Score: 6}, {ID: "7", Score: 5}, {ID: "12345678901234567890", Score: 4}, {ID: "1.0", Score: 3}, {ID: "1e3", Score: 2}, {ID: "1.0", Score: 1},
		}},
		{"order without scores", ".[] | {id: .}", `["x", "y", "z"]`, 2, []retrieval.Hit{{ID: "x", Score: 2}, {ID: "y", Score: 1}}},
		{"numbers that jq made", ".[] | {id: (. * 2), score: (1 / .)}", `[1, 4]`, 9, []retrieval.Hit{{ID: "2", Score: 1}, {ID: "8", Score: 0.25}}},
		{"a distance", ".[] | {id: .[0], score: (-.[1])}", `[["x", 0.1], ["y", 0.4]]`, 9, []retrieval.Hit{{ID: "x", Score: -0.1}, {ID: "y", Score: -0.4}}},
		{"infinite", `.[] | {id: ., score: (if . == "x" then infinite else -infinite end)}`, `["x", "y"]`, 9, []retrieval.Hit{{ID: "x", Score: math.Inf(1)}, {ID: "y", Score: math.Inf(-1)}}},
		{"everything", ".[]", `[{"id": "a#2", "score": 1, "text": ["t", "u"], "document": 9007199254740993, "spans": [{"start": 1, "end": 1}, {"start": 3, "end": 8}]},
			{"id": "b", "score": 0, "text": null, "document": null, "spans": null}]`, 9, []retrieval.Hit{
			{ID: "a#2", Score: 1, Text: "t\nu", Document: "9007199254740993", Spans: []retrieval.Span{{Start: 1, End: 1}, {Start: 3, End: 8}}}, {ID: "b"},
		}},
		{"variables", `[$query, $id, "\($k)", $params.field[0]] | .[]`, `{}`, 9, []retrieval.Hit{{ID: "text", Score: 4}, {ID: "q7", Score: 3}, {ID: "9", Score: 2}, {ID: "f", Score: 1}}},
		{"one object", ".", `{"id": "x", "score": 2}`, 9, []retrieval.Hit{{ID: "x", Score: 2}}},
		{"endless", "repeat(1)", `{}`, 2, []retrieval.Hit{{ID: "1", Score: 2}, {ID: "1", Score: 1}}},
		{"an id twice, which is for whoever scores it", ".[]", `["x", "y", "x"]`, 9, []retrieval.Hit{{ID: "x", Score: 3}, {ID: "y", Score: 2}, {ID: "x", Score: 1}}},
		{"none", "empty", `{}`, 9, []retrieval.Hit{}},
		{"white space around", ".[]", " \n[\"x\"]\r\n ", 9, []retrieval.Hit{{ID: "x", Score: 1}}},
		{"nothing asked", ".[]", `["x"]`, 0, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := httpsearch.Settings{Hits: test.hits}
			if strings.Contains(test.hits, "$params") {
				s.Params = map[string]any{"field": []string{"f"}}
			}
			got, err := respond(t, s, test.body, test.k)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got.Hits); diff != "" {
				t.Errorf("hits (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMalformedHits(t *testing.T) {
	tests := []struct{ name, hits, body, want string }{
		{"not a list", ".hits[]", `{"hits": 3}`, "hits: cannot iterate over: number (3); the response begins {"},
		{"no hits", ".hits[]", `{"error": "no such index"}`, `cannot iterate over: null; the response begins {"error": "no such index"}`},
		{"no id", ".[]", `[{"id": "x"}, {"_id": "y"}]`, "hits: hit 2: no id: want a text or a number"},
		{"empty id", ".[]", `[""]`, "hit 1: the id is empty"},
		{"null", ".[]", `[null]`, "hit 1: no id"},
		{"id of another type", ".[]", `[{"id": ["x"]}]`, "id is a list: want a text or a number"},
		{"id is true", ".[]", `[true]`, "id is true or false"},
		{"score is a text", ".[]", `[{"id": "x", "score": "0.5"}]`, `id "x": score is a text: want a number; in jq, tonumber makes one of a text`},
		{"score is NaN", ".[] | {id: ., score: nan}", `["x"]`, "score is NaN"},
		{"score out of range", ".[]", `[{"id": "x", "score": 1e999}]`, "score 1e999 is out of range"},
		{"score missing once", ".[]", `[{"id": "x", "score": 1}, {"id": "y"}]`, "hit 2 and hit 1 differ in having a score"},
		{"rising", ".[]", `[{"id": "x", "score": 1}, {"id": "y", "score": 1.5}]`, `hits: hit 2 (id "y"): the score rises from 1 to 1.5: want the best first`},
		{"typing error", ".[]", `[{"id": "x", "socre": 1}]`, `unknown key "socre": want id, score, text, document, spans`},
		{"text of another type", ".[]", `[{"id": "x", "text": 7}]`, "text is a number"},
		{"texts of another type", ".[]", `[{"id": "x", "text": ["a", {}]}]`, "text has an object in its list"},
		{"document of another type", ".[]", `[{"id": "x", "document": {}}]`, "document: id is an object"},
		{"spans", ".[]", `[{"id": "x", "spans": {}}]`, "spans is an object"},
		{"span", ".[]", `[{"id": "x", "spans": [[1, 2]]}]`, "span 1 is a list"},
		{"span from 0", ".[]", `[{"id": "x", "spans": [{"start": 0, "end": 2}]}]`, "span 1: want lines, whole numbers 1 ≤ start ≤ end"},
		{"span backwards", ".[]", `[{"id": "x", "spans": [{"start": 3, "end": 2}]}]`, "span 1: want lines, whole numbers 1 ≤ start ≤ end"},
		{"span of a half", ".[]", `[{"id": "x", "spans": [{"start": 1.5, "end": 2}]}]`, "span 1: want lines, whole numbers 1 ≤ start ≤ end"},
		{"expression fails", `error("on purpose")`, `{}`, "hits: error: on purpose"},
		{"HTML", ".[]", "<html><title>Log in</title>", "HTML or XML and not JSON: is the url that of the search API?; the response begins Log in"},
		{"empty", ".[]", " \n", "the response is empty"},
		{"cut", ".[]", `["x", "y`, "the response: malformed JSON: cut off after 8 bytes"},
		{"two values", ".[]", `["x"] ["y"]`, "more follows the JSON value"},
		{"a bracket too many", ".[]", `["x"]]`, "more follows the JSON value"},
		{"no JSON", ".[]", `nope`, "malformed JSON at byte 2: invalid character"},
		{"not UTF-8", ".[]", "[\"caf\xe9\"]", "not UTF-8"},
		{"a key twice", ".hits[]", `{"hits": ["x"], "hits": ["y"]}`, `the response: malformed JSON at byte 17: the key "hits" comes twice in one object; the response begins {`},
		{"a key of a hit twice", ".[]", `[{"id": "x", "score": 2, "score": 1}]`, `the key "score" comes twice in one object`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := respond(t, httpsearch.Settings{Hits: test.hits}, test.body, 9)
			if err == nil || !strings.Contains(err.Error(), test.want) || len(got.Hits) > 0 {
				t.Errorf("hits %v, error %v\nwant one that says %q", got.Hits, err, test.want)
			}
			if errors.Is(err, retrieval.ErrUnavailable) {
				t.Errorf("error %v says that the engine is down", err)
			}
		})
	}
}

func TestAnswer(t *testing.T) {
	tests := []struct {
		name, body string
		want       *retrieval.Answer
		fault      string
	}{
		{"none", `null`, nil, ""},
		{"refusal", `{"text": "I do not know"}`, &retrieval.Answer{Text: "I do not know"}, ""},
		{"paths", `{"text": "so", "citations": ["a.md", "b.md"]}`, &retrieval.Answer{Text: "so", Grounded: true, Citations: []retrieval.Citation{{Path: "a.md"}, {Path: "b.md"}}}, ""},
		{"objects", `{"text": "so", "grounded": false, "citations": [{"path": "a.md"}]}`, &retrieval.Answer{Text: "so", Citations: []retrieval.Citation{{Path: "a.md"}}}, ""},
		{"claims without citing", `{"text": "so", "grounded": true, "citations": []}`, &retrieval.Answer{Text: "so", Grounded: true}, ""},
		{"a text", `"so"`, nil, "it is a text: want {text, grounded, citations}"},
		{"grounded is a text", `{"text": "so", "grounded": "yes"}`, nil, "grounded is a text"},
		{"citations is a text", `{"text": "so", "citations": "a.md"}`, nil, "citations is a text"},
		{"no path", `{"text": "so", "citations": ["a.md", {}]}`, nil, "citation 2: want a path"},
		{"no text", `{"text": null, "citations": ["a.md"]}`, nil, "there is no text"},
		{"typing error", `{"txt": "so"}`, nil, `unknown key "txt"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := respond(t, httpsearch.Settings{Hits: ".hits[]", Answer: ".answer"}, `{"hits": ["x"], "answer": `+test.body+`}`, 9)
			if test.fault != "" {
				if err == nil || !strings.Contains(err.Error(), "answer: "+test.fault) || got.Hits != nil {
					t.Errorf("response %+v, error %v, want one that says %q", got, err, test.fault)
				}
				return
			}
			if err != nil || got.Attempts != 1 || got.Took <= 0 {
				t.Errorf("error %v after %d attempts, %v", err, got.Attempts, got.Took)
			}
			if diff := cmp.Diff(test.want, got.Answer); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
		})
	}
	if _, err := respond(t, httpsearch.Settings{Hits: "empty", Answer: `{text: ""}, {text: ""}`}, `{}`, 9); err == nil || !strings.Contains(err.Error(), "answer: the expression gave more than one") {
		t.Errorf("error = %v, want more than one answer", err)
	}
}

func TestFailed(t *testing.T) {
	for failed, want := range map[string]string{
		"null": "", "false": "", `""`: "", "empty": "", "false, null": "", ".ok | not": "",
		"true": "not whole", `"a shard is missing"`: "not whole: a shard is missing", `null, "late"`: "not whole: late",
		"7": "failed: the expression gave a number", ".x[]": "failed: cannot iterate over: null",
	} {
		got, err := respond(t, httpsearch.Settings{Hits: ".hits[]", Failed: failed}, `{"hits": ["x"], "ok": true}`, 9)
		if want == "" {
			if err != nil || len(got.Hits) != 1 {
				t.Errorf("failed: %s: hits %v, error %v, want a success", failed, got.Hits, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) || len(got.Hits) > 0 {
			t.Errorf("failed: %s: hits %v, error %v, want %q", failed, got.Hits, err, want)
		}
		if errors.Is(err, httpsearch.ErrDegraded) != strings.Contains(want, "not whole") {
			t.Errorf("failed: %s: error %v, ErrDegraded %v", failed, err, errors.Is(err, httpsearch.ErrDegraded))
		}
	}
}

// An expression that never ends does not outlive its context.
func TestEndlessExpression(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "{}") }))
	t.Cleanup(server.Close)
	r := open(t, httpsearch.Settings{URL: server.URL + "/{{path .Query}}", Hits: "def f: f; f"})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond) // less than its steps take
	defer cancel()
	begin := time.Now()
	if _, err := r.Retrieve(ctx, retrieval.Query{Text: "x"}, 5); !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) > 5*time.Second {
		t.Errorf("error %v after %v, want context.DeadlineExceeded", err, time.Since(begin))
	}
}

func TestSecrets(t *testing.T) {
	const secret = `hun/ter "2"`
	t.Setenv("RANKDUEL_TEST_KEY", secret)
	var auth, header, query string
	echo := true
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		auth, header, query = r.Header.Get("Authorization"), r.Header.Get("X-Api-Key"), r.FormValue("key")
		if echo {
			fmt.Fprintf(w, `{"echo": [%q, %q, %q]}`, auth, header, r.URL.String())
			return
		}
		http.Error(w, auth+header+r.URL.String(), http.StatusUnauthorized)
	}))
	t.Cleanup(server.Close)
	s := httpsearch.Settings{
		URL: server.URL + "/?key=${RANKDUEL_TEST_KEY}&q={{urlquery .Query}}", Headers: map[string]string{"x-api-key": "${RANKDUEL_TEST_KEY}"},
		Username: "me", Password: "${RANKDUEL_TEST_KEY}", Hits: ".echo[] | error", Failed: ".failed", Policy: httpclient.Policy{Retries: new(0)},
	}
	check := func(what string, err error) {
		t.Helper()
		if err == nil {
			t.Errorf("%s: no error", what)
			return
		}
		for _, form := range []string{"hun", "/ter", "Fter", "2%22", "aHVu", strings.TrimPrefix(auth, "Basic ")} {
			if form != "" && strings.Contains(fmt.Sprintf("%v %+v", err, errors.Unwrap(err)), form) {
				t.Errorf("%s: %q is in %v", what, form, err)
			}
		}
	}
	ask := func() error {
		_, err := open(t, s).Retrieve(t.Context(), retrieval.Query{Text: "${RANKDUEL_TEST_KEY}"}, 5)
		return err
	}
	check("an expression that quotes the response", ask())
	if want := "Basic bWU6aHVuL3RlciAiMiI="; auth != want { // printf 'me:hun/ter "2"' | base64
		t.Errorf("Authorization = %q, want %q", auth, want)
	}
	if header != secret || query != secret {
		t.Errorf("header %q, parameter %q, want %q", header, query, secret)
	}
	s.Failed = ".echo | tostring"
	check("a failure that quotes the response", ask())
	s.Failed, s.Hits = "", ".none[]"
	check("a response that is quoted", ask())
	echo = false
	check("a status", ask())
	server.Close()
	check("a connection", ask())

	print, err := s.Fingerprint()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("RANKDUEL_TEST_KEY", "another")
	if other, err := s.Fingerprint(); err != nil || other != print {
		t.Errorf("the fingerprint depends on the secret (error %v)", err)
	}
	s.Headers = map[string]string{"X-Api-Key": "${RANKDUEL_TEST_UNSET}", "X-Other-Key": "${RANKDUEL_TEST_UNSET_TOO}"}
	_, err = httpsearch.Open(s, httpclient.NewPool())
	for _, want := range []string{"header X-Api-Key: environment variable RANKDUEL_TEST_UNSET is not set", "RANKDUEL_TEST_UNSET_TOO"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Open = %v, want it to say %q", err, want)
		}
	}
}

// A secret that comes back stays out of what is recorded.
func TestEchoedSecrets(t *testing.T) {
	t.Setenv("RANKDUEL_TEST_KEY", "hunter2/hunter2")
	for body, want := range map[string]string{
		`{"hits": [{"id": "a", "text": "asked with hunter2/hunter2"}], "answer": "hunter2%2fhunter2?"}`: "",
		`{"hits": ["a", "b?key=hunter2%2Fhunter2"]}`:                                                    "hit 2: its id holds a secret of the declaration, which would be recorded: have the engine send the id alone",
		`{"hits": [{"id": "a", "document": "hunter2\/hunter2"}]}`:                                       "hit 1: its document holds a secret",
	} {
		got, err := respond(t, httpsearch.Settings{
			Hits: ".hits[]", Answer: "if .answer then {text: .answer} else null end", Headers: map[string]string{"X-Api-Key": "${RANKDUEL_TEST_KEY}"},
		}, body, 9)
		switch {
		case want == "" && (err != nil || got.Hits[0].Text != "asked with [secret]" || got.Answer.Text != "[secret]?"):
			t.Errorf("%s: %+v, error %v, want the secret masked", body, got, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") || got.Hits != nil):
			t.Errorf("%s: %v, error %v, want %q", body, got.Hits, err, want)
		}
	}
}

// A question is data: nothing in it is a template, a secret or a second parameter.
func TestQueryIsData(t *testing.T) {
	t.Setenv("RANKDUEL_TEST_KEY", "hunter2")
	const text = `${RANKDUEL_TEST_KEY} {{.K}}&k=1`
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if got := r.URL.Query(); got.Get("q") != text || len(got) != 1 {
			t.Errorf("asked %v, want q = %q alone", got, text)
		}
	}))
	t.Cleanup(server.Close)
	r := open(t, httpsearch.Settings{URL: server.URL + "/?q={{urlquery .Query}}", Hits: "empty", Headers: map[string]string{"X-Key": "${RANKDUEL_TEST_KEY}"}})
	if _, err := r.Retrieve(t.Context(), retrieval.Query{Text: text}, 5); err == nil {
		t.Error("an empty response gave no error")
	}
}
