package reports

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/traces"
)

// mostNotes is how many lines of one kind are shown where nobody asked for all.
const mostNotes = 8

// Normalized writes what became of the trials of a tree: counts, and what is
// degraded. CSV has one row a trial.
func Normalized(w io.Writer, n traces.Normalized, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			d := textDocument{o: o}
			d.sentences(normalizedTitle(n))
			d.sentences(someOf(degradedLines(n), o)...)
			d.sentences(someOf(normalizedNotes(n), o)...)
			d.sentences(unreadLine(n))
			return d.finish()
		},
		Markdown: func() (string, error) {
			var d markdownDocument
			d.add("### " + capital(normalizedTitle(n)))
			d.lines(each(degradedLines(n), escape)...)
			d.lines(each(normalizedNotes(n), escape)...)
			d.lines(unreadLine(n))
			return d.finish()
		},
		JSON: func() (string, error) { return indented(n) },
		CSV:  func() (string, error) { return normalizedCSV(n) },
	})
}

func normalizedTitle(n traces.Normalized) string {
	upToDate, truth, degraded, known := 0, 0, 0, 0
	runs := map[string]bool{}
	for _, t := range n.Trials {
		runs[t.RunID] = true
		if t.UpToDate {
			upToDate++
		}
		if t.Events == nil {
			continue
		}
		known++
		if *t.GroundTruthFiles > 0 {
			truth++
		}
		if t.DegradedReason != nil {
			degraded++
		}
	}
	written := "written"
	if n.DryRun {
		written = "to be written"
	}
	title := fmt.Sprintf("%s of %s (profile %s): %d %s, %d up to date",
		plural(len(n.Trials), "trial", "trials"), plural(len(runs), "run", "runs"), n.Profile, len(n.Trials)-upToDate, written, upToDate)
	if known > 0 {
		title += fmt.Sprintf("; %d read: %d with ground truth, %d degraded", known, truth, degraded)
	}
	return title
}

// unreadLine says where the reasons are of what was not read again, "" where all
// was.
func unreadLine(n traces.Normalized) string {
	if !slices.ContainsFunc(n.Trials, func(t traces.NormalizedTrial) bool { return t.Events == nil }) {
		return ""
	}
	return "what is up to date was not read again; traces report lists what of it is degraded"
}

// degradedLines say of which trials the trace says nothing, or not all.
func degradedLines(n traces.Normalized) []string {
	var lines []string
	for _, t := range n.Trials {
		if t.DegradedReason != nil {
			lines = append(lines, fmt.Sprintf("degraded: %s/%s/%s: %s", t.RunID, t.ConfigName, t.TaskName, *t.DegradedReason))
		}
	}
	return lines
}

func normalizedNotes(n traces.Normalized) []string {
	notes := slices.Clone(n.Notes)
	for _, t := range n.Trials {
		for _, note := range t.Notes {
			notes = append(notes, fmt.Sprintf("%s/%s/%s: %s", t.RunID, t.ConfigName, t.TaskName, note))
		}
	}
	return notes
}

// someOf are the first notes, and how many more there are.
func someOf(notes []string, o Options) []string {
	notes = each(notes, printable)
	if o.long() || len(notes) <= mostNotes {
		return notes
	}
	return append(notes[:mostNotes:mostNotes], fmt.Sprintf("and %d more: -v lists all", len(notes)-mostNotes))
}

func normalizedCSV(n traces.Normalized) (string, error) {
	s := newSheet("run_id", "config_name", "task_name", "up_to_date", "events", "trace_source", "ground_truth_files", "ground_truth_files_hit", "degraded_reason", "document")
	text := func(p *string) string {
		if p == nil {
			return ""
		}
		return *p
	}
	for _, t := range n.Trials {
		s.row(t.RunID, t.ConfigName, t.TaskName, fmt.Sprint(t.UpToDate), whole(t.Events), text(t.TraceSource),
			whole(t.GroundTruthFiles), whole(t.GroundTruthHit), text(t.DegradedReason), t.Document)
	}
	return s.finish()
}

// ToolCall writes what a call of a tool is taken for.
func ToolCall(w io.Writer, c traces.ToolCall, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			d := textDocument{o: o}
			kind, event := "local", "an event"
			if c.IsMCP {
				kind = "MCP"
			}
			if !c.IsEvent {
				event = "no event; it only advances the step"
			}
			d.sentences(
				fmt.Sprintf("%s: %s, %s, %s (profile %s)", printable(c.ToolName), c.ToolCategory, kind, event, c.Profile),
				namedList("files", c.TargetFiles), namedList("symbols", c.Symbols))
			return d.finish()
		},
		JSON: func() (string, error) { return indented(c) },
	})
}

func namedList(what string, list []string) string {
	if len(list) == 0 {
		return ""
	}
	return what + ": " + strings.Join(each(list, printable), ", ")
}

// FilePath writes what a path is matched by.
func FilePath(w io.Writer, p traces.FilePath, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			d := textDocument{o: o}
			looks := ""
			if !p.LooksLikeFile {
				looks = "; it does not look like a file, and is left out of results"
			}
			d.sentences(fmt.Sprintf("%s is matched as %s (profile %s)%s", printable(p.Path), printable(p.NormalizedPath), p.Profile, looks))
			return d.finish()
		},
		JSON: func() (string, error) { return indented(p) },
	})
}
