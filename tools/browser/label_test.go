package browser_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/adjudicate"
	"github.com/rankduel/rankduel/testsets/label/page"
)

// labelling serves hostile documents to people.
func labelling(t *testing.T, people ...string) (links []string, folder string) {
	t.Helper()
	var lines strings.Builder
	for i, text := range hostile() {
		if i == 30 {
			break
		}
		line, err := json.Marshal(map[string]string{
			"query_id": fmt.Sprint("q", i/10), "query_text": "how much metformin " + text, "need": "a doctor at the bedside",
			"doc_id": fmt.Sprint("d", i), "title": "title " + text, "text": text + " " + strings.Repeat("the renal dose of metformin is reduced; ", 5),
		})
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	pool, err := label.ReadPool("pool", strings.NewReader(lines.String()))
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	var sessions []*label.Session
	for _, person := range people {
		s, err := label.Open(pool, folder, label.Settings{Person: person, Mode: "page", Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() }) // every answer is synced
		sessions = append(sessions, s)
	}
	server, err := page.Listen("127.0.0.1:0", sessions, "# What a 2 means\n"+hostile()[0])
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- server.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the server ends with %v", err)
		}
	})
	for _, l := range server.People {
		links = append(links, l.Link)
	}
	return links, folder
}

func (b *tab) visit(url string) {
	b.Helper()
	b.must(chromedp.Do(b.ctx, chromedp.Navigate(url)))
	b.wait(`document.querySelector("#query")?.textContent`)
}

func (b *tab) progress() string {
	b.Helper()
	return eval[string](b, `document.querySelector("#progress").textContent`)
}

// Two people label the same documents in two browsers at once, one by keys and
// one by double clicks. Each question gets one answer, of who gave it; nothing in
// a document is markup, runs, or is asked for elsewhere.
func TestLabelPage(t *testing.T) {
	links, folder := labelling(t, "ada", "ben")
	ada, ben := newTab(t), newTab(t)
	ada.visit(links[0])
	ben.visit(links[1])
	if a, b := eval[string](ada, `document.querySelector("#text").textContent`), eval[string](ben, `document.querySelector("#text").textContent`); a == b {
		t.Error("both see the same document first")
	}
	var both sync.WaitGroup
	both.Go(func() {
		for n := range 30 {
			ada.key([]string{"0", "1", "2", "3"}[n%4])
			ada.wait(fmt.Sprintf(`document.querySelector("#progress").textContent.includes("%d of 30 answered")`, n+1))
		}
	})
	both.Go(func() {
		for n := range 30 {
			eval[bool](ben, fmt.Sprintf(`((b) => { b.click(); b.click(); return true })(document.querySelectorAll("#grades button")[%d])`, n%3))
			ben.wait(fmt.Sprintf(`document.querySelector("#progress").textContent.includes("%d of 30 answered")`, n+1))
		}
	})
	both.Wait()
	for i, b := range []*tab{ada, ben} {
		b.wait(`!document.querySelector("#done").hidden`)
		b.elsewhere(links[i])
		if n := eval[int](b, `document.querySelectorAll("img, base, plaintext, iframe, form, svg, style, meta[http-equiv]").length + document.querySelectorAll("script").length - 1`); n != 0 {
			t.Errorf("%d elements came out of documents", n)
		}
		j, err := label.ReadJournal(label.File(folder, []string{"ada", "ben"}[i]))
		if err != nil || len(j.Lines) != 30 || len(j.Labels()) != 30 {
			t.Fatalf("%v, %v: want 30 answers", j, err)
		}
		for n, l := range j.Lines {
			if want := n % (4 - i); *l.Grade != want || l.Mode != "page" {
				t.Errorf("answer %d is %+v, want grade %d", n, l, want)
			}
		}
	}
}

// elsewhere reports what a page asked of anybody but its server, and complaints.
func (b *tab) elsewhere(link string) {
	b.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, url := range b.requests {
		if !strings.HasPrefix(url, link) {
			b.Errorf("the page asked for %s", url)
		}
	}
	for _, said := range b.console {
		b.Errorf("the console says %s", said)
	}
}

// What keys, comments and buttons do; that the page fits a telephone, in light
// and dark; that it says so when its program is gone.
func TestLabelPageByKeys(t *testing.T) {
	links, folder := labelling(t, "ada")
	b := newTab(t)
	b.visit(links[0])
	b.picture("label-light")
	first := eval[string](b, `document.querySelector("#text").textContent`)
	b.key("x")
	b.wait(`document.activeElement.id === "comment" && document.querySelector("#kept").textContent.includes("why")`)
	b.key("no 3 text") // in a comment a digit is a digit
	b.key("\r")
	b.key("x")
	b.wait(`document.querySelector("#progress").textContent.includes("1 of 30 answered")`)
	b.key("u")
	b.wait(`document.querySelector("#progress").textContent.includes(" 0 of 30 answered")`)
	if again := eval[string](b, `document.querySelector("#text").textContent`); again != first {
		t.Errorf("taken back: %q, want %q", again, first)
	}
	b.key("s")
	b.wait(`document.querySelector("#progress").textContent.includes("1 put off")`)
	b.key("c")
	b.key("good")
	eval[bool](b, `(document.querySelectorAll("#grades button")[2].click(), true)`)
	b.wait(`document.querySelector("#progress").textContent.includes("1 of 30 answered")`)
	b.key("?")
	b.wait(`document.querySelector("#guide").open && document.querySelector("#guideline").textContent.includes("What a 2 means")`)
	b.key("?")
	j, err := label.ReadJournal(label.File(folder, "ada"))
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, l := range j.Lines {
		said = append(said, string(l.State)+" "+l.Comment)
	}
	if got, want := strings.Join(said, ", "), "cannot_judge no 3 text, undone , later , graded good"; got != want {
		t.Errorf("the journal says %q, want %q", got, want)
	}
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme)
		for _, width := range []int64{375, 1280} {
			b.size(width, 800)
			b.picture(fmt.Sprintf("label-%s-%d", scheme, width))
			if over := eval[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("%s, %d pixels: %d too wide", scheme, width, over)
			}
		}
	}
	b.elsewhere(links[0])
}

// A third person decides on the page: by a key, told what the labellers said when
// they may know, and with no button for what is not an answer.
func TestAdjudicationPage(t *testing.T) {
	pool, err := label.ReadPool("pool", strings.NewReader(`{"query_id":"q","query_text":"how much","doc_id":"a","text":"one"}
{"query_id":"q","query_text":"how much","doc_id":"b","text":"two"}`))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for person, grade := range map[string]int{"ada": 0, "ben": 3} {
		s, err := label.Open(pool, folder, label.Settings{Person: person, Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		for seq := range 2 {
			if err := s.Answer(seq, label.Answer{State: label.Graded, Grade: grade}); err != nil {
				t.Fatal(err)
			}
		}
		_ = s.Close() // every answer is synced
	}
	work, err := adjudicate.Open(pool, folder, folder+"/none.csv", adjudicate.Settings{
		Labellers: []string{"ada", "ben"}, Rule: adjudicate.Third, Now: time.Now, Save: func([]byte) error { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = work.Close() }) // every decision is saved
	cem, err := work.Arbiter("cem")
	if err != nil {
		t.Fatal(err)
	}
	server, err := page.Listen("127.0.0.1:0", []*adjudicate.Arbiter{cem}, "")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- server.Serve(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	b := newTab(t)
	b.visit(server.People[0].Link)
	if !eval[bool](b, `document.querySelector("#others").hidden && document.querySelector("#cannot").offsetParent === null`) {
		t.Error("the first question tells what others said, or offers no grade")
	}
	b.key("x")
	b.wait(`document.querySelector("#kept").textContent.includes("a grade has to stand")`)
	b.key("2")
	b.wait(`document.querySelector("#others").textContent === "the one before: ada said 0, ben said 3, you 2; 2 stands" && !document.querySelector("#others").hidden`)
	b.size(375, 800)
	b.picture("adjudicate-375")
	b.key("1")
	b.wait(`!document.querySelector("#done").hidden && document.querySelector("#done").textContent.includes("Everything is decided")`)
	b.elsewhere(server.People[0].Link)
}
