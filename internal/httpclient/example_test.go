package httpclient_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/internal/secrets"
)

func ExampleClient_Do() {
	refused := false
	engine := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !refused {
			refused = true
			http.Error(w, "busy", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprint(w, r.URL.Query().Get("q"), " ", len(r.Header.Get("Authorization")))
	}))
	defer engine.Close()

	secrets := secrets.New(func(string) (string, bool) { return "s3cret", true })
	key, err := secrets.Expand("Bearer ${SEARCH_KEY}")
	if err != nil {
		fmt.Println(err)
		return
	}
	pool := httpclient.NewPool() // one for all components of a run
	defer pool.Close()
	policy := httpclient.Policy{Retries: new(2), RatePerSecond: 100, MaxWait: time.Second}
	client, err := pool.Client(engine.URL, policy, secrets)
	if err != nil {
		fmt.Println(err)
		return
	}
	reply, err := client.Do(context.Background(), httpclient.Request{
		URL: engine.URL + "?q=lift", Header: http.Header{"Authorization": {key}},
	})
	fmt.Println(string(reply.Body), reply.Attempts, err)
	fmt.Println(secrets.Redact("sent " + key))
	// Output:
	// lift 13 2 <nil>
	// sent Bearer [secret]
}
