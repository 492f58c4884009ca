package agents

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/traces"
)

// WriteSummary writes what agents found and used over the tasks of a run. Its JSON
// is the document itself, in the names of CodeScaleBench.
func WriteSummary(w io.Writer, s *traces.RunSummary, profile string, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{
		Document: func(d *document.Document) {
			d.Heading(d.Safe(d.Capital(coverageLine(s, profile))))
			d.Table("", filesTable(s.FileLevel))
			d.Table("", cutoffsTable(s.FileLevel))
			slices := ordered.Each(sliceLines(s.ErrorTaxonomy), d.Safe)
			switch {
			case d.Form == document.Markdown:
				d.Table("", probesTable(s.Utilization), probeNotes...)
				d.Table("", labelsTable(s.ErrorTaxonomy), slices...)
				slices = nil
			case o.Long():
				d.Table("", probesTable(s.Utilization), probeNotes...)
				d.Table("", labelsTable(s.ErrorTaxonomy))
			default:
				d.Lines(meansLine("use", probesTable(s.Utilization)), meansLine("errors a task", labelsTable(s.ErrorTaxonomy)))
			}
			d.Lines(slices...)
			d.Lines(ordered.Each(shellLines(s.Reading), d.Safe)...)
			if d.Form == document.Text {
				d.Lines(remedyLine(s), describes)
				return
			}
			d.Lines(remedyLine(s))
			d.Footer(describes)
		},
		Other: map[reports.Format]reports.Builder{reports.JSON: func() (string, error) {
			data, err := plainjson.Document(s)
			return string(data), err
		}},
	})
}

const describes = "these figures describe retrieval; they are no score of a task, and no gate takes them"

// probeNotes say what the probes are not.
var probeNotes = []string{
	"written: a proxy that depends on the task, no measure of use in general; all are of files, not of what was written",
}

func coverageLine(s *traces.RunSummary, profile string) string {
	line := fmt.Sprintf("%s (profile %s): %d computable, %d without ground truth, %d with ranges of lines",
		document.Plural(s.EventFiles, "event document", "event documents"), profile, s.Computable, s.NoGroundTruth, s.ChunkCapable)
	if s.NoTrace > 0 {
		line += fmt.Sprintf(", %d without a trace", s.NoTrace)
	}
	if s.Unread > 0 {
		line += fmt.Sprintf(", %d with nothing relevant found and unread results", s.Unread)
	}
	if s.Unseen > 0 {
		line += fmt.Sprintf(", %d with nothing relevant found and subagents without a transcript", s.Unseen)
	}
	if t := s.FileLevel.Totals; t != nil {
		line += fmt.Sprintf("; a mean of %.1f files found, %.1f needed, %.1f both", t.Retrieved, t.GroundTruth, t.Overlap)
	}
	return line
}

// remedyLine says what to do where nothing could be measured, "" elsewhere.
func remedyLine(s *traces.RunSummary) string {
	switch {
	case s.Computable > 0 || s.EventFiles == 0:
		return ""
	case s.NoGroundTruth == s.EventFiles:
		return "nothing can be measured without ground truth; write the documents again: rankduel traces normalize RUN --tasks DIR"
	}
	if s.Unseen > 0 {
		return "nothing can be measured: of subagents there is no transcript; add their files to the one of the trial (docs/traces-real.md), or take what the agent printed"
	}
	if s.Unread > 0 {
		return "nothing can be measured: what was found is in results that are not understood; rankduel traces report RUN says of which tasks"
	}
	return "nothing can be measured: what has ground truth has no trace; rankduel traces report RUN says why"
}

// spreadColumns returns those of tables of spreads.
func spreadColumns(head string) []document.Column {
	return slices.Concat(document.Words(head), document.Numbers("mean", "std", "median", "n"))
}

func addSpread(t *document.Table, name string, s *traces.Spread) {
	if s != nil {
		t.Add(name, document.Score(&s.Mean), document.Score(&s.Std), document.Score(&s.Median), fmt.Sprint(s.N))
	}
}

func filesTable(a traces.FileAggregates) document.Table {
	t := document.Table{Columns: spreadColumns("files found")}
	for _, row := range []struct{ key, name string }{
		{"file_recall", "file recall"}, {"context_efficiency", "context efficiency"}, {"mrr", "MRR"}, {"map_score", "MAP"}, {"ttfr_seconds", "seconds to the first"},
	} {
		if s, ok := a.Of(row.key); ok {
			addSpread(&t, row.name, &s)
		}
	}
	return t
}

// cutoffsTable has the means at the cutoffs.
func cutoffsTable(a traces.FileAggregates) document.Table {
	t := document.NewTable(document.Words("means at k"))
	for _, k := range traces.Cutoffs() {
		t.Columns = append(t.Columns, document.Numbers(fmt.Sprint(k))...)
	}
	for _, row := range []struct{ key, name string }{{"precision", "precision"}, {"recall", "recall"}, {"f1", "F1"}, {"ndcg", "nDCG"}} {
		cells := []string{row.name}
		for _, k := range traces.Cutoffs() {
			if s, ok := a.Of(fmt.Sprintf("%s@%d", row.key, k)); ok {
				cells = append(cells, document.Score(&s.Mean))
			}
		}
		if len(cells) == len(t.Columns) {
			t.Add(cells...)
		}
	}
	return t
}

func probesTable(u traces.UtilizationAggregates) document.Table {
	t := document.Table{Columns: spreadColumns("use of files")}
	addSpread(&t, "relevant files read", u.ReadOverlap)
	addSpread(&t, "relevant files written (proxy)", u.WriteOverlap)
	addSpread(&t, "expected edits written", u.EditOverlap)
	addSpread(&t, "written files read before", u.ReadBeforeWrite)
	return t
}

var labelNames = map[string]string{
	traces.Irrelevant: "irrelevant files found", traces.Missed: "relevant files missed", traces.WrongEvidence: "irrelevant files written",
	traces.Unused: "relevant files found, not written", traces.NearMiss: "near misses (same folder)",
}

func labelsTable(a traces.TaxonomyAggregates) document.Table {
	t := document.Table{Columns: spreadColumns("errors a task")}
	for _, label := range traces.Labels() {
		addSpread(&t, labelNames[label], *a.Of(label))
	}
	return t
}

// sliceLines say how many tasks are of which kind.
func sliceLines(a traces.TaxonomyAggregates) []string {
	var lines []string
	for _, name := range traces.SliceNames() {
		parts := ordered.Each(slices.Sorted(maps.Keys(a.Slices[name])), func(value string) string {
			return fmt.Sprintf("%s %d", document.Printable(value), a.Slices[name][value])
		})
		if len(parts) > 0 {
			lines = append(lines, strings.ReplaceAll(name, "_", " ")+": "+strings.Join(parts, ", "))
		}
	}
	return lines
}

// meansLine returns tables of spreads in a sentence of their means, "" without any.
func meansLine(what string, tables ...document.Table) string {
	var parts []string
	for _, t := range tables {
		for _, row := range t.Rows {
			parts = append(parts, row[0].Text+" "+row[1].Text)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return what + ": " + strings.Join(parts, ", ")
}
