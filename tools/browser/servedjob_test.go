package browser_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// An engine answers as many questions as it was allowed to, and the others later.
type engine struct {
	mu      sync.Mutex
	changed *sync.Cond
	allowed int
	ids     []string
}

func newEngine(t testing.TB, ids []string) (e *engine, url string) {
	t.Helper()
	e = &engine{ids: ids}
	e.changed = sync.NewCond(&e.mu)
	front := httptest.NewServer(e)
	t.Cleanup(front.Close)
	t.Cleanup(func() { e.allow(1 << 30) }) // before it waits for those who wait
	return e, front.URL
}

// allow has so many more questions answered.
func (e *engine) allow(n int) {
	e.mu.Lock()
	e.allowed += n
	e.mu.Unlock()
	e.changed.Broadcast()
}

// ServeHTTP finds the same few documents for every question, in another order for
// each path; below /foreign those without judgments.
func (e *engine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	for e.allowed == 0 {
		e.changed.Wait()
	}
	e.allowed--
	e.mu.Unlock()
	type hit struct {
		ID    string  `json:"id"`
		Score float64 `json:"score"`
	}
	var hits []hit
	for i := range 8 {
		id := e.ids[(i*len(r.URL.Path)+len(r.URL.RawQuery))%len(e.ids)]
		if r.URL.Path == "/foreign" {
			id = "<img src=x onerror=alert('job')>" + fmt.Sprint(i)
		}
		hits = append(hits, hit{fmt.Sprint(i, id), float64(8 - i)})
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"hits": hits})
}

// hostileNames returns those of the hostile strings that a test set may hold: a file that
// is not text is refused.
func hostileNames() []string {
	var list []string
	for _, s := range hostile() {
		if utf8.ValidString(s) && !strings.Contains(s, "\x00") {
			list = append(list, s)
		}
	}
	return list
}

// asJSON returns a string as JSON and YAML have it.
func asJSON(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings and numbers
	}
	return string(data)
}

// hostileSet returns a test set whose names, ids and texts are hostile.
func hostileSet(name string, list []string) string {
	type fields map[string]any
	strata := []string{list[0], list[4]}
	var queries []fields
	for i, id := range list {
		var relevant []fields
		for rank := range 8 {
			relevant = append(relevant, fields{"doc_id": fmt.Sprint(rank, list[(i+rank)%len(list)]), "grade": 1 + rank%3})
		}
		queries = append(queries, fields{"query_id": id, "query_text": name + list[(i+1)%len(list)], "query_type": strata[i%2], "relevant_docs": relevant})
	}
	return asJSON(fields{"name": name, "version": "<b>v1", "strata": strata, "queries": queries})
}

// hostileService returns `rankduel serve` over an engine, with tokens, whose sets,
// configurations and documents have hostile names.
func hostileService(t testing.TB, list []string) (s service, e *engine, token string) {
	t.Helper()
	if chromium() == "" {
		t.Skip("no Chromium: apt-get install chromium")
	}
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	s = service{dir: t.TempDir(), program: path}
	e, address := newEngine(t, list)
	a, b, foreign := asJSON(list[4]), asJSON(list[6]), asJSON(list[0])
	text := "test_set: testset.json\nmeasures: [nDCG@5, RR]\nprimary: RR\ncomponents:\n"
	for _, c := range []string{"a", "bcd", "foreign"} {
		text += "  " + c + `: {http: {server: "` + address + `", url: "/` + c + `?q={{urlquery .Query}}", hits: ".hits[]", retries: 0}}` + "\n"
	}
	text += "configs: {" + a + ": {components: [a]}, " + b + ": {components: [bcd]}, " + foreign + ": {components: [foreign]}}\nbaseline: " + a + "\n"
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(s.dir, "testsets"), 0o755); err != nil {
		t.Fatal(err)
	}
	write("experiment.yaml", text)
	write("testset.json", hostileSet("<img src=x onerror=alert(2)>", list))
	write("testsets/other.json", hostileSet("another", list))
	added := exec.Command(path, "token", "add", "ada", "--scope", "run", "--store", "s.db")
	added.Dir = s.dir
	secret, err := added.Output()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, "serve", "experiment.yaml", "--store", "s.db", "--addr", "127.0.0.1:0")
	c.Dir = s.dir
	log, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	s.url = addressIn(t, log)
	return s, e, strings.TrimSpace(string(secret))
}

// started starts an experiment of the configurations whose boxes stay checked, over
// the set that is chosen, and waits for the page of its job.
func (b *tab) started(set string, configs ...string) {
	b.Helper()
	b.arrived(`[...document.querySelectorAll("main button")].some((x) => x.textContent === "Start")`)
	eval[bool](b, `((form) => {
		const set = [...form.querySelectorAll("option")].find((o) => o.value.startsWith(`+asJSON(set)+`));
		set.parentElement.value = set.value;
		for (const box of form.querySelectorAll("input")) box.checked = `+asJSON(configs)+`.includes(box.value);
		return true;
	})([...document.querySelectorAll("main button")].find((x) => x.textContent === "Start").form)`)
	clickOn(b, "Start")
	b.arrived(`new URLSearchParams(location.search).get("job") && document.querySelector("progress")`)
}

// unhurt fails when anything of the page came out of a text.
func unhurt(b *tab, axe, where string) {
	b.Helper()
	for _, js := range []string{`document.querySelectorAll("main img, base, plaintext, noscript *, iframe, object, embed").length`, `document.querySelectorAll("meta[http-equiv=refresh], main style, main script").length`, `document.querySelectorAll("[onload], [onerror], [onmouseover], [onfocus]").length`} {
		if n := eval[int](b, js); n != 0 {
			b.Errorf("%s: %s = %d, want none", where, js, n)
		}
	}
	shown := eval[string](b, `document.body.textContent`)
	for _, bad := range []string{"\u202e", "\u2028", "\x00"} {
		if strings.Contains(shown, bad) {
			b.Errorf("%s: %q is shown as it is", where, bad)
		}
	}
	eval[bool](b, axe+"\n;true")
	for _, f := range eval[[]string](b, `axe.run().then((r) => r.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) => v.id + ": " + n.html.slice(0, 160) + " " + n.failureSummary)))`) {
		b.Errorf("%s: %s", where, f)
	}
}

// A person with a token starts an experiment on a server of hostile names, watches
// it, reads its comparison query by query, cancels another and is told why a third
// failed. Nothing of it runs, asks another host or complains.
func TestServedJobFlow(t *testing.T) {
	axe, err := os.ReadFile("../../reports/html/web/node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("no axe-core: make web")
	}
	list := hostileNames()
	s, e, token := hostileService(t, list)
	b := newTab(t)
	b.shown(s.url+"/", `document.querySelector("input[type=password]")`)
	eval[bool](b, `(document.querySelector("input[type=password]").focus(), true)`)
	b.key(token)
	b.key(kb.Enter)
	b.wait(`document.querySelectorAll("section").length > 3`)
	b.mu.Lock()
	for _, c := range b.console {
		if !strings.Contains(c, "401 (Unauthorized)") { // Chromium says that of what is asked without a token
			t.Errorf("console: %s", c)
		}
	}
	b.console = nil
	b.mu.Unlock()

	b.started("<img", list[4], list[6])
	if got := eval[string](b, `document.querySelector("main .big").textContent`); got != "running" && got != "queued" {
		t.Errorf("the job is %s before its engine has answered", got)
	}
	e.allow(len(list))
	b.wait(`((p) => p.value > 0 && p.value < p.max)(document.querySelector("progress"))`)
	unhurt(b, string(axe), "a job that runs")
	e.allow(len(list))
	b.wait(`document.querySelector("main .big").textContent === "done"`)
	eval[bool](b, `(document.querySelector("main a").click(), true)`)
	b.arrived(comparisonShown)
	if got, want := eval[string](b, `document.querySelector("h1").textContent`), list[4]+" → "+list[6]; got != want {
		t.Errorf("title %q, want %q", got, want)
	}
	if got := eval[string](b, `document.querySelector("main").textContent`); !strings.Contains(got, "on RR") {
		t.Error("the comparison is not about the experiment's measure")
	}
	if n := rows(b); n != len(list) {
		t.Errorf("%d queries, want %d", n, len(list))
	}
	for q := 0; q < len(list); q += 4 {
		eval[bool](b, `(document.querySelectorAll("tr.row .open-q")[`+fmt.Sprint(q)+`].click(), true)`)
		b.wait(`document.querySelectorAll(".lists table").length === 2`)
		if q == 0 {
			unhurt(b, string(axe), "a query")
		}
		eval[bool](b, `(document.querySelector("tr.row.open .open-q").click(), true)`)
		b.wait(`!document.querySelector(".lists")`)
	}
	unhurt(b, string(axe), "the comparison")

	b.must(chromedp.Do(b.ctx, chromedp.Navigate(s.url+"/")))
	b.started("another", list[4], list[6])
	e.allow(1)
	b.wait(`document.querySelector("progress").value === 1`)
	clickOn(b, "Cancel")
	b.wait(`document.querySelector("main .big").textContent === "cancelled"`)

	e.allow(1 << 20)
	b.must(chromedp.Do(b.ctx, chromedp.Navigate(s.url+"/")))
	b.started("<img", list[4], list[0])
	b.wait(`document.querySelector("main .big").textContent === "failed"`)
	if got := eval[string](b, `document.querySelector("main .wrong").textContent`); !strings.Contains(got, list[0]+": no document of any query is judged") || !strings.Contains(got, "<img src=x onerror=alert('job')>") {
		t.Errorf("the job failed with %q, want which system and its ids", got)
	}
	unhurt(b, string(axe), "a job that failed")
	b.must(chromedp.Do(b.ctx, chromedp.Navigate(s.url+"/")))
	b.arrived(`document.querySelectorAll("table.jobs tbody tr").length === 3`)
	unhurt(b, string(axe), "the overview")
	if got := eval[string](b, `document.querySelector("main").textContent`); !strings.Contains(got, list[4]) || !strings.Contains(got, "<img src=x onerror=alert(2)>") {
		t.Error("the overview does not show names as they are")
	}
	b.home(s.url)
}
