package reports

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// Schema names of the JSON documents about stored runs.
const (
	RunsSchema = "rankduel/runs/v1"
	RunSchema  = "rankduel/run/v1"
)

// A ListedRun is a stored run with the summary of the measure that would decide about it, nil when it has none.
type ListedRun struct {
	result.StoredRun
	Primary *result.MeasureSummary
}

// Runs lists stored runs in the order given, without their rows.
func Runs(w io.Writer, runs []ListedRun, f Format, o Options) error {
	return Write(w, f, o, Forms{
		Document: func(d *document.Document) {
			t := runsTable(runs, d.Now)
			switch {
			case len(runs) == 0:
				d.Lines("no stored runs")
			case d.Width <= 0 || t.Width() <= d.Width:
				d.Table("", t)
			default:
				d.Table("", narrowRuns(runs, d.Now), fmt.Sprintf("with --width %d also the test sets' hashes, profiles and commits", t.Width()))
			}
		},
		JSON: newRunsDocument(runs),
		CSV:  func() (string, error) { return storedRunsCSV(runs) },
	})
}

// StoredRun writes one stored run: its summary as an Evaluation shows it, and with Options.PerQuery its
// rows. JSON always carries configuration, summary and rows. CSV is that of Evaluation.
func StoredRun(w io.Writer, run result.StoredRun, f Format, o Options) error {
	e, err := evaluationOf(run)
	if err != nil && f != JSON {
		return fmt.Errorf("%s report: %w", f, err)
	}
	return Write(w, f, o, Forms{
		Document: func(d *document.Document) {
			id := document.Printable(run.ID)
			if d.Form == document.Markdown {
				id = document.Code(run.ID)
			}
			d.Lines("run "+id, origin(run, d.Safe))
			writeRuns(d, &e, o.PerQuery)
		},
		LaTeX: func(d *document.Document) { evaluationPaper(d, &e) },
		JSON:  newRunDocument(run),
		CSV:   func() (string, error) { return runsCSV(e.Runs, o) },
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
	summary.PerQuery = ordered.Each(run.Rows, result.Row.OfScores)
	return result.Evaluation{
		Schema: result.EvaluationSchema, Profile: run.Profile, TestSet: run.TestSet, Runs: []result.RunEvaluation{summary},
	}, nil
}

// origin says when a run was stored and for which state of the code.
func origin(run result.StoredRun, safe func(string) string) string {
	line := "stored " + document.Moment(run.CreatedAt)
	if run.CommitHash != "" {
		line += ", commit " + safe(run.CommitHash)
	}
	return line
}

func runsTable(runs []ListedRun, now time.Time) document.Table {
	t := document.NewTable(document.Codes("run"), document.Words("name", "primary"), document.Numbers("mean", "n"), document.Words("test set", "part"), document.Codes("sha256"), document.Words("profile"), document.Codes("commit"), document.Words("stored"))
	for _, r := range runs {
		measure, mean, n := "–", "–", fmt.Sprint(r.TestSet.Queries)
		if r.Primary != nil {
			measure, mean, n = r.Primary.Measure, document.Score(r.Primary.Mean), fmt.Sprint(r.Primary.N)
		}
		t.Add(document.Short(r.ID), r.Name, measure, mean, n, r.Suite, cmp.Or(r.TestSet.Part, "–"), document.Short(r.TestSet.SHA256), r.Profile, document.Short(r.CommitHash), document.Age(r.CreatedAt, now))
	}
	t.Only(slices.ContainsFunc(runs, func(r ListedRun) bool { return r.TestSet.Part != runs[0].TestSet.Part }), "part")
	return t
}

// narrowRuns leaves out what `runs show` tells. Ids stay whole, as one types them.
func narrowRuns(runs []ListedRun, now time.Time) document.Table {
	t := runsTable(runs, now)
	for _, name := range []int{1, 2, 5} {
		t.Columns[name].Elastic = true
	}
	t.Only(false, "sha256", "profile", "commit")
	return t
}

func storedRunsCSV(runs []ListedRun) (string, error) {
	s := document.NewCSV("run_id", "name", "suite", "profile", "queries", "commit_hash", "created_at", "test_set_sha256", "primary", "mean", "n", "part")
	for _, r := range runs {
		row := []string{
			r.ID, r.Name, r.Suite, r.Profile, fmt.Sprint(r.TestSet.Queries), r.CommitHash, r.CreatedAt.UTC().Format(time.RFC3339), r.TestSet.SHA256, "", "", "", r.TestSet.Part,
		}
		if p := r.Primary; p != nil {
			copy(row[8:], []string{p.Measure, s.Number(p.Mean), fmt.Sprint(p.N)})
		}
		s.Row(row...)
	}
	return s.Finish()
}

// A runsDocument is the JSON list of stored runs. Profile is null unless all of them have the same.
type runsDocument struct {
	Schema  string        `json:"schema"`
	Profile *string       `json:"profile"`
	Runs    []runDocument `json:"runs"`
}

// A runDocument is the JSON form of one stored run. Schema is empty within a list.
type runDocument struct {
	Schema     string             `json:"schema,omitempty"`
	Profile    string             `json:"profile"`
	RunID      string             `json:"run_id"`
	Name       string             `json:"name"`
	Suite      string             `json:"suite"`
	TestSet    result.TestSetInfo `json:"test_set"`
	CommitHash string             `json:"commit_hash"`
	CreatedAt  string             `json:"created_at"`        // RFC 3339, UTC
	Primary    *listedPrimary     `json:"primary,omitempty"` // within a list
	Config     json.RawMessage    `json:"config"`
	Aggregate  json.RawMessage    `json:"aggregate"`
	PerQuery   *[]result.Row      `json:"per_query,omitempty"` // not within a list
}

// A listedPrimary is the measure that would decide about a listed run.
type listedPrimary struct {
	Measure string   `json:"measure"`
	N       int      `json:"n"`
	Mean    *float64 `json:"mean"`
}

func newRunsDocument(runs []ListedRun) runsDocument {
	d := runsDocument{Schema: RunsSchema}
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
	return runDocument{
		Schema: RunSchema, Profile: r.Profile, RunID: r.ID, Name: r.Name, Suite: r.Suite, TestSet: r.TestSet,
		CommitHash: r.CommitHash, CreatedAt: r.CreatedAt.UTC().Format(time.RFC3339Nano),
		Config: raw(r.Config), Aggregate: raw(r.Aggregate), PerQuery: &r.Rows,
	}
}

// raw returns stored JSON, or null where nothing was stored.
func raw(stored []byte) json.RawMessage {
	if len(stored) == 0 {
		return json.RawMessage("null")
	}
	return stored
}
