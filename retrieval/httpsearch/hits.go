package httpsearch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/retrieval"
)

// A found hit may lack its score.
type found struct {
	retrieval.Hit
	scored bool
}

// ranking runs the expression and takes the first k hits.
func (x *expression) ranking(ctx context.Context, response any, q question) ([]retrieval.Hit, error) {
	var list []found
	err := x.run(ctx, response, q, func(v any) (bool, error) {
		several, isList := v.([]any)
		if !isList {
			several = []any{v}
		}
		for _, one := range several {
			if len(list) == q.k {
				return false, nil
			}
			hit, err := hitOf(one)
			if err != nil {
				return false, fmt.Errorf("hit %d: %w", len(list)+1, err)
			}
			list = append(list, hit)
		}
		return len(list) < q.k, nil
	})
	if err != nil {
		return nil, err
	}
	return scored(list)
}

// scored checks that the scores agree with the order, or makes scores of the order where there are none.
func scored(list []found) ([]retrieval.Hit, error) {
	hits := make([]retrieval.Hit, len(list))
	for i, f := range list {
		if f.scored != list[0].scored {
			return nil, fmt.Errorf("hits: hit %d and hit 1 differ in having a score: want one for all, or for none", i+1)
		}
		if !f.scored {
			f.Score = float64(len(list) - i)
		}
		if i > 0 && f.Score > hits[i-1].Score {
			return nil, fmt.Errorf("hits: the score rises from %v to %v at hit %d (id %q): want the best first; "+
				"of a distance write its negative, and leave scores out that are not what ranks", hits[i-1].Score, f.Score, i+1, f.ID)
		}
		hits[i] = f.Hit
	}
	return hits, nil
}

// hitOf reads an id or an object.
func hitOf(v any) (found, error) {
	object, ok := v.(map[string]any)
	if !ok {
		id, err := idOf(v)
		return found{Hit: retrieval.Hit{ID: id}}, err
	}
	var f found
	var err error
	if f.ID, err = idOf(object["id"]); err != nil {
		return f, err
	}
	if f.Score, f.scored, err = scoreOf(object["score"]); err != nil {
		return f, fmt.Errorf("id %q: %w", f.ID, err)
	}
	if f.Text, err = textOf(object["text"]); err != nil {
		return f, fmt.Errorf("id %q: %w", f.ID, err)
	}
	if document := object["document"]; document != nil {
		if f.Document, err = idOf(document); err != nil {
			return f, fmt.Errorf("id %q: document: %w", f.ID, err)
		}
	}
	if f.Spans, err = spansOf(object["spans"]); err != nil {
		return f, fmt.Errorf("id %q: %w", f.ID, err)
	}
	return f, known(object, "id", "score", "text", "document", "spans")
}

// known refuses what nobody would look at, which is more likely a typing error than a wish.
func known(object map[string]any, names ...string) error {
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if !slices.Contains(names, name) {
			return fmt.Errorf("unknown key %q: want %s", name, strings.Join(names, ", "))
		}
	}
	return nil
}

// idOf keeps the digits of a number: 12345678901234567890 and 1.0 are ids like others.
func idOf(v any) (string, error) {
	switch id := v.(type) {
	case nil:
		return "", errors.New("no id: want a text or a number")
	case string:
		if id == "" {
			return "", errors.New("the id is empty")
		}
		return id, nil
	case json.Number:
		return id.String(), nil
	case int:
		return strconv.Itoa(id), nil
	case *big.Int:
		return id.String(), nil
	case float64:
		return strconv.FormatFloat(id, 'f', -1, 64), nil
	}
	return "", fmt.Errorf("id is %s: want a text or a number", kind(v))
}

func scoreOf(v any) (score float64, ok bool, err error) {
	switch s := v.(type) {
	case nil:
		return 0, false, nil
	case json.Number:
		if score, err = s.Float64(); err != nil {
			return 0, false, fmt.Errorf("score %s is out of range", s)
		}
	case int:
		score = float64(s)
	case *big.Int:
		score, _ = new(big.Float).SetInt(s).Float64()
	case float64:
		score = s
	default:
		return 0, false, fmt.Errorf("score is %s: want a number (tonumber makes one of a text)", kind(v))
	}
	if math.IsNaN(score) {
		return 0, false, errors.New("score is NaN: want a number")
	}
	return score, true, nil
}

func textOf(v any) (string, error) {
	switch text := v.(type) {
	case nil:
		return "", nil
	case string:
		return text, nil
	case []any:
		lines := make([]string, len(text))
		for i, line := range text {
			s, ok := line.(string)
			if !ok {
				return "", fmt.Errorf("text has %s in its list: want texts", kind(line))
			}
			lines[i] = s
		}
		return strings.Join(lines, "\n"), nil
	}
	return "", fmt.Errorf("text is %s: want a text, a list of texts, or null", kind(v))
}

func spansOf(v any) ([]retrieval.Span, error) {
	if v == nil {
		return nil, nil
	}
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("spans is %s: want a list of {start, end}", kind(v))
	}
	spans := make([]retrieval.Span, len(list))
	for i, one := range list {
		object, ok := one.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("span %d is %s: want {start, end}", i+1, kind(one))
		}
		start, startOK := lineOf(object["start"])
		end, endOK := lineOf(object["end"])
		if !startOK || !endOK || start < 1 || end < start {
			return nil, fmt.Errorf("span %d: want whole numbers 1 ≤ start ≤ end", i+1)
		}
		spans[i] = retrieval.Span{Start: start, End: end}
	}
	return spans, nil
}

func lineOf(v any) (int, bool) {
	switch n := v.(type) {
	case int:
		return n, true
	case json.Number:
		line, err := strconv.Atoi(n.String())
		return line, err == nil
	case float64:
		return int(n), n == math.Trunc(n) && math.Abs(n) < 1<<53
	}
	return 0, false
}

// kind names a JSON type.
func kind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "true or false"
	case string:
		return "a text"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	return "a number"
}
