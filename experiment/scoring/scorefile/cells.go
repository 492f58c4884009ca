package scorefile

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// A scoreFile collects cells in the order of the file.
type scoreFile struct {
	name     string
	given    Form
	profile  metrics.Profile
	line     int
	systems  []*scoredSystem
	at       map[string]*scoredSystem // by name
	measures map[string]metrics.Measure
	repeated bool             // a column tells runs of one system apart
	query    int              // where a line of trec_eval -q has the query
	measure  int              // and the measure
	lines    map[scoreKey]int // where a score stood, by the name of the measure that it is
}

// A scoreKey tells one score from every other; the system is empty in files of
// one.
type scoreKey struct{ system, query, measure, repeat string }

// A scoredSystem is what the file has of one system.
type scoredSystem struct {
	name     string
	queries  map[string]int
	rows     []result.Row
	measured []metrics.Measure
	cells    []scoring.RunScore
}

// most bounds the measures and the systems of a file, ten times what trec_eval -m all_trec
// prints and TREC's tracks had: each is tested, and is a row of the report.
const most = 2000

func newScoreFile(name string, form Form) *scoreFile {
	return &scoreFile{
		name: name, given: form, profile: form.profile(), at: map[string]*scoredSystem{},
		measures: map[string]metrics.Measure{}, lines: map[scoreKey]int{}, query: 1,
	}
}

func (f *scoreFile) add(at scoreKey, about result.Row, text string) error {
	switch {
	case at.query == "":
		return errors.New("the query id is empty")
	case at.measure == "":
		return fmt.Errorf("query %q: the name of the measure is empty", at.query)
	}
	value, err := readScore(text)
	if err != nil {
		return fmt.Errorf("query %q: score %q of %s is not a number; leave the cell empty where it is undefined", at.query, text, at.measure)
	}
	return f.score(at, about, value)
}

// score notes a score, NaN of an undefined one.
func (f *scoreFile) score(at scoreKey, about result.Row, value float64) error {
	m, known := f.measures[at.measure]
	if !known {
		if len(f.measures) == most {
			return fmt.Errorf("more than %d measures; keep those that you compare", most)
		}
		m = elsewhere(f.profile, at.measure)
		f.measures[at.measure] = m
	}
	at.measure = m.String() // under whichever of its names
	if before, twice := f.lines[at]; twice {
		return fmt.Errorf("%squery %q has a second score of %s; the first is on line %d", of(at.system), at.query, m, before)
	}
	f.lines[at] = f.line
	if len(f.systems) == most && f.at[at.system] == nil {
		return fmt.Errorf("more than %d systems; keep those that you compare", most)
	}
	s := f.system(at.system)
	q := s.query(at.query)
	if err := s.place(q, about); err != nil {
		return err
	}
	s.cells = append(s.cells, scoring.RunScore{Measure: s.measure(m), Query: q, Score: value})
	return nil
}

// readScore reads a number, NaN of an empty cell.
func readScore(text string) (float64, error) {
	if text == "" {
		return math.NaN(), nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err == nil && (strings.ContainsAny(text, "xX") || math.IsNaN(v) || math.IsInf(v, 0)) { // hexadecimal
		err = strconv.ErrSyntax
	}
	return v, err
}

// of names a system in a message, where there are several.
func of(system string) string {
	if system == "" {
		return ""
	}
	return system + ": "
}

func (f *scoreFile) system(name string) *scoredSystem {
	s, known := f.at[name]
	if !known {
		s = &scoredSystem{name: name, queries: map[string]int{}}
		f.at[name] = s
		f.systems = append(f.systems, s)
	}
	return s
}

// query returns the place of a query, a new one at the end.
func (s *scoredSystem) query(id string) int {
	i, known := s.queries[id]
	if !known {
		i = len(s.rows)
		s.queries[id] = i
		s.rows = append(s.rows, result.Row{QueryID: id})
	}
	return i
}

// place gives a query the stratum and the weight that the line says.
func (s *scoredSystem) place(q int, about result.Row) error {
	row := &s.rows[q]
	if row.Stratum != "" && about.Stratum != "" && row.Stratum != about.Stratum {
		return fmt.Errorf("query %q is in stratum %q here and in %q before", row.QueryID, about.Stratum, row.Stratum)
	}
	if row.Weight != nil && about.Weight != nil && *row.Weight != *about.Weight {
		return fmt.Errorf("query %q has the weight %v here and %v before", row.QueryID, *about.Weight, *row.Weight)
	}
	row.Stratum = cmp.Or(row.Stratum, about.Stratum)
	row.Weight = cmp.Or(row.Weight, about.Weight)
	return nil
}

// readWeight reads a number from 0 up, nil of an empty cell.
func readWeight(text string) (*float64, error) {
	v, err := readScore(text)
	if err != nil || v < 0 {
		return nil, fmt.Errorf("weight %q is not a number from 0 on; leave the cell empty where it is not known", text)
	}
	return result.Number(v), nil
}

func (s *scoredSystem) measure(m metrics.Measure) int {
	i := metrics.Index(s.measured, m)
	if i < 0 {
		i = len(s.measured)
		s.measured = append(s.measured, m)
	}
	return i
}

func (f *scoreFile) tables() ([]*scoring.Table, error) {
	if len(f.systems) == 0 {
		return nil, fmt.Errorf("%s: no scores: want the header query_id,measure,score, one column a measure, or the output of trec_eval -q", f.name)
	}
	all := make([]*scoring.Table, len(f.systems))
	for i, s := range f.systems {
		t, err := s.table(f)
		if err != nil {
			return nil, err
		}
		all[i] = t
	}
	withoutSummary(all)
	return all, nil
}

// table returns the system; one of a file without systems is called as the file.
func (s *scoredSystem) table(f *scoreFile) (*scoring.Table, error) {
	name := cmp.Or(s.name, f.name)
	columns := scoring.NewColumns(len(s.measured), len(s.rows))
	t := scoring.FromScores(name, f.profile, result.TestSetInfo{Name: scoresProfile}, s.measured, s.rows, columns)
	countQueries(t)
	if f.repeated {
		return t, t.AddRuns(slices.Values(s.cells))
	}
	for _, c := range s.cells {
		columns[c.Measure][c.Query] = c.Score
	}
	return t, nil
}

func countQueries(s *scoring.Table) {
	set := result.TestSetInfo{Name: s.TestSet.Name, Queries: len(s.Queries)}
	for _, q := range s.Queries {
		if q.Stratum == "" {
			continue
		}
		if set.Strata == nil {
			set.Strata = map[string]int{}
		}
		set.Strata[q.Stratum]++
		if !slices.Contains(set.Order, q.Stratum) {
			set.Order = append(set.Order, q.Stratum)
		}
	}
	s.TestSet = set
}
