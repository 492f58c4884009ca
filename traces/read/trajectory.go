package read

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/rankduel/rankduel/traces"
)

// ErrNoTrajectory says that a file is JSON, but no trajectory.
var ErrNoTrajectory = errors.New("no JSON object with a list of steps")

// A step is one of a trajectory, as far as it is looked at.
type step struct {
	Timestamp   *string         `json:"timestamp"`
	ToolCalls   json.RawMessage `json:"tool_calls"`
	Observation json.RawMessage `json:"observation"`
	Metrics     *stepMetrics    `json:"metrics"`
	Extra       struct {
		Sidechain bool `json:"is_sidechain"`
	} `json:"extra"`
}

type stepMetrics struct {
	Prompt     *int64 `json:"prompt_tokens"`
	Completion *int64 `json:"completion_tokens"`
	Cached     *int64 `json:"cached_tokens"`
}

type toolCall struct {
	ID        string          `json:"tool_call_id"`
	Function  string          `json:"function_name"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

type observation struct {
	Content json.RawMessage `json:"content"`
	Results []struct {
		Call    string          `json:"source_call_id"`
		Content json.RawMessage `json:"content"`
	} `json:"results"`
}

// Trajectory reads a trajectory in ATIF, step by step. A file that ends in the
// middle is an error: what was read of it is not to be trusted.
func Trajectory(in io.Reader, c traces.Convention) (Trace, error) {
	buffered := bufio.NewReaderSize(in, 64<<10)
	if mark, err := buffered.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = buffered.Discard(3) // they are buffered
	}
	t := &trajectory{convention: c, json: json.NewDecoder(buffered)}
	t.Calls = &Calls{convention: c}
	err := t.document()
	return t.ended(&t.subagents, err)
}

// A trajectory is one that is being read.
type trajectory struct {
	Trace
	convention traces.Convention
	subagents  subagents
	json       *json.Decoder
	total      int64
	found      bool // the list of steps
	any        bool // a step was read
}

func (t *trajectory) document() error {
	if first, err := t.json.Token(); errors.Is(err, io.EOF) {
		return ErrEmpty
	} else if err != nil {
		return t.fault(err)
	} else if first != json.Delim('{') {
		return ErrNoTrajectory
	}
	for t.json.More() {
		key, err := t.json.Token()
		if err != nil {
			return t.fault(err)
		}
		if key == "steps" && !t.found {
			err = t.steps()
		} else {
			err = t.skip()
		}
		if err != nil {
			return err
		}
	}
	if _, err := t.json.Token(); err != nil {
		return t.fault(err)
	}
	if _, err := t.json.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("not JSON, near byte %d: something follows its end", t.json.InputOffset())
	}
	if !t.found {
		return ErrNoTrajectory
	}
	return nil
}

// skip passes over a value, part by part: it may be large.
func (t *trajectory) skip() error {
	for depth := 0; ; {
		token, err := t.json.Token()
		if err != nil {
			return t.fault(err)
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

func (t *trajectory) steps() error {
	open, err := t.json.Token()
	if err != nil {
		return t.fault(err)
	}
	if open != json.Delim('[') {
		return ErrNoTrajectory
	}
	t.found = true
	for t.json.More() {
		var raw json.RawMessage
		if err := t.json.Decode(&raw); err != nil {
			return t.fault(err)
		}
		var s step
		if json.Unmarshal(t.Faults.unicode(raw), &s) != nil {
			t.Faults.Lines++ // a member is of another kind than it should be
		}
		t.step(s)
	}
	if _, err := t.json.Token(); err != nil {
		return t.fault(err)
	}
	return nil
}

func (t *trajectory) step(s step) {
	timestamp := ""
	if s.Timestamp != nil {
		timestamp = *s.Timestamp
	}
	if t.Start == "" && (!t.any || !t.convention.Code) {
		t.Start = timestamp
	}
	t.any = true
	tokens := t.count(s.Metrics)
	var calls []json.RawMessage
	if json.Unmarshal(s.ToolCalls, &calls) != nil {
		if len(s.ToolCalls) > 0 {
			t.Faults.Calls++ // no list
		}
		return
	}
	step := make([]Call, 0, len(calls))
	for _, raw := range calls {
		var tc toolCall
		if json.Unmarshal(raw, &tc) != nil {
			t.Faults.Calls++
		}
		if tc.Function == "" {
			tc.Function = tc.Name
		}
		if tc.Function == "" {
			continue
		}
		given := arguments(tc.Arguments)
		call := Call{
			Call: t.convention.Call(tc.Function, given), ID: tc.ID, Timestamp: timestamp, Tokens: tokens, Shell: ShellOf(t.convention, tc.Function, given),
			Subagent: s.Extra.Sidechain && !t.convention.Code, Unseen: starts(t.convention, tc.Function),
		}
		t.Faults.Cut += call.Cut
		step = append(step, call)
	}
	t.observe(s.Observation, step)
	if s.Extra.Sidechain {
		t.subagents.met("")
	}
	for _, call := range step {
		if call.Unseen {
			t.subagents.started(call.ID, t.Calls.Len())
		}
		t.Calls.add(call)
	}
}

// count returns the running total with the step's own tokens; cached ones are part of
// the prompt. The shipped program takes the step's alone, cached ones twice.
func (t *trajectory) count(m *stepMetrics) *int64 {
	if m == nil || *m == (stepMetrics{}) && !t.convention.Code {
		return nil
	}
	of := func(n *int64) int64 {
		if n == nil {
			return 0
		}
		return *n
	}
	if t.convention.Code {
		return new(of(m.Prompt) + of(m.Completion) + of(m.Cached))
	}
	t.total += of(m.Prompt) + of(m.Completion)
	return new(t.total)
}

// observe adds the files that the results of a step's calls name. A content without the name of its call is
// of all of them; the shipped program knows no other.
func (t *trajectory) observe(raw json.RawMessage, calls []Call) {
	var o observation
	if !traces.Readable(json.Unmarshal(raw, &o)) {
		return
	}
	var whole string
	if json.Unmarshal(o.Content, &whole) == nil {
		for i := range calls {
			calls[i].result(t.convention, whole)
		}
	}
	if t.convention.Code {
		return
	}
	if len(o.Content) == 0 && len(o.Results) == 0 { // of another shape: it names what it names
		for i := range calls {
			calls[i].Unread = len(raw) > 0 && calls[i].shows() && traces.Pathlike(string(raw))
		}
	}
	for _, r := range o.Results {
		text := plain(r.Content)
		for i := range calls {
			if r.Call == calls[i].ID || r.Call == "" {
				calls[i].result(t.convention, text)
			}
		}
	}
}

// fault says where the file is not JSON.
func (t *trajectory) fault(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("not JSON: it ends at byte %d, in the middle", t.json.InputOffset())
	}
	if _, is := errors.AsType[*json.SyntaxError](err); is {
		return fmt.Errorf("not JSON, near byte %d", t.json.InputOffset())
	}
	return err
}
