package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/itchyny/gojq"

	"github.com/rankduel/rankduel/retrieval"
)

// An expression is compiled jq; nil is none.
type expression struct{ code *gojq.Code }

// compileHits compiles jq and says where it is wrong. It may use $query, $k and $id, the query's; there is no
// environment and there are no files in it.
func compileHits(text string) (*expression, error) {
	if text == "" {
		return nil, nil
	}
	query, err := gojq.Parse(text)
	if err != nil {
		var parse *gojq.ParseError
		if errors.As(err, &parse) {
			end := min(parse.Offset, len(text))
			return nil, fmt.Errorf("hits: %w after %q", err, text[max(0, end-20):end])
		}
		return nil, fmt.Errorf("hits: %w", err)
	}
	code, err := gojq.Compile(query, gojq.WithVariables([]string{"$query", "$k", "$id"}))
	if err != nil {
		return nil, fmt.Errorf("hits: %w", err)
	}
	return &expression{code}, nil
}

// hits runs the expression over every JSON value of an output, and stops when it has k hits. Each result is a hit or a
// list of hits.
func (x *expression) hits(ctx context.Context, output []byte, q retrieval.Query, k int) ([]json.RawMessage, error) {
	hits := []json.RawMessage{}
	d := json.NewDecoder(bytes.NewReader(output))
	d.UseNumber() // ids keep their digits
	for len(hits) < k {
		var value any
		switch err := d.Decode(&value); {
		case errors.Is(err, io.EOF):
			return hits, nil
		case err != nil:
			return nil, unquoted(output, err)
		}
		results := x.code.RunWithContext(ctx, value, q.Text, k, q.ID)
		for len(hits) < k {
			result, ok := results.Next()
			if !ok {
				break
			}
			if err, failed := result.(error); failed {
				return nil, fmt.Errorf("hits: %w", err)
			}
			list, several := result.([]any)
			if !several {
				list = []any{result}
			}
			for _, one := range list {
				if isNaN(one) {
					return nil, fmt.Errorf("hit %d: the score is NaN: want a number", len(hits)+1)
				}
				raw, err := gojq.Marshal(one)
				if err != nil {
					return nil, fmt.Errorf("hits: %w", err)
				}
				hits = append(hits, raw)
			}
		}
	}
	return hits[:k], nil
}

// isNaN finds a score that JSON would turn into null, and so into none.
func isNaN(hit any) bool {
	object, _ := hit.(map[string]any)
	score, isFloat := object["score"].(float64)
	return isFloat && math.IsNaN(score)
}
