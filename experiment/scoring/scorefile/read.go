// Package scorefile reads the scores that other programs computed: tables of
// scores by query and measure, of one system or of several, and logs of evaluators,
// as its room scorelog understands them. What was read is made comparable by [Align].
package scorefile

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorelog"
	"github.com/rankduel/rankduel/internal/textfaults"
	"github.com/rankduel/rankduel/metrics"
)

// A Form says what a file of scores does not say itself.
type Form struct {
	// Columns is what the columns next to query_id are: ColumnMeasures, ColumnSystems, or "", where names
	// that are known tell: a table of which no column is a measure known here is one of systems.
	Columns string
	// Measure names the scores of a file that does not: "score" if empty.
	Measure string
	// Repeat names the column that tells repeated runs of a system apart: "repeat" if
	// empty. A score is then the mean over the runs.
	Repeat string
	// Log says what a log of an evaluator does not.
	Log scorelog.Form
	// Registry has measures of one's own, whose names, directions and ways of being
	// one number are those of their scores here; nil: the built-in measures alone.
	Registry *metrics.Registry
}

// What the columns of a wide table are.
const (
	ColumnMeasures = "measures"
	ColumnSystems  = "systems"
)

// Read reads the per-query scores that another program computed of one system. Three forms are told apart by their
// first line: a header query_id,measure,score (comma or tab), a header query_id and one column a measure, and what
// trec_eval -q prints (measure, query, value; rows of query "all" are skipped). An empty cell is undefined, and a
// column stratum is the stratum of the query. Measure names this program knows are made canonical, with the linear gain
// that trec_eval, ir_measures and ranx mean by nDCG; others stay as they are. Of those higher is taken to be better,
// which a finding says: [Align] declares directions, [ReadSystems] reads measures of one's own.
func Read(name string, r io.Reader) (*scoring.Table, error) {
	t, err := ReadColumns(name, r)
	if err != nil {
		return nil, err
	}
	return t, direct([]*scoring.Table{t}, nil)
}

// ReadColumns reads a table with one row a query and columns of numbers, none of which is a system or a measure.
func ReadColumns(name string, r io.Reader) (*scoring.Table, error) {
	tables, err := ReadSystems(name, r, Form{Columns: ColumnMeasures})
	if err != nil {
		return nil, err
	}
	return OneTable(name, tables)
}

// OneTable refuses a file of several systems.
func OneTable(name string, tables []*scoring.Table) (*scoring.Table, error) {
	if len(tables) > 1 {
		return nil, fmt.Errorf("%s: holds %d systems; want a table with one row a query, and its numbers in columns", name, len(tables))
	}
	return tables[0], nil
}

// ReadSystems reads the same of one system or of several, in the order in which the file has them: a long or a wide
// table with a column run (or run_id, runid, system), or a wide one with a column for each system.
func ReadSystems(name string, r io.Reader, form Form) ([]*scoring.Table, error) {
	f := newScoreFile(name, form)
	buffered := bufio.NewReaderSize(r, 64<<10)
	begin, _ := buffered.Peek(64 << 10) // a shorter file is fine
	if log := logReader(begin); log != nil {
		return f.log(buffered, log)
	}
	if form.Log != (scorelog.Form{}) {
		return nil, fmt.Errorf("%s is a table of scores, in which --sample-id and --filter choose nothing", name)
	}
	lines := bufio.NewScanner(buffered)
	lines.Buffer(nil, 16<<20)
	var read func(line string) error
	for lines.Scan() {
		f.line++
		line := strings.TrimSuffix(lines.Text(), "\r")
		if f.line == 1 {
			line = strings.TrimPrefix(line, "\ufeff") // spreadsheets mark their UTF-8 so
		}
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		var err error
		if read == nil {
			read, err = f.form(line)
		} else {
			err = read(line)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, f.line, err)
		}
	}
	if err := textfaults.OfScanner(lines.Err()); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, f.line+1, err)
	}
	return f.tables()
}

// form looks at the first line and says how to read the others.
func (f *scoreFile) form(first string) (func(string) error, error) {
	separator := ","
	if strings.Contains(first, "\t") && !strings.Contains(first, ",") {
		separator = "\t"
	}
	h, ok, err := readHeader(split(nil, first, separator), f.given)
	if err != nil {
		return nil, err
	}
	if !ok && column(strings.Fields(first), queryNames) == 0 {
		return nil, errors.New("columns are separated by blanks: write commas or tabs between them")
	}
	if !ok {
		if cells := strings.Fields(first); len(cells) == 3 && !f.knows(cells[0]) && f.knows(cells[1]) { // as ir_measures prints it
			f.query, f.measure = 0, 1
		}
		if err = f.trecLine(first); err == nil && f.given.Repeat != "" {
			err = fmt.Errorf("what trec_eval prints has no columns, and so none that is called %s and tells repeated runs apart: take that name away, or write a table with query_id, measure, score and %[1]s", f.given.Repeat)
		}
		return f.trecLine, err
	}
	var fields []string
	return func(line string) error {
		fields = split(fields[:0], line, separator)
		if len(fields) != h.width {
			return h.unequal(len(fields))
		}
		return f.row(h, fields)
	}, nil
}

// row takes the cells of a line below the header.
func (f *scoreFile) row(h header, fields []string) error {
	at := scoreKey{query: fields[h.query]}
	if h.run >= 0 {
		at.system = fields[h.run]
		if at.system == "" {
			return fmt.Errorf("query %q: the name of the run is empty", at.query)
		}
	}
	if h.repeat >= 0 {
		at.repeat, f.repeated = fields[h.repeat], true
		if at.repeat == "" {
			return fmt.Errorf("query %q: the repeat is empty", at.query)
		}
	}
	var about scoredQuery
	if h.stratum >= 0 {
		about.stratum = fields[h.stratum]
	}
	if h.weight >= 0 {
		var err error
		if about.weight, err = readWeight(fields[h.weight]); err != nil {
			return fmt.Errorf("query %q: %w", at.query, err)
		}
	}
	if h.measure >= 0 {
		at.measure = fields[h.measure]
		return f.add(at, about, fields[h.score])
	}
	for _, c := range h.cells {
		at.measure = c.measure
		if c.system != "" {
			at.system = c.system
		}
		if err := f.add(at, about, fields[c.at]); err != nil {
			return err
		}
	}
	return nil
}

// split adds the fields of a line to a list; those that a spreadsheet put in quotes may hold the separator.
func split(to []string, line, separator string) []string {
	if strings.Contains(line, `"`) {
		r := csv.NewReader(strings.NewReader(line))
		r.Comma, r.LazyQuotes = rune(separator[0]), true
		if fields, err := r.Read(); err == nil {
			return fields
		}
	}
	for more := true; more; {
		var field string
		field, line, more = strings.Cut(line, separator)
		to = append(to, field)
	}
	return to
}

func (f *scoreFile) trecLine(line string) error {
	fields := strings.Fields(line)
	if len(fields) != 3 {
		return fmt.Errorf("%q is neither a header with query_id (columns are separated by commas or tabs) nor a line of trec_eval -q (measure, query, value)", line)
	}
	switch {
	case fields[f.query] == "all", fields[0] == "relstring": // the second is text among the numbers
		return nil
	}
	return f.add(scoreKey{measure: fields[f.measure], query: fields[f.query]}, scoredQuery{}, fields[2])
}

// knows reports whether a name is that of a measure.
func (f *scoreFile) knows(name string) bool {
	_, foreign := elsewhere(f.profile, name).(metrics.Foreign)
	return !foreign
}
