package labelapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/server/access"
	"github.com/rankduel/rankduel/server/labelapi"
	"github.com/rankduel/rankduel/server/labels"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/adjudicate"
)

// A desk is the operations over one task: a document that ada and ben grade.
type desk struct {
	testing.TB
	http.Handler
	folder  string
	secrets map[string]string
	log     bytes.Buffer
}

type tokens []result.Token

func (list tokens) Tokens(context.Context) ([]result.Token, error) { return list, nil }

// newDesk has a token for each of some people; without people this machine may ask, under no name.
func newDesk(t testing.TB, people ...string) *desk {
	t.Helper()
	d := &desk{TB: t, folder: t.TempDir(), secrets: map[string]string{}}
	file := filepath.Join(d.folder, "pool.jsonl")
	if err := os.WriteFile(file, []byte(`{"query_id":"q","query_text":"metformin dose","doc_id":"d","title":"","text":"500 mg"}`+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	pool, err := label.OpenPool(file)
	if err != nil {
		t.Fatal(err)
	}
	l, err := labels.New([]labels.Task{{
		Name: "q3", Pool: pool, File: file, Folder: filepath.Join(d.folder, "labels"), Guideline: "read it all",
		Labellers: []string{"ada", "ben"}, Rule: adjudicate.Third, Table: filepath.Join(d.folder, "adjudicated.csv"),
	}}, time.Now, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	var list tokens
	for _, name := range people {
		token, secret, err := access.New(name, access.Label, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		list, d.secrets[name] = append(list, token), secret
	}
	log := slog.New(slog.NewTextHandler(&d.log, nil))
	mux := http.NewServeMux()
	labelapi.Mount(humago.New(mux, huma.DefaultConfig("test", "1")), labelapi.Config{Labels: l, Log: log})
	d.Handler = access.Guard{
		Tokens: list, Loopback: true, Log: log, Public: func(*http.Request) bool { return false },
		Needs: func(*http.Request) access.Scope { return access.Label },
	}.Wrap(mux)
	return d
}

// An answer is what a page reads, of a question or of a problem.
type answer struct {
	Status int
	Type   string // of the content
	Seq    int
	Person string
	Tasks  []labels.State
	Done   bool
	Text   string

	Guideline string
	Detail    string
	Question  *struct{ Seq int }
}

func (d *desk) request(person, method, path, body string) answer {
	d.Helper()
	r := httptest.NewRequestWithContext(d.Context(), method, "http://localhost"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	if secret := d.secrets[person]; secret != "" {
		r.Header.Set("Authorization", "Bearer "+secret)
	}
	ctx, _ := access.Expect(r.Context())
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r.WithContext(ctx))
	var a answer
	if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
		d.Fatalf("%s %s: %v in %s", method, path, err, w.Body)
	}
	a.Status, a.Type = w.Code, w.Header().Get("Content-Type")
	return a
}

const (
	labelling    = "/v1/labels/q3/labelling"
	adjudication = "/v1/labels/q3/adjudication"
)

func graded(seq, grade int) string {
	return fmt.Sprintf(`{"seq":%d,"state":"graded","grade":%d}`, seq, grade)
}

// grade answers what a person is asked.
func (d *desk) grade(person, path string, grade int) answer {
	d.Helper()
	q := d.request(person, "GET", path, "")
	return d.request(person, "POST", path, graded(q.Seq, grade))
}

func TestLabellingAndDeciding(t *testing.T) {
	d := newDesk(t, "ada", "ben", "cem")
	q := d.request("ada", "GET", labelling, "")
	if q.Status != 200 || q.Person != "ada" || q.Text != "500 mg" || q.Guideline != "read it all" {
		t.Errorf("ada is asked %+v", q)
	}
	for person, grade := range map[string]int{"ada": 0, "ben": 3} {
		if a := d.grade(person, labelling, grade); a.Status != 200 || !a.Done {
			t.Errorf("after grading the only document %s is told %+v", person, a)
		}
	}
	list := d.request("cem", "GET", "/v1/labels", "")
	if list.Status != 200 || list.Person != "cem" || len(list.Tasks) != 1 || *list.Tasks[0].Decisions != (labels.Decisions{Open: 1}) || !list.Tasks[0].Decides {
		t.Errorf("the list for cem is %+v, want a decision to be taken", list)
	}
	if a := d.grade("cem", adjudication, 1); a.Status != 200 || !a.Done {
		t.Errorf("after deciding cem is told %+v", a)
	}
	if list := d.request("cem", "GET", "/v1/labels", ""); *list.Tasks[0].Decisions != (labels.Decisions{Decided: 1}) {
		t.Errorf("after the decision: %+v", *list.Tasks[0].Decisions)
	}
	if d.log.Len() > 0 {
		t.Errorf("the log has %s", d.log.String())
	}
}

// What is refused has the status that docs/server.md gives it, and what the user should do; the log is not told.
func TestRefused(t *testing.T) {
	for _, tt := range []struct {
		name, person, method, path, body string
		status                           int
		says                             string
	}{
		{"no task", "ada", "GET", "/v1/labels/q4/labelling", "", 404, "there is no such task"},
		{"no task to answer", "ada", "POST", "/v1/labels/q4/labelling", graded(1, 1), 404, "there is no such task"},
		{"another labeller", "cem", "GET", labelling, "", 403, "cem is no labeller of q3"},
		{"a labeller decides", "ada", "POST", adjudication, graded(1, 1), 403, "ada labelled already"},
		{"too early", "cem", "GET", adjudication, "", 409, "labelling is not finished"},
		{"another question", "ada", "POST", labelling, graded(1, 1), 409, "answered already"},
		{"no grade", "ada", "POST", labelling, `{"seq":1,"state":"graded"}`, 400, "a grade when it is graded"},
		{"no state", "ada", "POST", labelling, `{"seq":1,"state":"good"}`, 422, "validation failed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t, "ada", "cem")
			a := d.request(tt.person, tt.method, tt.path, tt.body)
			if a.Status != tt.status || a.Type != "application/problem+json" || !strings.Contains(a.Detail, tt.says) {
				t.Errorf("%+v, want %d and %q", a, tt.status, tt.says)
			}
			if d.log.Len() > 0 {
				t.Errorf("the log has %s", d.log.String())
			}
		})
	}
	d := newDesk(t, "ada")
	if a := d.request("ada", "POST", labelling, graded(1, 1)); a.Question == nil || a.Question.Seq != d.request("ada", "GET", labelling, "").Seq {
		t.Errorf("a late answer is told %+v, want the question that is due", a)
	}
}

// An answer has 64 KiB at most: a comment has 10 000 bytes at most, in JSON up to six times as many.
func TestLongAnswer(t *testing.T) {
	d := newDesk(t, "ada")
	q := d.request("ada", "GET", labelling, "")
	ask := func(bytes int) answer {
		body := graded(q.Seq, 1)
		return d.request("ada", "POST", labelling, body+strings.Repeat(" ", bytes-len(body)))
	}
	if a := ask(64<<10 + 1); a.Status != 413 {
		t.Errorf("64 KiB and a byte: %+v, want 413", a)
	}
	if a := ask(64<<10 - 1); a.Status != 200 {
		t.Errorf("a byte less than 64 KiB: %+v, want 200", a)
	}
}

// Without tokens the list can be read, and there is no name to keep labels by.
func TestNoName(t *testing.T) {
	d := newDesk(t)
	if list := d.request("", "GET", "/v1/labels", ""); list.Status != 200 || list.Person != "" || list.Tasks[0].Labels {
		t.Errorf("the list is %+v, want nothing to label and no name", list)
	}
	for _, a := range []answer{d.request("", "GET", labelling, ""), d.request("", "POST", labelling, graded(1, 1))} {
		if a.Status != 403 || !strings.Contains(a.Detail, "rankduel token add ada --scope label") {
			t.Errorf("%+v, want 403 and how to get a name", a)
		}
	}
}

// A fault of the files is the log's; the client learns that there is one, and no path.
func TestFaults(t *testing.T) {
	for _, tt := range []struct {
		name, person, path string
		spoil              func(d *desk) error
		says, logged       string
		faulty             bool
	}{
		{"a journal that is none", "ada", labelling, func(d *desk) error {
			return os.WriteFile(filepath.Join(d.folder, "labels", "ada.jsonl"), []byte("no JSON\n"), 0o666)
		}, "the labels of this task could not be read", "ada.jsonl:1", true},
		{"a table that cannot be written", "cem", adjudication, func(d *desk) error {
			return os.MkdirAll(filepath.Join(d.folder, "adjudicated.csv", "in the way"), 0o777)
		}, "it could not be written, and nothing was kept", "adjudicated.csv", true},
		{"nothing wrong", "cem", adjudication, func(*desk) error { return nil }, "", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t, "ben", "cem", "ada")
			if err := os.Mkdir(filepath.Join(d.folder, "labels"), 0o777); err != nil {
				t.Fatal(err)
			}
			var seq int
			if tt.path == adjudication {
				d.grade("ada", labelling, 0)
				d.grade("ben", labelling, 3)
				seq = d.request("cem", "GET", adjudication, "").Seq
				if err := os.Remove(filepath.Join(d.folder, "adjudicated.csv")); err != nil {
					t.Fatal(err)
				}
			}
			if err := tt.spoil(d); err != nil {
				t.Fatal(err)
			}
			a := d.request(tt.person, "POST", tt.path, graded(seq, 1))
			if !tt.faulty {
				if a.Status != 200 || d.log.Len() > 0 {
					t.Errorf("%+v and %q in the log, want 200 and nothing", a, d.log.String())
				}
				return
			}
			if a.Status != 500 || !strings.Contains(a.Detail, tt.says) || strings.Contains(a.Detail, d.folder) || !strings.Contains(d.log.String(), tt.logged) {
				t.Errorf("%+v and %q in the log, want 500 with %q, and %q in the log", a, d.log.String(), tt.says, tt.logged)
			}
			d.log.Reset()
			if list := d.request(tt.person, "GET", "/v1/labels", ""); list.Status != 200 || !list.Tasks[0].Faulty || !strings.Contains(d.log.String(), tt.logged) {
				t.Errorf("the list is %+v, and %q in the log; want the task as faulty, and why", list, d.log.String())
			}
		})
	}
}
