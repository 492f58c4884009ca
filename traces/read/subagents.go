package read

import "github.com/rankduel/rankduel/traces"

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
