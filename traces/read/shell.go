package read

import (
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/shell"
)

// A Shell is what a call did in a shell, or in the editor of an agent that works in one.
// Its calls are not events: the source of the documents does not look into them.
type Shell struct {
	Command string              `json:"c"`
	Touched map[string][]string `json:"t,omitempty"` // files by category
	Unknown bool                `json:"u,omitempty"` // not all of it was understood
}

var (
	shells  = strings.Fields("Bash bash execute_bash shell shell_command local_shell exec_command run_shell_command run_terminal_cmd run_terminal_command terminal")
	editors = strings.Fields("str_replace_editor str_replace_based_edit_tool")
)

// ShellOf returns what a call of a shell does, nil of any other tool.
func ShellOf(c traces.Convention, tool string, arguments map[string]json.RawMessage) *Shell {
	s := &Shell{Touched: map[string][]string{}}
	switch {
	case c.Code:
		return nil
	case slices.Contains(shells, tool):
		s.Command = commandOf(arguments)
		u := shell.Read(s.Command)
		s.Unknown = u.Unknown
		s.touch(c, traces.FileRead, u.Reads, true)
		s.touch(c, traces.FileSearch, u.Names, false)
		s.touch(c, traces.FileWrite, u.Writes, true)
	case slices.Contains(editors, tool):
		var does, path string
		_, _ = json.Unmarshal(arguments["command"], &does), json.Unmarshal(arguments["path"], &path)
		switch s.Command = does + " " + path; does {
		case "view":
			s.touch(c, traces.FileRead, []string{path}, false)
		case "create", "str_replace", "insert", "undo_edit":
			s.touch(c, traces.FileWrite, []string{path}, true)
		default:
			s.Unknown = true
		}
	default:
		return nil
	}
	return s
}

// Explained returns what was read out of the call.
func (s *Shell) Explained() *traces.ShellCall {
	if s == nil {
		return nil
	}
	u := shell.Read(s.Command)
	return &traces.ShellCall{Files: s.Touched, OutputRead: u.Shows(), Understood: !s.Unknown}
}

// commandOf returns the command of a call: a text, or the words of one.
func commandOf(arguments map[string]json.RawMessage) string {
	for _, name := range []string{"command", "cmd", "script"} {
		var text string
		var words []string
		if json.Unmarshal(arguments[name], &text) != nil && json.Unmarshal(arguments[name], &words) == nil {
			for i, w := range words {
				words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
			}
			text = strings.Join(words, " ")
		}
		if text != "" {
			return strings.ToValidUTF8(text[:min(len(text), traces.MaxArgument)], "")
		}
	}
	return ""
}

// touch adds files of a category, those that look like one unless they are sure.
func (s *Shell) touch(c traces.Convention, category string, files []string, sure bool) {
	var spelled []string
	for _, f := range files {
		if file, looks := c.File(f); sure || looks {
			spelled = append(spelled, strings.Clone(file)) // the output can go
		}
	}
	s.add(category, spelled)
}

// add adds files of a category in their one spelling, each once.
func (s *Shell) add(category string, files []string) {
	seen := map[string]bool{"": true}
	for _, f := range s.Touched[category] {
		seen[f] = true
	}
	for _, f := range files {
		if !seen[f] {
			seen[f] = true
			s.Touched[category] = append(s.Touched[category], f)
		}
	}
}

// returned adds the files that the output names, and tells whether it names some that could not be read.
func (s *Shell) returned(c traces.Convention, output string) (unread bool) {
	u := shell.Read(s.Command)
	files, category := u.Shown(output)
	s.touch(c, category, files, false)
	return u.Shows() && len(s.Touched) == 0 && traces.Pathlike(output)
}

// merged returns what both sources say of the same call.
func (s *Shell) merged(other *Shell) *Shell {
	if s == nil || other == nil {
		return s
	}
	both := &Shell{Command: s.Command, Touched: maps.Clone(s.Touched), Unknown: s.Unknown && other.Unknown}
	for category, files := range other.Touched {
		both.Touched[category] = slices.Clip(both.Touched[category])
		both.add(category, files)
	}
	return both
}

// Understood counts the calls of a trace, and those that were not understood.
func Understood(t Trace) traces.Understanding {
	u := traces.Understanding{Calls: t.Calls.Len()}
	for _, call := range t.Calls.All() {
		unread := call.Unread && len(call.Files) == 0
		if s := call.Shell; s != nil {
			u.ShellCalls++
			unread = call.Unread && len(s.Touched) == 0
		}
		if unread {
			u.UnreadResults++
		}
		if call.Unseen {
			u.Unseen++
		}
		if unread || call.Unseen || call.Shell != nil && call.Shell.Unknown {
			u.NotUnderstood++
		}
	}
	return u
}

// ShellEvents returns what was done in a shell, as events would have it: one for each call and category with files.
func ShellEvents(t Trace, start string) iter.Seq[traces.Event] {
	began, known := beginning(t, start)
	return func(yield func(traces.Event) bool) {
		for i, call := range t.Calls.All() {
			if call.Shell == nil {
				continue
			}
			command, _ := json.Marshal(call.Shell.Command) // a text can always be written
			for _, category := range []string{traces.FileSearch, traces.CodeSearch, traces.FileRead, traces.FileWrite} {
				if call.Files = call.Shell.Touched[category]; len(call.Files) == 0 {
					continue
				}
				call.Category, call.Arguments = category, map[string]json.RawMessage{"command": command}
				if !yield(event(i, call, began, known)) {
					return
				}
			}
		}
	}
}
