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
	repeated bool // a column tells runs of one system apart
	query    int  // where a line of trec_eval -q has the query
	measure  int  // and the measure
}

// A scoreKey tells one score from every other; the system is empty in files of one.
type scoreKey struct{ system, query, measure, repeat string }

// A scoredSystem is what the file has of one system.
type scoredSystem struct {
	name     string
	queries  map[string]int
	rows     []scoredQuery
	measured []metrics.Measure
	cells    []scoring.RunScore

	// The line of a score: of the run that came first by measure and query, 0 where there is
	// none; of other runs by what it is.
	run   string
	lines [][]int32
	runs  map[runKey]int
}

// A runKey tells the scores of repeated runs apart.
type runKey struct {
	measure, query int
	run            string
}

// A scoredQuery is what lines say of a query but for its scores.
type scoredQuery struct {
	id, stratum string
	weight      *float64
}

// most bounds the measures and the systems of a file, ten times what trec_eval -m all_trec
// prints and TREC's tracks had: each is tested, and is a row of the report.
const most = 2000

func newScoreFile(name string, form Form) *scoreFile {
	return &scoreFile{
		name: name, given: form, profile: form.profile(), at: map[string]*scoredSystem{},
		measures: map[string]metrics.Measure{}, query: 1,
	}
}

func (f *scoreFile) add(at scoreKey, about scoredQuery, text string) error {
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
func (f *scoreFile) score(at scoreKey, about scoredQuery, value float64) error {
	m, known := f.measures[at.measure]
	if !known {
		if len(f.measures) == most {
			return fmt.Errorf("more than %d measures; keep those that you compare", most)
		}
		m = elsewhere(f.profile, at.measure)
		f.measures[at.measure] = m
	}
	if len(f.systems) == most && f.at[at.system] == nil {
		return fmt.Errorf("more than %d systems; keep those that you compare", most)
	}
	s := f.system(at.system)
	q, place := s.query(at.query), s.measure(m) // under whichever of its names
	if before := s.stood(runKey{place, q, at.repeat}, f.line); before > 0 {
		return fmt.Errorf("%squery %q has a second score of %s; the first is on line %d", of(at.system), at.query, m, before)
	}
	if err := s.place(q, about); err != nil {
		return err
	}
	s.cells = append(s.cells, scoring.RunScore{Measure: int32(place), Query: int32(q), Score: value})
	return nil
}

// stood returns the line where there was such a score before, 0 if there was none, and
// notes where it is now.
func (s *scoredSystem) stood(at runKey, line int) (before int) {
	if len(s.cells) == 0 {
		s.run = at.run
	}
	if at.run != s.run {
		before = s.runs[at]
		s.runs[at] = cmp.Or(before, line)
		return before
	}
	lines := &s.lines[at.measure]
	for len(*lines) <= at.query {
		*lines = append(*lines, 0)
	}
	before = int((*lines)[at.query])
	(*lines)[at.query] = int32(line)
	return before
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
		s = &scoredSystem{name: name, queries: map[string]int{}, runs: map[runKey]int{}}
		f.at[name] = s
		f.systems = append(f.systems, s)
	}
	return s
}

// query returns the place of a query, a new one at the end.
func (s *scoredSystem) query(id string) int {
	i, known := s.queries[id]
	if !known {
		i, id = len(s.rows), strings.Clone(id) // and not the line
		s.queries[id] = i
		s.rows = append(s.rows, scoredQuery{id: id})
	}
	return i
}

// place gives a query the stratum and the weight that the line says.
func (s *scoredSystem) place(q int, about scoredQuery) error {
	row := &s.rows[q]
	if row.stratum != "" && about.stratum != "" && row.stratum != about.stratum {
		return fmt.Errorf("query %q is in stratum %q here and in %q before", row.id, about.stratum, row.stratum)
	}
	if row.weight != nil && about.weight != nil && *row.weight != *about.weight {
		return fmt.Errorf("query %q has the weight %v here and %v before", row.id, *about.weight, *row.weight)
	}
	row.stratum = cmp.Or(row.stratum, about.stratum)
	row.weight = cmp.Or(row.weight, about.weight)
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
		s.measured, s.lines = append(s.measured, m), append(s.lines, nil)
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
	row := func(q int) result.Row {
		return result.Row{QueryID: s.rows[q].id, Stratum: strings.Clone(s.rows[q].stratum), Weight: s.rows[q].weight}
	}
	t := scoring.FromScores(name, f.profile, result.TestSetInfo{Name: scoresProfile}, s.measured, len(s.rows), row, columns)
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
	set := result.TestSetInfo{Name: s.TestSet.Name, Queries: s.Len()}
	for i := range s.Len() {
		q := s.Query(i)
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
