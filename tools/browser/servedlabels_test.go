package browser_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/rankduel/rankduel/testsets/label"
)

// withRefresh begins a refresh of the service's test set, q3, whose documents are
// markup to anyone who takes them for it.
func withRefresh(t testing.TB) service {
	t.Helper()
	s := prepared(t)
	replaced(t, filepath.Join(s.dir, "corpus.jsonl"), `"text": "`, `"text": "`+evil)
	log := "query,client\n"
	for _, q := range []string{"why do my legs swell", "colchicine acute gout", "gout attack in a patient with kidney failure"} {
		log += q + ",a\n" + q + ",b\n"
	}
	for name, text := range map[string]string{"log.csv": log, "guideline.md": "3 answers it, 2 a part of it " + evil} {
		if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s.run(t, "testset", "refresh", "start", "testset.yaml", "--dir", "q3", "--log", "log.csv", "--replace", "3", "--labellers", "ada,ben", "--guideline", "guideline.md",
		"--type", "complex_clinical= in a patient ", "--type", "paraphrase=^(why|can|how) ", "--type", "exact_term=^[a-z]+ [a-z]+ [a-z]+$")
	s.run(t, "testset", "refresh", "pool", "q3", "--experiment", "hybrid.yaml", "--corpus", "corpus.jsonl", "--depth", "3", "--store", "s.db")
	return s
}

// follow goes where a link of the page leads, by a key.
func (b *tab) follow(text string) {
	b.Helper()
	b.arrived(`[...document.querySelectorAll("main a")].some((x) => x.textContent.startsWith(` + quote(text) + `))`)
	eval[bool](b, `([...document.querySelectorAll("main a")].find((x) => x.textContent.startsWith(`+quote(text)+`)).focus(), true)`)
	b.key(kb.Enter)
	b.arrived(`document.querySelector("#query")`)
}

// forget forgets what was complained of.
func (b *tab) forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.console = nil
}

// Two people label in two browsers at once, each by their token, one by keys and
// one by clicks; a third decides what differs. The journals are those of the
// command, which goes on from them. Who labels sees nothing of the systems.
func TestServedLabels(t *testing.T) {
	s := withRefresh(t)
	people := []string{"ada", "ben", "cem"}
	secrets := map[string]string{}
	for _, person := range people {
		secrets[person] = s.secret(t, person, "label")
	}
	s.serve(t, "--labels", "q3")
	tabs := map[string]*tab{}
	for _, person := range people {
		b := newTab(t)
		b.shown(s.url+"/", asksForToken)
		b.enter(secrets[person])
		b.wait(`document.querySelector("#s-label")`)
		if n := eval[int](b, `document.querySelectorAll("main section").length`); n != 1 {
			t.Errorf("%s sees %d sections, want what is to be labelled alone", person, n)
		}
		b.forget() // that a token was asked for
		tabs[person] = b
	}
	if got := eval[string](tabs["cem"], `document.querySelector("main").textContent`); !strings.Contains(got, "decided when everybody is done") {
		t.Errorf("before the labels are there cem is told %q", got)
	}
	ada, ben, cem := tabs["ada"], tabs["ben"], tabs["cem"]
	ada.follow("label")
	ben.follow("label")
	total := eval[int](ada, `document.querySelector("#bar").max`)
	if got := eval[string](ada, `document.querySelector("#text").textContent`); total < 6 || !strings.HasPrefix(got, evil) {
		t.Fatalf("%d documents, the first %q, want it with %q", total, got, evil)
	}
	answered := func(b *tab, n int) {
		b.wait(fmt.Sprintf(`document.querySelector("#progress").textContent.includes(" %d of %d answered")`, n, total))
	}
	var both sync.WaitGroup
	both.Go(func() {
		for n := range total {
			ada.key([]string{"0", "1", "2", "3"}[n%4])
			answered(ada, n+1)
		}
	})
	both.Go(func() {
		for n := range total {
			eval[bool](ben, fmt.Sprintf(`((b) => { b.click(); b.click(); return true })(document.querySelectorAll("#grades button")[%d])`, n%3))
			answered(ben, n+1)
		}
	})
	both.Wait()
	for i, person := range people[:2] {
		tabs[person].wait(`!document.querySelector("#done").hidden`)
		j, err := label.ReadJournal(label.File(filepath.Join(s.dir, "q3", "labels"), person))
		if err != nil || len(j.Lines) != total || len(j.Labels()) != total {
			t.Fatalf("%s: %v, %v: want %d answers", person, j, err, total)
		}
		for n, l := range j.Lines {
			if want := n % (4 - i); *l.Grade != want || l.Mode != "server" {
				t.Errorf("answer %d of %s is %+v, want grade %d", n, person, l, want)
			}
		}
	}
	if got := s.run(t, "testset", "refresh", "agreement", "q3"); !strings.Contains(got, "ada and ben") {
		t.Errorf("agreement says %q", got)
	}
	cem.shown(s.url+"/?again", `document.querySelector("#s-label")`)
	cem.follow("decide what differs")
	differ := eval[int](cem, `document.querySelector("#bar").max`)
	if !eval[bool](cem, `document.querySelector("#others").hidden && document.querySelector("#cannot").offsetParent === null`) {
		t.Error("the first question tells what others said, or offers no grade")
	}
	for n := range differ {
		cem.key("1")
		cem.wait(fmt.Sprintf(`document.querySelector("#progress").textContent.includes(" %d of %d answered")`, n+1, differ))
		if got := eval[string](cem, `document.querySelector("#others").textContent`); !strings.Contains(got, "ada said") {
			t.Errorf("after a decision cem is told %q", got)
		}
	}
	cem.picture("served-decided")
	table, err := os.ReadFile(filepath.Join(s.dir, "q3", "adjudicated.csv"))
	if n := strings.Count(string(table), ",third,cem,"); err != nil || n != differ || differ == 0 {
		t.Errorf("%d decisions of cem's, want %d: %v", n, differ, err)
	}
	if got := s.run(t, "testset", "refresh", "status", "q3", "--width", "200"); !strings.Contains(got, "adjudicate  done") {
		t.Errorf("the refresh stands at %s", got)
	}
	for _, b := range tabs {
		if n := eval[int](b, `document.querySelectorAll("main img, main script, main iframe").length`); n != 0 {
			t.Errorf("%d elements came out of documents", n)
		}
		b.home(s.url)
	}
}

// axe finds nothing where people label, in any scheme and width. A comment is
// written without a mouse, and an answer that another tab gave is not given again.
func TestServedLabelPage(t *testing.T) {
	axe, err := os.ReadFile("../../reports/html/web/node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("no axe-core: make web")
	}
	s := withRefresh(t)
	secret := s.secret(t, "ada", "run")
	s.serve(t, "--labels", "q3")
	b := newTab(t)
	b.shown(s.url+"/", asksForToken)
	b.enter(secret)
	const overview = `document.querySelectorAll("section").length > 3`
	b.wait(overview)
	b.clean(axe, "served-labels", func() { b.shown(s.url+"/", overview) })
	b.clean(axe, "served-label", func() { b.shown(s.url+"/?task=q3&do=labelling", `document.querySelector("#query")`) })
	first := eval[string](b, `document.querySelector("#text").textContent`)
	b.key("x")
	b.wait(`document.activeElement.id === "comment" && document.querySelector("#kept").textContent.includes("why")`)
	b.key("no 3 text")
	b.key("\r")
	b.key("x")
	b.wait(`document.querySelector("#progress").textContent.includes("· 1 of ")`)
	b.key("u")
	b.wait(`document.querySelector("#progress").textContent.includes("· 0 of ")`)
	if again := eval[string](b, `document.querySelector("#text").textContent`); again != first {
		t.Errorf("taken back: %q, want %q", again, first)
	}
	b.key("?")
	b.wait(`document.querySelector("#guide").open && document.querySelector("#guideline").textContent.includes("3 answers it")`)
	b.key("?")
	other := newTab(t)
	other.shown(s.url+"/?task=q3&do=labelling", asksForToken)
	other.enter(secret)
	other.wait(`document.querySelector("#query")`)
	other.key("3")
	other.wait(`document.querySelector("#progress").textContent.includes("· 1 of ")`)
	b.key("0")
	b.wait(`document.querySelector("#kept").textContent.includes("answered already") && document.querySelector("#progress").textContent.includes("· 1 of ")`)
	j, err := label.ReadJournal(label.File(filepath.Join(s.dir, "q3", "labels"), "ada"))
	if err != nil || len(j.Lines) != 3 || *j.Lines[2].Grade != 3 {
		t.Errorf("%+v, %v: want a blank, its undoing and a 3", j, err)
	}
}

// A theme that was chosen holds on the other pages of the tab.
func TestServedTheme(t *testing.T) {
	s := served(t)
	b := newTab(t)
	b.shown(s.url+"/", `document.querySelectorAll("select option").length > 1`)
	for range 2 {
		pressed(b, "#tools button")
	}
	b.shown(s.url+"/?job=none", `document.querySelector("main .empty")`)
	if got := eval[string](b, `document.documentElement.dataset.theme + " " + document.querySelector("#tools button").textContent`); got != "dark Theme: dark" {
		t.Errorf("on another page: %q, want what was chosen", got)
	}
	pressed(b, "#tools button")
	b.shown(s.url+"/?job=none&again", `document.querySelector("main .empty")`)
	if got := eval[string](b, `String(document.documentElement.dataset.theme)`); got != "undefined" {
		t.Errorf("given back to the system, the theme is %q", got)
	}
}
