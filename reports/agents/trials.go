package agents

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/traces"
)

// mostNotes is how many lines of one kind are shown where no one asked for all.
const mostNotes = 8

// WriteNormalized writes what became of the trials of a tree: counts, and what is degraded. CSV has one row a trial.
func WriteNormalized(w io.Writer, n traces.Normalized, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{
		Document: func(d *document.Document) {
			d.Heading(d.Capital(normalizedTitle(n)))
			d.Lines(firstOf(d, degradedLines(n), o.Long())...)
			d.Lines(firstOf(d, normalizedNotes(n), o.Long())...)
			d.Lines(unreadLine(n))
		},
		JSON: n,
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
		document.Plural(len(n.Trials), "trial", "trials"), document.Plural(len(runs), "run", "runs"), n.Profile, len(n.Trials)-upToDate, written, upToDate)
	if known > 0 {
		title += fmt.Sprintf("; %d read: %d with ground truth, %d degraded", known, truth, degraded)
	}
	return title
}

// unreadLine says where the reasons are of what was not read again, "" where all was.
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
		if t.Reading != nil {
			if line := understoodLine(*t.Reading); line != "" {
				notes = append(notes, fmt.Sprintf("%s/%s/%s: %s", t.RunID, t.ConfigName, t.TaskName, line))
			}
		}
		for _, note := range t.Notes {
			notes = append(notes, fmt.Sprintf("%s/%s/%s: %s", t.RunID, t.ConfigName, t.TaskName, note))
		}
	}
	return notes
}

// firstOf returns the first notes, and how many more there are.
func firstOf(d *document.Document, notes []string, all bool) []string {
	notes = ordered.Each(notes, d.Safe)
	if all || d.Form != document.Text || len(notes) <= mostNotes {
		return notes
	}
	return append(notes[:mostNotes:mostNotes], fmt.Sprintf("and %d more: -v lists all", len(notes)-mostNotes))
}

func normalizedCSV(n traces.Normalized) (string, error) {
	s := document.NewCSV("run_id", "config_name", "task_name", "up_to_date", "events", "trace_source", "ground_truth_files", "ground_truth_files_hit", "degraded_reason", "document", "calls", "shell_calls", "unread_results", "subagents_without_transcript", "not_understood")
	text := func(p *string) string {
		if p == nil {
			return ""
		}
		return *p
	}
	for _, t := range n.Trials {
		of := func(count func(traces.Understanding) int) string {
			if t.Reading == nil {
				return ""
			}
			return fmt.Sprint(count(*t.Reading))
		}
		s.Row(t.RunID, t.ConfigName, t.TaskName, fmt.Sprint(t.UpToDate), document.Count(t.Events, ""), text(t.TraceSource),
			document.Count(t.GroundTruthFiles, ""), document.Count(t.GroundTruthHit, ""), text(t.DegradedReason), t.Document, of(func(u traces.Understanding) int { return u.Calls }), of(func(u traces.Understanding) int { return u.ShellCalls }),
			of(func(u traces.Understanding) int { return u.UnreadResults }), of(func(u traces.Understanding) int { return u.Unseen }), of(func(u traces.Understanding) int { return u.NotUnderstood }))
	}
	return s.Finish()
}

// WriteToolCall writes what a call of a tool is taken for.
func WriteToolCall(w io.Writer, c traces.ToolCall, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{JSON: c, Text: func(d *document.Document) {
		kind, event := "local", "an event"
		if c.IsMCP {
			kind = "MCP"
		}
		if !c.IsEvent {
			event = "no event; it only advances the step"
		}
		d.Lines(
			fmt.Sprintf("%s: %s, %s, %s (profile %s)", document.Printable(c.ToolName), c.ToolCategory, kind, event, c.Profile),
			namedList("files", c.TargetFiles), namedList("symbols", c.Symbols), inShell(c.Shell))
	}})
}

// inShell says what was read out of a call of a shell, "" of any other.
func inShell(s *traces.ShellCall) string {
	if s == nil {
		return ""
	}
	var parts prose.Notes
	for _, category := range slices.Sorted(maps.Keys(s.Files)) {
		if files := s.Files[category]; len(files) > 0 {
			parts = append(parts, category+" "+strings.Join(ordered.Each(files, document.Printable), ", "))
		}
	}
	parts.If(s.OutputRead, "its output is looked at for files")
	parts.If(!s.Understood, "not all of it was understood")
	return "in the shell: " + cmp.Or(strings.Join(parts, "; "), "no file")
}

func namedList(what string, list []string) string {
	if len(list) == 0 {
		return ""
	}
	return what + ": " + strings.Join(ordered.Each(list, document.Printable), ", ")
}

// WriteFilePath writes what a path is matched by.
func WriteFilePath(w io.Writer, p traces.FilePath, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{JSON: p, Text: func(d *document.Document) {
		looks := ""
		if !p.LooksLikeFile {
			looks = "; it does not look like a file, and is left out of results"
		}
		d.Lines(fmt.Sprintf("%s is matched as %s (profile %s)%s", document.Printable(p.Path), document.Printable(p.NormalizedPath), p.Profile, looks))
	}})
}
