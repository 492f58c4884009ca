package read

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/traces"
)

// Merge makes one trace of both sources of a trial. The calls are those of the trajectory; the
// transcript adds the files of results, times where the trajectory has none, and calls of subagents,
// which stand behind the call that started them. Calls are the same by their ids, or without ids by
// position and tool. Neither source is changed or closed.
func Merge(trajectory, transcript Trace, c traces.Convention) Trace {
	merged := Trace{Calls: &Calls{convention: c}, Start: trajectory.Start, Faults: trajectory.Faults}
	merged.Faults.Lines += transcript.Faults.Lines
	merged.Faults.Calls += transcript.Faults.Calls
	merged.Faults.Long += transcript.Faults.Long
	merged.Faults.Cut += transcript.Faults.Cut
	merged.Faults.Text += transcript.Faults.Text
	merged.Faults.Torn = transcript.Faults.Torn
	m := merger{trajectory: trajectory.Calls, transcript: transcript.Calls, merged: merged.Calls}
	if c.Code {
		m.positions()
	} else {
		merged.Start = cmp.Or(merged.Start, transcript.Start)
		m.tokens = !trajectory.Calls.tokens
		m.match()
	}
	m.merge()
	return merged
}

// A merger pairs calls.
type merger struct {
	trajectory, transcript, merged *Calls

	tokens bool   // those of the transcript count: the trajectory has none
	files  bool   // of what the transcript adds only files count
	same   []pair // calls of both
	behind []pair // recovered calls, by the position of the call before them
}

// A pair is a call of the trajectory, by its position, and one of the transcript.
type pair struct{ at, from int32 }

// positions pairs calls as the shipped program does.
func (m *merger) positions() {
	m.files = true
	for i := range min(m.trajectory.Len(), m.transcript.Len()) {
		if m.trajectory.At(i).Tool.Retrieve && m.transcript.At(i).Tool.Retrieve {
			m.same = append(m.same, pair{int32(i), int32(i)})
		}
	}
}

func (m *merger) match() {
	byID := map[name]int32{}
	for i, call := range m.trajectory.All() {
		if call.ID != "" {
			byID[nameOf(call.ID)] = int32(i)
		}
	}
	at, position := int32(-1), 0 // of the last paired call, and among calls of the agent itself
	for j, call := range m.transcript.All() {
		i, known := byID[nameOf(call.ID)]
		if !known && !call.Subagent && position < m.trajectory.Len() {
			same := m.trajectory.At(position)
			i, known = int32(position), same.Tool.Name == call.Tool.Name && (same.ID == "" || call.ID == "")
		}
		if !call.Subagent {
			position++
		}
		switch {
		case known:
			m.same = append(m.same, pair{i, int32(j)})
			at = i
		case call.Subagent:
			behind := at
			if parent, ok := byID[nameOf(call.Parent)]; ok {
				behind = parent
			}
			m.behind = append(m.behind, pair{behind, int32(j)})
		}
	}
}

// merge writes all calls in order.
func (m *merger) merge() {
	byPosition := func(a, b pair) int { return cmp.Compare(a.at, b.at) }
	ordered.Stable(m.same, byPosition)
	ordered.Stable(m.behind, byPosition)
	for i := range m.trajectory.Len() + 1 {
		if i > 0 {
			call := m.trajectory.At(i - 1)
			call.Files, call.seen = slices.Clip(call.Files), nil // the trajectory keeps its own
			for ; len(m.same) > 0 && int(m.same[0].at) == i-1; m.same = m.same[1:] {
				m.enrich(&call, m.transcript.At(int(m.same[0].from)))
			}
			m.merged.add(m.counted(call))
		}
		for ; len(m.behind) > 0 && int(m.behind[0].at) == i-1; m.behind = m.behind[1:] {
			m.merged.add(m.counted(m.transcript.At(int(m.behind[0].from))))
		}
	}
	for _, l := range []*Calls{m.trajectory, m.transcript} {
		m.merged.file.failed(l.Err())
	}
}

func (m *merger) enrich(to *Call, from Call) {
	if to.Tool.Retrieve {
		to.returned(from.Files, from.Unread)
	}
	if m.files {
		return
	}
	if to.Shell = to.Shell.merged(from.Shell); to.Shell != nil {
		to.Unread = to.Unread || from.Unread
	}
	to.Unseen = to.Unseen && from.Unseen
	to.Timestamp = cmp.Or(to.Timestamp, from.Timestamp)
	if m.tokens {
		to.Tokens = from.Tokens
	}
	to.Subagent = to.Subagent || from.Subagent
}

// counted returns a call without tokens where they are of another count than those of
// the calls around it: of a recovered one, unless all are the transcript's.
func (m *merger) counted(call Call) Call {
	if !m.tokens && call.Subagent && call.Parent != "" {
		call.Tokens = nil
	}
	return call
}

// Events returns the events of a trace. Time runs from start, or from the first moment of the trace where
// start is none. They can be gone through more than once.
func Events(t Trace, start string) iter.Seq[traces.Event] {
	began, known := beginning(t, start)
	return func(yield func(traces.Event) bool) {
		for i, call := range t.Calls.All() {
			if call.Tool.Retrieve && !yield(event(i, call, began, known)) {
				return
			}
		}
	}
}

// beginning returns when the agent began, if that is known.
func beginning(t Trace, start string) (at time.Time, known bool) {
	if at, known = traces.Moment(start); !known {
		at, known = traces.Moment(t.Start)
	}
	return at, known
}

// event returns that of a call; timed says that it is known when the agent began.
func event(step int, call Call, began time.Time, timed bool) traces.Event {
	e := traces.Event{
		StepIndex: step, ToolName: call.Tool.Name, ToolCategory: call.Category, IsMCP: call.Tool.MCP, Arguments: call.Arguments,
		TargetFiles: call.Files, TargetSymbols: call.Symbols, MatchedGroundTruthFiles: []string{},
		IsSubagent: call.Subagent, CumulativeTokens: call.Tokens,
	}
	if e.TargetFiles == nil {
		e.TargetFiles = []string{}
	}
	if e.TargetSymbols == nil {
		e.TargetSymbols = []string{}
	}
	if at, ok := traces.Moment(call.Timestamp); ok {
		e.Timestamp = new(call.Timestamp)
		if timed {
			e.ElapsedSeconds = elapsed(at.Sub(began))
		}
	}
	return e
}

// elapsed returns a duration in seconds to one decimal, halves to even.
func elapsed(d time.Duration) *float64 {
	tenths, err := strconv.ParseFloat(strconv.FormatFloat(d.Seconds(), 'f', 1, 64), 64)
	if err != nil || math.IsInf(tenths, 0) {
		return nil
	}
	return new(tenths + 0) // no −0
}
