package refresh

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
)

// adjudicated reads the one label of each pair. Every pair of the pool has to be there once, with the
// labellers' grades as their journals have them: otherwise the file is stale.
func (w *Workflow) adjudicated(pairs []label.Pair, said []map[label.Pair]label.Line, scale testsets.Scale) (map[label.Pair]labelOrigin, error) {
	columns := slices.Concat([]string{"query_id", "doc_id"}, w.Plan.Labellers, []string{"grade"})
	t, err := readTable(w.path(adjudicatedFile), columns)
	if err != nil {
		return nil, err
	}
	wanted := ordered.Set(pairs)
	out := map[label.Pair]labelOrigin{}
	var errs prose.Faults
	open := 0
	for i, row := range t.rows {
		p := label.Pair{Query: row["query_id"], Doc: row["doc_id"]}
		label, err := w.labelOf(row, p, said, scale)
		_, again := out[p]
		switch {
		case !wanted[p]:
			err = errors.New("is not in the pool")
		case again:
			err = errors.New("is there twice")
		}
		switch {
		case errors.Is(err, errOpen):
			open++
		case err != nil:
			errs = append(errs, fmt.Errorf("%s: query %q, document %q: %w", t.at(i), p.Query, p.Doc, err))
		}
		out[p] = label
	}
	missing := 0
	for _, p := range pairs {
		_, there := out[p]
		missing += count(!there)
	}
	errs.If(missing > 0, "%s: %s of the pool missing; adjudicate again", t.name, prose.Plural(missing, "pair"))
	if len(errs) == 0 && open > 0 {
		return nil, fmt.Errorf("%s: %w: %d of %d; rankduel testset refresh adjudicate %s goes on there", t.name, errOpen, open, len(pairs), w.Dir)
	}
	return out, prose.JoinFirst(errs)
}

// errOpen is about pairs that are still to be decided.
var errOpen = errors.New("pairs without a grade yet")

// labelOf reads a row and holds it to the journals.
func (w *Workflow) labelOf(row map[string]string, p label.Pair, said []map[label.Pair]label.Line, scale testsets.Scale) (labelOrigin, error) {
	l := labelOrigin{QueryID: p.Query, DocID: p.Doc, Labels: map[string]string{}, Third: row["third"], Rule: row["rule"], By: row["by"], At: row["at"], Comment: row["comment"]}
	var given []int
	for i, person := range w.Plan.Labellers {
		want := gradeText(said[i][p].Grade)
		if got := gradeOrBlank(row[person]); got != want {
			return l, fmt.Errorf("%s said %s, and the row has %s: labels changed since; adjudicate again", person, orBlank(want), orBlank(got))
		}
		l.Labels[person] = want
		if g := said[i][p].Grade; g != nil {
			given = append(given, *g)
		}
	}
	text := strings.TrimSpace(row["grade"])
	if text == "" {
		if len(given) > 0 {
			return l, errOpen
		}
		return l, nil
	}
	grade, err := strconv.Atoi(text)
	if err != nil || !scale.Has(grade) {
		return l, fmt.Errorf("grade %q is not on the scale %s", text, scale)
	}
	if len(given) == len(w.Plan.Labellers) && slices.Min(given) == slices.Max(given) && grade != given[0] {
		return l, fmt.Errorf("all said %d, and the grade is %d: equal labels stand", given[0], grade)
	}
	l.Grade = &grade
	return l, nil
}

func gradeText(g *int) string {
	if g == nil {
		return ""
	}
	return strconv.Itoa(*g)
}

// gradeOrBlank takes words for a pair that could not be judged as no grade.
func gradeOrBlank(cell string) string {
	cell = strings.TrimSpace(cell)
	if n, err := strconv.Atoi(cell); err == nil {
		return strconv.Itoa(n)
	}
	return ""
}

func orBlank(grade string) string { return cmp.Or(grade, "no grade") }
