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
	"github.com/rankduel/rankduel/internal/ordered"
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
	queries  names
	about    []scoredQuery // by query, as far as lines say something of one
	measured []metrics.Measure
	places   map[string]int // of measures, by each of their names

	// The scores of the run that came first are columns. Those of others are known by the line of each,
	// and where runs have names all of them are cells too, in the order of the file.
	run     string
	columns []scoreColumn
	runs    map[runKey]int
	cells   []scoring.RunScore
}

// A scoreColumn holds scores of a measure by query, NaN of an undefined one, and the lines
// they are on, 0 where there is none. Queries at the end may be missing.
type scoreColumn struct {
	lines  []int32
	scores []float64
}

// A runKey tells the scores of repeated runs apart.
type runKey struct {
	measure, query int
	run            string
}

// A scoredQuery is what lines say of a query but for its scores.
type scoredQuery struct {
	stratum string
	weight  *float64
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
	if len(f.systems) == most && f.at[at.system] == nil {
		return fmt.Errorf("more than %d systems; keep those that you compare", most)
	}
	s := f.system(at.system)
	m, known := s.places[at.measure]
	if !known {
		var err error
		if m, err = f.columnOf(s, at.measure); err != nil {
			return err
		}
	}
	q := s.queries.place(at.query)
	if before := s.note(runKey{m, q, at.repeat}, value, f.line); before > 0 {
		return fmt.Errorf("%squery %q has a second score of %s; the first is on line %d", of(at.system), at.query, s.measured[m], before)
	}
	if about != (scoredQuery{}) {
		return s.place(q, about)
	}
	return nil
}

// note keeps a score, unless the run has one already: then it returns the line of that.
func (s *scoredSystem) note(at runKey, value float64, line int) (before int) {
	c := &s.columns[at.measure]
	if c.lines == nil && len(s.measured) == 1 {
		s.run = at.run // this is the first score of the system
	}
	if at.run == s.run {
		for len(c.lines) <= at.query {
			c.lines, c.scores = append(c.lines, 0), append(c.scores, math.NaN())
		}
		before = int(c.lines[at.query])
		c.lines[at.query], c.scores[at.query] = int32(line), value
	} else {
		before = s.runs[at]
		s.runs[at] = line
	}
	if at.run != "" {
		s.cells = append(s.cells, scoring.RunScore{Measure: int32(at.measure), Query: int32(at.query), Score: value})
	}
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
		s = &scoredSystem{name: name, places: map[string]int{}, runs: map[runKey]int{}}
		f.at[name] = s
		f.systems = append(f.systems, s)
	}
	return s
}

// place gives a query the stratum and the weight that the line says.
func (s *scoredSystem) place(q int, about scoredQuery) error {
	for len(s.about) <= q {
		s.about = append(s.about, scoredQuery{})
	}
	row, id := &s.about[q], s.queries.texts[q]
	if row.stratum != "" && about.stratum != "" && row.stratum != about.stratum {
		return fmt.Errorf("query %q is in stratum %q here and in %q before", id, about.stratum, row.stratum)
	}
	if row.weight != nil && about.weight != nil && *row.weight != *about.weight {
		return fmt.Errorf("query %q has the weight %v here and %v before", id, *about.weight, *row.weight)
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

// columnOf returns the place of a measure that a system has under a new name, the same for names of one.
func (f *scoreFile) columnOf(s *scoredSystem, name string) (int, error) {
	m, known := f.measures[name]
	if !known {
		if len(f.measures) == most {
			return 0, fmt.Errorf("more than %d measures; keep those that you compare", most)
		}
		m = elsewhere(f.profile, name)
		f.measures[name] = m
	}
	i := metrics.Index(s.measured, m)
	if i < 0 {
		i = len(s.measured)
		s.measured, s.columns = append(s.measured, m), append(s.columns, scoreColumn{})
	}
	s.places[strings.Clone(name)] = i
	return i, nil
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
	ids, columns := s.queries.texts, make([][]float64, len(s.columns))
	for m, c := range s.columns {
		columns[m] = append(c.scores, slices.Repeat([]float64{math.NaN()}, len(ids)-len(c.scores))...)
	}
	s.queries, s.columns = names{}, nil // nothing is looked up any more
	row := func(q int) result.Row {
		r := result.Row{QueryID: ids[q]}
		if q < len(s.about) {
			r.Stratum, r.Weight = strings.Clone(s.about[q].stratum), s.about[q].weight
		}
		return r
	}
	t := scoring.FromScores(cmp.Or(s.name, f.name), f.profile, result.TestSetInfo{Name: scoresProfile}, s.measured, len(ids), row, columns)
	countQueries(t)
	if f.repeated {
		return t, t.AddRuns(slices.Values(s.cells))
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
		set.Order = ordered.With(set.Order, q.Stratum)
	}
	s.TestSet = set
}
