package scorefile

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
)

// A header says what the columns of a table of scores are; -1 is one that it does not have.
type header struct {
	width                               int
	query, run, stratum, measure, score int
	repeat, weight                      int
	cells                               []cellColumn // of a wide table
}

// A cellColumn holds the scores of one measure, of one system where the columns are systems.
type cellColumn struct {
	at              int
	measure, system string
}

// The names under which columns are known: ours first, then those of other programs.
var (
	queryNames   = []string{"query_id", "qid", "topic", "query", "topic_id"}
	runNames     = []string{"run", "run_id", "runid", "system"}
	measureNames = []string{"measure", "metric"}
	scoreNames   = []string{"score", "value"}
	stratumNames = []string{"stratum"}
	repeatNames  = []string{"repeat"}
	weightNames  = []string{"weight"}
)

// readHeader reads the first line, if it is a header: it names a column of query ids.
func readHeader(fields []string, form Form) (h header, ok bool, err error) {
	h = header{width: len(fields), query: column(fields, queryNames), run: column(fields, runNames), stratum: column(fields, stratumNames)}
	h.repeat, h.weight = column(fields, repeatNames), column(fields, weightNames)
	if h.weight >= 0 && len(fields) == 2 { // a table of weights alone
		h.weight = -1
	}
	if form.Repeat != "" {
		if h.repeat = slices.Index(fields, form.Repeat); h.repeat < 0 && h.query >= 0 {
			return h, false, fmt.Errorf("the header has no column %s of repeats", form.Repeat)
		}
	}
	switch {
	case isRun(fields):
		return h, false, errors.New("this is a line of a run and not of scores: give the judgments, with --qrels or --test-set, in place of --scores")
	case h.query < 0 && len(fields) > 3:
		return h, false, fmt.Errorf("the header has no column %s: queries are paired by id, never by their place; add one", queryNames[0])
	case h.query < 0, h.query == 1 && len(fields) == 3 && isNumber(fields[2]): // measure, query, value of trec_eval
		return h, false, nil
	}
	h.measure, h.score = column(fields, measureNames), column(fields, scoreNames)
	if h.measure >= 0 && h.run < 0 {
		h.run = column(fields, []string{"name"}) // as PyTerrier calls it
	}
	if h.measure >= 0 && h.score < 0 {
		return h, false, fmt.Errorf("the header has a column %s and none named %s", fields[h.measure], strings.Join(scoreNames, " or "))
	}
	if h.score < 0 {
		h.measure = -1
	}
	known := []int{h.query, h.run, h.stratum, h.measure, h.score, h.repeat, h.weight}
	rest := ordered.Where(span(0, len(fields)), func(i int) bool { return !slices.Contains(known, i) })
	switch {
	case h.measure >= 0:
		if len(rest) > 0 {
			return h, false, fmt.Errorf("the column %q is none of query_id, run, stratum, repeat, weight, measure, score", fields[rest[0]])
		}
		return h, true, nil
	case h.score >= 0 && len(rest) == 0: // scores without the name of a measure
		name := cmp.Or(form.Measure, fields[h.score])
		h.cells = []cellColumn{{at: h.score, measure: name}}
		return h, true, nil
	case h.score >= 0:
		rest = append(rest, h.score)
		slices.Sort(rest)
	}
	h.cells, err = cellColumns(fields, rest, h.run >= 0, form)
	return h, err == nil, err
}

// cellColumns returns those of a wide table.
func cellColumns(fields []string, at []int, run bool, form Form) ([]cellColumn, error) {
	if len(at) > most {
		return nil, fmt.Errorf("%d columns of scores, and %d at most are read; keep those that you compare", len(at), most)
	}
	var known, unknown []string
	for _, i := range at {
		if fields[i] == "" {
			return nil, fmt.Errorf("column %d has no name", i+1)
		}
		if _, foreign := elsewhere(form.profile(), fields[i]).(metrics.Foreign); foreign {
			unknown = append(unknown, fields[i])
		} else {
			known = append(known, fields[i])
		}
	}
	if len(at) == 0 {
		return nil, errors.New("the header names no measure")
	}
	systems := form.Columns == ColumnSystems
	switch {
	case systems && run:
		return nil, errors.New("there is a column of runs, so that the other columns are measures and no systems")
	case run || form.Columns != "":
	case len(known) == 0:
		systems = true
	case len(unknown) > 0:
		return nil, fmt.Errorf("%s could be measures, and %s systems: say by --columns measures or --columns systems which of them the columns are", prose.Quoted(known), prose.FirstFew(unknown))
	}
	cells := make([]cellColumn, len(at))
	for c, i := range at {
		cells[c] = cellColumn{at: i, measure: fields[i]}
		if systems {
			cells[c] = cellColumn{at: i, system: fields[i], measure: form.Measure}
			if form.Measure == "" {
				cells[c].measure = scoreNames[0]
			}
		}
	}
	return cells, nil
}

// column returns the place of the column with the first of these names that there is.
func column(fields, names []string) int {
	for _, name := range names {
		if i := slices.IndexFunc(fields, func(f string) bool { return strings.ToLower(strings.TrimSpace(f)) == name }); i >= 0 {
			return i
		}
	}
	return -1
}

// isRun tells a line of a TREC run: six fields, a number before the tag.
func isRun(fields []string) bool {
	line := strings.Fields(strings.Join(fields, " "))
	return len(line) >= 6 && line[1] == "Q0" && isNumber(line[4])
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return err == nil
}

// unequal says what a line of another width should have.
func (h header) unequal(fields int) error {
	if h.width == 3 && h.measure >= 0 && h.run < 0 {
		return fmt.Errorf("%d fields, want query_id, measure and score", fields)
	}
	return fmt.Errorf("%d fields, but the header has %d", fields, h.width)
}
