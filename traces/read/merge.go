package read

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/rankduel/rankduel/traces"
)

// Merge makes one trace of both sources of a trial. The calls are those of the
// trajectory; the transcript adds the files of results, times where the
// trajectory has none, and calls of subagents, which stand behind the call that
// started them. Calls are the same by their ids, or without ids by position and
// tool. The shipped program pairs by position alone and recovers nothing.
func Merge(trajectory, transcript Trace, c traces.Convention) Trace {
	merged := Trace{Calls: slices.Clone(trajectory.Calls), Start: trajectory.Start, Faults: trajectory.Faults}
	merged.Faults.Lines += transcript.Faults.Lines
	merged.Faults.Calls += transcript.Faults.Calls
	merged.Faults.Long += transcript.Faults.Long
	merged.Faults.Cut += transcript.Faults.Cut
	if c.Code {
		for i := range min(len(merged.Calls), len(transcript.Calls)) {
			if merged.Calls[i].Tool.Retrieve && transcript.Calls[i].Tool.Retrieve {
				merged.Calls[i].returned(transcript.Calls[i].Files)
			}
		}
		return merged
	}
	if merged.Start == "" {
		merged.Start = transcript.Start
	}
	m := merger{trajectory: merged.Calls, tokens: !trajectory.hasTokens(), behind: map[int][]Call{}}
	m.match(transcript.Calls)
	merged.Calls = m.calls()
	return merged
}

// A merger pairs calls.
type merger struct {
	trajectory []Call
	tokens     bool           // those of the transcript count: the trajectory has none
	behind     map[int][]Call // recovered calls, by the position of the call before them
}

func (m *merger) match(transcript []Call) {
	byID := map[string]int{}
	for i, call := range m.trajectory {
		if call.ID != "" {
			byID[call.ID] = i
		}
	}
	at, position := -1, 0 // of the last paired call, and among calls of the agent itself
	for _, call := range transcript {
		i, known := byID[call.ID]
		if !known && !call.Subagent && position < len(m.trajectory) {
			same := m.trajectory[position]
			i, known = position, same.Tool.Name == call.Tool.Name && (same.ID == "" || call.ID == "")
		}
		if !call.Subagent {
			position++
		}
		switch {
		case known:
			m.enrich(i, call)
			at = i
		case call.Subagent:
			behind := at
			if parent, ok := byID[call.Parent]; ok {
				behind = parent
			}
			m.behind[behind] = append(m.behind[behind], call)
		}
	}
}

func (m *merger) enrich(i int, from Call) {
	to := &m.trajectory[i]
	if to.Tool.Retrieve {
		to.returned(from.Files)
	}
	if to.Timestamp == "" {
		to.Timestamp = from.Timestamp
	}
	if m.tokens {
		to.Tokens = from.Tokens
	}
	to.Subagent = to.Subagent || from.Subagent
}

// calls are all in order, the recovered ones without tokens unless these are the
// transcript's throughout.
func (m *merger) calls() []Call {
	all := slices.Clone(m.behind[-1])
	for i, call := range m.trajectory {
		all = append(all, call)
		all = append(all, m.behind[i]...)
	}
	if !m.tokens {
		for i := range all {
			if all[i].Subagent && all[i].Parent != "" {
				all[i].Tokens = nil // another count than that of the calls around it
			}
		}
	}
	return all
}

// Events are the events of a trace. Time runs from start, or from the first
// moment of the trace where start is none.
func Events(t Trace, start string, c traces.Convention) []traces.Event {
	events := []traces.Event{}
	began, known := moment(start)
	if !known {
		began, known = moment(t.Start)
	}
	for i, call := range t.Calls {
		if !call.Tool.Retrieve {
			continue
		}
		e := traces.Event{
			StepIndex: i, ToolName: call.Tool.Name, ToolCategory: call.Category, IsMCP: call.Tool.MCP, Arguments: call.Arguments,
			TargetFiles: call.Files, TargetSymbols: call.Symbols, MatchedGroundTruthFiles: []string{},
			IsSubagent: call.Subagent, CumulativeTokens: call.Tokens,
		}
		if e.TargetFiles == nil {
			e.TargetFiles = []string{}
		}
		if e.TargetSymbols == nil {
			e.TargetSymbols = []string{}
		}
		if at, ok := moment(call.Timestamp); ok {
			e.Timestamp = new(call.Timestamp)
			if known {
				e.ElapsedSeconds = elapsed(at.Sub(began))
			}
		}
		events = append(events, e)
	}
	return events
}

// elapsed is a duration in seconds to one decimal, halves to even.
func elapsed(d time.Duration) *float64 {
	tenths, err := strconv.ParseFloat(strconv.FormatFloat(d.Seconds(), 'f', 1, 64), 64)
	if err != nil || math.IsInf(tenths, 0) {
		return nil
	}
	return new(tenths + 0) // no −0
}
