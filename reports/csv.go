package reports

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// ErrNoQueries is returned when per-query rows are wanted of a value that was made without them.
var ErrNoQueries = errors.New("no per-query values to write")

// columnsOf returns the measures of a row: the summarized ones in their order, then any other by name.
func columnsOf(measures []string, scores map[string]*float64) []string {
	columns := slices.Clone(measures)
	for _, name := range slices.Sorted(maps.Keys(scores)) {
		if !slices.Contains(measures, name) {
			columns = append(columns, name)
		}
	}
	return columns
}

// comparisonCSV writes one row a candidate, query and measure.
func comparisonCSV(c *result.Comparison) (string, error) {
	heads := []string{"query_id", "stratum", "measure", "a", "b", "difference"}
	several := len(c.Comparisons) > 1
	if several {
		heads = slices.Insert(heads, 0, "candidate")
	}
	s := document.NewCSV(heads...)
	for _, p := range c.Comparisons {
		if len(p.PerQuery) == 0 {
			return "", ErrNoQueries
		}
		measures := measuresOf(p)
		for _, q := range p.PerQuery {
			for _, m := range columnsOf(measures, q.Difference) {
				row := []string{q.QueryID, q.Stratum, m, s.Number(q.A[m]), s.Number(q.B[m]), s.Number(q.Difference[m])}
				if several {
					row = slices.Insert(row, 0, p.B.Name)
				}
				s.Row(row...)
			}
		}
	}
	return s.Finish()
}

// summaryCSV writes one row a run and measure.
func summaryCSV(runs []result.RunEvaluation) (string, error) {
	s := document.NewCSV("run", "measure", "n", "undefined", "mean", "median", "std")
	for _, r := range runs {
		for _, m := range r.Measures {
			s.Row(r.Name, m.Measure, strconv.Itoa(m.N), strconv.Itoa(m.Undefined), s.Number(m.Mean), s.Number(m.Median), s.Number(m.Std))
		}
	}
	return s.Finish()
}

// scoresCSV writes one row a run, query and measure.
func scoresCSV(runs []result.RunEvaluation) (string, error) {
	heads := []string{"query_id", "measure", "score"}
	several := len(runs) > 1
	if several {
		heads = slices.Insert(heads, 0, "run")
	}
	s := document.NewCSV(heads...)
	for _, r := range runs {
		if len(r.PerQuery) == 0 {
			return "", ErrNoQueries
		}
		measures := measureNames([]result.RunEvaluation{r})
		for _, q := range r.PerQuery {
			for _, m := range columnsOf(measures, q.Scores) {
				row := []string{q.QueryID, m, s.Number(q.Scores[m])}
				if several {
					row = slices.Insert(row, 0, r.Name)
				}
				s.Row(row...)
			}
		}
	}
	return s.Finish()
}

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
	pairs := ordered.Each(slices.Sorted(maps.Keys(values)), func(key string) string { return fmt.Sprintf("%s=%v", key, values[key]) })
	return strings.Join(pairs, " "), nil
}
