// Package wire is how someone is asked over HTTP, on a page of this machine or by a server: a question, an answer and a
// refusal as JSON. Of a document they have title and text; not its id, nor the query's, nor who found it.
package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/rankduel/rankduel/internal/textfaults"
	"github.com/rankduel/rankduel/testsets/label"
)

// A Question is what is to be answered next.
type Question struct {
	Seq       int     `json:"seq" doc:"number of the question; an answer gives it back"`
	Person    string  `json:"person" doc:"who is asked"`
	Done      bool    `json:"done" doc:"nothing is left; the texts are empty"`
	Query     string  `json:"query"`
	Need      string  `json:"need" doc:"what the person behind the query wants; may be empty"`
	Title     string  `json:"title"`
	Text      string  `json:"text"`
	Again     bool    `json:"again" doc:"it was put off before"`
	Scale     []Level `json:"scale"`
	Guideline string  `json:"guideline"`

	QueryNumber    int `json:"query_number" doc:"of queries, as they follow each other"`
	Queries        int `json:"queries"`
	DocumentNumber int `json:"document_number" doc:"of the query's documents"`
	Documents      int `json:"documents"`
	Answered       int `json:"answered"`
	PutOff         int `json:"put_off"`
	Total          int `json:"total"`

	Others  string `json:"others" doc:"what others said, where it may be known: when differing labels are decided"`
	Decides bool   `json:"decides" doc:"a grade has to stand: cannot_judge is no answer"`
}

// A Level is a grade with its word.
type Level struct {
	Grade int    `json:"grade"`
	Word  string `json:"word"`
}

// Of returns the question that someone is to answer next.
func Of(a label.Asker, guideline string) *Question {
	v := a.View()
	q := &Question{
		Seq: v.Seq, Person: a.Person(), Done: v.Done, Query: v.QueryText, Need: v.Need, Title: v.Title, Text: v.Text, Again: v.Again,
		Guideline: guideline, QueryNumber: v.Query, Queries: v.Queries, DocumentNumber: v.Document, Documents: v.Documents,
		Answered: v.Answered, PutOff: v.PutOff, Total: v.Total, Others: v.Others, Decides: v.Decides,
	}
	for _, g := range v.Scale {
		q.Scale = append(q.Scale, Level{g.Grade, g.Word})
	}
	return q
}

// An Answer is what someone says to a question.
type Answer struct {
	Seq     *int        `json:"seq" doc:"number of the question that is answered"`
	State   label.State `json:"state" enum:"graded,cannot_judge,later,undone" doc:"cannot_judge says why in its comment; undone takes the last answer back"`
	Grade   *int        `json:"grade,omitempty" doc:"with graded alone"`
	Comment string      `json:"comment,omitempty"`
}

// UnmarshalJSON refuses what would be kept otherwise than it was sent: a byte that is not
// UTF-8, and half of a character.
func (a *Answer) UnmarshalJSON(data []byte) error {
	if _, err := textfaults.CheckJSON(data, 1); err != nil {
		return fmt.Errorf("%w; send it as UTF-8", err)
	}
	type plain Answer
	return json.Unmarshal(data, (*plain)(a))
}

// A Refusal is why an answer was not kept, as a problem of RFC 9457, with the question that is due.
type Refusal struct {
	Title    string    `json:"title"` // of the status
	Status   int       `json:"status"`
	Detail   string    `json:"detail"`
	Question *Question `json:"question,omitempty"`
}

func (r *Refusal) Error() string { return r.Detail }

// GetStatus returns the status of the answer over HTTP.
func (r *Refusal) GetStatus() int { return r.Status }

// ContentType returns that of a problem, whatever was negotiated.
func (r *Refusal) ContentType(string) string { return "application/problem+json" }

// stale is said of an answer to another question than is due.
const stale = "it was answered already, or asked too long ago; here is the question that is due"

// Put gives someone's answer, and returns the next question when it is on the
// disk. A Refusal is for anyone who answered; any other error is about the disk.
func Put(a label.Asker, guideline string, said Answer) (*Question, error) {
	if said.Seq == nil || (said.State == label.Graded) != (said.Grade != nil) {
		return nil, Refuse(http.StatusBadRequest, "that was no answer: want seq and state, and a grade when it is graded", Of(a, guideline))
	}
	what := label.Answer{State: said.State, Comment: said.Comment}
	if said.Grade != nil {
		what.Grade = *said.Grade
	}
	switch err := a.Answer(*said.Seq, what); {
	case err == nil:
		return Of(a, guideline), nil
	case errors.Is(err, label.ErrNotKept):
		return nil, err
	case errors.Is(err, label.ErrStale), errors.Is(err, label.ErrDone): // a double click, or another tab
		return nil, Refuse(http.StatusConflict, stale, Of(a, guideline))
	default:
		return nil, Refuse(http.StatusUnprocessableEntity, err.Error(), Of(a, guideline))
	}
}

// Refuse makes a refusal; due may be nil.
func Refuse(status int, detail string, due *Question) *Refusal {
	return &Refusal{http.StatusText(status), status, detail, due}
}
