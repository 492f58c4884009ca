package refresh

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/querylog"
)

var enteringColumns = []string{"query_id", "query_text", "query_type", "frequency", "clients", "band", "probability", "masked", "near", "need", "decision"}

// drawnKey names what no one edits of entering.csv among the hashes of a step.
const drawnKey = enteringFile + "#drawn"

func enteringTable(list []Entrant) ([]byte, error) {
	rows := make([][]string, len(list))
	for i, e := range list {
		clients, probability := "", ""
		if e.Clients > 0 {
			clients = strconv.Itoa(e.Clients)
		}
		if e.Probability != nil {
			probability = strconv.FormatFloat(*e.Probability, 'f', 6, 64)
		}
		rows[i] = []string{e.ID, e.Text, e.Type, strconv.Itoa(e.Frequency), clients, string(e.Band), probability, kindsText(e.Masked), e.Near, e.Need, e.Decision}
	}
	return writeTable(enteringColumns, rows)
}

func kindsText(kinds []querylog.Kind) string {
	words := ordered.Each(kinds, func(k querylog.Kind) string { return string(k) })
	return strings.Join(words, " ")
}

// frozen returns what no one edits of entering.csv, as one hash: ids and texts. A
// spreadsheet may write numbers in another form.
func frozen(rows []map[string]string) string {
	var b strings.Builder
	for _, row := range rows {
		fmt.Fprintf(&b, "%q %q\n", row["query_id"], row["query_text"])
	}
	return hashOf([]byte(b.String()))
}

// entering reads back the queries that enter, in the order of their rows.
func (w *Workflow) entering(set *testsets.TestSet) ([]Entrant, error) {
	t, err := readTable(w.path(enteringFile), enteringColumns)
	if err != nil {
		return nil, err
	}
	var errs prose.Faults
	start := w.step(stepStart)
	errs.If(start != nil && start.Wrote[drawnKey] != frozen(t.rows), "%s: rows, ids or texts are not those that were drawn; only decision, need and query_type may be changed", t.name)
	var list []Entrant
	undecided := 0
	for i, row := range t.rows {
		e, err := entrantOf(row, set)
		switch {
		case err != nil:
			errs = append(errs, fmt.Errorf("%s: query %q: %w", t.at(i), row["query_id"], err))
		case e.Decision == "":
			undecided++
			errs = append(errs, fmt.Errorf("%s: query %q was masked (%s); read it, then write %s or %s", t.at(i), e.ID, kindsText(e.Masked), enter, drop))
		case e.Decision == enter:
			list = append(list, e)
		}
	}
	errs.If(undecided == 0 && len(list) != w.Plan.Replace, "%s: %s to enter, and %d to be replaced; %s one in reserve for each that you %s", t.name, prose.Plural(len(list), "query"), w.Plan.Replace, enter, drop)
	return list, errs.Join()
}

// entrantOf reads a row, of which a query that enters needs all.
func entrantOf(row map[string]string, set *testsets.TestSet) (Entrant, error) {
	e := Entrant{
		ID: row["query_id"], Text: row["query_text"], Type: strings.TrimSpace(row["query_type"]), Band: querylog.Band(row["band"]),
		Near: row["near"], Need: strings.TrimSpace(row["need"]), Decision: strings.ToLower(strings.TrimSpace(row["decision"])),
	}
	for _, k := range strings.Fields(row["masked"]) {
		e.Masked = append(e.Masked, querylog.Kind(k))
	}
	var errs prose.Faults
	var err error
	e.Frequency, err = strconv.Atoi(row["frequency"])
	errs.If(err != nil, "frequency %q is not a number", row["frequency"])
	if text := row["clients"]; text != "" {
		e.Clients, err = strconv.Atoi(text)
		errs.If(err != nil, "clients %q is not a number", text)
	}
	if text := row["probability"]; text != "" {
		p, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
		errs.If(err != nil || !(p > 0 && p <= 1), "probability %q is not above 0 and at most 1", text)
		e.Probability = &p
	}
	errs.If(!slices.Contains([]string{enter, drop, reserve, ""}, e.Decision) || e.Decision == "" && len(e.Masked) == 0, "decision %q, want %s, %s or %s", row["decision"], enter, drop, reserve)
	errs.If(e.Decision == enter && !slices.Contains(strataOf(set), e.Type), "query_type %q, want one of %s", e.Type, strings.Join(set.Strata, ", "))
	return e, errs.Join()
}
