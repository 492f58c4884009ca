package httpsearch_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/httpsearch"
)

func Example() {
	engine := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"results": [{"doc": 184, "relevance": 7.25, "title": "lift of %s"}, {"doc": 29, "relevance": 6.5}]}`, r.FormValue("q"))
	}))
	defer engine.Close()

	var s httpsearch.Settings
	err := yaml.Unmarshal([]byte(`
server: `+engine.URL+`
url: /find?q={{urlquery .Query}}&n={{.K}}
hits: ".results[] | {id: .doc, score: .relevance, text: .title}"
retries: 1
rate_per_second: 50
`), &s)
	if err != nil {
		fmt.Println(err)
		return
	}
	pool := httpclient.NewPool()
	defer pool.Close()
	r, err := httpsearch.Open(s, pool)
	if err != nil {
		fmt.Println(err)
		return
	}
	hits, err := r.Retrieve(context.Background(), retrieval.Query{ID: "1", Text: "wings"}, 10)
	for _, h := range hits {
		fmt.Printf("%s %.2f %q\n", h.ID, h.Score, h.Text)
	}
	fmt.Println(err)
	// Output:
	// 184 7.25 "lift of wings"
	// 29 6.50 ""
	// <nil>
}
