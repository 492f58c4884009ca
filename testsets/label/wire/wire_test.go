package wire_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/wire"
)

// A desk asks one question, and notes the answer.
type desk struct {
	view    label.View
	refuses error
	seq     int
	said    label.Answer
	answers int
}

func (d *desk) Person() string   { return "ada" }
func (d *desk) View() label.View { return d.view }

func (d *desk) Answer(seq int, a label.Answer) error {
	d.answers++
	d.seq, d.said = seq, a
	if d.refuses == nil {
		d.view.Seq++
	}
	return d.refuses
}

func newDesk() *desk {
	return &desk{view: label.View{
		Seq: 41, QueryText: "metformin dose", Need: "how much a day", Title: "Dosing", Text: "500 mg", Again: true,
		Scale: testsets.Scale{{Grade: 0, Word: "no"}, {Grade: 2, Word: "yes"}}, Others: "ben said 2", Decides: true,
		Progress: label.Progress{Query: 1, Queries: 2, Document: 3, Documents: 4, Answered: 5, Total: 6, PutOff: 7, CannotJudged: 8},
	}}
}

// asJSON is the question of newDesk, by the table of docs/server-labelling.md and the keys that the page reads.
const asJSON = `{"seq":41,"person":"ada","done":false,"query":"metformin dose","need":"how much a day","title":"Dosing","text":"500 mg",` +
	`"again":true,"scale":[{"grade":0,"word":"no"},{"grade":2,"word":"yes"}],"guideline":"read it all",` +
	`"query_number":1,"queries":2,"document_number":3,"documents":4,"answered":5,"put_off":7,"total":6,"others":"ben said 2","decides":true}`

func TestQuestion(t *testing.T) {
	got, err := json.Marshal(wire.Of(newDesk(), "read it all"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(asJSON, string(got)); diff != "" {
		t.Errorf("the question (-want +got):\n%s", diff)
	}
	last := wire.Of(&desk{view: label.View{Done: true}}, "")
	if !last.Done || last.Query != "" || len(last.Scale) != 0 {
		t.Errorf("when nothing is left: %+v", last)
	}
}

func TestAnswers(t *testing.T) {
	seq, grade := 41, 2
	for _, tt := range []struct {
		name   string
		answer wire.Answer
		want   label.Answer
	}{
		{"a grade", wire.Answer{Seq: &seq, State: label.Graded, Grade: &grade, Comment: "c"}, label.Answer{State: label.Graded, Grade: 2, Comment: "c"}},
		{"cannot judge", wire.Answer{Seq: &seq, State: label.CannotJudge, Comment: "not my field"}, label.Answer{State: label.CannotJudge, Comment: "not my field"}},
		{"later", wire.Answer{Seq: &seq, State: label.Later}, label.Answer{State: label.Later}},
		{"undone", wire.Answer{Seq: &seq, State: label.Undone}, label.Answer{State: label.Undone}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk()
			next, err := wire.Put(d, "read it all", tt.answer)
			if err != nil || d.seq != 41 || d.said != tt.want {
				t.Fatalf("Put gave %d %+v to the session (%v), want 41 %+v", d.seq, d.said, err, tt.want)
			}
			if next.Seq != 42 || next.Guideline != "read it all" {
				t.Errorf("next is %+v, want the question after 41 with its guideline", next)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	seq, grade := 41, 2
	graded := wire.Answer{Seq: &seq, State: label.Graded, Grade: &grade}
	for _, tt := range []struct {
		name    string
		answer  wire.Answer
		refuses error
		status  int
		detail  string
		asked   int // times that the session was asked
	}{
		{"no number", wire.Answer{State: label.Later}, nil, http.StatusBadRequest, "that was no answer: want seq and state, and a grade when it is graded", 0},
		{"no grade", wire.Answer{Seq: &seq, State: label.Graded}, nil, http.StatusBadRequest, "that was no answer: want seq and state, and a grade when it is graded", 0},
		{"a needless grade", wire.Answer{Seq: &seq, State: label.Later, Grade: &grade}, nil, http.StatusBadRequest, "that was no answer: want seq and state, and a grade when it is graded", 0},
		{"a double click", graded, label.ErrStale, http.StatusConflict, "it was answered already, or asked too long ago; here is the question that is due", 1},
		{"nothing left", graded, label.ErrDone, http.StatusConflict, "it was answered already, or asked too long ago; here is the question that is due", 1},
		{"off the scale", graded, errors.New("2 is not on the scale"), http.StatusUnprocessableEntity, "2 is not on the scale", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk()
			d.refuses = tt.refuses
			next, err := wire.Put(d, "read it all", tt.answer)
			var refusal *wire.Refusal
			if next != nil || !errors.As(err, &refusal) || d.answers != tt.asked {
				t.Fatalf("Put = %+v, %v after %d answers; want a refusal after %d", next, err, d.answers, tt.asked)
			}
			want := wire.Refusal{Title: http.StatusText(tt.status), Status: tt.status, Detail: tt.detail, Question: wire.Of(newDesk(), "read it all")}
			if diff := cmp.Diff(want, *refusal); diff != "" {
				t.Errorf("the refusal (-want +got):\n%s", diff)
			}
			if refusal.GetStatus() != tt.status || refusal.Error() != tt.detail || refusal.ContentType("application/json") != "application/problem+json" {
				t.Errorf("over HTTP: %d %q %s, want a problem of %d", refusal.GetStatus(), refusal.Error(), refusal.ContentType(""), tt.status)
			}
		})
	}
}

// What package json would change in silence is refused, and not kept as U+FFFD.
func TestAnswerIsText(t *testing.T) {
	for _, sent := range []string{`{"seq":1,"state":"later","comment":"\ud800"}`, "{\"seq\":1,\"state\":\"later\",\"comment\":\"caf\xe9\"}"} {
		var a wire.Answer
		if err := json.Unmarshal([]byte(sent), &a); err == nil || !strings.Contains(err.Error(), "UTF-8") || a.Comment != "" {
			t.Errorf("%q: %+v, %v; want to be told of UTF-8", sent, a, err)
		}
	}
	var a wire.Answer
	if err := json.Unmarshal([]byte(`{"seq":1,"state":"later","comment":"\ud83d\ude00"}`), &a); err != nil || a.Comment != "😀" {
		t.Errorf("a pair of surrogates: %+v, %v", a, err)
	}
}

// A full disk is not a fault of the answer: the error is handed on as it is.
func TestNotKept(t *testing.T) {
	d := newDesk()
	d.refuses = fmt.Errorf("%w: no space left on device", label.ErrNotKept)
	seq, grade := 41, 2
	next, err := wire.Put(d, "", wire.Answer{Seq: &seq, State: label.Graded, Grade: &grade})
	var refusal *wire.Refusal
	if next != nil || !errors.Is(err, label.ErrNotKept) || errors.As(err, &refusal) {
		t.Errorf("Put = %+v, %v; want the error of the disk", next, err)
	}
}
