package browser_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/rankduel/rankduel/examples"
)

// program is the command: that of RANKDUEL_BIN, which make has built, or built once.
var program = sync.OnceValues(func() (string, error) {
	if built := os.Getenv("RANKDUEL_BIN"); built != "" {
		return built, nil
	}
	dir, err := os.MkdirTemp("", "rankduel-served")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "rankduel")
	build := exec.Command("go", "build", "-o", path, "./cmd/rankduel")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

const evil = `</script><img src=x onerror=alert(1)>`

// A service is `rankduel serve` over the clinical example, run once, with a query
// and a document that are markup to anyone who takes them for it.
type service struct {
	url, dir, program string
}

func (s service) run(t testing.TB, args ...string) string {
	t.Helper()
	c := exec.Command(s.program, args...)
	c.Dir = s.dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("rankduel %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func replaced(t testing.TB, path, old, with string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(data), old) {
		t.Fatalf("%s has no %s: %v", path, old, err)
	}
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(data), old, with)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// served returns the service of an experiment that was run.
func served(t testing.TB) service {
	t.Helper()
	s := prepared(t)
	s.serve(t)
	return s
}

// prepared returns a service that no one started yet.
func prepared(t testing.TB) service {
	t.Helper()
	if chromium() == "" {
		t.Skip("no Chromium: apt-get install chromium")
	}
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	s := service{dir: t.TempDir(), program: path}
	if err := os.CopyFS(s.dir, examples.Clinical()); err != nil {
		t.Fatal(err)
	}
	quoted, err := json.Marshal(evil)
	if err != nil {
		t.Fatal(err)
	}
	replaced(t, filepath.Join(s.dir, "testset.yaml"), `"water tablet makes me dizzy on standing"`, string(quoted))
	s.run(t, "run", "experiment.yaml", "--quiet", "--store", "s.db")
	return s
}

// serve starts it, until the test ends.
func (s *service) serve(t testing.TB, more ...string) {
	t.Helper()
	c := exec.Command(s.program, append([]string{"serve", "experiment.yaml", "--store", "s.db", "--addr", "127.0.0.1:0"}, more...)...)
	c.Dir = s.dir
	log, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Signal(os.Interrupt); _ = c.Wait() })
	s.url = addressIn(t, log)
}

// addressIn reads the address that a server says it has, and the rest of its log.
func addressIn(t testing.TB, log io.Reader) string {
	t.Helper()
	found := make(chan string, 1)
	go func() {
		var all strings.Builder
		buffer := make([]byte, 4096)
		for said := false; ; {
			n, err := log.Read(buffer)
			all.Write(buffer[:n])
			if at := regexp.MustCompile(`at (http://[0-9.:]+)\n`).FindStringSubmatch(all.String()); at != nil && !said {
				said = true
				found <- at[1]
			}
			if err != nil {
				return
			}
		}
	}()
	select {
	case at := <-found:
		return at
	case <-time.After(30 * time.Second):
		t.Fatal("the server says no address")
		return ""
	}
}

// arrived waits for what the page that is being opened is to show.
func (b *tab) arrived(js string) {
	b.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if done, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool]("!!("+js+")")); err == nil && done {
			return
		} // an error: the page that was asked is gone
	}
	b.Fatalf("never true: %s", js)
}

func clickOn(b *tab, text string) {
	b.Helper()
	eval[bool](b, `([...document.querySelectorAll("main button")].find((x) => x.textContent === `+quote(text)+`).click(), true)`)
}

// shown opens a page of a server and waits for what it is to show.
func (b *tab) shown(url, js string) {
	b.Helper()
	b.must(chromedp.Do(b.ctx, chromedp.Navigate(url)))
	b.wait(js)
}

// home fails when the page asked anybody but its server, or said anything.
func (b *tab) home(origin string) {
	b.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.requests {
		if !strings.HasPrefix(r, origin+"/") && !strings.HasPrefix(r, "data:,") && r != "about:blank" && !isBlob(r) {
			b.Errorf("the page asked for %s", r)
		}
	}
	for _, c := range b.console {
		b.Errorf("console: %s", c)
	}
}

const comparisonShown = `performance.getEntriesByName("rankduel-usable").length > 0 && performance.getEntriesByName("rankduel-shown").length > 0`

// Two runs are chosen and compared without a mouse, and what is shown is what the
// page of `compare` has, query by query.
func TestServedComparison(t *testing.T) {
	s := served(t)
	b := newTab(t)
	b.shown(s.url+"/", `document.querySelectorAll("select option").length > 1`)
	eval[bool](b, `(document.querySelector("select").focus(), true)`)
	b.key("rrf")
	b.key(kb.Tab)
	b.key("weighted")
	b.key(kb.Tab)
	b.wait(`document.activeElement.textContent === "Compare"`)
	b.key(kb.Enter)
	b.arrived(comparisonShown)
	title := eval[string](b, `document.querySelector("h1").textContent`)
	if title != "rrf → weighted" {
		t.Errorf("title %q, want the two runs that were chosen", title)
	}
	if n := rows(b); n != 50 {
		t.Errorf("%d queries, want 50", n)
	}
	query := eval[string](b, `location.search`)
	runs, err := url.ParseQuery(strings.TrimPrefix(query, "?"))
	if err != nil {
		t.Fatal(err)
	}
	s.run(t, "compare", runs.Get("a"), runs.Get("b"), "--store", "s.db", "--quiet", "-o", "page.html")
	const text = `[...document.querySelectorAll("main section:not(#queries) :is(h2, h3, h4, td, th, p:not(.pick), svg text)")].filter((e) => !e.closest(".method, .glossary, .paper, #queries")).map((e) => e.textContent).join("|")`
	here := eval[string](b, text)
	file := newTab(t)
	file.show(filepath.Join(s.dir, "page.html"), "")
	if there := eval[string](file, text); here != there || len(here) < 2000 {
		t.Errorf("the page of the server has %d characters, that of the command %d:\n%s", len(here), len(there), firstDifference(here, there))
	}
	b.shown(s.url+"/"+query+"#q=para-01", comparisonShown)
	b.wait(`document.querySelectorAll(".lists table").length === 2`)
	if got := eval[string](b, `document.querySelector(".detail h3").textContent`); !strings.Contains(got, evil) {
		t.Errorf("the query reads %q, want it with %q", got, evil)
	}
	if n := eval[int](b, `document.querySelectorAll("main img").length`); n != 0 {
		t.Errorf("%d pictures came out of a text", n)
	}
	b.picture("served-comparison")
	b.home(s.url)
}

func firstDifference(a, b string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("here  …%.120q\nthere …%.120q", a[max(0, i-30):], b[max(0, i-30):])
		}
	}
	return "one is the beginning of the other"
}

// axe finds nothing on any page of a server, in both schemes, wide and narrow, and
// none of them scrolls sideways.
func TestServedAxe(t *testing.T) {
	axe, err := os.ReadFile("../../reports/html/web/node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("no axe-core: make web")
	}
	s := stubbed(t, served(t), &work{})
	b := newTab(t)
	b.shown(s.url+"/", `document.querySelectorAll("select option").length > 1`)
	clickOn(b, "Compare")
	b.arrived(comparisonShown)
	for name, page := range map[string]struct{ query, shown string }{
		"overview":   {"", `document.querySelectorAll("section").length > 3`},
		"job":        {"?job=job-1", `document.querySelector("progress")`},
		"comparison": {eval[string](b, `location.search`) + "#q=para-01", comparisonShown + ` && document.querySelectorAll(".lists table").length > 0`},
	} {
		b.clean(axe, "served-"+name, func() {
			b.must(chromedp.Do(b.ctx, chromedp.Navigate("about:blank")))
			b.shown(s.url+"/"+page.query, page.shown)
		})
	}
	b.home(s.url)
}

// clean fails when axe finds something on a page, or the page scrolls sideways, in
// any scheme and width.
func (b *tab) clean(axe []byte, name string, open func()) {
	b.Helper()
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{1280, 375} {
			b.scheme(scheme)
			b.size(width, 900)
			open()
			if w := eval[int64](b, `document.documentElement.scrollWidth`); w > width {
				b.Errorf("%s, %d px: the page is %d wide", name, width, w)
			}
			b.picture(fmt.Sprintf("%s-%s-%d", name, scheme, width))
			eval[bool](b, string(axe)+"\n;true")
			for _, f := range eval[[]string](b, `axe.run().then((r) => r.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) => v.id + ": " + n.html.slice(0, 160) + " " + n.failureSummary)))`) {
				b.Errorf("%s, %s, %d px: %s", name, scheme, width, f)
			}
		}
	}
}

// work is a job that asks a query at each look, as the operations show it.
type work struct {
	mu        sync.Mutex
	asked     int
	total     int // 0 while that is not known
	state     string
	started   []map[string]any
	cancelled bool
}

func (w *work) job() map[string]any {
	if w.state == "" {
		w.state = "running"
	}
	job := map[string]any{
		"id": "job-1", "kind": "experiment", "state": w.state, "progress": map[string]int{"asked": w.asked, "total": w.total},
		"created_at": "2026-11-22T10:00:00Z", "by": "<b>Ada</b>", "runs": []string{},
	}
	if w.state == "done" {
		job["runs"], job["comparison_url"] = []string{"run_a", "run_b"}, "/v1/comparisons?a=run_a&b=run_b&primary=RR"
	}
	return job
}

func (w *work) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	out.Header().Set("Content-Type", "application/json")
	var answer any
	switch {
	case r.Method == http.MethodPost:
		var body map[string]any
		_ = json.NewDecoder(r.Body).Decode(&body)
		w.started = append(w.started, body)
		out.WriteHeader(http.StatusAccepted)
		answer = w.job()
	case r.Method == http.MethodDelete:
		w.cancelled, w.state = true, "cancelled"
		answer = w.job()
	case strings.HasSuffix(r.URL.Path, "/jobs"):
		answer = map[string]any{"jobs": []any{w.job()}}
	default:
		answer = w.job()
		if w.asked++; w.asked > 4 && w.state == "running" {
			w.asked, w.state = 4, "done"
		}
	}
	_ = json.NewEncoder(out).Encode(answer)
}

// stubbed returns a server whose jobs are made up and whose other answers are its own.
func stubbed(t testing.TB, s service, w *work) service {
	t.Helper()
	target, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	for _, path := range []string{"/v1/jobs", "/v1/jobs/", "/v1/experiments"} {
		mux.Handle(path, w)
	}
	mux.HandleFunc("/openapi.json", func(out http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(out, `{"paths":{"/v1/jobs":{},"/v1/names":{}}}`)
	})
	mux.Handle("/", &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }})
	front := httptest.NewServer(mux)
	t.Cleanup(front.Close)
	s.url = front.URL
	return s
}

// A list that may have been cut says so: a run that is not in it is not gone.
func TestServedManyRuns(t *testing.T) {
	s := stubbed(t, served(t), &work{total: 4})
	back, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	n := 1000
	mux := http.NewServeMux()
	mux.HandleFunc("/v1/runs", func(out http.ResponseWriter, _ *http.Request) {
		list := make([]map[string]any, n)
		for i := range list {
			list[i] = map[string]any{"run_id": fmt.Sprintf("run_%016d", i), "name": "a", "suite": "s@v1", "test_set": map[string]any{"sha256": "x"}, "created_at": "2026-11-22T10:00:00Z"}
		}
		_ = json.NewEncoder(out).Encode(map[string]any{"runs": list})
	})
	mux.Handle("/", &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(back) }})
	front := httptest.NewServer(mux)
	t.Cleanup(front.Close)
	b := newTab(t)
	for _, want := range []string{"The newest 1000 runs; there may be older ones", "999 stored runs, the newest first"} {
		b.shown(fmt.Sprint(front.URL, "/?", n), `document.querySelector("table.runs caption")`)
		if got := eval[string](b, `document.querySelector("table.runs caption").textContent`); !strings.HasPrefix(got, want) {
			t.Errorf("%d runs are called %q, want %q", n, got, want)
		}
		n--
	}
}

// An experiment is started from names, its progress is seen while it runs, and its
// end leads to the comparison; another is cancelled.
func TestServedJob(t *testing.T) {
	w := &work{total: 4}
	s := stubbed(t, served(t), w)
	b := newTab(t)
	b.shown(s.url+"/", `[...document.querySelectorAll("button")].some((x) => x.textContent === "Start")`)
	clickOn(b, "Start")
	b.arrived(`document.querySelector("progress")?.value > 0`)
	b.wait(`document.querySelector(".big").textContent === "done"`)
	if got := eval[string](b, `document.querySelector("main a").getAttribute("href")`); got != "/?a=run_a&b=run_b&primary=RR" {
		t.Errorf("the job leads to %q, want its two runs as they are to be compared", got)
	}
	if got := fmt.Sprint(w.started); !strings.Contains(got, "baseline:rrf") || !strings.Contains(got, "configs:[rrf weighted]") {
		t.Errorf("asked for %s, want both configurations and the baseline", got)
	}
	w.mu.Lock()
	w.asked, w.state = 0, "running"
	w.mu.Unlock()
	b.shown(s.url+"/?job=job-1&again=1", `document.querySelector("progress")`)
	clickOn(b, "Cancel")
	b.wait(`document.querySelector(".big").textContent === "cancelled"`)
	if !w.cancelled {
		t.Error("nothing was cancelled")
	}
	w.mu.Lock()
	w.asked, w.total, w.state = 0, 0, "failed"
	w.mu.Unlock()
	b.shown(s.url+"/?job=job-1&failed=1", `document.querySelector(".big")?.textContent === "failed"`)
	if eval[bool](b, `document.querySelector("progress").checkVisibility()`) {
		t.Error("the bar of a job that failed before it asked anything goes on moving")
	}
	b.home(s.url)
}
