package read

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/rankduel/rankduel/traces"
)

// Why a file is not a transcript.
var (
	ErrNoTranscript = errors.New("no line is a JSON object")
	ErrEmpty        = errors.New("it is empty") // no trajectory either
)

// An entry is one line of a transcript, as far as it is looked at.
type entry struct {
	Type      string          `json:"type"`
	Timestamp string          `json:"timestamp"`
	Parent    string          `json:"parent_tool_use_id"`
	Sidechain bool            `json:"isSidechain"`
	Agent     string          `json:"agentId"`       // whose entry it is
	Outcome   json.RawMessage `json:"toolUseResult"` // names the agent that a call started
	Message   json.RawMessage `json:"message"`
	Content   json.RawMessage `json:"content"` // where there is no message around it
}

type message struct {
	ID      string          `json:"id"`
	Content json.RawMessage `json:"content"`
	Usage   *usage          `json:"usage"`
}

type usage struct {
	Input         int64 `json:"input_tokens"`
	Output        int64 `json:"output_tokens"`
	CacheCreation int64 `json:"cache_creation_input_tokens"`
	CacheRead     int64 `json:"cache_read_input_tokens"`
}

// A block is one part of a message.
type block struct {
	Type    string          `json:"type"`
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	Input   json.RawMessage `json:"input"`
	ToolUse string          `json:"tool_use_id"`
	Content json.RawMessage `json:"content"`
}

// Transcript reads JSON lines of messages. Lines that are no JSON objects are
// skipped and counted; a file of nothing else is none.
func Transcript(in io.Reader, c traces.Convention) (Trace, error) {
	t := &transcript{convention: c, at: map[name]int32{}, counted: map[name]int{}}
	t.Calls = &Calls{convention: c}
	objects, any := 0, false
	tooLong, err := lines(in, func(line []byte) {
		line = bytes.TrimPrefix(bytes.TrimSpace(line), []byte("\ufeff"))
		if len(line) == 0 {
			return
		}
		any, t.Faults.Torn = true, false // until the last line
		line = t.Faults.unicode(line)
		var e entry
		if line[0] != '{' || !traces.Readable(json.Unmarshal(line, &e)) {
			t.Faults.Torn = line[0] == '{' && !c.Code
			t.Faults.Lines++
			return
		}
		objects++
		t.entry(e)
	})
	t.totals()
	t.Faults.Long = tooLong
	if err == nil && objects == 0 && tooLong == 0 {
		if err = ErrNoTranscript; !any {
			err = ErrEmpty
		}
	}
	return t.ended(&t.subagents, err)
}

// A transcript is one that is being read.
type transcript struct {
	Trace
	convention traces.Convention
	at         map[name]int32 // calls by id
	counted    map[name]int   // messages by id, in spent
	spent      []spending
	subagents  subagents
	tokens     *int64
	amended    bool // a later line of a message has other tokens than the one before
}

// A spending is what a message took, and how many calls there were before it.
type spending struct {
	before int
	tokens int64
}

func (t *transcript) entry(e entry) {
	t.Start = cmp.Or(t.Start, e.Timestamp)
	if e.Type != "assistant" && e.Type != "user" {
		return
	}
	m := message{Content: e.Content}
	if len(e.Message) > 0 && !traces.Readable(json.Unmarshal(e.Message, &m)) {
		return
	}
	var blocks []block
	if !traces.Readable(json.Unmarshal(m.Content, &blocks)) {
		return
	}
	if e.Sidechain || e.Parent != "" {
		t.subagents.met(cmp.Or(e.Parent, e.Agent))
	}
	if e.Type == "user" {
		for _, b := range blocks {
			t.result(e, b)
		}
		return
	}
	t.count(m)
	for _, b := range blocks {
		if b.Type == "tool_use" {
			t.call(e, b)
		}
	}
}

// count adds the tokens of a message. Of several lines that it is written in the last
// has them all: the first is written before the answer is there.
func (t *transcript) count(m message) {
	if m.Usage == nil || t.convention.Code {
		return
	}
	tokens := m.Usage.Input + m.Usage.Output + m.Usage.CacheCreation + m.Usage.CacheRead
	if i, again := t.counted[nameOf(m.ID)]; again && m.ID != "" {
		t.amended = t.amended || t.spent[i].tokens != tokens
		*t.tokens += tokens - t.spent[i].tokens
		t.spent[i].tokens = tokens
		return
	}
	t.counted[nameOf(m.ID)] = len(t.spent)
	t.spent = append(t.spent, spending{t.Calls.Len(), tokens})
	if t.tokens == nil {
		t.tokens = new(int64)
	}
	*t.tokens += tokens
}

// totals gives calls the totals that later lines of messages amended.
func (t *transcript) totals() {
	if !t.amended {
		return
	}
	total, left := int64(0), t.spent
	for i := range t.Calls.Len() {
		for ; len(left) > 0 && left[0].before <= i; left = left[1:] {
			total += left[0].tokens
		}
		t.Calls.change(i, func(call *Call) {
			if call.Tokens != nil {
				call.Tokens = new(total)
			}
		})
	}
}

func (t *transcript) call(e entry, b block) {
	given := arguments(b.Input)
	call := Call{Call: t.convention.Call(b.Name, given), ID: b.ID, Shell: ShellOf(t.convention, b.Name, given), Unseen: starts(t.convention, b.Name)}
	if !t.convention.Code {
		call.Timestamp, call.Parent, call.Subagent = e.Timestamp, e.Parent, e.Sidechain || e.Parent != ""
	}
	if t.tokens != nil {
		call.Tokens = new(*t.tokens)
	}
	t.Faults.Cut += call.Cut
	if b.ID != "" && b.Name != "" {
		t.at[nameOf(b.ID)] = int32(t.Calls.Len())
	}
	if call.Unseen {
		t.subagents.started(b.ID, t.Calls.Len())
	}
	t.Calls.add(call)
}

// result adds the files that the result of a call names. Where the call has no
// time of its own that of its result is taken: what was found was there then.
func (t *transcript) result(e entry, b block) {
	i, known := t.at[nameOf(b.ToolUse)]
	if b.Type != "tool_result" || !known {
		return
	}
	var outcome struct{ AgentID string }
	_ = json.Unmarshal(e.Outcome, &outcome) // of another tool it is of another shape
	t.Calls.change(int(i), func(call *Call) {
		if call.Unseen && outcome.AgentID != "" {
			t.subagents.started(outcome.AgentID, int(i))
		}
		if call.Timestamp == "" && !t.convention.Code {
			call.Timestamp = e.Timestamp
		}
		if call.Tool.Retrieve || call.Shell != nil {
			call.result(t.convention, plain(b.Content))
		}
	})
}

// plain returns the text of a result: a text, or a list of parts that have one.
func plain(content json.RawMessage) string {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return text
	}
	var parts []json.RawMessage
	if json.Unmarshal(content, &parts) != nil {
		return string(content)
	}
	texts := make([]string, 0, len(parts))
	for _, p := range parts {
		var part struct{ Text string }
		if json.Unmarshal(p, &part) == nil {
			texts = append(texts, part.Text)
		} else if json.Unmarshal(p, &text) == nil {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, " ")
}

// MaxLine bounds a line of a transcript, in bytes. A longer one is skipped and counted; it is the result of one call.
const MaxLine = 16 << 20

// lines visits the lines of r, which share their memory. tooLong counts those beyond MaxLine.
func lines(r io.Reader, visit func(line []byte)) (tooLong int, err error) {
	in := bufio.NewReaderSize(r, 64<<10)
	var held []byte
	skipping := false
	for {
		part, err := in.ReadSlice('\n')
		ended := err == nil || errors.Is(err, io.EOF)
		if !ended && !errors.Is(err, bufio.ErrBufferFull) {
			return tooLong, err
		}
		switch {
		case skipping:
		case len(held)+len(part) > MaxLine:
			skipping = true
			tooLong++
		case ended && len(held) == 0:
			visit(part)
		default:
			held = append(held, part...)
			if ended {
				visit(held)
			}
		}
		if ended {
			held, skipping = held[:0], false
		}
		if errors.Is(err, io.EOF) {
			return tooLong, nil
		}
	}
}
