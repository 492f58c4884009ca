package scoring

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
)

// ReadScores reads per-query scores that another program computed. Three
// forms are told apart by their first line: a header query_id,measure,score
// (comma or tab), a header query_id and one column a measure, and what
// trec_eval -q prints (measure, query, value; rows of query "all" are
// skipped). An empty cell is undefined. Measure names this program knows are
// made canonical, others stay as they are.
func ReadScores(name string, r io.Reader) (*Table, error) {
	t := scoreTable{name: name, queries: map[string]int{}, measures: map[string]int{}, lines: map[[2]int]int{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 16<<20)
	var read func(line string) error
	for lines.Scan() {
		t.line++
		line := strings.TrimSuffix(lines.Text(), "\r")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		var err error
		if read == nil {
			read, err = t.form(line)
		} else {
			err = read(line)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, t.line, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, t.line+1, err)
	}
	if len(t.cells) == 0 {
		return nil, fmt.Errorf("%s: no scores: want the header query_id,measure,score, one column a measure, or the output of trec_eval -q", name)
	}
	return t.scores(), nil
}

// A scoreTable collects cells in the order of the file.
type scoreTable struct {
	name              string
	line              int
	queries, measures map[string]int // by id, and by name
	queryNames        []string
	measured          []metrics.Measure
	cells             []scoreCell
	lines             map[[2]int]int // where a query and measure stood
}

type scoreCell struct {
	query, measure int
	value          float64
}

// form looks at the first line and says how to read the others.
func (t *scoreTable) form(first string) (func(string) error, error) {
	separator := ","
	if strings.Contains(first, "\t") && !strings.Contains(first, ",") {
		separator = "\t"
	}
	header := split(first, separator)
	if header[0] != "query_id" {
		return t.trecLine, t.trecLine(first)
	}
	if slices.Equal(header, []string{"query_id", "measure", "score"}) {
		return func(line string) error {
			f := split(line, separator)
			if len(f) != 3 {
				return fmt.Errorf("%d fields, want query_id, measure and score", len(f))
			}
			return t.add(f[0], f[1], f[2])
		}, nil
	}
	if len(header) < 2 {
		return nil, fmt.Errorf("the header %q names no measure", first)
	}
	return func(line string) error {
		f := split(line, separator)
		if len(f) != len(header) {
			return fmt.Errorf("%d fields, but the header has %d", len(f), len(header))
		}
		for i, value := range f[1:] {
			if err := t.add(f[0], header[i+1], value); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// split cuts a line; fields that a spreadsheet put in quotes may hold the
// separator.
func split(line, separator string) []string {
	if strings.Contains(line, `"`) {
		r := csv.NewReader(strings.NewReader(line))
		r.Comma, r.LazyQuotes = rune(separator[0]), true
		if fields, err := r.Read(); err == nil {
			return fields
		}
	}
	return strings.Split(line, separator)
}

func (t *scoreTable) trecLine(line string) error {
	f := strings.Fields(line)
	if len(f) != 3 {
		return fmt.Errorf("%q is neither a header with query_id nor a line of trec_eval -q (measure, query, value)", line)
	}
	if f[1] == "all" {
		return nil
	}
	if f[0] == "relstring" { // text among the numbers
		return nil
	}
	return t.add(f[1], f[0], f[2])
}

func (t *scoreTable) add(query, measure, text string) error {
	if query == "" {
		return errors.New("the query id is empty")
	}
	value := math.NaN()
	if text != "" {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || strings.ContainsAny(text, "xX") || // hexadecimal
			math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("query %q: score %q of %s is not a number; leave the cell empty where it is undefined", query, text, measure)
		}
		value = v
	}
	at := [2]int{t.query(query), t.measure(measure)}
	if before, twice := t.lines[at]; twice {
		return fmt.Errorf("query %q has a second score of %s; the first is on line %d", query, t.measured[at[1]], before)
	}
	t.lines[at] = t.line
	t.cells = append(t.cells, scoreCell{at[0], at[1], value})
	return nil
}

// query is the place of a query, a new one at the end.
func (t *scoreTable) query(id string) int {
	i, known := t.queries[id]
	if !known {
		i = len(t.queryNames)
		t.queries[id] = i
		t.queryNames = append(t.queryNames, id)
	}
	return i
}

// measure is the place of a measure, under whichever of its names.
func (t *scoreTable) measure(name string) int {
	if i, known := t.measures[name]; known {
		return i
	}
	measure := Named(name)
	i := metrics.Index(t.measured, measure)
	if i < 0 {
		i = len(t.measured)
		t.measured = append(t.measured, measure)
	}
	t.measures[name] = i
	return i
}

func (t *scoreTable) scores() *Table {
	set := result.TestSetInfo{Name: "scores", Queries: len(t.queryNames)}
	s := newTable(t.name, foreignProfile("scores"), set, t.measured, len(t.queryNames))
	for q, id := range t.queryNames {
		s.Queries[q].ID = id
	}
	for _, c := range t.cells {
		s.values[c.measure][c.query] = c.value
	}
	return s
}
