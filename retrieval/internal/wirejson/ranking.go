package wirejson

import (
	"fmt"

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
	if err == nil {
		err = known(object, "id", "score", "text", "document", "spans")
	}
	if err != nil {
		return hit, false, fmt.Errorf("id %q: %w", hit.ID, err)
	}
	return hit, scored, nil
}
