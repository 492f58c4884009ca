package reports

import (
	"fmt"
	"io"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/traces"
)

// A TracesReport is everything that is known of what agents found; a nil part is
// not known.
type TracesReport struct {
	Profile string
	Summary *traces.RunSummary
	Impact  *result.Impact
	Tasks   []*traces.TaskMetrics
}

// WriteTracesReport writes the report with its six sections, as Markdown or as a
// page of HTML that needs nothing else.
func WriteTracesReport(w io.Writer, r TracesReport, f Format, _ Options) error {
	return write(w, f, map[Format]builder{
		Markdown: func() (string, error) {
			var d markdownDocument
			d.add("# Retrieval of coding agents")
			d.add(escape(reportScope(r)))
			for _, s := range r.sections() {
				d.add("## " + s.title)
				for _, p := range s.parts {
					if p.text != "" {
						d.add(escape(p.text))
					}
					d.table(p.title, p.table, each(p.notes, escape)...)
				}
			}
			return d.finish()
		},
		HTML: func() (string, error) { return r.page() },
	})
}

// A section is one of the report's; its parts are drawn in order.
type section struct {
	title string
	parts []part
}

// A part is a sentence, or a table with what explains it.
type part struct {
	text  string
	title string
	table table
	notes []string
}

func said(text string) part { return part{text: text} }

// reportScope says what the report is about. Over several runs it is of all of
// them together.
func reportScope(r TracesReport) string {
	scope := "What agents looked for, read and wrote, by profile " + r.Profile + "."
	if r.Impact != nil && r.Impact.Matched.RunsCompared != nil && *r.Impact.Matched.RunsCompared > 1 {
		scope += fmt.Sprintf(" Figures are pooled over %d runs.", *r.Impact.Matched.RunsCompared)
	}
	return scope + " It describes; it ranks nobody and gates nothing."
}

func (r TracesReport) sections() []section {
	return []section{r.coverage(), r.quality(), r.use(), r.errors(), r.downstream(), r.caveats()}
}

func (r TracesReport) coverage() section {
	s := section{title: "1. Coverage"}
	if r.Summary == nil {
		return section{s.title, []part{said("There is no summary of a run.")}}
	}
	s.parts = append(s.parts, said(capital(coverageLine(r.Summary, r.Profile))+"."))
	if len(r.Tasks) > 0 {
		s.parts = append(s.parts, part{title: "Traces", table: sourcesTable(r.Tasks)}, part{title: "Degraded documents", table: degradedTasks(r.Tasks)})
	}
	return s
}

func (r TracesReport) quality() section {
	s := section{title: "2. Retrieval quality"}
	if r.Summary == nil || r.Summary.FileLevel.Totals == nil {
		return section{s.title, []part{said("Not computable: no task has ground truth.")}}
	}
	s.parts = append(s.parts, part{table: filesTable(r.Summary.FileLevel)}, part{table: cutoffsTable(r.Summary.FileLevel)})
	if t := chunksTable(r.Tasks); len(t.rows) > 0 {
		s.parts = append(s.parts, part{title: "Ranges of lines, by whether their file was found", table: t})
	}
	s.parts = append(s.parts, part{title: "By task", table: tasksTable(r.Tasks)})
	return s
}

func (r TracesReport) use() section {
	s := section{title: "3. Utilization quality"}
	if r.Summary == nil || r.Summary.Utilization.Tasks == nil {
		return section{s.title, []part{said("Not computable: no task has ground truth.")}}
	}
	s.parts = append(s.parts, part{table: probesTable(r.Summary.Utilization), notes: probeNotes})
	return s
}

func (r TracesReport) errors() section {
	s := section{title: "4. Error taxonomy"}
	if r.Summary == nil || r.Summary.ErrorTaxonomy.Irrelevant == nil {
		return section{s.title, []part{said("Not computable: no task has ground truth.")}}
	}
	s.parts = append(s.parts, part{table: labelsTable(r.Summary.ErrorTaxonomy), notes: sliceLines(r.Summary.ErrorTaxonomy)})
	return s
}

func (r TracesReport) downstream() section {
	s := section{title: "5. Downstream impact"}
	if r.Impact == nil {
		return section{s.title, []part{said("Not analyzed: there is no file of `rankduel traces impact`.")}}
	}
	i := r.Impact
	for _, line := range append(matchedLines(i.Matched, unchanged), otherLines(i, unchanged)...) {
		s.parts = append(s.parts, said(line))
	}
	s.parts = append(s.parts, part{table: deltasTable(i.Matched, true), notes: deltaNotes(i.Matched)})
	for _, line := range append(unmatchedLines(i.Matched), warningTexts(i.Warnings)...) {
		s.parts = append(s.parts, said(line))
	}
	s.parts = append(s.parts, said(correlationLine(i.Correlation)),
		part{table: correlationsTable(i.Correlation, true), notes: correlationNotes(i.Correlation)},
		part{title: "By configuration, all trials", table: configsTable(i)},
		part{title: "Matched tasks", table: matchedTable(i.Matched)})
	return s
}

// caveats say what the figures can and cannot say.
func (r TracesReport) caveats() section {
	s := section{title: "6. Caveats"}
	for _, text := range []string{
		"Association is all there is here: neither a correlation nor a matched difference says that retrieval is why an outcome is what it is.",
		"Matched differences are of the same task, model and harness, with valid rewards on both sides; tasks that one configuration alone ran count in its own figures only.",
		"Tasks without ground truth of files are in no figure of retrieval; they are counted, and their figures are marked and not zero.",
		"Files that were found are those of every event: read, written, or named in a result. A result that shows lines beside files names none.",
		"A path that a local tool is given counts when it looks like a file, with a dot in its last part: a Makefile that was read is among the files found only where the server read it.",
		"Ranges of lines count as found when their file was; lines are not compared.",
		"What was written is a proxy that depends on the task: a task that asks for an answer writes nothing. No probe looks at what was written.",
		"A degraded trace gives a document without events, or with some; it is listed under coverage.",
		"These figures change no reward and no ranking, and no benchmark run is held up by them.",
	} {
		s.parts = append(s.parts, said(text))
	}
	return s
}

func sourcesTable(tasks []*traces.TaskMetrics) table {
	t := table{columns: []column{{head: "source"}, {head: "documents", right: true}, {head: "with ground truth", right: true}, {head: "degraded", right: true}}}
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
		name := source
		if name == "" {
			name = "none"
		}
		if all > 0 {
			t.add(name, fmt.Sprint(all), fmt.Sprint(truth), fmt.Sprint(degraded))
		}
	}
	return t
}

func degradedTasks(tasks []*traces.TaskMetrics) table {
	t := table{columns: []column{{head: "configuration"}, {head: "task"}, {head: "reason"}}}
	for _, m := range tasks {
		if m.Coverage.DegradedReason != nil {
			t.add(m.Provenance.ConfigName, m.Provenance.TaskName, *m.Coverage.DegradedReason)
		}
	}
	return t
}

func chunksTable(tasks []*traces.TaskMetrics) table {
	t := table{columns: []column{{head: "configuration"}, {head: "task"}, {head: "ranges", right: true}, {head: "found", right: true}, {head: "recall", right: true}}}
	for _, m := range tasks {
		if c := m.ChunkLevel; c.Recall != nil {
			t.add(m.Provenance.ConfigName, m.Provenance.TaskName, fmt.Sprint(c.Total), fmt.Sprint(c.Hit), score(c.Recall))
		}
	}
	return t
}

func tasksTable(tasks []*traces.TaskMetrics) table {
	t := table{columns: []column{
		{head: "run"},
		{head: "configuration"},
		{head: "task"},
		{head: "found", right: true},
		{head: "needed", right: true},
		{head: "both", right: true},
		{head: "file recall", right: true},
		{head: "MRR", right: true},
		{head: "read", right: true},
		{head: "written", right: true},
	}}
	for _, m := range tasks {
		row := []string{m.Provenance.RunID, m.Provenance.ConfigName, m.Provenance.TaskName}
		if f := m.FileLevel; f.Computable && f.FileScores != nil {
			row = append(row, fmt.Sprint(f.Retrieved), fmt.Sprint(f.GroundTruth), fmt.Sprint(f.Overlap), score(&f.FileRecall), score(&f.MRR))
		} else {
			row = append(row, undefined, undefined, undefined, undefined, undefined)
		}
		t.add(append(row, score(m.Utilization.ReadOverlap), score(m.Utilization.WriteOverlap))...)
	}
	return t
}
