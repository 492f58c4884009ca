package traces

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"strings"
)

// ReadingEnding is that of the names of files with a [Reading].
const ReadingEnding = ".retrieval_reading.json"

// readingSchema is that of Reading.
const readingSchema = "rankduel/traces-reading/v1"

// A Reading is next to a document, which is as its source has it: how much of the trace was understood, and
// what the agent did with files in a shell. It is there where it has something to say.
type Reading struct {
	Schema     string     `json:"schema"`
	Provenance Provenance `json:"provenance"`
	Understanding
	Shell []Event `json:"shell"` // with the categories of events, one for each call and category
}

// An Understanding counts calls of a trace.
type Understanding struct {
	Calls         int `json:"calls"`
	ShellCalls    int `json:"shell_calls"`
	UnreadResults int `json:"unread_results"`               // that name what looks like a path, and gave no file
	Unseen        int `json:"subagents_without_transcript"` // calls that started a subagent of which the trace has nothing
	NotUnderstood int `json:"not_understood"`               // those, and calls of a shell with programs that are not known
}

// Silent tells whether there is nothing to say.
func (u Understanding) Silent() bool { return u.ShellCalls == 0 && u.NotUnderstood == 0 }

// Plus returns the counts of both.
func (u Understanding) Plus(other Understanding) Understanding {
	return Understanding{u.Calls + other.Calls, u.ShellCalls + other.ShellCalls, u.UnreadResults + other.UnreadResults, u.Unseen + other.Unseen, u.NotUnderstood + other.NotUnderstood}
}

// Share returns that of the calls that were not understood.
func (u Understanding) Share() float64 {
	if u.Calls == 0 {
		return 0
	}
	return float64(u.NotUnderstood) / float64(u.Calls)
}

// WithShell returns a document with the events of the shell among its own.
func (d *Document) WithShell() *Document {
	if d.Reading == nil {
		return d
	}
	all := *d
	all.Events, all.Summary = nil, nil
	shell := d.Reading.Shell
	for _, e := range d.Events {
		for ; len(shell) > 0 && shell[0].StepIndex < e.StepIndex; shell = shell[1:] {
			all.Events = append(all.Events, shell[0])
		}
		all.Events = append(all.Events, e)
	}
	all.Events = append(all.Events, shell...)
	return &all
}

// WriteReading writes a reading whose events are not in memory.
func WriteReading(to io.Writer, p Provenance, events iter.Seq[Event], u Understanding) error {
	w := bufio.NewWriterSize(to, 64<<10)
	if err := writeEvents(w, Reading{readingSchema, p, u, []Event{}}, events); err != nil {
		return err
	}
	_, _ = w.WriteString("]\n}\n") // Flush says what failed
	return w.Flush()
}

// readReading reads that of a document, nil where there is none.
func readReading(document string) (*Reading, error) {
	path := strings.TrimSuffix(document, EventsEnding) + ReadingEnding
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // there is none, which is not a fault
	}
	if err != nil {
		return nil, err
	}
	r := &Reading{}
	if err := json.Unmarshal(data, r); err != nil || r.Schema != readingSchema {
		return nil, errors.Join(fmt.Errorf("%s: no reading of a trace, which is %s; write it again: rankduel traces normalize RUN --again", path, readingSchema), err)
	}
	return r, nil
}
