package rerank_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/fingerprint"
	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/embedded"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// settings reads YAML as strictly as a configuration is read.
func settings(t testing.TB, text string) rerank.Settings {
	t.Helper()
	var s rerank.Settings
	d := yaml.NewDecoder(strings.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&s); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return s
}

// The declarations that the documentation shows, each good as it is.
func TestDeclarations(t *testing.T) {
	for _, text := range []string{
		"{method: lexical}",
		"{method: lexical, top_n: 20, language: french, corpus: docs/}",
		"{method: lexical, text: hits}",
		"{method: cohere, model: rerank-v3.5, api_key: '${COHERE_API_KEY}'}",
		"{method: cohere_v2, model: rerank-v4.0-pro, api_key: '${COHERE_API_KEY}', rate_per_second: 10}",
		"{method: jina, model: jina-reranker-v3, api_key: '${JINA_API_KEY}', top_n: 64}",
		"{method: vllm, url: 'http://localhost:8000/v1/rerank', model: BAAI/bge-reranker-v2-m3, truncate: true}",
		"{method: tei, url: 'http://localhost:8080/rerank', batch_size: 32, truncate: true, text: corpus, corpus: corpus.jsonl, retries: 5, max_wait: 10s}",
		"{method: tei, url: '${TEI_URL}', headers: {Authorization: 'Bearer ${TEI_KEY}', X-Team: search}}",
		"{method: tei, url: 'http://${TEI_HOST}:8080/rerank'}",
		"{method: tei, url: 'http://user:${TEI_PASSWORD}@localhost/rerank'}",
	} {
		s := settings(t, text)
		if err := s.Validate(); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		written, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back rerank.Settings
		d := json.NewDecoder(bytes.NewReader(written))
		d.DisallowUnknownFields()
		if err := d.Decode(&back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s, back); diff != "" {
			t.Errorf("%s: through JSON (-want +got):\n%s", text, diff)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, test := range []struct{ name, settings, want string }{
		{"no method", "{top_n: 3}", "method is missing: want one of cohere, cohere_v2, jina, lexical, tei, vllm"},
		{"unknown method", "{method: bert}", `method "bert": want one of cohere,`},
		{"top_n", "{method: lexical, top_n: 0}", "top_n is 0: want at least 1"},
		{"text", "{method: lexical, text: title}", `text "title": want hits or corpus`},
		{"text without corpus", "{method: lexical, text: corpus}", "no corpus is named"},
		{"hits and corpus", "{method: lexical, text: hits, corpus: x}", "want one of the two"},
		{"language", "{method: lexical, language: latin}", `language "latin": want one of english, french,`},
		{"lexical url", "{method: lexical, url: 'http://x/y'}", "url is set, but method lexical has no use for it"},
		{"lexical model", "{method: lexical, model: x}", "model is set"},
		{"lexical key", "{method: lexical, api_key: '${X}'}", "api_key is set"},
		{"lexical headers", "{method: lexical, headers: {A: b}}", "headers is set"},
		{"lexical batch", "{method: lexical, batch_size: 3}", "batch_size is set"},
		{"lexical truncate", "{method: lexical, truncate: true}", "truncate is set"},
		{"lexical retries", "{method: lexical, retries: 0}", "retries is set"},
		{"lexical rate", "{method: lexical, rate_per_second: 1}", "rate_per_second is set"},
		{"lexical wait", "{method: lexical, max_wait: 1s}", "max_wait is set"},
		{"lexical body", "{method: lexical, max_body_bytes: 1}", "max_body_bytes is set"},
		{"tei model", "{method: tei, url: 'http://x/rerank', model: x}", "model is set, but method tei has no use for it"},
		{"tei language", "{method: tei, url: 'http://x/rerank', language: english}", "language is set, but method tei"},
		{"no url", "{method: tei}", "url is missing: want a whole address"},
		{"relative url", "{method: tei, url: /rerank}", "url is not absolute"},
		{"other scheme", "{method: tei, url: 'ftp://x/rerank'}", "url is not absolute"},
		{"no path", "{method: tei, url: 'http://localhost:8080'}", "url has no path"},
		{"malformed", "{method: tei, url: 'http://x:y/rerank'}", "url is malformed"},
		{"password", "{method: tei, url: 'http://me:hunter2@x/rerank'}", "url has a password in plain text"},
		{"url reference", "{method: tei, url: 'http://x/${}'}", "url: ${ without a name"},
		{"no model", "{method: cohere}", "model is missing: method cohere needs its name"},
		{"cohere truncate", "{method: cohere, model: m, truncate: true}", "truncate is set, but method cohere has no use for it"},
		{"batch_size", "{method: tei, url: 'http://x/rerank', batch_size: 0}", "batch_size is 0: want at least 1"},
		{"plain key", "{method: cohere, model: m, api_key: hunter2}", "api_key is in plain text"},
		{"key reference", "{method: cohere, model: m, api_key: '${}'}", "api_key: ${ without a name"},
		{"header name", "{method: cohere, model: m, headers: {'a b': c}}", `header name "a b"`},
		{"header value", `{method: cohere, model: m, headers: {A: "b\nhunter2"}}`, "header A has a line break"},
		{"header reference", "{method: cohere, model: m, headers: {A: '${'}}", "header A: ${ without a name"},
		{"plain authorization", "{method: cohere, model: m, headers: {authorization: hunter2}}", "header authorization holds a secret in plain text"},
		{"two authorizations", "{method: cohere, model: m, api_key: '${K}', headers: {Authorization: '${L}'}}", "api_key and header Authorization"},
		{"policy", "{method: cohere, model: m, retries: 1000}", "retries is 1000"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := settings(t, test.settings)
			err := s.Validate()
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("Validate = %v, want it to say %q", err, test.want)
			}
			if faults := strings.Count(err.Error(), "\n") + 1; faults != 1 {
				t.Errorf("%d faults, want one:\n%v", faults, err)
			}
			if strings.Contains(err.Error(), "hunter2") {
				t.Errorf("a secret is quoted: %v", err)
			}
			if _, err := rerank.Open(t.Context(), s, newPool(t)); err == nil {
				t.Error("Open takes it")
			}
			if _, err := s.Fingerprint(t.Context()); err == nil {
				t.Error("Fingerprint takes it")
			}
		})
	}
}

func TestValidateReportsAll(t *testing.T) {
	err := settings(t, "{method: tei, top_n: -1, text: title, language: english, batch_size: 0, api_key: x, retries: -1}").Validate()
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"top_n", "text", "language", "batch_size", "url", "api_key", "retries"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no word of %s in:\n%v", want, err)
		}
	}
}

// The fingerprint follows what a ranking depends on and nothing else.
func TestFingerprint(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	one := write("one.jsonl", `{"_id": "d", "text": "wing"}`)
	same := write("same.jsonl", `{"_id": "d", "text": "wing"}`)
	other := write("other.jsonl", `{"_id": "d", "text": "wings"}`)
	tei := rerank.Settings{Method: "tei", URL: "http://localhost/rerank"}
	with := func(change func(*rerank.Settings)) rerank.Settings {
		s := tei
		change(&s)
		return s
	}
	for _, test := range []struct {
		name string
		a, b rerank.Settings
		same bool
	}{
		{"defaults written out", tei, with(func(s *rerank.Settings) { s.TopN, s.Text, s.BatchSize = new(50), "hits", new(32) }), true},
		{"language written out", rerank.Settings{Method: "lexical"}, rerank.Settings{Method: "lexical", Language: "english"}, true},
		{"vendor's address written out", rerank.Settings{Method: "jina", Model: "m"}, rerank.Settings{Method: "jina", Model: "m", URL: "https://api.jina.ai/v1/rerank"}, true},
		{"policy", tei, with(func(s *rerank.Settings) { s.Policy = httpclient.Policy{Retries: new(0), RatePerSecond: 2} }), true},
		{"api key", tei, with(func(s *rerank.Settings) { s.APIKey = "${K}" }), true},
		{"top_n", tei, with(func(s *rerank.Settings) { s.TopN = new(20) }), false},
		{"url", tei, with(func(s *rerank.Settings) { s.URL += "2" }), false},
		{"truncate", tei, with(func(s *rerank.Settings) { s.Truncate = true }), false},
		{"batch size", tei, with(func(s *rerank.Settings) { s.BatchSize = new(8) }), true},
		{"batch size of a listwise model", rerank.Settings{Method: "jina", Model: "m"}, rerank.Settings{Method: "jina", Model: "m", BatchSize: new(8)}, false},
		{"header", tei, with(func(s *rerank.Settings) { s.Headers = map[string]string{"X-Version": "2"} }), false},
		{"model", rerank.Settings{Method: "jina", Model: "m"}, rerank.Settings{Method: "jina", Model: "n"}, false},
		{"method", rerank.Settings{Method: "cohere", Model: "m"}, rerank.Settings{Method: "jina", Model: "m"}, false},
		{"corpus elsewhere", with(func(s *rerank.Settings) { s.Corpus = one }), with(func(s *rerank.Settings) { s.Corpus = same }), true},
		{"other corpus", with(func(s *rerank.Settings) { s.Corpus = one }), with(func(s *rerank.Settings) { s.Corpus = other }), false},
		{"corpus or hits", tei, with(func(s *rerank.Settings) { s.Corpus = one }), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, errA := test.a.Fingerprint(t.Context())
			b, errB := test.b.Fingerprint(t.Context())
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			if len(a) != 64 || (a == b) != test.same {
				t.Errorf("%s and %s, want them the same: %v", a, b, test.same)
			}
		})
	}
	variable := rerank.Settings{Method: "tei", URL: "${RERANK_TEST_SERVER}/rerank"}
	if print, err := variable.Fingerprint(t.Context()); err == nil || !strings.Contains(err.Error(), "url: environment variable RERANK_TEST_SERVER is not set") {
		t.Errorf("Fingerprint = %q, %v, want an error that names the variable", print, err)
	}
	for server, same := range map[string]bool{"http://localhost": true, "http://me:hunter2@localhost": true, "http://elsewhere": false} {
		t.Setenv("RERANK_TEST_SERVER", server)
		a, errA := variable.Fingerprint(t.Context())
		b, errB := tei.Fingerprint(t.Context())
		if errA != nil || errB != nil || (a == b) != same {
			t.Errorf("behind the variable %s: %s, %v and %s, %v, want them the same: %v", server, a, errA, b, errB, same)
		}
	}
	if _, err := (rerank.Settings{Method: "lexical", Corpus: filepath.Join(dir, "nosuch")}).Fingerprint(t.Context()); err == nil {
		t.Error("a corpus that is not there: no error")
	}
}

// Scores that were stored when the content of a corpus was named by the fingerprint of an index over it are found again:
// the name is the one that package embedded still gives, for as long as its format is 1.
func TestFingerprintOfCorpus(t *testing.T) {
	path := filepath.Join(t.TempDir(), "corpus.jsonl")
	if err := os.WriteFile(path, []byte(`{"_id": "d", "text": "wing"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	index, err := embedded.Settings{Corpus: path}.Fingerprint(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want, err := fingerprint.Of(struct {
		Format   int
		TopN     int
		Corpus   string
		Settings rerank.Settings
	}{1, rerank.DefaultTopN, index, rerank.Settings{Method: "lexical", Text: "corpus", Language: "english"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := (rerank.Settings{Method: "lexical", Corpus: path}).Fingerprint(t.Context()); got != want || err != nil {
		t.Errorf("Fingerprint = %s, %v, want %s", got, err, want)
	}
}

func TestRebased(t *testing.T) {
	upper := func(path string) string { return "at/" + path }
	if s := (rerank.Settings{Corpus: "c"}).Rebased(upper); s.Corpus != "at/c" {
		t.Errorf("corpus %q, want at/c", s.Corpus)
	}
	if s := (rerank.Settings{}).Rebased(upper); s.Corpus != "" {
		t.Errorf("corpus %q, want none", s.Corpus)
	}
}

// A method that no one has is answered with those that there are.
func TestUnknownMethod(t *testing.T) {
	for method, want := range map[string]string{
		"backwards": `method "backwards": want one of cohere, cohere_v2, jina, lexical, tei, vllm`,
		"":          "method is missing: want one of cohere, cohere_v2, jina, lexical, tei, vllm",
	} {
		if err := (rerank.Settings{Method: method}).Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("method %q: %v, want %s", method, err, want)
		}
	}
}

func TestNewStep(t *testing.T) {
	if _, err := rerank.NewStep(rerank.Lexical{}, 0); err == nil {
		t.Error("top_n 0: no error")
	}
	for _, test := range []struct {
		name   string
		values []float64
		want   string
	}{
		{"too few", []float64{1}, "1 scores for 2 passages"},
		{"NaN", []float64{1, math.NaN()}, `document "d1": score NaN`},
		{"infinite", []float64{math.Inf(-1), 1}, `document "d0": score -Inf`},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rerank.Func(func(context.Context, retrieval.Query, []rerank.Passage) (rerank.Scores, error) {
				return rerank.Scores{Values: test.values}, nil
			})
			step, err := rerank.NewStep(r, 10)
			if err != nil {
				t.Fatal(err)
			}
			hits, scores, err := step.Rerank(t.Context(), anyQuery, hitsOf("a", "b"), nil)
			if err == nil || !strings.Contains(err.Error(), test.want) || hits != nil || scores.Values != nil {
				t.Errorf("%v, %v, %v, want an error with %q", hits, scores, err, test.want)
			}
		})
	}
}

func TestWarnings(t *testing.T) {
	for text, want := range map[string]string{
		"{method: tei, url: 'http://h/rerank?api_key=hunter2'}":         "url: the parameter api_key seems to be a secret in plain text",
		"{method: tei, url: 'http://h/rerank?api_key=${KEY}&key=name'}": "",
		"{method: lexical}": "",
	} {
		got := strings.Join(settings(t, text).Warnings(), "\n")
		if (got == "") != (want == "") || !strings.HasPrefix(got, want) || strings.Contains(got, "hunter2") {
			t.Errorf("%s: warnings %q, want %q", text, got, want)
		}
	}
}
