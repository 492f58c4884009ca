package judge_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/judge"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets/label"
)

// scripted is a judge that says what is written under the id of a document: an answer,
// "fails", or "hangs".
type scripted struct {
	mu       sync.Mutex
	says     map[string]string
	identity string
	state    string
	asked    []string // documents, with what the judge was told of each
}

func (s *scripted) Validate() error  { return nil }
func (s *scripted) Inputs() []string { return nil }
func (s *scripted) Identity(context.Context, retrieval.Place) (string, error) {
	return s.identity, nil
}

func (s *scripted) State(context.Context, retrieval.Place) (string, error) { return s.state, nil }

// Loading would have a search asked first, for nothing.
func (s *scripted) Loading() int { return 1 }

func (s *scripted) Open(context.Context, retrieval.Place) (retrieval.Retriever, error) {
	return s, nil
}

func (s *scripted) Retrieve(context.Context, retrieval.Query, int) ([]retrieval.Hit, error) {
	return nil, errors.New("a judge is asked for an answer")
}

func (s *scripted) Respond(ctx context.Context, q retrieval.Query, _ int) (retrieval.Response, error) {
	s.mu.Lock()
	s.asked = append(s.asked, fmt.Sprintf("%s|%s|%s|%s|%s", q.Document.Query, q.Text, q.Document.ID, q.Document.Text, q.Document.Guideline))
	text := s.says[q.Document.ID]
	s.mu.Unlock()
	switch text {
	case "fails":
		return retrieval.Response{}, errors.New("the model is overloaded")
	case "hangs":
		<-ctx.Done()
		return retrieval.Response{}, ctx.Err()
	}
	return retrieval.Response{Answer: &retrieval.Answer{Text: text}}, nil
}

// poolOf has documents of one query, each with the text "text of ID".
func poolOf(t *testing.T, docs ...string) *label.Pool {
	t.Helper()
	var lines strings.Builder
	for _, d := range docs {
		fmt.Fprintf(&lines, `{"query_id": "q", "query_text": "why", "doc_id": %q, "title": "", "text": "text of %s"}`+"\n", d, d)
	}
	pool, err := label.ReadPool("pool.jsonl", strings.NewReader(lines.String()))
	if err != nil {
		t.Fatal(err)
	}
	return pool
}

func asking(s *scripted) *judge.Asking {
	return &judge.Asking{
		Engine: s, Origin: result.JudgeOrigin{Judge: "j", Guideline: "be strict", Grades: []int{0, 1, 2, 3}},
		Settings: recording.Settings{Timeout: 50 * time.Millisecond, Concurrency: 1},
	}
}

// What is not a grade of the scale is counted and never a label; what was answered is not
// asked again, what failed is. No document is asked about to warm up.
func TestAsk(t *testing.T) {
	s := &scripted{identity: "v1", says: map[string]string{"a": "2", "b": " 0\n", "c": "7", "d": "relevant", "e": "fails", "f": "hangs", "g": ""}}
	memory, pool := wingtest.NewMemory(), poolOf(t, "a", "b", "c", "d", "e", "f", "g")
	a := asking(s)
	grades, asked, err := a.Ask(t.Context(), pool, memory)
	if err != nil {
		t.Fatal(err)
	}
	if want := []trec.Judgment{{Query: "q", Doc: "a", Grade: 2}, {Query: "q", Doc: "b"}}; !slices.Equal(grades, want) {
		t.Errorf("labels %v, want %v", grades, want)
	}
	want := map[string]result.NotGraded{
		"off_scale": {Documents: 1, Such: `query "q", document "c": "7"`},
		"no_grade":  {Documents: 2, Such: `query "q", document "d": "relevant"`},
		"failed":    {Documents: 2, Such: `query "q", document "e": "the model is overloaded"`},
	}
	if o := a.Origin; o.Graded != 2 || o.Documents != 7 || asked != 7 || len(s.asked) != 7 || !maps.Equal(o.Ungraded, want) {
		t.Errorf("%d asked, %d of them now, %+v", len(s.asked), asked, a.Origin)
	}
	if s.asked[0] != "q|why|a|text of a|be strict" {
		t.Errorf("asked %s", s.asked[0])
	}
	s.asked, s.says["e"], s.says["f"] = nil, "1", "3"
	again := asking(s)
	grades, asked, err = again.Ask(t.Context(), pool, memory)
	if o := again.Origin; err != nil || asked != 2 || len(s.asked) != 2 || len(grades) != 4 || o.Ungraded["failed"].Documents != 0 || o.Identity != a.Origin.Identity {
		t.Errorf("asked again: %v, %d labels, %+v, %v", s.asked, len(grades), o, err)
	}
	if again.Origin.First.IsZero() || again.Origin.Last.Before(again.Origin.First) {
		t.Errorf("answers from %v to %v", again.Origin.First, again.Origin.Last)
	}
}

// An answer is to one question: another judge, guideline or text is asked about
// again, and so is what is too old.
func TestAskAnew(t *testing.T) {
	s := &scripted{identity: "v1", says: map[string]string{"a": "2"}}
	memory := wingtest.NewMemory()
	ask := func(change func(*judge.Asking, *label.Item)) int {
		a, pool := asking(s), poolOf(t, "a")
		change(a, &pool.Items[0])
		s.asked = nil
		if _, _, err := a.Ask(t.Context(), pool, memory); err != nil {
			t.Fatal(err)
		}
		return len(s.asked)
	}
	for _, c := range []struct {
		what   string
		change func(*judge.Asking, *label.Item)
		asked  int
	}{
		{"first", func(*judge.Asking, *label.Item) {}, 1},
		{"same", func(*judge.Asking, *label.Item) {}, 0},
		{"name", func(a *judge.Asking, _ *label.Item) { a.Origin.Judge = "k" }, 0},
		{"guideline", func(a *judge.Asking, _ *label.Item) { a.Origin.Guideline = "be kind" }, 1},
		{"text", func(_ *judge.Asking, d *label.Item) { d.Text = "other" }, 1},
		{"title", func(_ *judge.Asking, d *label.Item) { d.Title = "one" }, 1},
		{"query", func(_ *judge.Asking, d *label.Item) { d.QueryText = "how" }, 1},
		{"need", func(_ *judge.Asking, d *label.Item) { d.Need = "to know" }, 1},
		{"judge", func(*judge.Asking, *label.Item) { s.identity = "v2" }, 1},
		{"state", func(*judge.Asking, *label.Item) { s.state = "another model" }, 1},
		{"age", func(a *judge.Asking, _ *label.Item) { a.Since = time.Now().Add(time.Hour) }, 1},
		{"not too old", func(a *judge.Asking, _ *label.Item) { a.Since = time.Now().Add(-time.Hour) }, 0},
	} {
		if got := ask(c.change); got != c.asked {
			t.Errorf("%s: %d documents asked, want %d", c.what, got, c.asked)
		}
	}
}

// A store that cannot keep an answer ends the asking: going on would cost for nothing.
func TestAskUnkept(t *testing.T) {
	memory := wingtest.NewMemory()
	memory.Broken = errors.New("disk full")
	_, _, err := asking(&scripted{says: map[string]string{"a": "1"}}).Ask(t.Context(), poolOf(t, "a"), memory)
	var store *result.StoreError
	if !errors.As(err, &store) || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("error %v", err)
	}
}
