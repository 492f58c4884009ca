package rerank

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval/internal/wirejson"
)

// A result is one entry of a response: the index of a text in the request, from 0, and its score. All are pointers,
// so that a missing or null one is not taken for 0.
type result struct {
	Index *int     `json:"index"`
	Score *float64 `json:"relevance_score"`
	Plain *float64 `json:"score"` // in a bare list
}

// results reads what Cohere began and most others took over, or a bare list; other keys are not looked at:
//
//	{"results": [{"index": 3, "relevance_score": 0.98}, …]}
func (v service) results(body []byte) ([]result, error) {
	var response struct {
		Results []result `json:"results"`
	}
	into := any(&response)
	if v.Bare {
		into = &response.Results
	}
	if err := decode(body, into); err != nil {
		return nil, err
	}
	if response.Results == nil {
		return nil, errors.New("the response has no results")
	}
	for i := range response.Results {
		if r := &response.Results[i]; v.Bare {
			r.Score = r.Plain
		}
	}
	return response.Results, nil
}

func decode(body []byte, into any) error {
	if len(strings.TrimSpace(string(body))) == 0 {
		return errors.New("the response is empty: want JSON")
	}
	if err := json.Unmarshal(body, into); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			return fmt.Errorf("the response is not of the documented form: %w", err)
		}
		return fmt.Errorf("the response is malformed JSON: %w", err)
	}
	if err := wirejson.CheckKeys(body); err != nil {
		return fmt.Errorf("the response: %w", err)
	}
	return nil
}

// inOrder returns the scores in the order of the passages. Results come in any order, but each passage has to have
// exactly one: nothing is filled in for a passage that is missing, and no one could say which of two counts.
func inOrder(results []result, passages []Passage) ([]float64, error) {
	scores := make([]float64, len(passages))
	count := make([]int, len(passages))
	var faults prose.Tally
	for i, r := range results {
		switch {
		case r.Index == nil:
			faults.Add("result %d has no index", i+1)
			continue
		case *r.Index < 0 || *r.Index >= len(passages):
			faults.Add("result %d has index %d: there are %d texts, from 0", i+1, *r.Index, len(passages))
			continue
		}
		count[*r.Index]++
		switch {
		case count[*r.Index] > 1:
			faults.Add("text %d (document %q) has %d scores", *r.Index, passages[*r.Index].ID, count[*r.Index])
		case r.Score == nil:
			faults.Add("text %d (document %q) has no number as its score", *r.Index, passages[*r.Index].ID)
		default:
			scores[*r.Index] = *r.Score // finite: JSON has no other numbers
		}
	}
	for i, n := range count {
		if n == 0 {
			faults.Add("text %d (document %q) is missing from the results", i, passages[i].ID)
		}
	}
	if faults.Count > 0 {
		faults.First = faults.First[:min(3, len(faults.First))] // one line holds them
		return nil, errors.New(faults.Text(fmt.Sprintf("%d results for %d texts", len(results), len(passages))))
	}
	return scores, nil
}
