package agents

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/traces"
)

// A Report is everything that is known of what agents found; a nil part is not known.
type Report struct {
	Profile string
	Summary *traces.RunSummary
	Impact  *result.Impact
	Tasks   []*traces.TaskMetrics
}

// WriteReport writes the report with its six sections, as Markdown or as a page of HTML that needs nothing else.
func WriteReport(w io.Writer, r Report, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{Document: r.write, Page: "Retrieval of coding agents"})
}

func (r Report) write(d *document.Document) {
	d.Head(1, "Retrieval of coding agents")
	d.Lines(d.Safe(reportScope(r)))
	for _, section := range []struct {
		title string
		write func(*document.Document)
	}{
		{"1. Coverage", r.coverage},
		{"2. Retrieval quality", r.quality},
		{"3. Utilization quality", r.use},
		{"4. Error taxonomy", r.errors},
		{"5. Downstream impact", r.downstream},
		{"6. Caveats", caveats},
	} {
		d.Head(2, section.title)
		section.write(d)
	}
}

// reportScope says what the report is about. Over several runs it is of all of them together.
func reportScope(r Report) string {
	scope := "What agents looked for, read and wrote, by profile " + r.Profile + "."
	if r.Impact != nil && r.Impact.Matched.RunsCompared != nil && *r.Impact.Matched.RunsCompared > 1 {
		scope += fmt.Sprintf(" Figures are pooled over %d runs.", *r.Impact.Matched.RunsCompared)
	}
	return scope + " It describes; it ranks no one and gates nothing."
}

const noTruth = "Not computable: no task has ground truth."

func (r Report) coverage(d *document.Document) {
	if r.Summary == nil {
		d.Lines("There is no summary of a run.")
		return
	}
	line := coverageLine(r.Summary, r.Profile)
	d.Lines(d.Safe(strings.ToUpper(line[:1]) + line[1:] + "."))
	if len(r.Tasks) > 0 {
		d.Table("Traces", sourcesTable(r.Tasks))
		d.Table("Degraded documents", degradedTasks(r.Tasks))
		d.Table("What was not understood, and what was done in a shell", readingTable(r.Tasks))
	}
	d.Lines(ordered.Each(shellLines(r.Summary.Reading), d.Safe)...)
}

func (r Report) quality(d *document.Document) {
	if r.Summary == nil || r.Summary.FileLevel.Totals == nil {
		d.Lines(noTruth)
		return
	}
	d.Table("", filesTable(r.Summary.FileLevel))
	d.Table("", cutoffsTable(r.Summary.FileLevel))
	d.Table("Ranges of lines, by whether their file was found", chunksTable(r.Tasks))
	d.Table("By task", tasksTable(r.Tasks))
}

func (r Report) use(d *document.Document) {
	if r.Summary == nil || r.Summary.Utilization.Tasks == nil {
		d.Lines(noTruth)
		return
	}
	d.Table("", probesTable(r.Summary.Utilization), ordered.Each(probeNotes, d.Safe)...)
}

func (r Report) errors(d *document.Document) {
	if r.Summary == nil || r.Summary.ErrorTaxonomy.Irrelevant == nil {
		d.Lines(noTruth)
		return
	}
	d.Table("", labelsTable(r.Summary.ErrorTaxonomy), ordered.Each(sliceLines(r.Summary.ErrorTaxonomy), d.Safe)...)
}

func (r Report) downstream(d *document.Document) {
	if r.Impact == nil {
		d.Lines(d.Safe("Not analyzed: there is not a file of `rankduel traces impact`."))
		return
	}
	i := r.Impact
	d.Paragraphs(ordered.Each(append(matchedLines(i.Matched, reports.Unchanged), otherLines(i, reports.Unchanged)...), d.Safe)...)
	d.Table("", deltasTable(i.Matched, true), ordered.Each(deltaNotes(i.Matched), d.Safe)...)
	d.Paragraphs(ordered.Each(append(unmatchedLines(i.Matched), warningTexts(i.Warnings)...), d.Safe)...)
	d.Lines(d.Safe(correlationLine(i.Correlation)))
	d.Table("", correlationsTable(i.Correlation, true), ordered.Each(correlationNotes(i.Correlation), d.Safe)...)
	d.Table("By configuration, all trials", configsTable(i))
	d.Table("Matched tasks", matchedTable(i.Matched))
}

// caveats say what the figures can and cannot say.
func caveats(d *document.Document) {
	d.Paragraphs(ordered.Each([]string{
		"Association is all there is here: neither a correlation nor a matched difference says that retrieval is why an outcome is what it is.",
		"Matched differences are of the same task, model and harness, with valid rewards on both sides; tasks that one configuration alone ran count in its own figures only.",
		"Tasks without ground truth of files are in no figure of retrieval; they are counted, and their figures are marked and not zero.",
		"Files that were found are those of every event: read, written, or named in a result. A result that names paths and was not understood is counted as unread; where nothing relevant was found besides, nothing is computed.",
		"What was done in a shell is in no figure but those that say so: the source of the method does not look into commands.",
		"Ranges of lines count as found when their file was; lines are not compared.",
		"What was written is a proxy that depends on the task: a task that asks for an answer writes nothing. No probe looks at what was written.",
		"A degraded trace gives a document without events, or with some; it is listed under coverage.",
		"These figures change no reward and no ranking, and no benchmark run is held up by them.",
	}, d.Safe)...)
}

func sourcesTable(tasks []*traces.TaskMetrics) document.Table {
	t := document.NewTable(document.Words("source"), document.Numbers("documents", "with ground truth", "degraded"))
	for _, source := range []string{traces.SourceMerged, traces.SourceTrajectory, traces.SourceTranscript, ""} {
		all, truth, degraded := 0, 0, 0
		for _, m := range tasks {
			if c := m.Coverage; source == "" && c.TraceSource == nil || c.TraceSource != nil && *c.TraceSource == source {
				all++
				if c.HasGroundTruth {
					truth++
				}
				if c.DegradedReason != nil {
					degraded++
				}
			}
		}
		name := cmp.Or(source, "none")
		if all > 0 {
			t.Add(name, fmt.Sprint(all), fmt.Sprint(truth), fmt.Sprint(degraded))
		}
	}
	return t
}

func degradedTasks(tasks []*traces.TaskMetrics) document.Table {
	t := document.NewTable(document.Words("configuration", "task", "reason"))
	for _, m := range tasks {
		if m.Coverage.DegradedReason != nil {
			t.Add(m.Provenance.ConfigName, m.Provenance.TaskName, *m.Coverage.DegradedReason)
		}
	}
	return t
}

func chunksTable(tasks []*traces.TaskMetrics) document.Table {
	t := document.NewTable(document.Words("configuration", "task"), document.Numbers("ranges", "found", "recall"))
	for _, m := range tasks {
		if c := m.ChunkLevel; c.Recall != nil {
			t.Add(m.Provenance.ConfigName, m.Provenance.TaskName, fmt.Sprint(c.Total), fmt.Sprint(c.Hit), document.Score(c.Recall))
		}
	}
	return t
}

func tasksTable(tasks []*traces.TaskMetrics) document.Table {
	t := document.NewTable(document.Words("run", "configuration", "task"), document.Numbers("found", "needed", "both", "file recall", "MRR", "read", "written"))
	for _, m := range tasks {
		row := []string{m.Provenance.RunID, m.Provenance.ConfigName, m.Provenance.TaskName}
		if f := m.FileLevel; f.Computable && f.FileScores != nil {
			row = append(row, fmt.Sprint(f.Retrieved), fmt.Sprint(f.GroundTruth), fmt.Sprint(f.Overlap), document.Score(&f.FileRecall), document.Score(&f.MRR))
		} else {
			row = append(row, document.Undefined, document.Undefined, document.Undefined, document.Undefined, document.Undefined)
		}
		t.Add(append(row, document.Score(m.Utilization.ReadOverlap), document.Score(m.Utilization.WriteOverlap))...)
	}
	return t
}
