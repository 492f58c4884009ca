package wirejson

import (
	"errors"
	"fmt"
	"math"

	"github.com/rankduel/rankduel/retrieval"
)

// Ranking reads hits, best first. The list is never nil; what is wrong names its hit, from 1.
func Ranking(list []any) ([]retrieval.Hit, error) {
	hits := make([]retrieval.Hit, len(list))
	var allScored bool
	for i, v := range list {
		hit, scored, err := hitOf(v)
		if err != nil {
			return nil, fmt.Errorf("hit %d: %w", i+1, err)
		}
		if i == 0 {
			allScored = scored
		}
		if scored != allScored {
			return nil, fmt.Errorf("hit %d and hit 1 differ in having a score: want one for all, or for none", i+1)
		}
		if !scored {
			hit.Score = float64(len(list) - i)
		}
		if i > 0 && hit.Score > hits[i-1].Score {
			return nil, fmt.Errorf("hit %d (id %q): the score rises from %v to %v: want the best first; "+
				"of a distance write its negative, and leave scores out that are not what ranks", i+1, hit.ID, hits[i-1].Score, hit.Score)
		}
		hits[i] = hit
	}
	return hits, nil
}

// hitOf reads an id or an object.
func hitOf(v any) (hit retrieval.Hit, scored bool, err error) {
	object, ok := v.(map[string]any)
	if !ok {
		hit.ID, err = idOf(v)
		return hit, false, err
	}
	if hit.ID, err = idOf(object["id"]); err != nil {
		return hit, false, err
	}
	if hit.Score, scored, err = scoreOf(object["score"]); err == nil {
		hit.Text, err = textOf(object["text"])
	}
	if document := object["document"]; err == nil && document != nil {
		if hit.Document, err = idOf(document); err != nil {
			err = fmt.Errorf("document: %w", err)
		}
	}
	if err == nil {
		hit.Spans, err = spansOf(object["spans"])
	}
	for key, to := range map[string]*int32{"start": &hit.Start, "end": &hit.End, "tokens": &hit.Tokens} {
		if n, whole := lineOf(object[key]); err == nil && object[key] != nil {
			if *to = int32(n); !whole || n < 0 || n > math.MaxInt32 {
				err = fmt.Errorf("%s is %v: want characters of the document, or tokens, as a whole number from 0 on", key, object[key])
			}
		}
	}
	if err == nil {
		err = known(object, "id", "score", "text", "document", "spans", "start", "end", "tokens")
	}
	if err != nil {
		return hit, false, fmt.Errorf("id %q: %w", hit.ID, err)
	}
	return hit, scored, nil
}

// Answer reads an answer; nil of null. Its text is needed, be it empty: an answer that got lost must not pass for a
// refusal.
func Answer(v any) (*retrieval.Answer, error) {
	if v == nil {
		return nil, nil
	}
	object, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("it is %s: want {text, grounded, citations}", Kind(v))
	}
	if err := known(object, "text", "grounded", "citations"); err != nil {
		return nil, err
	}
	if object["text"] == nil {
		return nil, errors.New(`there is no text: want one, "" when the system said nothing, or null for the whole answer`)
	}
	a := new(retrieval.Answer)
	var err error
	if a.Text, err = textOf(object["text"]); err != nil {
		return nil, err
	}
	if a.Citations, err = citationsOf(object["citations"]); err != nil {
		return nil, err
	}
	switch grounded := object["grounded"].(type) {
	case nil:
		a.Grounded = len(a.Citations) > 0
	case bool:
		a.Grounded = grounded
	default:
		return nil, fmt.Errorf("grounded is %s: want true or false", Kind(grounded))
	}
	return a, nil
}

func citationsOf(v any) ([]retrieval.Citation, error) {
	if v == nil {
		return nil, nil
	}
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("citations is %s: want a list", Kind(v))
	}
	var citations []retrieval.Citation
	for i, one := range list {
		if object, ok := one.(map[string]any); ok {
			if err := known(object, "path"); err != nil {
				return nil, fmt.Errorf("citation %d: %w", i+1, err)
			}
			one = object["path"]
		}
		path, ok := one.(string)
		if !ok || path == "" {
			return nil, fmt.Errorf("citation %d: want a path, or {path}", i+1)
		}
		citations = append(citations, retrieval.Citation{Path: path})
	}
	return citations, nil
}
