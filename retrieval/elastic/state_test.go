package elastic_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/elastic"
)

// shardStats returns the statistics of one index, in the form of Elasticsearch's reference (index stats API, level=shards):
// a primary shard and its replica.
func shardStats(uuid, primary, replica string) string {
	return `{"_shards": {"total": 2}, "indices": {"articles": {"uuid": "` + uuid + `", "primaries": {}, "shards": {"0": [
		{"routing": {"state": "STARTED", "primary": false}, "seq_no": {"max_seq_no": ` + replica + `, "local_checkpoint": 1}},
		{"routing": {"state": "STARTED", "primary": true}, "seq_no": {"max_seq_no": ` + primary + `, "local_checkpoint": 1}}]}}}}`
}

// The state is another one when a document or the index is, and the same when a replica lags; with none it is not read.
func TestState(t *testing.T) {
	body, status, asked := "", http.StatusOK, ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.Method + " " + r.URL.String() + " " + r.Header.Get("Authorization")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	defer server.Close()
	t.Setenv("ES_KEY", "a-key-of-1234")
	settings := elastic.Settings{URL: server.URL, Index: "articles", Fields: []string{"body"}, APIKey: "${ES_KEY}"}
	state := func(s elastic.Settings, answer string) (string, error) {
		body = answer
		engine := elastic.Kinds(httpclient.NewPool())[0].Engine(&s)
		return engine.(retrieval.Stater).State(t.Context(), retrieval.Place{})
	}
	first, err := state(settings, shardStats("u1", "7", "7"))
	if err != nil || first == "" {
		t.Fatalf("state %q, %v", first, err)
	}
	if want := "GET /articles/_stats/docs?level=shards ApiKey a-key-of-1234"; asked != want {
		t.Errorf("asked %q, want %q", asked, want)
	}
	for name, tt := range map[string]struct {
		answer string
		same   bool
	}{
		"a lagging replica": {shardStats("u1", "7", "5"), true},
		"a document more":   {shardStats("u1", "8", "7"), false},
		"another index":     {shardStats("u2", "7", "7"), false},
	} {
		if got, err := state(settings, tt.answer); err != nil || (got == first) != tt.same {
			t.Errorf("%s: %q, %v; before it was %q", name, got, err, first)
		}
	}
	status = http.StatusForbidden
	if _, err := state(settings, `{"error": "no permission"}`); !errors.Is(err, retrieval.ErrNoState) || !strings.Contains(err.Error(), "403") {
		t.Errorf("refused: %v, want ErrNoState with the status", err)
	}
	asked, settings.State = "", elastic.NoState
	if got, err := state(settings, ""); got != "" || err != nil || asked != "" {
		t.Errorf("none: %q, %v, asked %q", got, err, asked)
	}
	settings.State = "some"
	if err := settings.Validate(); err == nil || !strings.Contains(err.Error(), `state "some": want none, or nothing`) {
		t.Errorf("another word: %v", err)
	}
}
