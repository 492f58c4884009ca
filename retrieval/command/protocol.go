package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/internal/secrets"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/internal/echo"
	"github.com/rankduel/rankduel/retrieval/internal/wirejson"
)

// maxOutput bounds a line in mode lines, and the whole output in mode once.
const maxOutput = 32 << 20

// A request is what a program reads.
type request struct {
	ID      uint64 `json:"id,omitempty"` // from 1; mode once has none
	QueryID string `json:"query_id"`
	Query   string `json:"query"`
	K       int    `json:"k"`
	Repeat  int    `json:"repeat,omitempty"` // how often the query was asked before

	DocID     string `json:"doc_id,omitempty"` // of a judge, as what follows
	Document  string `json:"document,omitempty"`
	Guideline string `json:"guideline,omitempty"`
}

func requestOf(id uint64, q retrieval.Query, k int) request {
	r := request{ID: id, QueryID: q.ID, Query: q.Text, K: k, Repeat: q.Repeat}
	if d := q.Document; d != nil {
		r.QueryID, r.DocID, r.Document, r.Guideline = d.Query, d.ID, d.Text, d.Guideline
	}
	return r
}

// line returns the request as JSON with a newline. Invalid UTF-8 becomes U+FFFD.
func (r request) line() []byte {
	line, err := plainjson.Line(r)
	if err != nil {
		panic(err) // texts and numbers always encode
	}
	return append(line, '\n')
}

// A response is what a program writes.
type response struct {
	ID     json.RawMessage `json:"id"`
	Ready  bool            `json:"ready"`
	Hits   []any           `json:"hits"`
	Answer any             `json:"answer"`
	Grade  any             `json:"grade"` // of a judge, in place of both
	Error  *string         `json:"error"`
}

// meaning returns what a response to a request says. A grade, whatever it is, becomes the text of an answer.
func (r response) meaning(to request, hidden *secrets.Set) (retrieval.Response, error) {
	if r.Error != nil && *r.Error != "" {
		return retrieval.Response{}, fmt.Errorf("the program says: %s", hidden.Snippet([]byte(*r.Error)))
	}
	if judge := to.DocID != ""; judge != (r.Grade != nil) {
		return retrieval.Response{}, errors.New(`want "grade" for a document, and for a search none`)
	} else if judge {
		r.Hits, r.Answer = []any{}, map[string]any{"text": fmt.Sprint(r.Grade)}
	}
	if r.Hits == nil {
		return retrieval.Response{}, errors.New(`the response has neither hits nor an error: want "hits": [] where nothing matches`)
	}
	hits, err := wirejson.Ranking(r.Hits[:min(to.K, len(r.Hits))])
	if err != nil {
		return retrieval.Response{}, err
	}
	answer, err := wirejson.Answer(r.Answer)
	if err != nil {
		return retrieval.Response{}, fmt.Errorf("answer: %w", err)
	}
	meant := retrieval.Response{Hits: hits, Answer: answer}
	if err := echo.Clean(&meant, hidden); err != nil {
		return retrieval.Response{}, err
	}
	return meant, nil
}

// number reads the id of a response, which some languages make a text of.
func number(raw []byte) (uint64, error) {
	if len(raw) == 0 {
		return 0, errors.New("no id: want that of the request")
	}
	id, err := strconv.ParseUint(string(bytes.Trim(raw, `"`)), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("id %.40s: want that of a request", raw)
	}
	return id, nil
}

// parse reads a line. When it cannot be read but its id can, both the id and the error are returned.
func parse(line []byte) (response, uint64, error) {
	var r response
	err := wirejson.Decode(line, &r)
	if err != nil {
		r = response{ID: idAlone(line, err)}
	}
	if r.Ready && len(r.ID) == 0 && err == nil {
		return r, 0, nil
	}
	id, idErr := number(r.ID)
	if err == nil {
		err = idErr
	}
	return r, id, err
}

// leadingID finds the id of a line that is not JSON as a whole, so that a NaN in one ranking is the fault of one query.
var leadingID = pattern.Lazy(`^\s*\{\s*"id"\s*:\s*("?[0-9]+"?)\s*,`)

// idAlone returns nil when there is none, or two.
func idAlone(line []byte, fault error) json.RawMessage {
	var again *wirejson.RepeatedKeyError
	if errors.As(fault, &again) && again.Depth == 1 && strings.EqualFold(again.Key, "id") {
		return nil
	}
	var only struct {
		ID json.RawMessage `json:"id"`
	}
	if err := json.Unmarshal(line, &only); err == nil {
		return only.ID
	}
	if found := leadingID().FindSubmatch(line); found != nil {
		return found[1]
	}
	return nil
}
