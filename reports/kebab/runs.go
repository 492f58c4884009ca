package kebab

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// WriteRuns lists the runs of a store of kebab in the order given.
func WriteRuns(w io.Writer, runs []result.KebabDescription, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{
		Document: func(d *document.Document) {
			if len(runs) == 0 {
				d.Lines("no runs")
			}
			d.Table("", runsTable(runs, d.Now), runsBelow(runs)...)
		},
		JSON: struct {
			Schema string                    `json:"schema"`
			Runs   []result.KebabDescription `json:"runs"`
		}{result.KebabRunsSchema, runs},
		CSV: func() (string, error) {
			s := document.NewCSV("run_id", "suite", "queries", "hit@5", "mrr", "chunker_version", "commit_hash", "created_at")
			for _, r := range runs {
				s.Row(r.RunID, r.Suite, fmt.Sprint(r.Rows.Queries), s.Number(figure(r.Figures, "hit@5")), s.Number(figure(r.Figures, "MRR")),
					setting(r.Settings, "chunker_version"), r.CommitHash, r.CreatedAt)
			}
			return s.Finish()
		},
	})
}

func runsTable(runs []result.KebabDescription, now time.Time) document.Table {
	t := document.NewTable(document.Codes("run"), document.Names("suite"), document.Numbers("queries", "hit@5", "MRR"), document.Names("chunker"), document.Words("made"))
	for _, r := range runs {
		made := r.CreatedAt
		if at, err := time.Parse(time.RFC3339, r.CreatedAt); err == nil {
			made = document.Age(at, now)
		}
		t.Add(r.RunID, r.Suite, fmt.Sprint(r.Rows.Queries), document.Score(figure(r.Figures, "hit@5")), document.Score(figure(r.Figures, "MRR")),
			orDash(setting(r.Settings, "chunker_version")), made)
	}
	return t
}

func runsBelow(runs []result.KebabDescription) []string {
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
		lines = append(lines, document.Plural(open, "run is", "runs are")+" not aggregated yet: rankduel runs aggregate RUN --store STORE --golden FILE")
	}
	if unreadable > 0 {
		lines = append(lines, document.Plural(unreadable, "run has", "runs have")+" something stored that is not an aggregate of kebab; runs aggregate puts one in its place")
	}
	return lines
}

// WriteRun shows one run of a store of kebab, with Options.PerQuery its rows.
// JSON always carries configuration, aggregate and rows; CSV is the rows.
func WriteRun(w io.Writer, run *result.KebabDescription, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{
		Document: func(d *document.Document) {
			d.Lines(runHead(run, d.Safe)...)
			if run.Figures == nil {
				d.Lines(openLine(run, d.Safe))
			}
			d.Table(d.Title(2, d.Capital("aggregate, as it is stored")), figuresTable(run.Figures))
			if o.PerQuery {
				d.Table(d.Title(2, d.Capital("rows")), rowsTable(run))
			}
		},
		JSON: run,
		CSV: func() (string, error) {
			s := document.NewCSV("query_id", "hits", "first_chunk_id", "first_doc_id", "answer", "latency_ms", "error")
			for _, q := range *run.PerQuery {
				s.Row(q.QueryID, fmt.Sprint(q.Hits), q.First, q.Document, q.Answer, s.Number(q.LatencyMS), q.Error)
			}
			return s.Finish()
		},
	})
}

func runHead(run *result.KebabDescription, safe func(string) string) []string {
	lines := []string{"run " + safe(run.RunID) + " of suite " + safe(run.Suite) + ", made by kebab at " + safe(run.CreatedAt)}
	if run.CommitHash != "" {
		lines[0] += ", commit " + safe(run.CommitHash)
	}
	set := ordered.Each(run.Settings, func(s result.KebabSetting) string { return safe(s.Name) + " " + safe(s.Value) })
	if len(set) > 0 {
		lines = append(lines, strings.Join(set, ", "))
	}
	r := run.Rows
	if r.Failed != nil {
		lines = append(lines, fmt.Sprintf("%s, %d failed, %d without a hit, %d with an answer", document.Plural(r.Queries, "query", "queries"), *r.Failed, *r.Empty, *r.Answered))
	}
	return lines
}

// openLine says what a run without an aggregate needs.
func openLine(run *result.KebabDescription, safe func(string) string) string {
	why := "not aggregated yet: "
	if run.Unreadable {
		why = "what is stored is not an aggregate of kebab; this puts one in its place: "
	}
	return why + "rankduel runs aggregate " + safe(run.RunID) + " --store STORE --golden FILE"
}

func figuresTable(figures []result.KebabFigure) document.Table {
	t := document.NewTable(document.Words("measure"), document.Numbers("value"))
	for _, f := range figures {
		t.Add(f.Name, document.Score(f.Value))
	}
	return t
}

func rowsTable(run *result.KebabDescription) document.Table {
	t := document.NewTable(document.IDs("query"), document.Numbers("hits"), document.IDs("first chunk", "document"), document.Words("answer"), document.Numbers("ms"), document.Sentences("error"))
	for _, q := range *run.PerQuery {
		took := "–"
		if q.LatencyMS != nil {
			took = document.Millis(*q.LatencyMS)
		}
		t.Add(q.QueryID, fmt.Sprint(q.Hits), orDash(q.First), orDash(q.Document), orDash(q.Answer), took, q.Error)
	}
	return t
}

func figure(figures []result.KebabFigure, name string) *float64 {
	for _, f := range figures {
		if f.Name == name {
			return f.Value
		}
	}
	return nil
}

func setting(settings []result.KebabSetting, name string) string {
	for _, s := range settings {
		if s.Name == name {
			return s.Value
		}
	}
	return ""
}

func orDash(text string) string { return cmp.Or(text, "–") }
