package page_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/adjudicate"
	"github.com/rankduel/rankduel/testsets/label/page"
)

type served struct {
	testing.TB
	*page.Server
	dir string
}

// serve starts a server for two people on ten documents.
func serve(t testing.TB) *served {
	t.Helper()
	var lines strings.Builder
	for i := range 10 {
		fmt.Fprintf(&lines, `{"query_id":"q","query_text":"query <b>","doc_id":"d%d","title":"","text":"text %d"}`+"\n", i, i)
	}
	pool, err := label.ReadPool("pool", strings.NewReader(lines.String()))
	if err != nil {
		t.Fatal(err)
	}
	s := &served{TB: t, dir: t.TempDir()}
	var sessions []*label.Session
	for _, person := range []string{"ada", "ben"} {
		one, err := label.Open(pool, s.dir, label.Settings{Person: person, Mode: "page", Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		sessions = append(sessions, one)
	}
	if s.Server, err = page.Listen("127.0.0.1:0", sessions, "the guideline"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("it ends with %v", err)
		}
		for _, one := range sessions {
			_ = one.Close() // every answer is synced
		}
	})
	return s
}

func (s *served) get(url string, change func(*http.Request)) (int, http.Header, string) {
	s.Helper()
	return s.send(http.MethodGet, url, "", change)
}

func (s *served) send(method, url, body string, change func(*http.Request)) (int, http.Header, string) {
	s.Helper()
	r, err := http.NewRequest(method, url, bytes.NewBufferString(body))
	if err != nil {
		s.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", "http://"+r.URL.Host)
	}
	if change != nil {
		change(r)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }() // it was read
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		s.Fatal(err)
	}
	return resp.StatusCode, resp.Header, string(data)
}

func answer(seq, grade int) string {
	return fmt.Sprintf(`{"seq":%d,"state":"graded","grade":%d,"comment":""}`, seq, grade)
}

// Two people answer at once, each question twice at the same moment: each counts
// once, and for who gave it.
func TestTwoAtOnce(t *testing.T) {
	s := serve(t)
	var all sync.WaitGroup
	for i, person := range s.People {
		for seq := range 10 {
			for range 2 {
				all.Add(1)
				go func() {
					defer all.Done()
					for range 2000 { // until it is this question's turn
						if code, _, body := s.send(http.MethodPost, person.Link+"answer", answer(seq, 1+i), nil); code == http.StatusOK {
							return
						} else if seqOf(t, body) > seq {
							return
						}
						time.Sleep(time.Millisecond)
					}
					t.Error("an answer never got its turn")
				}()
			}
		}
	}
	all.Wait()
	for i, person := range []string{"ada", "ben"} {
		j, err := label.ReadJournal(label.File(s.dir, person))
		if err != nil || len(j.Lines) != 10 || len(j.Labels()) != 10 {
			t.Fatalf("%s: %v, %v; want ten answers", person, j, err)
		}
		for _, l := range j.Lines {
			if *l.Grade != 1+i || l.Mode != "page" {
				t.Errorf("%s: %+v", person, l)
			}
		}
	}
}

func seqOf(t testing.TB, body string) int {
	var refused struct{ Question struct{ Seq int } }
	if err := json.Unmarshal([]byte(body), &refused); err != nil {
		t.Errorf("%s: %v", body, err)
	}
	return refused.Question.Seq
}

// What another site, another program or a wrong link may not do.
func TestRefused(t *testing.T) {
	s := serve(t)
	link := s.People[0].Link
	root := strings.TrimSuffix(link, strings.Split(link, "/")[3]+"/")
	for name, c := range map[string]struct {
		method, url, body string
		change            func(*http.Request)
		want              int
	}{
		"no link":        {"GET", root, "", nil, 404},
		"wrong link":     {"GET", root + "AAAAAAAAAAAAAAAAAAAAAAAAAA/question", "", nil, 404},
		"another host":   {"GET", link, "", func(r *http.Request) { r.Host = "evil.example" }, 421},
		"localhost":      {"GET", link, "", func(r *http.Request) { r.Host = "localhost" }, 421},
		"no origin":      {"POST", link + "answer", answer(0, 1), func(r *http.Request) { r.Header.Del("Origin") }, 403},
		"another origin": {"POST", link + "answer", answer(0, 1), func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, 403},
		"null origin":    {"POST", link + "answer", answer(0, 1), func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		"cross site":     {"POST", link + "answer", answer(0, 1), func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		"a form":         {"POST", link + "answer", answer(0, 1), func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, 415},
		"get":            {"GET", link + "answer", "", nil, 405},
		"no JSON":        {"POST", link + "answer", "{", nil, 400},
		"no sequence":    {"POST", link + "answer", `{"state":"later"}`, nil, 400},
		"no grade":       {"POST", link + "answer", `{"seq":0,"state":"graded"}`, nil, 400},
		"off the scale":  {"POST", link + "answer", answer(0, 7), nil, 422},
		"no reason":      {"POST", link + "answer", `{"seq":0,"state":"cannot_judge"}`, nil, 422},
		"stale":          {"POST", link + "answer", answer(-1, 1), nil, 409},
		"huge":           {"POST", link + "answer", `{"seq":0,"comment":"` + strings.Repeat("c", 100_000) + `"}`, nil, 413},
		"a file":         {"GET", link + "../../etc/passwd", "", nil, 404},
		"put":            {"PUT", link + "answer", "", func(r *http.Request) { r.Header.Set("Origin", "http://"+r.URL.Host) }, 405},
	} {
		if code, _, body := s.send(c.method, c.url, c.body, c.change); code != c.want {
			t.Errorf("%s: %d %s, want %d", name, code, body, c.want)
		}
	}
	if j, err := label.ReadJournal(label.File(s.dir, "ada")); err != nil || len(j.Lines) != 0 {
		t.Errorf("%v, %v: something was kept", j, err)
	}
	for _, address := range []string{"0.0.0.0:0", ":0", "192.0.2.1:80", "localhost:0", "127.0.0.1"} {
		if _, err := page.Listen[*label.Session](address, nil, ""); !errors.Is(err, page.ErrNotLoopback) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// The files hold no data, and the policy allows nothing from elsewhere.
func TestPolicy(t *testing.T) {
	s := serve(t)
	code, header, body := s.get(s.People[1].Link, nil)
	if code != 200 || strings.Contains(body, "query <b>") || strings.Contains(body, "ben") {
		t.Errorf("%d: %s", code, body)
	}
	for key, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self'", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
		"Cache-Control": "no-store", "Content-Type": "text/html; charset=utf-8",
	} {
		if got := header.Get(key); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
	_, header, body = s.get(s.People[1].Link+"question", nil)
	if header.Get("Content-Type") != "application/json" || strings.Contains(body, "query <b>") || !strings.Contains(body, `query \u003cb\u003e`) {
		t.Errorf("question: %s", body)
	}
	for _, hidden := range []string{`"q"`, `"d0"`, "rank", "score", "doc_id"} {
		if strings.Contains(body, hidden) {
			t.Errorf("the question tells %s: %s", hidden, body)
		}
	}
}

// An adjudication on the page: what the labellers said is shown when it may be
// known, and "cannot judge" is not an answer.
func TestAdjudication(t *testing.T) {
	pool, err := label.ReadPool("pool", strings.NewReader(`{"query_id":"q","query_text":"t","doc_id":"a","text":"one"}
{"query_id":"q","query_text":"t","doc_id":"b","text":"two"}`))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for person, grades := range map[string][]int{"ada": {0, 1}, "ben": {3, 2}} {
		s, err := label.Open(pool, dir, label.Settings{Person: person, Now: time.Now, First: []int{0, 1}})
		if err != nil {
			t.Fatal(err)
		}
		for seq, g := range grades {
			if err := s.Answer(seq, label.Answer{State: label.Graded, Grade: g}); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	saved := ""
	work, err := adjudicate.Open(pool, dir, dir+"/none.csv", adjudicate.Settings{
		Labellers: []string{"ada", "ben"}, Rule: adjudicate.Third, Now: time.Now,
		Save: func(table []byte) error { saved = string(table); return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = work.Close() }() // every decision is saved
	cem, err := work.Arbiter("cem")
	if err != nil {
		t.Fatal(err)
	}
	s := &served{TB: t}
	if s.Server, err = page.Listen("127.0.0.1:0", []*adjudicate.Arbiter{cem}, ""); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	link := s.People[0].Link
	_, _, body := s.get(link+"question", nil)
	if !strings.Contains(body, `"person":"cem"`) || !strings.Contains(body, `"decides":true`) || strings.Contains(body, "said") {
		t.Errorf("the first question is %s", body)
	}
	code, _, body := s.send(http.MethodPost, link+"answer", `{"seq":0,"state":"cannot_judge","comment":"no"}`, nil)
	if code != http.StatusUnprocessableEntity || !strings.Contains(body, "a grade has to stand") {
		t.Errorf("cannot judge: %d %s", code, body)
	}
	code, _, body = s.send(http.MethodPost, link+"answer", answer(0, 2), nil)
	if code != http.StatusOK || !strings.Contains(body, "the one before: ada said 0, ben said 3, you 2; 2 stands") || !strings.Contains(saved, "q,a,0,3,2,2,third,cem,") {
		t.Errorf("decided: %d %s, and kept is %s", code, body, saved)
	}
	if code, _, body = s.send(http.MethodPost, link+"answer", answer(0, 1), nil); code != http.StatusConflict {
		t.Errorf("a double click: %d %s", code, body)
	}
	code, _, body = s.send(http.MethodPost, link+"answer", answer(1, 1), nil)
	if code != http.StatusOK || !strings.Contains(body, `"done":true`) || !strings.Contains(body, `"answered":2`) {
		t.Errorf("the last: %d %s", code, body)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// The script makes no markup and no code out of text. A server's page shows
// questions by the same.
func TestScriptMakesNoMarkup(t *testing.T) {
	files, err := filepath.Glob("web/src/*.ts")
	if err != nil || len(files) < 2 {
		t.Fatal("no sources", files, err)
	}
	bad := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|\bstyle=|XMLHttpRequest|import\(|localStorage|sessionStorage|document\.cookie|https?:`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if found := bad.Find(text); found != nil {
			t.Errorf("%s has %s", file, found)
		}
	}
}
