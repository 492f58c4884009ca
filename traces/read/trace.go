// Package read reads what coding agents leave behind: transcripts, JSON line by line as Claude Code streams them, and
// trajectories in ATIF. Both become a [Trace], a list of calls in the order of the agent; [Merge] makes one of two, and
// [Events] the events of a document. Both readers stream: memory follows the largest single line or step, not the size
// of the file. Of the calls a few pages are in memory, and those of a long trace in a temporary file ([Calls]).
package read

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/shell"
)

// A Trace is what one file says of an agent's calls.
type Trace struct {
	Calls  *Calls // to be closed
	Start  string // the first time that the file gives, "" without any
	Faults Faults
}

// ended returns a trace that was read, unless it was not; the calls then are closed.
func (t Trace) ended(s *subagents, err error) (Trace, error) {
	s.unmark(t.Calls)
	if err = cmp.Or(err, t.Calls.Err()); err != nil {
		t.Calls.Close()
		return Trace{}, err
	}
	return t, nil
}

// A Call is one call of a tool, with what its result named.
type Call struct {
	traces.Call
	ID        string
	Parent    string // the call that started the subagent that called; "" of the agent itself
	Subagent  bool
	Timestamp string // "" when not given
	Tokens    *int64 // of its step, or until then
	Unread    bool   // a result of it was not understood
	Unseen    bool   // it started a subagent of which the trace has nothing
	Shell     *Shell // nil of a call of no shell

	seen map[string]bool // Files, as a set where they are many
}

// few is how many files are looked through one by one.
const few = 16

// unicode returns an entry of which all texts are, and counts one that was not.
func (f *Faults) unicode(entry []byte) []byte {
	text, changed := traces.Escaped(entry)
	if changed {
		f.Text++
	}
	return text
}

// result adds the files that the text of a result names.
func (c *Call) result(by traces.Convention, text string) {
	if escaped, changed := traces.Escaped([]byte(text)); changed { // JSON within JSON
		text = string(escaped)
	}
	if c.Shell != nil {
		c.Unread = c.Shell.returned(by, text) || c.Unread
	}
	if c.Tool.Retrieve {
		c.returned(by.Returned(c.Call, text))
	}
}

// shows tells whether results of the call would name files that it does not name itself.
func (c *Call) shows() bool {
	if c.Shell != nil {
		u := shell.Read(c.Shell.Command)
		return u.Shows()
	}
	return c.Tool.Retrieve && c.Category != traces.FileRead && c.Category != traces.FileWrite
}

// returned adds the files that a result names.
func (c *Call) returned(files []string, unread bool) {
	if c.Unread = c.Unread || unread; len(files) == 0 {
		return
	}
	if c.seen == nil && len(c.Files)+len(files) <= few {
		c.Files = ordered.With(c.Files, files...)
		return
	}
	if c.seen == nil {
		c.seen = make(map[string]bool, len(c.Files)+len(files))
		for _, f := range c.Files {
			c.seen[f] = true
		}
	}
	for _, f := range files {
		if !c.seen[f] {
			c.seen[f] = true
			c.Files = append(c.Files, f)
		}
	}
}

// Faults count what a reader could not use.
type Faults struct {
	Lines int // of a transcript that are no JSON objects, or steps of a trajectory
	Calls int // steps of a trajectory whose calls cannot be read: events are missing
	Long  int // lines beyond MaxLine
	Cut   int // arguments beyond traces.MaxArgument
	Text  int // entries with text that is not Unicode

	Torn bool // a transcript ends in the middle of an object: what followed is lost
}

// String says what was found, "" for nothing.
func (f Faults) String() string {
	var text string
	if f.Torn {
		text = "the transcript ends in the middle of an entry"
		f.Lines-- // this one
	}
	add := func(n int, one, many string) {
		if n == 0 {
			return
		}
		if text != "" {
			text += ", "
		}
		if n == 1 {
			text += one
		} else {
			text += fmt.Sprintf(many, n)
		}
	}
	add(f.Lines, "1 entry is not readable", "%d entries are not readable")
	add(f.Calls, "the calls of 1 step are not readable", "the calls of %d steps are not readable")
	add(f.Long, "1 line is too long", "%d lines are too long")
	add(f.Cut, "1 long argument was cut", "%d long arguments were cut")
	add(f.Text, `1 entry is not Unicode text, and has \xE9 or \ud800 in place of what is not`, `%d entries are not Unicode text, and have \xE9 or \ud800 in place of what is not`)
	return text
}

// arguments reads the arguments of a call, which some programs write as a text
// that holds JSON. What is not an object has none.
func arguments(raw json.RawMessage) map[string]json.RawMessage {
	var text string
	if len(raw) > 0 && raw[0] == '"' {
		if json.Unmarshal(raw, &text) != nil {
			return nil
		}
		raw, _ = traces.Escaped([]byte(text))
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return nil
	}
	return members
}

// starts tells whether a call of the tool starts a subagent, which keeps a transcript of
// its own. The shipped program knows of none.
func starts(c traces.Convention, tool string) bool {
	return !c.Code && (tool == "Agent" || tool == "Task")
}

// subagents remember which were started, and of which the trace has entries.
type subagents struct {
	calls []startedBy
	seen  map[name]bool // by the call or the agent that entries name; that of "" names neither
}

// A startedBy is a call that started a subagent, under its own id or the agent's.
type startedBy struct {
	name name
	at   int
}

func (s *subagents) started(id string, at int) { s.calls = append(s.calls, startedBy{nameOf(id), at}) }

func (s *subagents) met(id string) {
	if s.seen == nil {
		s.seen = map[name]bool{}
	}
	s.seen[nameOf(id)] = true
}

// unmark clears the mark of the calls whose subagents have entries. Entries that do not say whose they
// are may be of any.
func (s *subagents) unmark(calls *Calls) {
	for _, c := range s.calls {
		if s.seen[c.name] || s.seen[nameOf("")] {
			calls.change(c.at, func(call *Call) { call.Unseen = false })
		}
	}
}
