package reports

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/traces"
)

// RunSummary writes what agents found and used over the tasks of a run. Its JSON
// is the document itself, in the names of CodeScaleBench.
func RunSummary(w io.Writer, s *traces.RunSummary, profile string, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			d := textDocument{o: o}
			d.sentences(coverageLine(s, profile))
			d.table("", filesTable(s.FileLevel))
			d.table("", cutoffsTable(s.FileLevel))
			if o.long() {
				d.table("", probesTable(s.Utilization), probeNotes...)
				d.table("", labelsTable(s.ErrorTaxonomy))
			} else {
				d.sentences(meansLine("use", probesTable(s.Utilization)), meansLine("errors a task", labelsTable(s.ErrorTaxonomy)))
			}
			d.sentences(sliceLines(s.ErrorTaxonomy)...)
			d.sentences(remedyLine(s), describes)
			return d.finish()
		},
		Markdown: func() (string, error) {
			var d markdownDocument
			d.add("### " + escape(capital(coverageLine(s, profile))))
			for _, t := range []table{filesTable(s.FileLevel), cutoffsTable(s.FileLevel)} {
				d.table("", t)
			}
			d.table("", probesTable(s.Utilization), probeNotes...)
			d.table("", labelsTable(s.ErrorTaxonomy), each(sliceLines(s.ErrorTaxonomy), escape)...)
			d.lines(remedyLine(s))
			d.footer(describes)
			return d.finish()
		},
		JSON: func() (string, error) {
			data, err := traces.Encode(s)
			return string(data), err
		},
	})
}

const describes = "these figures describe retrieval; they are no score of a task, and no gate takes them"

// probeNotes say what the probes are not.
var probeNotes = []string{
	"written: a proxy that depends on the task, no measure of use in general; all are of files, not of what was written",
}

func coverageLine(s *traces.RunSummary, profile string) string {
	line := fmt.Sprintf("%s (profile %s): %d computable, %d without ground truth, %d with ranges of lines",
		plural(s.EventFiles, "event document", "event documents"), profile, s.Computable, s.NoGroundTruth, s.ChunkCapable)
	if s.NoTrace > 0 {
		line += fmt.Sprintf(", %d without a trace", s.NoTrace)
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
	return "nothing can be measured: what has ground truth has no trace; rankduel traces report RUN says why"
}

// spreadColumns are those of tables of spreads.
func spreadColumns(head string) []column {
	return []column{{head: head}, {head: "mean", right: true}, {head: "std", right: true}, {head: "median", right: true}, {head: "n", right: true}}
}

func (t *table) spread(name string, s *traces.Spread) {
	if s != nil {
		t.add(name, score(&s.Mean), score(&s.Std), score(&s.Median), fmt.Sprint(s.N))
	}
}

func filesTable(a traces.FileAggregates) table {
	t := table{columns: spreadColumns("files found")}
	for _, row := range []struct{ key, name string }{
		{"file_recall", "file recall"}, {"context_efficiency", "context efficiency"}, {"mrr", "MRR"}, {"map_score", "MAP"}, {"ttfr_seconds", "seconds to the first"},
	} {
		if s, ok := a.Of(row.key); ok {
			t.spread(row.name, &s)
		}
	}
	return t
}

// cutoffsTable has the means at the cutoffs.
func cutoffsTable(a traces.FileAggregates) table {
	t := table{columns: []column{{head: "means at k"}}}
	for _, k := range traces.Cutoffs() {
		t.columns = append(t.columns, column{head: fmt.Sprint(k), right: true})
	}
	for _, row := range []struct{ key, name string }{{"precision", "precision"}, {"recall", "recall"}, {"f1", "F1"}, {"ndcg", "nDCG"}} {
		cells := []string{row.name}
		for _, k := range traces.Cutoffs() {
			if s, ok := a.Of(fmt.Sprintf("%s@%d", row.key, k)); ok {
				cells = append(cells, score(&s.Mean))
			}
		}
		if len(cells) == len(t.columns) {
			t.add(cells...)
		}
	}
	return t
}

func probesTable(u traces.UtilizationAggregates) table {
	t := table{columns: spreadColumns("use of files")}
	t.spread("relevant files read", u.ReadOverlap)
	t.spread("relevant files written (proxy)", u.WriteOverlap)
	t.spread("expected edits written", u.EditOverlap)
	t.spread("written files read before", u.ReadBeforeWrite)
	return t
}

var labelNames = map[string]string{
	traces.Irrelevant: "irrelevant files found", traces.Missed: "relevant files missed", traces.WrongEvidence: "irrelevant files written",
	traces.Unused: "relevant files found, not written", traces.NearMiss: "near misses (same folder)",
}

func labelsTable(a traces.TaxonomyAggregates) table {
	t := table{columns: spreadColumns("errors a task")}
	for _, label := range traces.Labels() {
		t.spread(labelNames[label], *a.Of(label))
	}
	return t
}

// sliceLines say how many tasks are of which kind.
func sliceLines(a traces.TaxonomyAggregates) []string {
	var lines []string
	for _, name := range traces.SliceNames() {
		var parts []string
		for _, value := range slices.Sorted(maps.Keys(a.Slices[name])) {
			parts = append(parts, fmt.Sprintf("%s %d", printable(value), a.Slices[name][value]))
		}
		if len(parts) > 0 {
			lines = append(lines, strings.ReplaceAll(name, "_", " ")+": "+strings.Join(parts, ", "))
		}
	}
	return lines
}

// meansLine is a table of spreads in a sentence of its means, "" without any.
func meansLine(what string, t table) string {
	var parts []string
	for _, row := range t.rows {
		parts = append(parts, row[0].text+" "+row[1].text)
	}
	if len(parts) == 0 {
		return ""
	}
	return what + ": " + strings.Join(parts, ", ")
}
