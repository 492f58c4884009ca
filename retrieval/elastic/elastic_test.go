package elastic_test

import (
	"encoding/json"
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
	"github.com/rankduel/rankduel/retrieval/elastic"
	"github.com/rankduel/rankduel/retrieval/httpsearch"
	"github.com/rankduel/rankduel/retrieval/internal/adaptertest"
	"github.com/rankduel/rankduel/retrieval/retrievaltest"
)

func open(tb testing.TB, s elastic.Settings) retrieval.Retriever {
	tb.Helper()
	pool := httpclient.NewPool()
	tb.Cleanup(pool.Close)
	r, err := elastic.Open(s, pool)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// envelope returns the response format of
// https://www.elastic.co/guide/en/elasticsearch/reference/8.19/search-search.html#search-api-response-body
func envelope(hits ...string) string {
	return `{"took": 5, "timed_out": false, "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0},
		"hits": {"total": {"value": 3, "relation": "eq"}, "max_score": 2.5, "hits": [` + strings.Join(hits, ",") + `]}}`
}

// index is an engine that finds the same three documents whatever it is asked.
func index(w http.ResponseWriter, r *http.Request) {
	hits := []string{
		`{"_index": "docs", "_id": "b", "_score": 2.5, "_source": {"title": "Wings", "meta": {"body": "lift"}}}`,
		`{"_index": "docs", "_id": "a", "_score": 1, "_source": {"title": "Flutter"}}`,
		`{"_index": "docs", "_id": "c", "_score": 1, "_source": {}}`,
	}
	var asked struct{ Size int }
	if json.NewDecoder(r.Body).Decode(&asked) == nil {
		hits = hits[:min(asked.Size, len(hits))]
	}
	fmt.Fprint(w, envelope(hits...))
}

func settings(address string) elastic.Settings {
	return elastic.Settings{
		URL: address, Index: "docs", Fields: []string{"title^2", "meta.body"}, Text: []string{"title", "meta.body"},
		Policy: httpclient.Policy{Retries: new(2), MaxWait: 2 * time.Second},
	}
}

func TestSuite(t *testing.T) {
	retrievaltest.Run(t, func(tb testing.TB) retrieval.Retriever {
		server := httptest.NewServer(http.HandlerFunc(index))
		tb.Cleanup(server.Close)
		return open(tb, settings(server.URL))
	}, retrieval.Query{ID: "1", Text: "anything"})
}

func TestFaults(t *testing.T) {
	t.Parallel()
	engine := retrievaltest.HTTPEngine{
		Answer: http.HandlerFunc(index),
		NoHits: envelope(),
		Query: func(r *http.Request) (string, error) {
			var asked struct {
				Query struct {
					MultiMatch struct{ Query string } `json:"multi_match"`
				}
			}
			err := json.NewDecoder(r.Body).Decode(&asked)
			return asked.Query.MultiMatch.Query, err
		},
		Open: func(tb testing.TB, address string) retrieval.Retriever { return open(tb, settings(address)) },
	}
	engine.Run(t, retrieval.Query{ID: "1", Text: "anything"})
}

func TestDegraded(t *testing.T) {
	hit := `{"hits": [{"_id": "a", "_score": 1}]}`
	for name, test := range map[string]struct{ response, want string }{
		"timed out": {`{"timed_out": true, "_shards": {"total": 5, "failed": 0}, "hits": ` + hit + `}`, "degraded: the search timed out"},
		"shards": {`{"timed_out": false, "_shards": {"total": 5, "successful": 2, "failed": 3, "failures": [{"shard": 0, "reason":
			{"type": "circuit_breaking_exception", "reason": "Data too large"}}]}, "hits": ` + hit + `}`, "degraded: 3 of 5 shards failed: Data too large"},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, test.response) }))
		hits, err := open(t, settings(server.URL)).Retrieve(t.Context(), retrieval.Query{Text: "x"}, 5)
		server.Close()
		if !errors.Is(err, httpsearch.ErrDegraded) || !strings.Contains(err.Error(), test.want) || len(hits) > 0 {
			t.Errorf("%s: hits %v, error %v, want %q", name, hits, err, test.want)
		}
	}
}

// What was tried in vain is counted: settings allow two retries.
func TestAttemptsOfAFailure(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	t.Cleanup(server.Close)
	s := settings(server.URL)
	s.MaxWait = 2 * time.Millisecond
	pool := httpclient.NewPool()
	t.Cleanup(pool.Close)
	r, err := elastic.Open(s, pool)
	if err != nil {
		t.Fatal(err)
	}
	response, err := r.Respond(t.Context(), retrieval.Query{Text: "x"}, 5)
	if !errors.Is(err, retrieval.ErrUnavailable) || response.Attempts != 3 || response.Hits != nil {
		t.Errorf("%d attempts, hits %v, error %v, want ErrUnavailable after 3", response.Attempts, response.Hits, err)
	}
}

// requestOf returns the request that settings make of a query.
func requestOf(t *testing.T, declaration, text string) (path, auth string, body any) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, auth = r.Method+" "+r.URL.Path, r.Header.Get("Authorization")
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		_, _ = io.WriteString(w, envelope())
	}))
	defer server.Close()
	s := adaptertest.Settings[elastic.Settings](t, "url: "+server.URL+"\n"+declaration)
	if _, err := open(t, s).Retrieve(t.Context(), retrieval.Query{Text: text}, 7); err != nil {
		t.Fatal(err)
	}
	return path, auth, body
}

func TestRequest(t *testing.T) {
	t.Setenv("RANKDUEL_TEST_KEY", "hunter2")
	const text = `say "hi" \ {{.K}} %K% 東京`
	tests := []struct{ name, declaration, path, auth, body string }{
		{
			"one field", "index: docs\nfields: [body]", "POST /docs/_search", "",
			`{"size": 7, "_source": false, "query": {"match": {"body": {"query": TEXT}}}}`,
		},
		{
			"fields", "index: 'a,b-*'\nfields: [title^2, body]\ntext: [title]\napi_key: ${RANKDUEL_TEST_KEY}", "POST /a,b-*/_search", "ApiKey hunter2",
			`{"size": 7, "_source": ["title"], "query": {"multi_match": {"query": TEXT, "fields": ["title^2", "body"]}}}`,
		},
		{
			"query", `
index: docs
query:
  bool:
    must: {match: {body: {query: "%SearchText%", minimum_should_match: 50%}}}
    filter: [{term: {lang: en}}, {range: {year: {gte: 1990}}}]
    should: {query_string: {query: "title:(%SearchText%) OR {{x}} <b>", boost: 0.5}}
username: me
password: ${RANKDUEL_TEST_KEY}`,
			"POST /docs/_search", "Basic bWU6aHVudGVyMg==", // printf me:hunter2 | base64
			`{"size": 7, "_source": false, "query": {"bool": {"must": {"match": {"body": {"query": TEXT, "minimum_should_match": "50%"}}},
				"filter": [{"term": {"lang": "en"}}, {"range": {"year": {"gte": 1990}}}],
				"should": {"query_string": {"query": "title:(PART) OR {{x}} <b>", "boost": 0.5}}}}}`,
		},
		{
			"retriever", `
index: docs
body:
  retriever:
    rrf:
      rank_window_size: "%K%"
      retrievers: [{standard: {query: {match: {body: "%SearchText%"}}}}, {standard: {query: {semantic: {field: vector, query: "%SearchText%"}}}}]`,
			"POST /docs/_search", "",
			`{"size": 7, "_source": false, "retriever": {"rrf": {"rank_window_size": 7, "retrievers":
				[{"standard": {"query": {"match": {"body": TEXT}}}}, {"standard": {"query": {"semantic": {"field": "vector", "query": TEXT}}}}]}}}`,
		},
		{
			"rescore", "index: docs\nfields: [body]\nbody: {rescore: {window_size: '%K%', query: {rescore_query: {match_phrase: {body: '%SearchText%'}}}}}",
			"POST /docs/_search", "",
			`{"size": 7, "_source": false, "query": {"match": {"body": {"query": TEXT}}},
				"rescore": {"window_size": 7, "query": {"rescore_query": {"match_phrase": {"body": TEXT}}}}}`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path, auth, got := requestOf(t, test.declaration, text)
			if path != test.path || auth != test.auth {
				t.Errorf("request %s with %q, want %s with %q", path, auth, test.path, test.auth)
			}
			quoted, err := json.Marshal(text)
			if err != nil {
				t.Fatal(err)
			}
			var want any
			body := strings.NewReplacer("TEXT", string(quoted), "PART", string(quoted[1:len(quoted)-1])).Replace(test.body)
			if err := json.Unmarshal([]byte(body), &want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
		})
	}
}

func TestValidate(t *testing.T) {
	t.Setenv("ES_URL", "http://one:9200") // for fingerprints
	good := func(change func(*elastic.Settings)) elastic.Settings {
		s := elastic.Settings{URL: "http://e:9200", Index: "i", Fields: []string{"f"}}
		change(&s)
		return s
	}
	tests := []struct {
		name   string
		change func(*elastic.Settings)
		want   []string
	}{
		{"good", func(*elastic.Settings) {}, nil},
		{"from the environment", func(s *elastic.Settings) { s.URL, s.APIKey = "${ES_URL}", "${ES_KEY}" }, nil},
		{"nothing", func(s *elastic.Settings) { *s = elastic.Settings{} }, []string{"url is missing", "index is missing", "query is missing"}},
		{"no placeholder", func(s *elastic.Settings) { s.Fields, s.Query = nil, map[string]any{"match_all": map[string]any{}} }, []string{"query has no %SearchText%"}},
		{"query and fields", func(s *elastic.Settings) { s.Query = map[string]any{"match": map[string]any{"f": "%SearchText%"}} }, []string{"query and fields are set"}},
		{"two queries", func(s *elastic.Settings) { s.Body = map[string]any{"query": 1, "size": 5, "_source": true, "from": 1} }, []string{"body has a query in addition", "body has size", "body has _source", "body has from"}},
		{"two logins", func(s *elastic.Settings) { s.APIKey, s.Username, s.Password = "${A}", "u", "${B}" }, []string{"api_key and username are set"}},
		{"plain secret", func(s *elastic.Settings) { s.APIKey = "hunter2" }, []string{"holds a secret in plain text: write ${NAME}"}},
		{"no JSON", func(s *elastic.Settings) { s.Body = map[string]any{"min_score": math.NaN()} }, []string{"query and body have to be JSON"}},
		{"address", func(s *elastic.Settings) { s.URL = "localhost:9200" }, []string{"absolute address"}},
		{"policy", func(s *elastic.Settings) { s.RatePerSecond = -1; s.Index = "" }, []string{"rate_per_second is -1", "index is missing"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := good(test.change)
			err := s.Validate()
			if len(test.want) == 0 && err != nil {
				t.Errorf("Validate = %v, want no fault", err)
			}
			for _, want := range test.want {
				if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") {
					t.Errorf("Validate = %v, want it to say %q and no secret", err, want)
				}
			}
			print, printErr := s.Fingerprint()
			if (err == nil) != (printErr == nil) || err == nil && len(print) != 64 {
				t.Errorf("Fingerprint = %q, %v, Validate = %v", print, printErr, err)
			}
		})
	}
}

func TestFingerprint(t *testing.T) {
	of := func(s elastic.Settings) string {
		t.Helper()
		print, err := s.Fingerprint()
		if err != nil {
			t.Fatal(err)
		}
		return print
	}
	moved := settings("${RANKDUEL_TEST_ES}")
	if print, err := moved.Fingerprint(); err == nil || !strings.Contains(err.Error(), "RANKDUEL_TEST_ES is not set") {
		t.Errorf("Fingerprint = %q, %v, want an error that names the variable", print, err)
	}
	t.Setenv("RANKDUEL_TEST_ES", "http://e")
	base := settings("http://e")
	if of(moved) != of(base) {
		t.Error("it depends on the name of the variable")
	}
	t.Setenv("RANKDUEL_TEST_ES", "http://f")
	if of(moved) == of(base) {
		t.Error("another engine behind the same variable does not change it")
	}
	polite := base
	polite.Policy = httpclient.Policy{}
	if of(polite) != of(base) {
		t.Error("it depends on the policy, which fixes no ranking")
	}
	for name, change := range map[string]func(*elastic.Settings){
		"url": func(s *elastic.Settings) { s.URL = "http://f" }, "index": func(s *elastic.Settings) { s.Index = "other" },
		"fields": func(s *elastic.Settings) { s.Fields = []string{"title"} }, "text": func(s *elastic.Settings) { s.Text = nil },
		"body": func(s *elastic.Settings) { s.Body = map[string]any{"min_score": 0.5} }, "key": func(s *elastic.Settings) { s.APIKey = "${K}" },
	} {
		changed := base
		change(&changed)
		if of(changed) == of(base) {
			t.Errorf("another %s does not change it", name)
		}
	}
}

func ExampleSettings_Declaration() {
	d, err := elastic.Settings{URL: "http://localhost:9200", Index: "docs", Fields: []string{"body"}}.Declaration()
	fmt.Println(d.Body, err)
	// Output: {"_source":false,"query":{"match":{"body":{"query":"{{jsonpart .Query}}"}}},"size":{{.K}}} <nil>
}

func TestWarnings(t *testing.T) {
	s := elastic.Settings{URL: "http://h", Index: "a", Body: map[string]any{"query": map[string]any{"match": map[string]any{"body": elastic.SearchText}}, "runtime": map[string]any{"api_key": "hunter2"}}}
	got := s.Warnings()
	if len(got) != 1 || !strings.HasPrefix(got[0], "body: api_key seems to be a secret in plain text") || strings.Contains(got[0], "hunter2") {
		t.Errorf("warnings %q", got)
	}
}
