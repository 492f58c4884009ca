package reports

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// sweepCSV writes one row a setting, in the order of the file.
func sweepCSV(s *result.Sweep) (string, error) {
	out := document.NewCSV("setting", "fusion_method", "components", "weights", "depth", "top_k",
		"mean", "difference", "latency_p50_ms", "leader", "front", "chosen", "same_as", "parameters", "rerank")
	for _, one := range s.Settings {
		weights, err := keyValues(one.Weights)
		if err != nil {
			return "", fmt.Errorf("setting %q: weights: %w", one.Name, err)
		}
		rest := one.Settings
		rest.Method, rest.Weights = "", nil // have columns of their own
		parameters, err := keyValues(rest)
		if err != nil {
			return "", fmt.Errorf("setting %q: parameters: %w", one.Name, err)
		}
		rerank, err := keyValues(one.Rerank)
		if err != nil {
			return "", fmt.Errorf("setting %q: rerank: %w", one.Name, err)
		}
		out.Row(one.Name, one.Method, strings.Join(one.Components, " "), weights,
			strconv.Itoa(one.Depth), strconv.Itoa(one.TopK), out.Number(&one.Mean), out.Number(&one.Difference), out.Number(one.LatencyMS),
			strconv.FormatBool(one.Leader), strconv.FormatBool(one.Front), strconv.Itoa(one.Chosen), one.SameAs, parameters, rerank)
	}
	return out.Finish()
}

// keyValues writes what v is in JSON as "key=value key=value", in the order of
// the keys; a nil v, or one without values, is empty.
func keyValues(v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	var values map[string]any
	if err := json.Unmarshal(text, &values); err != nil {
		return "", err
	}
	pairs := make([]string, 0, len(values))
	for _, key := range slices.Sorted(maps.Keys(values)) {
		pairs = append(pairs, fmt.Sprintf("%s=%v", key, values[key]))
	}
	return strings.Join(pairs, " "), nil
}
