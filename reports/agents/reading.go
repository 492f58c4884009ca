package agents

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/traces"
)

// understoodLine says how much of traces was not understood, "" where all was.
func understoodLine(u traces.Understanding) string {
	if u.NotUnderstood == 0 {
		return ""
	}
	line := fmt.Sprintf("not understood: %d of %s (%s)", u.NotUnderstood, document.Plural(u.Calls, "call", "calls"), percent(u.Share()))
	if u.UnreadResults > 0 {
		line += fmt.Sprintf(", unread results %d (which name paths and gave no file)", u.UnreadResults)
	}
	if u.Unseen > 0 {
		line += fmt.Sprintf(", subagents without a transcript %d", u.Unseen)
	}
	return line + "; what they found is in no figure"
}

func percent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }

// shellLines say what the figures are with the shell, and what was not understood.
func shellLines(r *traces.ReadingAggregates) []string {
	if r == nil {
		return nil
	}
	lines := []string{understoodLine(r.Understanding)}
	if r.WithShell != nil {
		what := fmt.Sprintf("with what was done in a shell (%s, in no other figure here)", document.Plural(r.ShellCalls, "call", "calls"))
		lines = append(lines, meansLine(what, filesTable(r.WithShell.FileLevel), probesTable(r.WithShell.Utilization)))
	}
	return lines
}

// readingTable has the tasks of whose traces there is something to say.
func readingTable(tasks []*traces.TaskMetrics) document.Table {
	t := document.NewTable(document.Words("configuration", "task"), document.Numbers("calls", "in a shell", "unread results", "subagents without a transcript", "not understood", "file recall", "with the shell"))
	recall := func(f traces.FileLevel) string {
		if f.FileScores == nil {
			return document.Undefined
		}
		return document.Score(&f.FileRecall)
	}
	for _, m := range tasks {
		if r := m.Reading; r != nil {
			with := m.FileLevel
			if r.WithShell != nil {
				with = r.WithShell.FileLevel
			}
			t.Add(m.Provenance.ConfigName, m.Provenance.TaskName, fmt.Sprint(r.Calls), fmt.Sprint(r.ShellCalls), fmt.Sprint(r.UnreadResults), fmt.Sprint(r.Unseen), fmt.Sprint(r.NotUnderstood),
				recall(m.FileLevel), recall(with))
		}
	}
	return t
}

// sidesLines say before any difference of two sides how much of each was understood.
func sidesLines(sides []result.UnderstoodSide, safe func(string) string) []string {
	if len(sides) != 2 {
		return nil
	}
	a, b := sides[0], sides[1]
	var lines prose.Notes
	shares := fmt.Sprintf("%s of the calls of %s (%d of %d), %s of %s (%d of %d)",
		percent(a.Share), safe(a.Config), a.NotUnderstood, a.Calls, percent(b.Share), safe(b.Config), b.NotUnderstood, b.Calls)
	switch {
	case a.Share != b.Share:
		lines = append(lines, "the traces of the two sides were not understood alike, and differences of what was found may be due to that: not understood are "+shares)
	case a.NotUnderstood > 0:
		lines = append(lines, "not understood are "+shares)
	}
	lines.If(a.Unseen > 0 || b.Unseen > 0, "subagents without a transcript, of whose calls nothing is known: %s %d, %s %d", safe(a.Config), a.Unseen, safe(b.Config), b.Unseen)
	if document.Score(a.FileRecall) != document.Score(a.FileRecallWithShell) || document.Score(b.FileRecall) != document.Score(b.FileRecallWithShell) {
		lines = append(lines, fmt.Sprintf("file recall with what was done in a shell, which the figures below leave out: %s %s in place of %s, %s %s in place of %s",
			safe(a.Config), document.Score(a.FileRecallWithShell), document.Score(a.FileRecall), safe(b.Config), document.Score(b.FileRecallWithShell), document.Score(b.FileRecall)))
	}
	return lines
}
