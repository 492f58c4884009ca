package reports

import (
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// ErrNoQueries is returned when per-query rows are wanted of a value that was
// made without them.
var ErrNoQueries = errors.New("no per-query values to write")

// ErrNoSystems is returned when figures of every system are wanted of a
// comparison that was made without them.
var ErrNoSystems = errors.New("no systems to write: only a run has them")

// A sheet is a CSV file under construction (RFC 4180, lines ending in LF).
//
// Fields are data and keep their bytes: an id that begins with =, +, - or @
// is not disarmed, since the id would no longer be found in the test set it
// came from. [ForSpreadsheet] does that for whoever wants to look at a file.
type sheet struct {
	b   strings.Builder
	w   *csv.Writer
	err error
}

func newSheet(heads ...string) *sheet {
	s := &sheet{}
	s.w = csv.NewWriter(&s.b)
	s.row(heads...)
	return s
}

func (s *sheet) row(fields ...string) {
	if err := s.w.Write(fields); err != nil && s.err == nil {
		s.err = err
	}
}

// number writes the shortest text that reads back to v, or nothing for nil.
// NaN and ±Inf are kept as the sheet's error.
func (s *sheet) number(v *float64) string {
	if v == nil {
		return ""
	}
	if (math.IsNaN(*v) || math.IsInf(*v, 0)) && s.err == nil {
		s.err = fmt.Errorf("unsupported value %v", *v)
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

func (s *sheet) finish() (string, error) {
	s.w.Flush()
	return s.b.String(), errors.Join(s.err, s.w.Error())
}

// columnsOf returns the measures of a row: the summarized ones in their order,
// then any other that the row has, by name.
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
	s := newSheet(heads...)
	for _, p := range c.Comparisons {
		if len(p.PerQuery) == 0 {
			return "", ErrNoQueries
		}
		var measures []string
		for _, m := range p.Measures {
			measures = append(measures, m.Measure)
		}
		for _, q := range p.PerQuery {
			for _, m := range columnsOf(measures, q.Difference) {
				row := []string{q.QueryID, q.Stratum, m, s.number(q.A[m]), s.number(q.B[m]), s.number(q.Difference[m])}
				if several {
					row = slices.Insert(row, 0, p.B.Name)
				}
				s.row(row...)
			}
		}
	}
	return s.finish()
}

// summaryCSV writes one row a run and measure.
func summaryCSV(runs []result.RunEvaluation) (string, error) {
	s := newSheet("run", "measure", "n", "undefined", "mean", "median", "std")
	for _, r := range runs {
		for _, m := range r.Measures {
			s.row(r.Name, m.Measure, strconv.Itoa(m.N), strconv.Itoa(m.Undefined), s.number(m.Mean), s.number(m.Median), s.number(m.Std))
		}
	}
	return s.finish()
}

// scoresCSV writes one row a run, query and measure.
func scoresCSV(runs []result.RunEvaluation) (string, error) {
	heads := []string{"query_id", "measure", "score"}
	several := len(runs) > 1
	if several {
		heads = slices.Insert(heads, 0, "run")
	}
	s := newSheet(heads...)
	for _, r := range runs {
		if len(r.PerQuery) == 0 {
			return "", ErrNoQueries
		}
		measures := measureNames([]result.RunEvaluation{r})
		for _, q := range r.PerQuery {
			for _, m := range columnsOf(measures, q.Scores) {
				row := []string{q.QueryID, m, s.number(q.Scores[m])}
				if several {
					row = slices.Insert(row, 0, r.Name)
				}
				s.row(row...)
			}
		}
	}
	return s.finish()
}
