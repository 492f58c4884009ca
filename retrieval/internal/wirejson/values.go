package wirejson

import (
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

// known refuses keys that no one would look at.
func known(object map[string]any, names ...string) error {
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if !slices.Contains(names, name) {
			return fmt.Errorf("unknown key %q: want %s", name, strings.Join(names, ", "))
		}
	}
	return nil
}

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
		if !math.IsNaN(id) && !math.IsInf(id, 0) {
			return strconv.FormatFloat(id, 'f', -1, 64), nil
		}
		return "", fmt.Errorf("id is %v: want a text or a finite number", id)
	}
	return "", fmt.Errorf("id is %s: want a text or a number", Kind(v))
}

// scoreOf takes infinity, which JSON cannot write but an expression can.
func scoreOf(v any) (score float64, ok bool, err error) {
	switch s := v.(type) {
	case nil:
		return 0, false, nil
	case json.Number:
		if score, err = s.Float64(); err != nil {
			return 0, false, fmt.Errorf("score %.40s is out of range", s)
		}
	case int:
		score = float64(s)
	case *big.Int:
		if score, _ = new(big.Float).SetInt(s).Float64(); math.IsInf(score, 0) {
			return 0, false, errors.New("score is out of range")
		}
	case float64:
		score = s
	default:
		return 0, false, fmt.Errorf("score is %s: want a number; in jq, tonumber makes one of a text", Kind(v))
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
				return "", fmt.Errorf("text has %s in its list: want texts", Kind(line))
			}
			lines[i] = s
		}
		return strings.Join(lines, "\n"), nil
	}
	return "", fmt.Errorf("text is %s: want a text, a list of texts, or null", Kind(v))
}

func spansOf(v any) ([]retrieval.Span, error) {
	if v == nil {
		return nil, nil
	}
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("spans is %s: want a list of {start, end}", Kind(v))
	}
	spans := make([]retrieval.Span, len(list))
	for i, one := range list {
		object, ok := one.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("span %d is %s: want {start, end}", i+1, Kind(one))
		}
		if err := known(object, "start", "end"); err != nil {
			return nil, fmt.Errorf("span %d: %w", i+1, err)
		}
		start, startOK := lineOf(object["start"])
		end, endOK := lineOf(object["end"])
		if !startOK || !endOK || start < 1 || end < start {
			return nil, fmt.Errorf("span %d: want lines, whole numbers 1 ≤ start ≤ end", i+1)
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

// Kind names the JSON type of a value, for messages.
func Kind(v any) string {
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
