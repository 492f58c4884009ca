package integration_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/reports"
)

// A trouble is what happens to one retrieval call: a fault in each of its
// first attempts.
type trouble struct {
	faults []proxyFault
	fails  string        // part of its error; "" when it is answered in the end
	waits  time.Duration // at least, between its attempts
}

// says answers with a status and a body, as an engine or something in front of
// it would.
func says(status int, body string) proxyFault {
	return proxyFault{Answer: fmt.Sprintf("HTTP/1.1 %d %s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s", status, http.StatusText(status), len(body), body)}
}

// faultyCalls returns the troubles of TestLiveFaults by the number of the call,
// from 0. The declarations allow two retries.
func faultyCalls() map[int]trouble {
	cut, down, busy := cutAfter, refusal(503, ""), refusal(429, "1")
	echo, err := json.Marshal(map[string]string{"authorization": "Bearer " + liveToken, "url": "/?token=" + url.QueryEscape(liveToken)})
	if err != nil {
		panic(err) // texts always encode
	}
	return map[int]trouble{
		3:  {faults: []proxyFault{cut(0)}},
		10: {faults: []proxyFault{cut(30), cut(200)}}, // in the head, in the body
		17: {faults: []proxyFault{garbage()}},
		24: {faults: []proxyFault{down, refusal(502, "")}},
		30: {faults: []proxyFault{busy}, waits: time.Second}, // a storm
		31: {faults: []proxyFault{busy}, waits: time.Second},
		32: {faults: []proxyFault{refusal(429, "0"), refusal(429, "")}, waits: 300 * time.Millisecond},
		36: {faults: []proxyFault{dripping(100 * time.Microsecond)}}, // slow, and whole

		45: {faults: []proxyFault{delayed(time.Hour)}, fails: "no reply within 2s"},
		50: {faults: []proxyFault{down, down, down}, fails: "status 503 Service Unavailable after 3 attempts"},
		55: {faults: []proxyFault{refusal(429, "3600")}, fails: "it asks to wait 1h0m0s"},
		60: {faults: []proxyFault{says(200, `{"hits": [{"id": "d1"`+string(echo))}, fails: "malformed JSON"},
		64: {faults: []proxyFault{says(200, "<html>"+liveToken)}, fails: "HTML"},
		68: {faults: []proxyFault{says(500, string(echo))}, fails: "status 500"},
		72: {faults: []proxyFault{cut(0), cut(100), garbage()}, fails: "after 3 attempts"},
	}
}

// inject gives each attempt of each call its fault. Calls come one after the
// other, so that the attempts are known by their number.
func inject(proxy *faultProxy, calls int, troubles map[int]trouble, retries int) (attempts int) {
	var plan []proxyFault
	for call := range calls {
		plan = append(plan, troubles[call].faults...)
		if n := len(troubles[call].faults); troubles[call].fails == "" && (n == 0 || troubles[call].faults[0].Drip == 0) {
			plan = append(plan, proxyFault{}) // the attempt that is answered
		}
	}
	proxy.Inject(func(exchange int) proxyFault { return plan[exchange-1] })
	return len(plan)
}

// called names the component and the query of a call: query by query, in turns
// from the first component and from the last one.
func called(call int) (component, query string) {
	q := call / 2
	return []string{"a", "b", "b", "a"}[call%4], fmt.Sprintf("q%03d", q)
}

// Whatever an engine and the way to it do, no query is lost: it is answered as
// without faults, or it is in the report with its error, and asking these
// again gives the very result of an undisturbed run. No output shows a secret.
func TestLiveFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("waits between retries for seconds")
	}
	t.Setenv("RANKDUEL_TEST_TOKEN", liveToken)
	engine := startEngine(t)
	engine.token = liveToken
	proxy := startProxy(t, engine.addr())
	const queries, retries = 40, 2
	dir := live{
		queries: queries, settings: "concurrency: 1\ntimeout: 2s\nmin_coverage: 0.5",
		policy: fmt.Sprintf("retries: %d", retries),
	}.write(t, proxy.Addr())
	troubles := faultyCalls()
	attempts := inject(proxy, 2*queries, troubles, retries)

	disturbed := mustRunLive(t, dir, "disturbed.db", run.Options{PerQuery: true})
	if got := proxy.Exchanges(); got != attempts {
		t.Errorf("the engine was called %d times, want %d", got, attempts)
	}
	wantTroubles(t, disturbed, troubles)
	wantNoSecret(t, dir, render(t, disturbed.Comparison))
	if file, err := os.ReadFile(filepath.Join(dir, "disturbed.db")); err != nil || !bytes.Contains(file, []byte("[secret]")) {
		t.Errorf("the store holds no error that quotes the engine, so that looking for the token proves nothing (%v)", err)
	}

	proxy.Inject(nil)
	mended := mustRunLive(t, dir, "disturbed.db", run.Options{PerQuery: true, RetryFailed: true})
	if r := mended.Retrieval; r.Calls != 7 || r.Reused != 73 || r.Failed != 0 || len(r.Failures) != 0 {
		t.Errorf("asked again %d, %d recorded before, %d failed, want 7, 73, 0", r.Calls, r.Reused, r.Failed)
	}
	undisturbed := mustRunLive(t, dir, "undisturbed.db", run.Options{PerQuery: true})
	got, want := withoutTimes(t, mended.Comparison), withoutTimes(t, undisturbed.Comparison)
	if !bytes.Equal(got, want) {
		t.Errorf("the mended run differs from an undisturbed one:\n%s\n%s", got, want)
	}
	wantNoSecret(t, dir, render(t, mended.Comparison))
}

// wantTroubles holds a run to the troubles that it had.
func wantTroubles(t *testing.T, run liveRun, troubles map[int]trouble) {
	t.Helper()
	var failed []string
	retries := map[string]int{} // of calls that were answered in the end
	for call := range len(run.answers) {
		component, query := called(call)
		trouble, got := troubles[call], run.answers[component+" "+query]
		if trouble.fails != "" {
			failed = append(failed, component+" "+query)
			if !strings.Contains(got.Error, trouble.fails) || len(got.Hits) != 0 {
				t.Errorf("call %d, %s of %s: %d hits, error %q, want none and %q", call, query, component, len(got.Hits), got.Error, trouble.fails)
			}
			continue
		}
		var ids []string
		for _, h := range got.Hits {
			ids = append(ids, h.ID)
		}
		if got.Error != "" || !slices.Equal(ids, rankByDice(component, query)) {
			t.Errorf("call %d, %s of %s: %v, error %q, want %v", call, query, component, ids, got.Error, rankByDice(component, query))
		}
		if n := len(trouble.faults); n > 0 && trouble.faults[0].Drip == 0 {
			retries[component] += n
		}
		if ms := *got.LatencyMS; trouble.waits > 0 && ms >= float64(trouble.waits.Milliseconds()) {
			t.Errorf("call %d: latency %.0f ms, want it without the wait of %v", call, ms, trouble.waits)
		}
	}
	r := run.Retrieval
	var reported []string
	for _, f := range r.Failures {
		reported = append(reported, f.Component+" "+f.QueryID)
		if got := run.answers[f.Component+" "+f.QueryID].Error; !strings.HasSuffix(got, f.Error) {
			t.Errorf("%s of %s: the report says %q, the recording %q", f.QueryID, f.Component, f.Error, got)
		}
	}
	slices.Sort(failed)
	slices.Sort(reported)
	if !slices.Equal(failed, reported) || r.Failed != len(failed) {
		t.Errorf("%d failed, %v, want %v", r.Failed, reported, failed)
	}
	for _, c := range r.Components {
		if c.Calls != len(run.answers)/2 || c.Retries < retries[c.Component] {
			t.Errorf("%s: %d calls and %d retries, want %d and at least %d", c.Component, c.Calls, c.Retries, len(run.answers)/2, retries[c.Component])
		}
	}
}

// withoutTimes returns the JSON of a comparison but for what no two runs share: how
// long things took, and what of it was done before.
func withoutTimes(t *testing.T, c *result.Comparison) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := reports.Comparison(&b, c, reports.JSON, reports.Options{PerQuery: true}); err != nil {
		t.Fatal(err)
	}
	var doc any
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if n := drop(doc, "latency", "frontier", "retrieval", "recorded", "recordings"); n < 4 {
		t.Fatalf("%d latencies and retrieval reports in the document, want those of 3 systems at least", n)
	}
	text, err := json.MarshalIndent(doc, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// drop takes keys out of a JSON value, at every depth.
func drop(value any, keys ...string) (dropped int) {
	switch v := value.(type) {
	case map[string]any:
		for _, key := range keys {
			if _, ok := v[key]; ok {
				delete(v, key)
				dropped++
			}
		}
		for _, inner := range v {
			dropped += drop(inner, keys...)
		}
	case []any:
		for _, inner := range v {
			dropped += drop(inner, keys...)
		}
	}
	return dropped
}

// render returns a comparison in every form that there is.
func render(t *testing.T, c *result.Comparison) [][]byte {
	t.Helper()
	var all [][]byte
	for _, name := range []string{"text", "json", "markdown", "csv"} {
		form, err := reports.ParseFormat(name)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := reports.Comparison(&b, c, form, reports.Options{PerQuery: true, Verbose: true}); err != nil {
			t.Fatal(err)
		}
		all = append(all, b.Bytes())
	}
	return all
}

// wantNoSecret looks for the token in outputs and in every file of a folder.
func wantNoSecret(t *testing.T, dir string, outputs [][]byte) {
	t.Helper()
	places := map[string][]byte{}
	for i, output := range outputs {
		places[fmt.Sprintf("output %d", i)] = output
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if places[entry.Name()], err = os.ReadFile(filepath.Join(dir, entry.Name())); err != nil {
			t.Fatal(err)
		}
	}
	quoted, err := json.Marshal(liveToken)
	if err != nil {
		t.Fatal(err)
	}
	for place, content := range places {
		for _, form := range []string{
			liveToken, string(quoted[1 : len(quoted)-1]), url.QueryEscape(liveToken), url.PathEscape(liveToken),
			base64.StdEncoding.EncodeToString([]byte(liveToken)), "s3cr3t",
		} {
			if bytes.Contains(content, []byte(form)) {
				t.Errorf("%s shows the token as %s", place, form)
			}
		}
	}
}

// A storm of refusals that hits all queries under way costs time and nothing
// else: anyone who is told to wait waits, and the time is not the engine's.
func TestLiveStorm(t *testing.T) {
	if testing.Short() {
		t.Skip("waits between retries for seconds")
	}
	t.Setenv("RANKDUEL_TEST_TOKEN", liveToken)
	engine := startEngine(t)
	proxy := startProxy(t, engine.addr())
	const queries, first, refused = 40, 21, 4
	dir := live{queries: queries, settings: "concurrency: 4", policy: "retries: 4"}.write(t, proxy.Addr())
	proxy.Inject(func(exchange int) proxyFault {
		if exchange >= first && exchange < first+refused {
			return refusal(429, "1")
		}
		return proxyFault{}
	})
	run := mustRunLive(t, dir, "rankduel.db", run.Options{})
	retries := 0
	for _, c := range run.Retrieval.Components {
		retries += c.Retries
	}
	if r := run.Retrieval; r.Calls != 2*queries || r.Failed != 0 || retries != refused || proxy.Exchanges() != 2*queries+refused {
		t.Errorf("%d calls, %d failed, %d retries, the engine was called %d times, want %d, 0, %d, %d",
			r.Calls, r.Failed, retries, proxy.Exchanges(), 2*queries, refused, 2*queries+refused)
	}
	for key, got := range run.answers {
		index, query, _ := strings.Cut(key, " ")
		ids := make([]string, len(got.Hits))
		for i, h := range got.Hits {
			ids[i] = h.ID
		}
		if !slices.Equal(ids, rankByDice(index, query)) || *got.LatencyMS >= 1000 {
			t.Errorf("%s: %v in %.0f ms, want %v without the wait of a second", key, ids, *got.LatencyMS, rankByDice(index, query))
		}
	}
}
