package reports

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// KebabRuns lists the runs of a store of kebab in the order given.
func KebabRuns(w io.Writer, runs []result.KebabDescription, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			if len(runs) == 0 {
				return "no runs\n", nil
			}
			d := textDocument{o: o}
			d.table("", kebabRunsTable(runs, o), kebabRunsBelow(runs)...)
			return d.finish()
		},
		Markdown: func() (string, error) {
			var d markdownDocument
			d.table("", kebabRunsTable(runs, Options{}), kebabRunsBelow(runs)...)
			return d.finish()
		},
		JSON: func() (string, error) {
			return indented(struct {
				Schema string                    `json:"schema"`
				Runs   []result.KebabDescription `json:"runs"`
			}{result.KebabRunsSchema, append([]result.KebabDescription{}, runs...)})
		},
		CSV: func() (string, error) {
			s := newSheet("run_id", "suite", "queries", "hit@5", "mrr", "chunker_version", "commit_hash", "created_at")
			for _, r := range runs {
				s.row(r.RunID, r.Suite, fmt.Sprint(r.Rows.Queries), s.number(kebabFigure(r.Figures, "hit@5")), s.number(kebabFigure(r.Figures, "MRR")),
					kebabSetting(r.Settings, "chunker_version"), r.CommitHash, r.CreatedAt)
			}
			return s.finish()
		},
	})
}

func kebabRunsTable(runs []result.KebabDescription, o Options) table {
	t := table{columns: []column{
		{head: "run", code: true},
		{head: "suite", elastic: true},
		{head: "queries", right: true},
		{head: "hit@5", right: true},
		{head: "MRR", right: true},
		{head: "chunker", elastic: true},
		{head: "made"},
	}}
	for _, r := range runs {
		made := r.CreatedAt
		if at, err := time.Parse(time.RFC3339, r.CreatedAt); err == nil {
			made = age(at, o.Now)
		}
		t.add(r.RunID, r.Suite, fmt.Sprint(r.Rows.Queries), score(kebabFigure(r.Figures, "hit@5")), score(kebabFigure(r.Figures, "MRR")),
			orDash(kebabSetting(r.Settings, "chunker_version")), made)
	}
	return t
}

func kebabRunsBelow(runs []result.KebabDescription) []string {
	open, unreadable := 0, 0
	for _, r := range runs {
		switch {
		case r.Unreadable:
			unreadable++
		case r.Figures == nil:
			open++
		}
	}
	var lines []string
	if open > 0 {
		lines = append(lines, plural(open, "run is", "runs are")+" not aggregated yet: rankduel runs aggregate RUN --store STORE --golden FILE")
	}
	if unreadable > 0 {
		lines = append(lines, plural(unreadable, "run has", "runs have")+" something stored that is no aggregate of kebab; runs aggregate puts one in its place")
	}
	return lines
}

// KebabRun shows one run of a store of kebab, with Options.PerQuery its rows.
// JSON always carries configuration, aggregate and rows; CSV is the rows.
func KebabRun(w io.Writer, run *result.KebabDescription, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			d := textDocument{o: o}
			d.sentences(kebabHead(run, printable)...)
			if run.Figures == nil {
				d.sentences(kebabOpen(run, printable))
			}
			d.table("aggregate, as it is stored", kebabFigures(run.Figures))
			if o.PerQuery {
				d.table("rows", kebabRows(run))
			}
			return d.finish()
		},
		Markdown: func() (string, error) {
			var d markdownDocument
			d.lines(kebabHead(run, escape)...)
			if run.Figures == nil {
				d.lines(kebabOpen(run, escape))
			}
			d.table("## Aggregate, as it is stored", kebabFigures(run.Figures))
			if o.PerQuery {
				d.table("## Rows", kebabRows(run))
			}
			return d.finish()
		},
		JSON: func() (string, error) { return indented(run) },
		CSV: func() (string, error) {
			s := newSheet("query_id", "hits", "first_chunk_id", "first_doc_id", "answer", "latency_ms", "error")
			for _, q := range *run.PerQuery {
				s.row(q.QueryID, fmt.Sprint(q.Hits), q.First, q.Document, q.Answer, s.number(q.LatencyMS), q.Error)
			}
			return s.finish()
		},
	})
}

func kebabHead(run *result.KebabDescription, safe func(string) string) []string {
	lines := []string{"run " + safe(run.RunID) + " of suite " + safe(run.Suite) + ", made by kebab at " + safe(run.CreatedAt)}
	if run.CommitHash != "" {
		lines[0] += ", commit " + safe(run.CommitHash)
	}
	var set []string
	for _, s := range run.Settings {
		set = append(set, safe(s.Name)+" "+safe(s.Value))
	}
	if len(set) > 0 {
		lines = append(lines, strings.Join(set, ", "))
	}
	r := run.Rows
	if r.Failed != nil {
		lines = append(lines, fmt.Sprintf("%s, %d failed, %d without a hit, %d with an answer", plural(r.Queries, "query", "queries"), *r.Failed, *r.Empty, *r.Answered))
	}
	return lines
}

// kebabOpen says what a run without an aggregate needs.
func kebabOpen(run *result.KebabDescription, safe func(string) string) string {
	why := "not aggregated yet: "
	if run.Unreadable {
		why = "what is stored is no aggregate of kebab; this puts one in its place: "
	}
	return why + "rankduel runs aggregate " + safe(run.RunID) + " --store STORE --golden FILE"
}

// kebabFigures are figures in two columns.
func kebabFigures(figures []result.KebabFigure) table {
	t := table{columns: []column{{head: "measure"}, {head: "value", right: true}}}
	for _, f := range figures {
		t.add(f.Name, score(f.Value))
	}
	return t
}

func kebabRows(run *result.KebabDescription) table {
	t := table{columns: []column{
		{head: "query", code: true, elastic: true},
		{head: "hits", right: true},
		{head: "first chunk", code: true, elastic: true},
		{head: "document", code: true, elastic: true},
		{head: "answer"},
		{head: "ms", right: true},
		{head: "error", prose: true, elastic: true},
	}}
	for _, q := range *run.PerQuery {
		took := "–"
		if q.LatencyMS != nil {
			took = millis(*q.LatencyMS)
		}
		t.add(q.QueryID, fmt.Sprint(q.Hits), orDash(q.First), orDash(q.Document), orDash(q.Answer), took, q.Error)
	}
	return t
}

func kebabFigure(figures []result.KebabFigure, name string) *float64 {
	for _, f := range figures {
		if f.Name == name {
			return f.Value
		}
	}
	return nil
}

func kebabSetting(settings []result.KebabSetting, name string) string {
	for _, s := range settings {
		if s.Name == name {
			return s.Value
		}
	}
	return ""
}

func orDash(text string) string {
	if text == "" {
		return "–"
	}
	return text
}
