package integration_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/httpsearch"
	"github.com/rankduel/rankduel/retrieval/retrievaltest"
)

// startGroonga starts a search server that no one here wrote, on a free port of the loopback, and loads documents. It
// ends with the test.
func startGroonga(t *testing.T) (address string) {
	t.Helper()
	binary, err := exec.LookPath("groonga")
	if err != nil {
		t.Skip("groonga is not installed (Debian: groonga-bin); the declaration of a real engine is not tested")
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address = listener.Addr().String()
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	var log bytes.Buffer
	server := exec.CommandContext(context.WithoutCancel(t.Context()), binary, "--bind-address", "127.0.0.1", "-p", port, "--protocol", "http",
		"--log-path", filepath.Join(folder, "log"), "-s", "-n", filepath.Join(folder, "db"))
	server.Stdout, server.Stderr = &log, &log
	server.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // when the test binary is killed
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Process.Kill(); err != nil {
			t.Errorf("groonga: %v\n%s", err, &log)
		}
		_ = server.Wait() // "signal: killed"
	})
	for begin := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.DialTimeout("tcp", address, time.Second)
		if err == nil {
			if err := conn.Close(); err != nil {
				t.Fatal(err)
			}
			break
		}
		if time.Since(begin) > 20*time.Second {
			t.Fatalf("groonga does not listen: %v\n%s", err, &log)
		}
	}
	loadGroonga(t, address)
	return address
}

// groongaDocuments are judged by eye: a has wing thrice, b twice, c once; d and e are about something else.
func groongaDocuments() []map[string]string {
	return []map[string]string{
		{"_key": "a", "text": "A wing, a wing and another wing"},
		{"_key": "b/2", "text": "Flutter of a wing next to a wing"},
		{"_key": "é東京", "text": "東京 wing"},
		{"_key": "d", "text": `Boundary "layer" & friction`},
		{"_key": "e", "text": "naïve café"},
	}
}

func loadGroonga(t *testing.T, address string) {
	t.Helper()
	command := func(body any, name string, parameters ...string) {
		t.Helper()
		values := make(url.Values)
		for i := 0; i < len(parameters); i += 2 {
			values.Set(parameters[i], parameters[i+1])
		}
		var content []byte
		if body != nil {
			var err error
			if content, err = json.Marshal(body); err != nil {
				t.Fatal(err)
			}
		}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+address+"/d/"+name+"?"+values.Encode(), bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil || response.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s %s, %v", name, response.Status, answer, err)
		}
	}
	command(nil, "table_create", "name", "Docs", "flags", "TABLE_HASH_KEY", "key_type", "ShortText")
	command(nil, "column_create", "table", "Docs", "name", "text", "flags", "COLUMN_SCALAR", "type", "Text")
	command(nil, "table_create", "name", "Terms", "flags", "TABLE_PAT_KEY", "key_type", "ShortText", "default_tokenizer", "TokenBigram", "normalizer", "NormalizerAuto")
	command(nil, "column_create", "table", "Terms", "name", "docs", "flags", "COLUMN_INDEX|WITH_POSITION", "type", "Docs", "source", "text")
	command(groongaDocuments(), "load", "table", "Docs")
}

func groongaSettings(address string) httpsearch.Settings {
	return httpsearch.Settings{
		Preset: "groonga", Server: "http://" + address, Params: map[string]any{"table": "Docs", "columns": "text", "text": "text"},
		Policy: httpclient.Policy{MaxWait: 20 * time.Millisecond},
	}
}

func openEngine(tb testing.TB, s httpsearch.Settings) *httpsearch.Retriever {
	tb.Helper()
	pool := httpclient.NewPool()
	tb.Cleanup(pool.Close)
	r, err := httpsearch.Open(s, pool)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func TestGroonga(t *testing.T) {
	address := startGroonga(t)
	queries := map[string][]string{ // by counting words in documents
		"wing":            {"a", "b/2", "é東京"},
		"wing flutter":    {"b/2"},
		"flutter OR 東京":   {"b/2", "é東京"},
		"café":            {"e"},
		`"a wing"`:        {"a", "b/2"},
		"(wing":           nil, // a phrase, since it is not a query
		"helicopter":      nil,
		"wing -flutter":   {"a", "é東京"},
		"friction ":       {"d"},
		"é 東京 ١٢٣ & 100%": nil,
	}
	r := openEngine(t, groongaSettings(address))
	for text, want := range queries {
		response, err := r.Respond(t.Context(), retrieval.Query{ID: "1", Text: text}, 10)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		var got []string
		for _, h := range response.Hits {
			got = append(got, h.ID)
			if i := slices.IndexFunc(groongaDocuments(), func(d map[string]string) bool { return d["_key"] == h.ID }); i < 0 || groongaDocuments()[i]["text"] != h.Text {
				t.Errorf("%q: hit %+v has another text than the document", text, h)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	first, err := r.Retrieve(t.Context(), retrieval.Query{Text: "wing"}, 1)
	if err != nil || len(first) != 1 || first[0].Score != 3 {
		t.Errorf("first hit %v, error %v, want a score of 3 for three wings", first, err)
	}
	t.Run("suite", func(t *testing.T) {
		retrievaltest.Run(t, func(tb testing.TB) retrieval.Retriever { return openEngine(tb, groongaSettings(address)) },
			retrieval.Query{ID: "1", Text: "wing"}, retrieval.Query{ID: "2", Text: "flutter OR café"})
	})
	t.Run("no such table", func(t *testing.T) {
		s := groongaSettings(address)
		s.Params["table"] = "Nope"
		if hits, err := openEngine(t, s).Retrieve(t.Context(), retrieval.Query{Text: "wing"}, 5); err == nil {
			t.Errorf("hits %v and no error", hits)
		} else if want := "invalid name: <Nope>"; !bytes.Contains([]byte(err.Error()), []byte(want)) {
			t.Errorf("error %v, want what groonga says: %s", err, want)
		}
	})
	t.Run("faults", func(t *testing.T) { groongaFaults(t, address) })
}

// groongaFaults puts a proxy before the real server and breaks what it says.
func groongaFaults(t *testing.T, address string) {
	proxied := func(plan func(int) proxyFault) func(testing.TB) retrieval.Retriever {
		return func(tb testing.TB) retrieval.Retriever {
			p := startProxy(tb, address)
			p.Inject(plan)
			return openEngine(tb, groongaSettings(p.Addr()))
		}
	}
	always := func(f proxyFault) func(int) proxyFault { return func(int) proxyFault { return f } }
	twice := func(f proxyFault) func(int) proxyFault {
		return func(n int) proxyFault {
			if n > 2 {
				return proxyFault{}
			}
			return f
		}
	}
	faults := []retrievaltest.Fault{
		{Name: "late", Want: retrievaltest.Recovers, Open: proxied(always(delayed(50 * time.Millisecond)))},
		{Name: "hour late", Want: retrievaltest.Hangs, Open: proxied(always(dripping(time.Hour)))},
		{Name: "dripping", Want: retrievaltest.Recovers, Open: proxied(always(dripping(100 * time.Microsecond)))},
		{Name: "garbage twice", Want: retrievaltest.Recovers, Open: proxied(twice(garbage()))},
		{Name: "garbage", Want: retrievaltest.Unavailable, Open: proxied(always(garbage()))},
		{Name: "storm of 429 that passes", Want: retrievaltest.Recovers, Open: proxied(twice(refusal(429, "0")))},
		{Name: "storm of 429", Want: retrievaltest.Unavailable, Open: proxied(always(refusal(429, "")))},
		{Name: "down", Want: retrievaltest.Unavailable, Open: proxied(always(refusal(503, "")))},
		{Name: "broken", Want: retrievaltest.Fails, Open: proxied(always(refusal(500, "")))},
	}
	for _, n := range []int{0, 1, 20, 100, 200, 300} { // in the head, between, in the body
		faults = append(faults,
			retrievaltest.Fault{Name: fmt.Sprintf("cut after %d bytes", n), Want: retrievaltest.Unavailable, Open: proxied(always(cutAfter(n)))},
			retrievaltest.Fault{Name: fmt.Sprintf("cut after %d bytes, twice", n), Want: retrievaltest.Recovers, Open: proxied(twice(cutAfter(n)))})
	}
	retrievaltest.RunFaults(t, func(tb testing.TB) retrieval.Retriever { return openEngine(tb, groongaSettings(address)) },
		retrieval.Query{ID: "1", Text: "wing"}, faults...)
}
