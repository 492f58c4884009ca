package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/retrieval"
)

// An identifier is a JSON text, or a number of which the digits are kept.
type identifier string

func (id *identifier) UnmarshalJSON(raw []byte) error {
	switch raw[0] {
	case '"':
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return err
		}
		if text == "" {
			return errors.New("it is empty")
		}
		*id = identifier(text)
	case 'n': // null, as if it were not there
	case 't', 'f', '{', '[':
		return fmt.Errorf("it is %.20s: want a text or a number", raw)
	default:
		*id = identifier(raw)
	}
	return nil
}

// A passage is a text, or a list of texts that become lines.
type passage string

func (p *passage) UnmarshalJSON(raw []byte) error {
	if raw[0] != '[' {
		return json.Unmarshal(raw, (*string)(p))
	}
	var lines []string
	err := json.Unmarshal(raw, &lines)
	*p = passage(strings.Join(lines, "\n"))
	return err
}

// A wireHit is a hit as a program writes it.
type wireHit struct {
	ID       json.RawMessage  `json:"id"`
	Score    *float64         `json:"score"`
	Text     passage          `json:"text"`
	Document json.RawMessage  `json:"document"`
	Spans    []retrieval.Span `json:"spans"`
}

// ranking reads the first k hits of a response.
func ranking(raw []json.RawMessage, k int) ([]retrieval.Hit, error) {
	hits := make([]retrieval.Hit, 0, min(k, len(raw)))
	ranks := make(map[string]int, cap(hits))
	scored := false
	for i, one := range raw[:min(k, len(raw))] {
		hit, hasScore, err := hitOf(one)
		if err != nil {
			return nil, fmt.Errorf("hit %d: %w", i+1, err)
		}
		if first, twice := ranks[hit.ID]; twice {
			return nil, fmt.Errorf("hit %d: id %q is that of hit %d already: want each only once", i+1, hit.ID, first)
		}
		ranks[hit.ID] = i + 1
		switch {
		case i == 0:
			scored = hasScore
		case scored != hasScore:
			return nil, fmt.Errorf("hit %d and hit 1 differ in having a score: want one for all, or for none", i+1)
		case scored && hit.Score > hits[i-1].Score:
			return nil, fmt.Errorf("hit %d: the score rises from %v to %v: want the best first; of a distance write its negative", i+1, hits[i-1].Score, hit.Score)
		}
		hits = append(hits, hit)
	}
	if !scored {
		for i := range hits {
			hits[i].Score = float64(len(hits) - i)
		}
	}
	return hits, nil
}

// hitOf reads an object, or a bare id.
func hitOf(raw json.RawMessage) (hit retrieval.Hit, scored bool, err error) {
	if raw[0] != '{' {
		hit.ID, err = idOf(raw)
		return hit, false, err
	}
	var w wireHit
	if err := strict(raw, &w); err != nil {
		return hit, false, err
	}
	if hit.ID, err = idOf(w.ID); err != nil {
		return hit, false, err
	}
	if w.Score != nil {
		hit.Score, scored = *w.Score, true
	}
	hit.Text, hit.Spans = string(w.Text), w.Spans
	for i, span := range w.Spans {
		if span.Start < 1 || span.End < span.Start {
			return hit, false, fmt.Errorf("id %q: span %d is %d to %d: want lines 1 ≤ start ≤ end", hit.ID, i+1, span.Start, span.End)
		}
	}
	if len(w.Document) > 0 {
		var document identifier
		if err := json.Unmarshal(w.Document, &document); err != nil {
			return hit, false, fmt.Errorf("id %q: document: %w", hit.ID, err)
		}
		hit.Document = string(document)
	}
	return hit, scored, nil
}

func idOf(raw json.RawMessage) (string, error) {
	var id identifier
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &id); err != nil {
			return "", fmt.Errorf("id: %w", err)
		}
	}
	if id == "" {
		return "", errors.New("id: there is none: want a text or a number")
	}
	return string(id), nil
}

// strict reads one JSON value and refuses keys that nobody would look at.
func strict(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return unquoted(raw, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("more follows after byte %d", d.InputOffset())
	}
	return nil
}

// unquoted makes a message of package json's fit for people who wrote the program in another language.
func unquoted(raw []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return fmt.Errorf("it is cut off after %d bytes", len(raw))
	case errors.As(err, &syntax):
		at := max(0, min(int(syntax.Offset)-1, len(raw)))
		for _, word := range []string{"NaN", "Infinity", "-Infinity"} {
			if bytes.HasPrefix(raw[at:], []byte(word)) || bytes.HasPrefix(raw[max(0, at-1):], []byte(word)) {
				return fmt.Errorf("%s at byte %d is no JSON: leave such a hit out, or give it a number", word, syntax.Offset)
			}
		}
		return fmt.Errorf("no JSON at byte %d: %w", syntax.Offset, err)
	case errors.As(err, &kind) && kind.Field != "":
		return fmt.Errorf("%s: a JSON %s cannot be read as %v", kind.Field, kind.Value, kind.Type)
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}
