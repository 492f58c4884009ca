package server_test

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/server"
	"github.com/rankduel/rankduel/server/page"
)

// fetched returns the answer to a request, whatever it is.
func fetched(t *testing.T, address string) (status int, kind string, body []byte) {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if body, err = io.ReadAll(answer.Body); err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, answer.Header.Get("Content-Type"), body
}

// The page of two stored runs comes in parts: what can be read, a summary of every
// query, and the lists.
func TestComparisonInParts(t *testing.T) {
	s := serve(t, clinical(t, "experiment.yaml"), func(c *server.Config) { c.Page = page.Shell() })
	for _, components := range []string{"bm25", "dense"} {
		answer, err := http.Post(s.URL+"/v1/evaluate?components="+components+"&test_set=clinical", "", nil)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatal(answer, err)
		}
		_ = answer.Body.Close()
	}
	var list struct {
		Runs []struct {
			ID   string `json:"run_id"`
			Name string
		}
	}
	if _, _, body := fetched(t, s.URL+"/v1/runs"); json.Unmarshal(body, &list) != nil || len(list.Runs) != 2 {
		t.Fatalf("runs: %s", body)
	}
	pair := url.Values{"a": {list.Runs[0].ID}, "b": {list.Runs[1].ID[:12]}}.Encode()
	status, kind, body := fetched(t, s.URL+"/v1/comparisons/page?"+pair)
	if title := "<h1>" + list.Runs[0].Name + " → " + list.Runs[1].Name + "</h1>"; status != 200 || kind != "text/html; charset=utf-8" || !strings.Contains(string(body), title) {
		t.Errorf("page = %d %s, want %s in it", status, kind, title)
	}
	for _, runs := range []string{"<script", "<style"} {
		if strings.Contains(string(body), runs) {
			t.Errorf("the static part has %s", runs)
		}
	}
	_, _, packed := fetched(t, s.URL+"/v1/comparisons/data?"+pair)
	summary, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	var head struct {
		Schema  string
		N       int
		Systems []string
		Depth   int
	}
	if err := json.Unmarshal(summary[4:4+binary.LittleEndian.Uint32(summary)], &head); err != nil {
		t.Fatal(err)
	}
	if head.Schema != "rankduel/report-data/v1" || head.N != 50 || head.Depth != 20 || len(head.Systems) != 2 {
		t.Errorf("summary of %+v, want 50 queries of two systems and 20 hits of each", head)
	}
	if status, _, body := fetched(t, s.URL+"/v1/comparisons/data?chunk=0&"+pair); status != 200 || len(body) < 1000 {
		t.Errorf("the first lists: %d, %d bytes", status, len(body))
	}
	for path, want := range map[string]int{
		"/v1/comparisons/data?chunk=1&" + pair: 404, "/v1/comparisons/data?chunk=x&" + pair: 422, "/v1/comparisons/page?a=run_none&b=run_none": 404,
		"/v1/comparisons/page?a=" + list.Runs[0].ID: 422, "/v1/comparisons/page?path=/etc/passwd&" + pair: 422,
	} {
		if status, _, body := fetched(t, s.URL+path); status != want {
			t.Errorf("%s = %d %.200s, want %d", path, status, body, want)
		}
	}
}
