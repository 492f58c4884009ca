package httpsearch_test

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/httpsearch"
)

const nasty = "ünïcode \"quoted\" \\ back\nline 東京"

type presetTest struct {
	params   map[string]any
	request  string // method and path, and the query parameters of GET
	body     string // JSON; "" for none
	want     []retrieval.Hit
	noHits   string
	degraded map[string]string // response → what the error says
}

// The requests are those of the pages named in the presets, the hits are read off the recorded responses by eye.
func presetTests() map[string]presetTest {
	return map[string]presetTest{
		"elasticsearch": {
			params:  map[string]any{"index": "my-index-*", "fields": []any{"message^2", "user.id"}, "text": []any{"user.id", "message", "tags", "size", "none"}},
			request: "POST /my-index-%2A/_search",
			body: `{"size": 5, "_source": ["user.id", "message", "tags", "size", "none"],
				"query": {"multi_match": {"query": QUERY, "fields": ["message^2", "user.id"]}}}`,
			want: []retrieval.Hit{
				{ID: "0", Score: 1.3862942, Text: "kimchy\nGET /search HTTP/1.1 200 1070000\na\nb\n1070000"},
				{ID: "doc/2", Score: 0.5, Text: "flat\nGET /"},
				{ID: "3", Score: 0.5},
			},
			noHits: `{"took": 1, "timed_out": false, "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0},
				"hits": {"total": {"value": 0, "relation": "eq"}, "max_score": null, "hits": []}}`,
			degraded: map[string]string{
				`{"timed_out": true, "_shards": {"total": 5, "successful": 5, "failed": 0}, "hits": {"hits": [{"_id": "1", "_score": 1}]}}`: "degraded: the search timed out",
				`{"timed_out": false, "_shards": {"total": 5, "successful": 3, "failed": 2, "failures": [{"shard": 0, "index": "i",
					"reason": {"type": "query_shard_exception", "reason": "no mapping"}}]}, "hits": {"hits": []}}`: "degraded: 2 of 5 shards failed: no mapping",
				`{"timed_out": true, "_shards": {"total": 5, "failed": 1}, "hits": {"hits": []}}`: "degraded: the search timed out; 1 of 5 shards failed",
				`{"timed_out": false, "_shards": {"total": 5, "failed": 0}, "_clusters": {"total": 3, "successful": 1, "skipped": 1, "partial": 1, "failed": 0},
					"hits": {"hits": []}}`: "degraded: 2 clusters did not answer in full",
			},
		},
		"opensearch": {
			params:  map[string]any{"index": "superheroes", "fields": []any{"*"}},
			request: "POST /superheroes/_search",
			body:    `{"size": 5, "_source": false, "query": {"multi_match": {"query": QUERY, "fields": ["*"]}}}`,
			want:    []retrieval.Hit{{ID: "1", Score: 1}},
			noHits:  `{"timed_out": false, "_shards": {"total": 1, "failed": 0}, "hits": {"hits": []}}`,
		},
		"solr": {
			params:  map[string]any{"collection": "techproducts", "fields": "name^2 features", "text": "name"},
			request: "POST /solr/techproducts/query",
			body: `{"query": QUERY, "limit": 5, "fields": ["id", "score", "name"],
				"params": {"defType": "edismax", "qf": "name^2 features", "wt": "json"}}`,
			want: []retrieval.Hit{
				{ID: "VS1GB400C3", Score: 0.7474747, Text: "CORSAIR ValueSelect 1GB 184-Pin DDR SDRAM\nRetail"},
				{ID: "VDBDB1A16", Score: 0.5},
			},
			noHits: `{"responseHeader": {"status": 0, "QTime": 0}, "response": {"numFound": 0, "start": 0, "maxScore": 0.0, "docs": []}}`,
			degraded: map[string]string{
				`{"responseHeader": {"status": 0, "partialResults": true}, "response": {"numFound": 1, "docs": [{"id": "1", "score": 1}]}}`: "degraded: partial results",
			},
		},
		"vespa": {
			params:  map[string]any{"text": "album"},
			request: "POST /search/",
			body: `{"yql": "select * from sources * where userQuery()", "query": QUERY, "hits": 5, "ranking": "default",
				"model.type": "weakAnd"}`,
			want: []retrieval.Hit{
				{ID: "id:mynamespace:music::a-head-full-of-dreams", Score: 0.16343879032006284, Text: "A Head Full of Dreams"},
				{ID: "index:0/0/0/dfd9fcfa650b44545ef0b8b2", Score: math.Inf(-1), Text: "Love Is Here To Stay"},
			},
			noHits: `{"root": {"id": "toplevel", "relevance": 1.0, "fields": {"totalCount": 0}, "coverage": {"coverage": 100, "documents": 3, "full": true}}}`,
			degraded: map[string]string{
				`{"root": {"fields": {"totalCount": 1}, "coverage": {"coverage": 60, "documents": 6, "full": false, "degraded": {"timeout": true}},
					"children": [{"id": "a", "relevance": 1}]}}`: "degraded: 60 % of the documents were searched",
				`{"root": {"fields": {"totalCount": 1}, "coverage": {"coverage": 100, "full": true}, "errors": [{"code": 8, "summary": "Error in search reply.",
					"source": "music", "message": "Could not locate"}], "children": [{"id": "a", "relevance": 1}]}}`: "Error in search reply.: Could not locate",
			},
		},
		"qdrant": {
			params:  map[string]any{"collection": "cities", "vector": "my-bm25-vector", "text": "city"},
			request: "POST /collections/cities/points/query",
			body:    `{"query": {"text": QUERY, "model": "qdrant/bm25"}, "limit": 5, "with_payload": true, "using": "my-bm25-vector"}`,
			want: []retrieval.Hit{
				{ID: "18446744073709551615", Score: 0.75, Text: "London"},
				{ID: "f4a1b3e0-7d3f-4d2c-9a44-0e6a8f0b7c11", Score: 0.25, Text: "Berlin"},
			},
			noHits: `{"time": 0.001, "status": "ok", "result": {"points": []}}`,
		},
		"weaviate": {
			params:  map[string]any{"collection": "Passage", "text": "text", "id": "title"},
			request: "POST /v1/search/Passage/bm25",
			body:    `{"query": QUERY, "limit": 5, "returnMetadata": ["score"], "returnProperties": ["text", "title"]}`,
			want: []retrieval.Hit{
				{ID: "Telescope", Score: 12.770418, Text: `A telescope (from the Ancient Greek τῆλε, tele "far")`},
				{ID: "William Herschel", Score: 3.543, Text: "Sir Frederick William Herschel"},
			},
			noHits: `{"results": [], "tookMs": 1}`,
		},
		"weaviate-graphql": {
			params:  map[string]any{"collection": "JeopardyQuestion", "text": "question"},
			request: "POST /v1/graphql",
			body: `{"query": ` + quote(`{ Get { JeopardyQuestion(limit: 5, bm25: {query: `+quote(nasty)+
				`}) { question  _additional { id score } } } }`) + `}`,
			want: []retrieval.Hit{
				{ID: "b7a1a5d6-5f0c-4d3b-8f0e-0c3c1b0d9e51", Score: 3.0140665, Text: "This type of retail store sells more shampoo & makeup than any other"},
				{ID: "0f3c2a8e-1d7e-4c56-b1a5-7f4a0e6d2c13", Score: 2.8725255, Text: "Devil's food & angel food are types of this dessert"},
			},
			noHits: `{"data": {"Get": {"JeopardyQuestion": []}}}`,
			degraded: map[string]string{
				`{"data": {"Get": {"JeopardyQuestion": null}}, "errors": [{"locations": [], "message": "explorer: list class: shard is read-only", "path": ["Get"]}]}`: "shard is read-only",
			},
		},
		"meilisearch": {
			params:  map[string]any{"index": "movies", "text": "title"},
			request: "POST /indexes/movies/search",
			body:    `{"q": QUERY, "limit": 5, "showRankingScore": true}`,
			want:    []retrieval.Hit{{ID: "155", Score: 0.9546, Text: "The Dark Knight"}, {ID: "36657", Score: 0.8103, Text: "Batman Begins"}},
			noHits:  `{"hits": [], "query": "x", "processingTimeMs": 0, "limit": 5, "offset": 0, "estimatedTotalHits": 0}`,
		},
		"groonga": {
			params:  map[string]any{"table": "Docs", "columns": "title * 2 || text", "text": "text"},
			request: "GET /d/select limit=5 match_columns=title * 2 || text output_columns=_key,_score,text query=" + nasty + " query_flags=QUERY_NO_SYNTAX_ERROR sort_keys=-_score,_key table=Docs",
			want: []retrieval.Hit{
				{ID: "a", Score: 3, Text: "lift of a thin wing wing wing"},
				{ID: "é東京", Score: 2, Text: "東京 の naïve café wing wing"},
				{ID: "b", Score: 2, Text: "wing flutter"},
			},
			noHits: `[[0, 1795293609.3, 0.0005], [[[0], [["_key", "ShortText"], ["_score", "Int32"], ["text", "Text"]]]]]`,
			degraded: map[string]string{
				`[[-63, 1795293609.64, 0.0009, "Syntax error: <|>", [["yy_syntax_error", "grn_ecmascript.lemon", 168]]]]`: "return code -63: Syntax error: <|>",
			},
		},
	}
}

func quote(s string) string {
	quoted, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return strings.ReplaceAll(string(quoted), `\u0026`, "&")
}

func TestPresets(t *testing.T) {
	tests := presetTests()
	if diff := cmp.Diff(httpsearch.Presets(), slices.Sorted(maps.Keys(tests))); diff != "" {
		t.Errorf("presets and their tests differ (-presets +tests):\n%s", diff)
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			recorded, err := os.ReadFile("testdata/" + name + ".json")
			if err != nil {
				t.Fatal(err)
			}
			var request, sent, answer string
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				request, sent = described(t, r)
				_, _ = io.WriteString(w, answer)
			}))
			t.Cleanup(server.Close)
			r := open(t, httpsearch.Settings{Preset: name, Server: server.URL + "/", Params: test.params, Policy: httpclient.Policy{Retries: new(0)}})
			ask := func(response string) ([]retrieval.Hit, error) {
				answer = response
				return r.Retrieve(t.Context(), retrieval.Query{ID: "7", Text: nasty}, 5)
			}

			hits, err := ask(string(recorded))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, hits); diff != "" {
				t.Errorf("hits (-want +got):\n%s", diff)
			}
			if request != test.request {
				t.Errorf("request\n%s\nwant\n%s", request, test.request)
			}
			if test.body == "" && sent != "" || test.body != "" && !sameJSON(t, sent, strings.ReplaceAll(test.body, "QUERY", quote(nasty))) {
				t.Errorf("body\n%s\nwant\n%s", sent, test.body)
			}
			if hits, err := ask(test.noHits); err != nil || len(hits) > 0 {
				t.Errorf("no hits: got %v, %v", hits, err)
			}
			for response, want := range test.degraded {
				if hits, err := ask(response); !errors.Is(err, httpsearch.ErrDegraded) || !strings.Contains(err.Error(), want) || len(hits) > 0 {
					t.Errorf("response %s\ngave %v, %v, want an error that says %q", response, hits, err, want)
				}
			}
			for _, foreign := range []string{`{}`, `[]`, `{"error": "no such index"}`, `null`} { // not an empty ranking
				if hits, err := ask(foreign); err == nil {
					t.Errorf("response %s gave %v and no error", foreign, hits)
				}
			}
		})
	}
}

// described returns a request as the tests write it.
func described(t *testing.T, r *http.Request) (request, body string) {
	request = r.Method + " " + r.URL.EscapedPath()
	query := r.URL.Query()
	for _, name := range slices.Sorted(maps.Keys(query)) {
		request += " " + name + "=" + strings.Join(query[name], "|")
	}
	sent, err := io.ReadAll(r.Body)
	if err != nil {
		t.Error(err)
	}
	if len(sent) > 0 && r.Header.Get("Content-Type") != "application/json" {
		t.Errorf("Content-Type is %q", r.Header.Get("Content-Type"))
	}
	return request, string(sent)
}

func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	var x, y any
	if err := errors.Join(json.Unmarshal([]byte(a), &x), json.Unmarshal([]byte(b), &y)); err != nil {
		t.Error(err)
	}
	return cmp.Equal(x, y)
}
