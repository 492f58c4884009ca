package scorefile

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorelog"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
)

// ErrNotComparable is in errors about scores of different tasks.
var ErrNotComparable = errors.New("not comparable")

// logReader returns what reads a log that begins so, nil where it is something else.
func logReader(begin []byte) func(string, io.Reader, scorelog.Form, func(scorelog.Row) error) (*scorelog.Log, error) {
	text := bytes.TrimLeft(bytes.TrimPrefix(begin, []byte("\ufeff")), " \t\r\n")
	line, _, _ := strings.Cut(string(text), "\n")
	switch {
	case bytes.HasPrefix(begin, []byte("PK\x03\x04")):
		return readArchive
	case len(text) > 0 && (text[0] == '{' || text[0] == '['):
		return scorelog.Read
	case scorelog.IsTable(line):
		return scorelog.ReadTable
	}
	return nil
}

// readArchive reads a packed log, which needs all of it on disk.
func readArchive(name string, r io.Reader, form scorelog.Form, row func(scorelog.Row) error) (*scorelog.Log, error) {
	copied, err := os.CreateTemp("", "rankduel-log-")
	if err != nil {
		return nil, err
	}
	defer func() { _, _ = copied.Close(), os.Remove(copied.Name()) }()
	size, err := io.Copy(copied, r)
	if err != nil {
		return nil, err
	}
	text, err := scorelog.Archive(copied, size)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return scorelog.Read(name, text, form, row)
}

// log reads the systems of a log.
func (f *scoreFile) log(r *bufio.Reader, read func(string, io.Reader, scorelog.Form, func(scorelog.Row) error) (*scorelog.Log, error)) ([]*scoring.Table, error) {
	failed := map[string][]string{} // samples by system
	inputs := map[string]map[string]string{}
	one := "" // repeat of the first row: where all have it, nothing was repeated
	about, err := read(f.name, r, f.given.Log, func(row scorelog.Row) error {
		f.line++
		if f.line == 1 {
			one = row.Repeat
		}
		f.repeated = f.repeated || row.Repeat != one
		if inputs[row.System] == nil {
			inputs[row.System] = map[string]string{}
		}
		inputs[row.System][row.Sample] = row.Input
		f.system(row.System).queries.place(row.Sample) // one without scores, too
		if row.Error != "" {
			failed[row.System] = append(failed[row.System], row.Sample)
		}
		for _, s := range row.Scores {
			at := scoreKey{row.System, row.Sample, s.Measure, cmp.Or(row.Repeat, "unnamed")} // which is one of several runs, too
			if err := f.score(at, scoredQuery{}, s.Value); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	tables, err := f.tables()
	if err != nil {
		return nil, err
	}
	for i, t := range tables {
		name := f.systems[i].name
		if name == "" && about.System != "" {
			t.Name = about.System
		}
		t.Kind, t.Same, t.Inputs = about.Kind, about.Same, inputs[name]
		t.Health = append(t.Health, endedInError(t, failed[name])...)
		t.Unread = map[string]string{}
		for name, why := range about.Unread {
			t.Unread[elsewhere(f.profile, name).String()] = why
		}
		leaveOut(t, "not all values are numbers", slices.Sorted(maps.Keys(t.Unread))) // of a part of the samples it would be another measure
		for m, measure := range t.Measures {
			if foreign, is := measure.(metrics.Foreign); is {
				if slices.Contains(about.Costs, foreign.Name) {
					foreign.Better = metrics.LowerIsBetter
				}
				foreign.Share = slices.Contains(about.Right, foreign.Name)
				foreign.Declared = foreign.Share || slices.Contains(about.Higher, foreign.Name)
				t.Measures[m] = foreign
			}
		}
	}
	return tables, nil
}

// endedInError marks samples that have no score of any run as failed, and says which ended in an error: none counts as 0.
func endedInError(t *scoring.Table, failed []string) []result.Finding {
	if len(failed) == 0 {
		return nil
	}
	slices.Sort(failed)
	failed = slices.Compact(failed) // of several runs
	for q := range t.Len() {
		if _, is := slices.BinarySearch(failed, t.ID(q)); is && !slices.ContainsFunc(span(0, len(t.Measures)), func(m int) bool { return !math.IsNaN(t.Value(m, q)) }) {
			row := t.Edit(q)
			row.Status, row.Error = result.Failed, "the sample ended in an error"
		}
	}
	return []result.Finding{result.Warned(result.FindingFailed, fmt.Sprintf("%d of %s ended in an error (--on-error says what becomes of them): %s", len(failed), prose.Plural(t.Len(), "sample"), prose.FirstFew(failed)))}
}

// SameTask refuses to compare scores of different tasks, or of samples whose input differs.
func SameTask(tables []*scoring.Table) error {
	first := tables[0]
	for _, t := range tables[1:] {
		var differ []string
		for _, name := range slices.Sorted(maps.Keys(first.Same)) {
			if other, has := t.Same[name]; has && other != first.Same[name] {
				differ = append(differ, fmt.Sprintf("%s: %q and %q", name, first.Same[name], other))
			}
		}
		changed := ordered.Where(IDs(first), func(id string) bool { a, b := first.Inputs[id], t.Inputs[id]; return a != "" && b != "" && a != b })
		if len(changed) > 0 {
			differ = append(differ, fmt.Sprintf("what %s asked or expected: %s", prose.Plural(len(changed), "sample"), prose.FirstFew(changed)))
		}
		if len(differ) > 0 {
			return fmt.Errorf("%s and %s are %w, they differ in %s", first.Name, t.Name, ErrNotComparable, strings.Join(differ, "; "))
		}
	}
	return nil
}
