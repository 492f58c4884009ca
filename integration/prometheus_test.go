package integration_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/reports/prom"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/server"
	"github.com/rankduel/rankduel/server/access"
	"github.com/rankduel/rankduel/server/api"
	"github.com/rankduel/rankduel/server/system"
	"github.com/rankduel/rankduel/server/watch"
	"github.com/rankduel/rankduel/store"
)

// A real Prometheus scrapes a server that evaluates every half second, watches it
// by the rules that ship (their `for` shortened in a copy) and tells a pager: the
// engine gets worse, the rule is pending and fires, the engine gets better, it is
// resolved. A gate, and the verdict against a baseline that stays as it is, are told
// of too. Then the engine is gone.
func TestPrometheusWatches(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for Prometheus, which discovers its targets after 5 s")
	}
	prometheus := program(t, "prometheus")
	finds, address := watchedServer(t)
	finds(41) // of 50: 0.82, as in the seed's scenario
	pager := newPager(t)

	dir := t.TempDir()
	shipped := file(t, "../examples/monitoring/alerts.yaml")
	short := strings.NewReplacer("for: 15m", "for: 2s", "for: 5m", "for: 0s").Replace(shipped)
	if !strings.Contains(short, "for: 2s") {
		t.Fatal("no rule is for 15m")
	}
	write(t, filepath.Join(dir, "alerts.yaml"), short)
	write(t, filepath.Join(dir, "prometheus.yaml"), fmt.Sprintf(`
global: {scrape_interval: 300ms, evaluation_interval: 300ms}
rule_files: [alerts.yaml]
alerting: {alertmanagers: [{static_configs: [{targets: [%q]}]}]}
scrape_configs: [{job_name: rankduel, static_configs: [{targets: [%q]}]}]
`, pager.address, address))
	at := freeAddress(t)
	start(t, dir, prometheus, "--config.file=prometheus.yaml", "--storage.tsdb.path=data", "--web.listen-address="+at, "--log.level=warn", "--alertmanager.notification-queue-capacity=100")

	p := prometheusAt("http://" + at)
	const gauge = `rankduel_retrieval_recall_at_k{k="10"}`
	await(t, "the first scrape", func() bool { return p.query(t, gauge) == "0.82" })
	if got := p.query(t, `up{job="rankduel"}`); got != "1" {
		t.Errorf("up is %q", got)
	}
	await(t, "no alert", func() bool { return p.query(t, `ALERTS`) == "" }) // that of absent metrics is over

	finds(37)
	state := func(s string) string {
		return p.query(t, fmt.Sprintf(`count(ALERTS{alertname="RetrievalRecallLow",alertstate=%q})`, s))
	}
	await(t, "the rule to be pending", func() bool { return state("pending") == "1" })
	await(t, "the rule to fire", func() bool { return state("firing") == "1" })
	await(t, "the pager to ring", func() bool { return pager.rings("RetrievalRecallLow") })
	await(t, "the gate to be told of", func() bool { return pager.rings("RetrievalGateFailed") })

	finds(38)
	await(t, "the gate to pass", func() bool { return pager.resolved("RetrievalGateFailed") })
	await(t, "the alert to be over", func() bool { return state("firing") == "" && state("pending") == "" })
	await(t, "the pager to be told", func() bool { return pager.resolved("RetrievalRecallLow") })

	finds(10)
	await(t, "the verdict to be told of", func() bool { return pager.rings("RetrievalWorseThanBaseline") })
	if got := p.query(t, `rankduel_retrieval_verdict{verdict="worse",candidate="one"}`); got != "1" {
		t.Errorf("the verdict worse is %q", got)
	}

	finds(-1)
	await(t, "the rule on failures", func() bool {
		return p.query(t, `count(ALERTS{alertname="RetrievalEvaluationFailed",alertstate="firing"})`) == "1"
	})
	if got := p.query(t, gauge); got != "" {
		t.Errorf("after a failure recall is %s", got)
	}
}

// A real node_exporter reads the files that are written. Of two with the same
// sample it shows one, which is why there is a label dataset.
func TestNodeExporterReads(t *testing.T) {
	if testing.Short() {
		t.Skip("starts node_exporter")
	}
	exporter := program(t, "prometheus-node-exporter")
	dir := t.TempDir()
	at := freeAddress(t)
	start(t, dir, exporter, "--web.listen-address="+at, "--collector.disable-defaults", "--collector.textfile", "--collector.textfile.directory="+dir)
	shows := func() string {
		answer, err := http.Get("http://" + at + "/metrics")
		if err != nil {
			return ""
		}
		defer func() { _ = answer.Body.Close() }()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	await(t, "node_exporter", func() bool { return shows() != "" })

	put := func(name, dataset string, o prom.Options) {
		t.Helper()
		c, err := prom.New(o)
		if err != nil {
			t.Fatal(err)
		}
		publishedOf(t, c, dataset, 0.82)
		if err := c.WriteFile(filepath.Join(dir, name), name); err != nil {
			t.Fatal(err)
		}
	}
	labelled := prom.Options{Labels: prom.Labels{Dataset: true}}
	put("a.prom", "clinical", labelled)
	put("b.prom", "products", labelled)
	put("c.txt", "unread", labelled)
	text := shows()
	for _, want := range []string{
		"node_textfile_scrape_error 0", `rankduel_retrieval_recall_at_k{dataset="clinical",k="10"} 0.82`,
		`rankduel_retrieval_recall_at_k{dataset="products",k="10"} 0.82`, `rankduel_retrieval_query_latency_seconds_count{dataset="clinical"} 1`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("no line %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, "unread") {
		t.Error("a file that is no .prom is read")
	}
	put("a.prom", "clinical", prom.Options{})
	put("b.prom", "products", prom.Options{})
	if text := shows(); strings.Count(text, "\nrankduel_retrieval_evaluation_info{") != 2 || strings.Count(text, "\nrankduel_retrieval_recall_at_k{") != 1 {
		t.Errorf("of two files with one sample it shows\n%s", text)
	}
}

// watchedServer serves an experiment with 50 queries of one relevant document each.
// Its engine finds those of the first n, and does not answer when n is negative; the
// baseline finds those of the first 41.
func watchedServer(t *testing.T) (finds func(n int), address string) {
	t.Helper()
	dir := t.TempDir()
	finds = func(n int) {
		t.Helper()
		write(t, filepath.Join(dir, "next"), strconv.Itoa(n)+"\n")
		if err := os.Rename(filepath.Join(dir, "next"), filepath.Join(dir, "finds")); err != nil { // whole, to anyone who reads it meanwhile
			t.Fatal(err)
		}
	}
	var set strings.Builder
	set.WriteString("name: clinical\nversion: v1\nqueries:\n")
	for i := range 50 {
		fmt.Fprintf(&set, "- {query_id: \"%d\", query_text: \"%d\", query_type: exact_term, relevant_docs: [{doc_id: d, grade: 3}]}\n", i+1, i+1)
	}
	write(t, filepath.Join(dir, "set.yaml"), set.String())
	write(t, filepath.Join(dir, "answer.sh"), `
while read -r request; do
  read -r n <finds
  if [ "$n" -lt 0 ]; then exit 1; fi
  id=${request#*:}; id=${id%%,*}; text=${request#*\"query\":\"}; text=${text%%\"*}
  doc=x; if [ "$text" -le "$n" ]; then doc=d; fi
  echo '{"id":'$id',"hits":[{"id":"'$doc'","score":1}]}'
done
`)
	write(t, filepath.Join(dir, "baseline.sh"), strings.NewReplacer("read -r n <finds", "n=41").Replace(file(t, filepath.Join(dir, "answer.sh"))))
	path := filepath.Join(dir, "experiment.yaml")
	write(t, path, "test_set: set.yaml\nprofile: medkg\nmeasures: [R@10]\ngive_up_after: 1\ncomponents: {a: {command: {argv: [sh, answer.sh]}}, b: {command: {argv: [sh, baseline.sh]}}}\n"+
		"configs: {one: {components: [a], top_k: 20}, two: {components: [b], top_k: 20}}\nbaseline: two\n")
	finds(50)

	loaded, err := plan.Reader{Kinds: kinds.All(kinds.NewPool())}.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), filepath.Join(dir, "rankduel.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	s, err := system.Open(loaded, "one", db, run.Options{Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	c, err := prom.New(prom.Options{})
	if err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.DiscardHandler)
	rule, err := gate.ParseRule("R@10: >= 0.75", loaded.Profile)
	if err != nil {
		t.Fatal(err)
	}
	over := &watch.Watch{System: s, Dataset: "clinical", Gauges: c, Clock: time.Now, Log: quiet, Gate: func(current, _ *scoring.Table) (*result.Gate, error) {
		side := gate.Side{System: result.System{Name: current.Name}, Profile: loaded.Profile.Name, TestSet: current.TestSet, Rows: current.Rows()}
		return gate.Judge(side, nil, gate.Rules{Rules: []gate.Rule{rule}}, loaded.Profile, time.Now())
	}}
	s.Observe(over.Saw)
	front := httptest.NewServer(server.New(server.Config{
		API:     api.Config{System: s, Store: db, Log: quiet},
		Metrics: c, Guard: access.Guard{Loopback: true}, Log: quiet, Clock: time.Now,
	}).Handler())
	t.Cleanup(front.Close)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { s.Watch(ctx, 500*time.Millisecond, time.Minute, over.Scheduled) })
	t.Cleanup(func() {
		stop()
		running.Wait()
	})
	return finds, front.Listener.Addr().String()
}

func publishedOf(t *testing.T, c *prom.Collector, dataset string, recall float64) {
	t.Helper()
	err := c.Publish(prom.Evaluation{
		Config: "rrf", Profile: "medkg", Ended: time.Now(), LatencyMS: []float64{12},
		TestSet: result.TestSetInfo{Name: dataset, Version: "v1", Queries: 50},
		System: result.RunEvaluation{
			Name: "rrf", Measures: []result.MeasureSummary{{Measure: "R@10", N: 50, Mean: &recall, Overall: &recall}},
			Recorded: &result.Recorded{From: time.Now(), To: time.Now()},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A pager takes alerts as Alertmanager does.
type pager struct {
	address string
	mu      sync.Mutex
	ended   map[string]bool // by alert: whether the last message said that it is over
}

func newPager(t *testing.T) *pager {
	p := &pager{ended: map[string]bool{}}
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var alerts []struct {
			Labels map[string]string
			EndsAt time.Time
		}
		if err := json.NewDecoder(r.Body).Decode(&alerts); err != nil || r.URL.Path != "/api/v2/alerts" {
			t.Errorf("the pager got %s: %v", r.URL, err)
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, a := range alerts {
			p.ended[a.Labels["alertname"]] = !a.EndsAt.After(time.Now())
		}
	}))
	t.Cleanup(server.Close)
	p.address = server.Listener.Addr().String()
	return p
}

func (p *pager) rings(alert string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	ended, told := p.ended[alert]
	return told && !ended
}

func (p *pager) resolved(alert string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ended[alert]
}

type prometheusAt string

// query returns the value of an expression that has one, "" without any.
func (p prometheusAt) query(t *testing.T, expr string) string {
	t.Helper()
	answer, err := http.Get(string(p) + "/api/v1/query?query=" + url.QueryEscape(expr))
	if err != nil {
		return "" // not up yet
	}
	defer func() { _ = answer.Body.Close() }()
	var body struct {
		Data struct{ Result []struct{ Value [2]any } }
	}
	if err := json.NewDecoder(answer.Body).Decode(&body); err != nil || len(body.Data.Result) == 0 {
		return ""
	}
	return fmt.Sprint(body.Data.Result[0].Value[1])
}

// program finds one of Debian's package prometheus or next to it.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("there is no %s (apt install prometheus prometheus-node-exporter)", name)
	}
	return path
}

// start runs a program until the test ends.
func start(t *testing.T, dir, path string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = dir
	said := &strings.Builder{}
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Start(); err != nil {
		cancel()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		err := cmd.Wait()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("%s says:\n%s", path, said)
		}
	})
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// await waits for something to come true, for as long as a busy machine needs.
func await(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		if is() {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("waited for %s in vain", what)
		}
	}
}

func file(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
