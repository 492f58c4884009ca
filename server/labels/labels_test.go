package labels_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/server/labels"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/adjudicate"
	"github.com/rankduel/rankduel/testsets/label/wire"
)

// A room is two tasks in a folder: q3, which ada and ben label and others decide, and plain, a pool that all label.
type room struct {
	testing.TB
	*labels.Labels
	folder string
	tasks  []labels.Task
	now    func() time.Time
}

// documents are d0 to d3, two for each of two queries.
const documents = 4

func newRoom(t testing.TB, away time.Duration, change ...func(q3 *labels.Task)) *room {
	t.Helper()
	r := &room{TB: t, folder: t.TempDir(), now: time.Now}
	file := filepath.Join(r.folder, "pool.jsonl")
	r.write("pool.jsonl", poolOf(documents))
	pool, err := label.OpenPool(file)
	if err != nil {
		t.Fatal(err)
	}
	r.tasks = []labels.Task{
		{
			Name: "q3", Pool: pool, File: file, Folder: filepath.Join(r.folder, "labels"), Seed: 7, Guideline: "what a 2 means",
			Labellers: []string{"ada", "ben"}, Rule: adjudicate.Third, Table: filepath.Join(r.folder, "adjudicated.csv"),
		},
		{Name: "plain", Pool: pool, File: file, Folder: filepath.Join(r.folder, "theirs"), Seed: 7},
	}
	for _, f := range change {
		f(&r.tasks[0])
	}
	r.open(away)
	return r
}

// open makes the tasks askable, as a server that starts does.
func (r *room) open(away time.Duration) {
	r.Helper()
	l, err := labels.New(r.tasks, r.now, away)
	if err != nil {
		r.Fatal(err)
	}
	r.Labels = l
	r.Cleanup(l.Close)
}

func poolOf(n int) string {
	var lines strings.Builder
	for i := range n {
		fmt.Fprintf(&lines, `{"query_id":"q%d","query_text":"query %d","doc_id":"d%d","title":"","text":"text %d"}`+"\n", i/2, i/2, i, i)
	}
	return lines.String()
}

func (r *room) write(name, text string) {
	r.Helper()
	if err := os.WriteFile(filepath.Join(r.folder, name), []byte(text), 0o666); err != nil {
		r.Fatal(err)
	}
}

func (r *room) ask(task string, what labels.Activity, person string) *wire.Question {
	r.Helper()
	q, err := r.Ask(task, what, person)
	if err != nil {
		r.Fatalf("%s is asked about %s: %v", person, task, err)
	}
	return q
}

func (r *room) answer(task string, what labels.Activity, person string, seq int, grade int) *wire.Question {
	r.Helper()
	q, err := r.Answer(task, what, person, wire.Answer{Seq: &seq, State: label.Graded, Grade: &grade})
	if err != nil {
		r.Fatalf("%s answers %s: %v", person, task, err)
	}
	return q
}

// finish grades everything that a person is asked alike.
func (r *room) finish(what labels.Activity, person string, grade int) {
	r.Helper()
	for q := r.ask("q3", what, person); !q.Done; {
		q = r.answer("q3", what, person, q.Seq, grade)
	}
}

// labelled has ada say 0 and ben 3 of everything, so that all differ.
func (r *room) labelled() {
	r.Helper()
	r.finish(labels.Labelling, "ada", 0)
	r.finish(labels.Labelling, "ben", 3)
}

// held reports whether a session writes a person's journal now.
func (r *room) held(person string) bool {
	r.Helper()
	s, err := label.Open(r.tasks[0].Pool, r.tasks[0].Folder, label.Settings{Person: person, Now: r.now})
	if errors.Is(err, label.ErrInUse) {
		return true
	}
	if err != nil {
		r.Fatal(err)
	}
	if err := s.Close(); err != nil {
		r.Fatal(err)
	}
	return false
}

// deciding reports whether the adjudication is held now.
func (r *room) deciding() bool {
	r.Helper()
	task := r.tasks[0]
	w, err := adjudicate.Open(task.Pool, task.Folder, task.Table, adjudicate.Settings{
		Labellers: task.Labellers, Rule: task.Rule, Now: r.now, Save: func([]byte) error { return nil },
	})
	if errors.Is(err, label.ErrInUse) {
		return true
	}
	if err != nil {
		r.Fatal(err)
	}
	if err := w.Close(); err != nil {
		r.Fatal(err)
	}
	return false
}

// wantRefusal checks that an error is of a kind and says something.
func wantRefusal(t testing.TB, what string, err, kind error, says string) {
	t.Helper()
	if !errors.Is(err, kind) || !strings.Contains(err.Error(), says) {
		t.Errorf("%s: %v; want %v, and %q in it", what, err, kind, says)
	}
}

// What is kept is a journal like that of the other ways of labelling, and the next question is due when it is there.
func TestLabelling(t *testing.T) {
	r := newRoom(t, 0)
	q := r.ask("q3", labels.Labelling, "ada")
	if q.Person != "ada" || q.Guideline != "what a 2 means" || q.Total != documents || q.Answered != 0 || q.Decides {
		t.Errorf("the first question is %+v", q)
	}
	if again := r.ask("q3", labels.Labelling, "ada"); again.Seq != q.Seq || again.Text != q.Text {
		t.Errorf("asked again: %+v, want %+v", again, q)
	}
	next := r.answer("q3", labels.Labelling, "ada", q.Seq, 2)
	if next.Seq != q.Seq+1 || next.Text == q.Text || next.Answered != 1 || next.Guideline != "what a 2 means" {
		t.Errorf("the question after %+v is %+v", q, next)
	}
	j, err := label.ReadJournal(label.File(r.tasks[0].Folder, "ada"))
	if err != nil || len(j.Lines) != 1 || *j.Lines[0].Grade != 2 || j.Lines[0].Mode != "server" {
		t.Errorf("the journal is %+v, %v; want a grade of 2 by way of a server", j, err)
	}
	old, grade := q.Seq, 1
	_, err = r.Answer("q3", labels.Labelling, "ada", wire.Answer{Seq: &old, State: label.Graded, Grade: &grade})
	var refusal *wire.Refusal
	if !errors.As(err, &refusal) || refusal.Status != 409 || refusal.Question.Seq != next.Seq {
		t.Errorf("answered twice: %v, want a conflict and the question that is due", err)
	}
	if _, err := r.Answer("q4", labels.Labelling, "ada", wire.Answer{}); !errors.Is(err, labels.ErrNoTask) {
		t.Errorf("an answer to no task: %v, want ErrNoTask", err)
	}
}

// Each task is a place of its own: its own journals, questions and numbers.
func TestTwoTasks(t *testing.T) {
	r := newRoom(t, 0)
	q, p := r.ask("q3", labels.Labelling, "ada"), r.ask("plain", labels.Labelling, "ada")
	r.answer("q3", labels.Labelling, "ada", q.Seq, 2)
	if again := r.ask("plain", labels.Labelling, "ada"); again.Answered != 0 || again.Guideline != "" || again.Seq != p.Seq {
		t.Errorf("after an answer to the other task %+v is due, want %+v", again, p)
	}
}

func TestWhoMay(t *testing.T) {
	byRule := func(rule adjudicate.Rule) func(*labels.Task) { return func(task *labels.Task) { task.Rule = rule } }
	for _, tt := range []struct {
		name         string
		rule         adjudicate.Rule
		task, person string
		what         labels.Activity
		kind         error
		says         string
	}{
		{"no task", adjudicate.Third, "q4", "ada", labels.Labelling, labels.ErrNoTask, "GET /v1/labels"},
		{"another labeller", adjudicate.Third, "q3", "cem", labels.Labelling, labels.ErrNotYours, "cem is no labeller of q3, which has ada and ben"},
		{"a name that is a path", adjudicate.Third, "plain", "../x", labels.Labelling, labels.ErrNotYours, "rankduel token add NAME --scope label"},
		{"the same decides", adjudicate.Third, "q3", "../x", labels.Adjudication, labels.ErrNotYours, "is no name for a labeller"},
		{"a pool", adjudicate.Third, "plain", "cem", labels.Adjudication, labels.ErrNotNow, "plain is a pool and no refresh"},
		{"a rule that asks nobody", adjudicate.Lower, "q3", "cem", labels.Adjudication, labels.ErrNotNow, "rule lower asks nobody"},
		{"a labeller as the third", adjudicate.Third, "q3", "ada", labels.Adjudication, labels.ErrNotYours, "ada labelled already"},
		{"too early", adjudicate.Third, "q3", "cem", labels.Adjudication, labels.ErrNotNow, "labelling is not finished"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRoom(t, 0, byRule(tt.rule))
			q, err := r.Ask(tt.task, tt.what, tt.person)
			wantRefusal(t, fmt.Sprintf("asked %+v", q), err, tt.kind, tt.says)
		})
	}
	r := newRoom(t, 0, byRule(adjudicate.Discussion))
	r.labelled()
	if q := r.ask("q3", labels.Adjudication, "ada"); q.Others != "ada said 0, ben said 3" {
		t.Errorf("in a discussion a labeller is asked %+v, want what both said", q)
	}
}

// Two decide at once, each another document, and what they decide is one table.
func TestAdjudication(t *testing.T) {
	r := newRoom(t, 0)
	r.labelled()
	cem, dan := r.ask("q3", labels.Adjudication, "cem"), r.ask("q3", labels.Adjudication, "dan")
	if cem.Text != "text 0" || dan.Text != "text 1" || !cem.Decides || cem.Total != documents {
		t.Errorf("cem is asked %+v, dan %+v; want the first two documents", cem, dan)
	}
	r.answer("q3", labels.Adjudication, "cem", cem.Seq, 1)
	if state := r.state("q3", "cem"); *state.Decisions != (labels.Decisions{Decided: 1, Open: documents - 1}) {
		t.Errorf("after one decision: %+v", *state.Decisions)
	}
	r.finish(labels.Adjudication, "dan", 2)
	if state := r.state("q3", "cem"); *state.Decisions != (labels.Decisions{Decided: documents, Open: 0}) {
		t.Errorf("in the end: %+v", *state.Decisions)
	}
	table, err := os.ReadFile(r.tasks[0].Table)
	if err != nil || strings.Count(string(table), ",cem,") != 1 || strings.Count(string(table), ",dan,") != documents-1 {
		t.Errorf("the table (%v) is\n%s\nwant one decision of cem and %d of dan", err, table, documents-1)
	}
}

func (r *room) state(task, person string) labels.State {
	r.Helper()
	list, err := r.States(person)
	if err != nil {
		r.Fatal(err)
	}
	for _, s := range list {
		if s.Name == task {
			return s
		}
	}
	r.Fatalf("%s is not listed in %+v", task, list)
	return labels.State{}
}

func TestStates(t *testing.T) {
	r := newRoom(t, 0)
	q := r.ask("q3", labels.Labelling, "ada")
	r.answer("q3", labels.Labelling, "ada", q.Seq, 0)
	p := r.ask("plain", labels.Labelling, "cem")
	r.answer("plain", labels.Labelling, "cem", p.Seq, 0)
	r.write("theirs/no journal.txt", "x")
	r.write("theirs/-.jsonl", "x")
	got, err := r.States("ada")
	if err != nil {
		t.Fatal(err)
	}
	want := []labels.State{
		{Name: "q3", Queries: 2, Documents: 4, People: []labels.Progress{{"ada", 1, 4}, {"ben", 0, 4}}, Labels: true, Rule: "third"},
		{Name: "plain", Queries: 2, Documents: 4, People: []labels.Progress{{"cem", 1, 4}}, Labels: true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("for ada (-want +got):\n%s", diff)
	}
	if s := r.state("q3", "dan"); s.Labels || !s.Decides {
		t.Errorf("dan may label %v and decide %v, want to decide alone", s.Labels, s.Decides)
	}
	if s := r.state("q3", ""); s.Labels || s.Decides {
		t.Errorf("without a name there is something to do: %+v", s)
	}
}

// A fault in one task's files leaves the others as they are, and the error says which it is.
func TestFaultyTask(t *testing.T) {
	for _, tt := range []struct {
		name, file, text, says string
	}{
		{"a journal", "labels/ben.jsonl", "no JSON\n", "q3: "},
		{"the table", "adjudicated.csv", "a,b\n", "adjudicated.csv:1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRoom(t, 0)
			r.labelled()
			r.Close()
			r.write(tt.file, tt.text)
			r.open(0)
			list, err := r.States("ada")
			if len(list) != 2 || !list[0].Faulty || list[1].Faulty || err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%+v, %v; want q3 faulty alone, and %q", list, err, tt.says)
			}
			if list[0].Decisions != nil {
				t.Errorf("a faulty task says %+v", *list[0].Decisions)
			}
			what, person := labels.Labelling, "ben"
			if tt.name == "the table" {
				what, person = labels.Adjudication, "cem"
			}
			if q, err := r.Ask("q3", what, person); err == nil || errors.Is(err, labels.ErrNotNow) || errors.Is(err, labels.ErrNotYours) {
				t.Errorf("%s is asked %+v, %v; want the fault", person, q, err)
			}
		})
	}
}

// A seat is given back half an hour after the last request for it.
func TestAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, 0)
		q := r.ask("q3", labels.Labelling, "ada")
		time.Sleep(29 * time.Minute)
		r.ask("q3", labels.Labelling, "ada")
		time.Sleep(29 * time.Minute)
		synctest.Wait()
		if !r.held("ada") {
			t.Error("the seat is given back 29 minutes after the last word")
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if r.held("ada") {
			t.Error("the seat is held 31 minutes after the last word")
		}
		grade := 1
		_, err := r.Answer("q3", labels.Labelling, "ada", wire.Answer{Seq: &q.Seq, State: label.Graded, Grade: &grade})
		var refusal *wire.Refusal
		if !errors.As(err, &refusal) || refusal.Status != 409 || refusal.Question.Text != q.Text || refusal.Question.Seq <= q.Seq {
			t.Errorf("an answer to the seat before: %v, want a conflict, and the question under a larger number", err)
		}
	})
}

// The adjudication is held while any of those who decide is there, and no longer.
func TestAwayFromDecisions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, time.Minute)
		r.labelled()
		r.ask("q3", labels.Adjudication, "cem")
		time.Sleep(40 * time.Second)
		r.ask("q3", labels.Adjudication, "dan")
		time.Sleep(40 * time.Second) // cem is away, ada and ben are too
		synctest.Wait()
		if r.held("ada") {
			t.Error("ada's journal is held after a minute")
		}
		if q := r.ask("q3", labels.Adjudication, "dan"); q.Text != "text 1" {
			t.Errorf("dan is asked %q, want the second document still", q.Text)
		}
		if q := r.ask("q3", labels.Adjudication, "eva"); q.Text != "text 0" {
			t.Errorf("eva is asked %q, want what cem left", q.Text)
		}
		if !r.deciding() {
			t.Error("the adjudication is free while dan and eva decide")
		}
		time.Sleep(61 * time.Second)
		synctest.Wait()
		if r.deciding() {
			t.Error("the adjudication is held when all are away")
		}
	})
}

func TestClose(t *testing.T) {
	r := newRoom(t, 0)
	r.labelled()
	r.ask("q3", labels.Adjudication, "cem")
	r.Close()
	if r.held("ada") || r.held("ben") || r.deciding() {
		t.Error("after Close a journal or the adjudication is held")
	}
	_, err := r.Ask("q3", labels.Labelling, "ada")
	wantRefusal(t, "after Close", err, labels.ErrNotNow, "the server is stopping")
}

// A journal and a table are written at one place at a time.
func TestElsewhere(t *testing.T) {
	r := newRoom(t, 0)
	terminal, err := label.Open(r.tasks[0].Pool, r.tasks[0].Folder, label.Settings{Person: "ada", Now: r.now})
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Ask("q3", labels.Labelling, "ada")
	wantRefusal(t, "while a terminal has the journal", err, labels.ErrNotNow, "the labels of ada are being written by another program")
	if err := terminal.Close(); err != nil {
		t.Fatal(err)
	}
	r.labelled()
	hold, err := label.Hold(r.tasks[0].Folder)
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Ask("q3", labels.Adjudication, "cem")
	wantRefusal(t, "while a terminal decides", err, labels.ErrNotNow, "q3 is being adjudicated by another program")
	if err := hold.Close(); err != nil {
		t.Fatal(err)
	}
	r.ask("q3", labels.Adjudication, "cem")
}

// A label that changes while others decide ends what they are asked, and a pool that is made again ends it all.
func TestChanges(t *testing.T) {
	r := newRoom(t, 0)
	r.labelled()
	q := r.ask("q3", labels.Adjudication, "cem")
	q = r.answer("q3", labels.Adjudication, "cem", q.Seq, 1)
	ada := r.ask("q3", labels.Labelling, "ada")
	due, err := r.Answer("q3", labels.Labelling, "ada", wire.Answer{Seq: &ada.Seq, State: label.Undone})
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Ask("q3", labels.Adjudication, "cem")
	wantRefusal(t, "while ada is not done", err, labels.ErrNotNow, "labelling is not finished")
	r.answer("q3", labels.Labelling, "ada", due.Seq, 3) // as ben says
	after := r.ask("q3", labels.Adjudication, "cem")
	if after.Seq <= q.Seq || after.Total != documents-1 {
		t.Errorf("after a label changed %+v is due, want fewer documents under a larger number than %d", after, q.Seq)
	}
	r.write("pool.jsonl", poolOf(documents+1))
	for _, what := range []labels.Activity{labels.Labelling, labels.Adjudication} {
		person := map[labels.Activity]string{labels.Labelling: "ada", labels.Adjudication: "cem"}[what]
		_, err := r.Ask("q3", what, person)
		wantRefusal(t, "with another pool", err, labels.ErrNotNow, "the pool of q3 was made again")
	}
}

// Decided is what differed and does not any more: neither what both say nor what no one could judge.
func TestDecided(t *testing.T) {
	r := newRoom(t, 0)
	say := func(person string, grades map[string]int) { // -1: cannot judge
		for q := r.ask("q3", labels.Labelling, person); !q.Done; {
			answer, grade := wire.Answer{Seq: &q.Seq, State: label.CannotJudge, Comment: "c"}, grades[q.Text]
			if grade >= 0 {
				answer = wire.Answer{Seq: &q.Seq, State: label.Graded, Grade: &grade}
			}
			var err error
			if q, err = r.Answer("q3", labels.Labelling, person, answer); err != nil {
				t.Fatal(err)
			}
		}
	}
	say("ada", map[string]int{"text 0": 2, "text 1": -1, "text 2": 0, "text 3": 0})
	say("ben", map[string]int{"text 0": 2, "text 1": -1, "text 2": 3, "text 3": 1})
	if s := r.state("q3", "cem"); *s.Decisions != (labels.Decisions{Decided: 0, Open: 2}) {
		t.Errorf("before: %+v, want text 2 and text 3 open", *s.Decisions)
	}
	r.finish(labels.Adjudication, "cem", 1)
	if s := r.state("q3", "cem"); *s.Decisions != (labels.Decisions{Decided: 2, Open: 0}) {
		t.Errorf("after: %+v, want text 2 and text 3 decided", *s.Decisions)
	}
}

// Whatever the clock says, a seat that is taken again numbers its questions from above those of the seat before.
func TestNumbersOfASeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, 0)
		r.now = func() time.Time { return time.UnixMilli(1_000_000) } // it is still
		r.open(time.Minute)
		last := r.ask("q3", labels.Labelling, "ada").Seq
		for range documents {
			last = r.answer("q3", labels.Labelling, "ada", last, 1).Seq
			time.Sleep(2 * time.Minute)
			synctest.Wait()
			q := r.ask("q3", labels.Labelling, "ada")
			if q.Seq <= last {
				t.Errorf("after %d the seat is taken again and asks number %d", last, q.Seq)
			}
			last = q.Seq
		}
	})
}

// A question's number is larger than all that were given out before, by a server that ended too.
func TestNumbersGrow(t *testing.T) {
	r := newRoom(t, 0)
	r.now = func() time.Time { return time.UnixMilli(1_000_000) } // the clock is still
	r.open(0)
	first := r.ask("q3", labels.Labelling, "ada")
	second := r.ask("q3", labels.Labelling, "ben")
	if first.Seq < 1_000_000 || second.Seq < 1_000_000 {
		t.Errorf("numbers %d and %d, want them to begin with the time in milliseconds", first.Seq, second.Seq)
	}
	r.Close()
	r.now = func() time.Time { return time.UnixMilli(2_000_000) }
	r.open(0)
	if q := r.ask("q3", labels.Labelling, "ada"); q.Seq < 2_000_000 {
		t.Errorf("the next server numbers from %d, want from 2000000", q.Seq)
	}
}

func TestOneName(t *testing.T) {
	if _, err := labels.New([]labels.Task{{Name: "a"}, {Name: "b"}, {Name: "a"}}, time.Now, 0); err == nil || err.Error() != "two folders of labels are called a; give one of them another name" {
		t.Errorf("two tasks of one name: %v", err)
	}
}
