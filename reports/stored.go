package reports

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// Schema names of the JSON documents about stored runs.
const (
	RunsSchema = "rankduel/runs/v1"
	RunSchema  = "rankduel/run/v1"
)

// A ListedRun is a stored run with the summary of the measure that would decide
// about it, nil when it has none.
type ListedRun struct {
	result.StoredRun
	Primary *result.MeasureSummary
}

// Runs lists stored runs in the order given, without their rows.
func Runs(w io.Writer, runs []ListedRun, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			if len(runs) == 0 {
				return "no stored runs\n", nil
			}
			d := textDocument{o: o}
			if t := runsTable(runs, o); o.Width <= 0 || t.width() <= o.Width {
				d.table("", t)
			} else {
				d.table("", narrowRuns(runs, o), fmt.Sprintf("with --width %d also the test sets' hashes, profiles and commits", t.width()))
			}
			return d.finish()
		},
		Markdown: func() (string, error) {
			if len(runs) == 0 {
				return "no stored runs\n", nil
			}
			var d markdownDocument
			d.table("", runsTable(runs, Options{}))
			return d.finish()
		},
		JSON: func() (string, error) { return indented(newRunsDocument(runs)) },
		CSV:  func() (string, error) { return storedRunsCSV(runs) },
	})
}

// StoredRun writes one stored run: its summary as an Evaluation shows it, and
// with Options.PerQuery its rows. JSON always carries configuration, summary
// and rows. CSV is that of Evaluation.
func StoredRun(w io.Writer, run result.StoredRun, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			e, err := evaluationOf(run)
			if err != nil {
				return "", err
			}
			d := evaluationText{textDocument{o: o}}
			d.sentences("run "+printable(run.ID), origin(run, printable))
			d.runs(&e)
			return d.finish()
		},
		Markdown: func() (string, error) {
			e, err := evaluationOf(run)
			if err != nil {
				return "", err
			}
			d := evaluationMarkdown{o: o}
			d.lines("run "+code(run.ID), origin(run, escape))
			d.runs(&e)
			return d.finish()
		},
		LaTeX: func() (string, error) {
			e, err := evaluationOf(run)
			if err != nil {
				return "", err
			}
			return evaluationLatex(&e)
		},
		JSON: func() (string, error) { return indented(newRunDocument(run)) },
		CSV: func() (string, error) {
			e, err := evaluationOf(run)
			if err != nil {
				return "", err
			}
			return runsCSV(e.Runs, o)
		},
	})
}

// evaluationOf reads the stored summary back and puts the rows under it.
func evaluationOf(run result.StoredRun) (result.Evaluation, error) {
	summary := result.RunEvaluation{}
	if len(run.Aggregate) > 0 {
		if err := json.Unmarshal(run.Aggregate, &summary); err != nil {
			return result.Evaluation{}, fmt.Errorf("run %s: aggregate: %w", run.ID, err)
		}
	}
	summary.Name = run.Name
	summary.PerQuery = nil
	for _, row := range run.Rows {
		summary.PerQuery = append(summary.PerQuery, result.QueryScores{
			QueryID: row.QueryID, Stratum: row.Stratum, Group: row.Group, Status: row.Status, Error: row.Error, Scores: row.Scores,
		})
	}
	return result.Evaluation{
		Schema: result.EvaluationSchema, Profile: run.Profile, TestSet: run.TestSet, Runs: []result.RunEvaluation{summary},
	}, nil
}

// origin says when a run was stored and for which state of the code.
func origin(run result.StoredRun, safe func(string) string) string {
	line := "stored " + moment(run.CreatedAt)
	if run.CommitHash != "" {
		line += ", commit " + safe(run.CommitHash)
	}
	return line
}

func runsTable(runs []ListedRun, o Options) table {
	t := table{columns: []column{
		{head: "run", code: true},
		{head: "name"},
		{head: "primary"},
		{head: "mean", right: true},
		{head: "n", right: true},
		{head: "test set"},
		{head: "sha256", code: true},
		{head: "profile"},
		{head: "commit", code: true},
		{head: "stored"},
	}}
	for _, r := range runs {
		measure, mean, n := "–", "–", fmt.Sprint(r.TestSet.Queries)
		if r.Primary != nil {
			measure, mean, n = r.Primary.Measure, score(r.Primary.Mean), fmt.Sprint(r.Primary.N)
		}
		t.add(short(r.ID), r.Name, measure, mean, n, r.Suite, short(r.TestSet.SHA256), r.Profile, short(r.CommitHash), age(r.CreatedAt, o.Now))
	}
	return t
}

// narrowRuns leaves out what `runs show` tells. Ids stay whole, as one types them.
func narrowRuns(runs []ListedRun, o Options) table {
	t := table{columns: []column{
		{head: "run", code: true},
		{head: "name", elastic: true},
		{head: "primary", elastic: true},
		{head: "mean", right: true},
		{head: "n", right: true},
		{head: "test set", elastic: true},
		{head: "stored"},
	}}
	for _, row := range runsTable(runs, o).rows {
		t.rows = append(t.rows, append(slices.Clone(row[:6]), row[9]))
	}
	return t
}

func storedRunsCSV(runs []ListedRun) (string, error) {
	s := newSheet("run_id", "name", "suite", "profile", "queries", "commit_hash", "created_at", "test_set_sha256", "primary", "mean", "n")
	for _, r := range runs {
		row := []string{
			r.ID, r.Name, r.Suite, r.Profile, fmt.Sprint(r.TestSet.Queries), r.CommitHash, r.CreatedAt.UTC().Format(time.RFC3339), r.TestSet.SHA256, "", "", "",
		}
		if p := r.Primary; p != nil {
			copy(row[8:], []string{p.Measure, s.number(p.Mean), fmt.Sprint(p.N)})
		}
		s.row(row...)
	}
	return s.finish()
}

// A runsDocument is the JSON list of stored runs. Profile is null unless all
// of them have the same.
type runsDocument struct {
	Schema  string        `json:"schema"`
	Profile *string       `json:"profile"`
	Runs    []runDocument `json:"runs"`
}

// A runDocument is the JSON form of one stored run. Schema is empty within a
// list.
type runDocument struct {
	Schema     string              `json:"schema,omitempty"`
	Profile    string              `json:"profile"`
	RunID      string              `json:"run_id"`
	Name       string              `json:"name"`
	Suite      string              `json:"suite"`
	TestSet    result.TestSetInfo  `json:"test_set"`
	CommitHash string              `json:"commit_hash"`
	CreatedAt  string              `json:"created_at"`        // RFC 3339, UTC
	Primary    *listedPrimary      `json:"primary,omitempty"` // within a list
	Config     json.RawMessage     `json:"config"`
	Aggregate  json.RawMessage     `json:"aggregate"`
	PerQuery   *[]result.StoredRow `json:"per_query,omitempty"` // not within a list
}

// A listedPrimary is the measure that would decide about a listed run.
type listedPrimary struct {
	Measure string   `json:"measure"`
	N       int      `json:"n"`
	Mean    *float64 `json:"mean"`
}

func newRunsDocument(runs []ListedRun) runsDocument {
	d := runsDocument{Schema: RunsSchema, Runs: []runDocument{}}
	for i, r := range runs {
		if i == 0 {
			d.Profile = &runs[0].Profile
		} else if r.Profile != runs[0].Profile {
			d.Profile = nil
		}
		listed := newRunDocument(r.StoredRun)
		if p := r.Primary; p != nil {
			listed.Primary = &listedPrimary{p.Measure, p.N, p.Mean}
		}
		listed.Schema, listed.PerQuery = "", nil
		d.Runs = append(d.Runs, listed)
	}
	return d
}

func newRunDocument(r result.StoredRun) runDocument {
	rows := each(r.Rows, func(row result.StoredRow) result.StoredRow {
		row.Scores = object(row.Scores)
		return row
	})
	return runDocument{
		Schema: RunSchema, Profile: r.Profile, RunID: r.ID, Name: r.Name, Suite: r.Suite, TestSet: r.TestSet,
		CommitHash: r.CommitHash, CreatedAt: r.CreatedAt.UTC().Format(time.RFC3339Nano),
		Config: raw(r.Config), Aggregate: raw(r.Aggregate), PerQuery: &rows,
	}
}

// raw is stored JSON, or null where nothing was stored.
func raw(stored []byte) json.RawMessage {
	if len(stored) == 0 {
		return json.RawMessage("null")
	}
	return stored
}
