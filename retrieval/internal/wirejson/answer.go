package wirejson

import (
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/retrieval"
)

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
