package refresh

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// A pair is a document of the pool for a query.
type pair struct{ query, doc string }

// An answer is what a person said of a pair in the end; grade is nil when they
// could not judge it.
type answer struct{ grade *int }

// readPool reads the pairs of the pool, in their order.
func (w *Workflow) readPool() ([]pair, error) {
	data, err := os.ReadFile(w.path(poolFile))
	if err != nil {
		return nil, err
	}
	var list []pair
	for i, line := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		var l poolLine
		if err := json.Unmarshal(line, &l); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", w.path(poolFile), i+1, err)
		}
		list = append(list, pair{l.QueryID, l.DocID})
	}
	return list, nil
}

// journal is the file of a labeller.
func journal(person string) string { return labelsFolder + "/" + person + ".jsonl" }

// answers reads what a person said: the last line of a pair counts, and answers
// to hidden repeats do not.
func (w *Workflow) answers(person string) (map[pair]answer, error) {
	out := map[pair]answer{}
	data, err := os.ReadFile(w.path(journal(person)))
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	end := bytes.LastIndexByte(data, '\n') // what stands behind it was not finished
	for i, line := range bytes.Split(data[:max(end, 0)], []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var l struct {
			QueryID string `json:"query_id"`
			DocID   string `json:"doc_id"`
			State   string `json:"state"`
			Grade   *int   `json:"grade"`
			Repeat  bool   `json:"repeat"`
		}
		if err := json.Unmarshal(line, &l); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", w.path(journal(person)), i+1, err)
		}
		if l.Repeat {
			continue
		}
		switch l.State {
		case "graded", "cannot_judge":
			out[pair{l.QueryID, l.DocID}] = answer{l.Grade}
		default: // later, undone
			delete(out, pair{l.QueryID, l.DocID})
		}
	}
	return out, nil
}

// labels reads the pool and what everybody said of it.
func (w *Workflow) labels() ([]pair, []map[pair]answer, error) {
	pairs, err := w.readPool()
	if err != nil {
		return nil, nil, err
	}
	var said []map[pair]answer
	for _, person := range w.Plan.Labellers {
		one, err := w.answers(person)
		if err != nil {
			return nil, nil, err
		}
		said = append(said, one)
	}
	return pairs, said, nil
}

// missing counts the pairs that a person has said nothing of.
func missing(pairs []pair, said map[pair]answer) int {
	n := 0
	for _, p := range pairs {
		if _, ok := said[p]; !ok {
			n++
		}
	}
	return n
}
