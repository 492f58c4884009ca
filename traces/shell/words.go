// Package shell reads commands of a shell, as agents give them, for the files that they name, write and
// show. It knows a table of programs, and says where a command has another. It runs nothing, and expands
// nothing: a name with a variable or a pattern is not known.
package shell

import "strings"

// A command is one program with its words, as they are after quotes are taken off.
type command struct {
	words  []word
	writes []word // redirected to
	reads  []word // redirected from
	piped  bool   // its input is the output of the command before it
}

// A word is one of a command; vague says that the shell makes something else of it.
type word struct {
	text  string
	vague bool
}

// A splitter takes a line of commands apart.
type splitter struct {
	rest     string
	commands []command
	now      command
	here     []string // ends of texts that begin on the next line
	to       *[]word  // where the next word goes, if not to the words of the command
}

func split(text string) []command {
	s := &splitter{rest: strings.ReplaceAll(text, "\\\n", " ")}
	for s.rest != "" {
		s.next()
	}
	s.end(false)
	return s.commands
}

func (s *splitter) end(pipes bool) {
	if len(s.now.words)+len(s.now.writes)+len(s.now.reads) > 0 {
		s.commands = append(s.commands, s.now)
	}
	s.now, s.to = command{piped: pipes}, nil
}

// operators are tried in this order.
var operators = []string{"2>&1", "1>&2", ">&1", ">&2", "&>>", "2>>", "2>", "&>", ">>", ">&", ">|", ">", "<<<", "<<-", "<<", "<", "||", "&&", "|&", "|", ";;", ";", "&", "\n", "(", ")"}

func (s *splitter) next() {
	s.rest = strings.TrimLeft(s.rest, " \t\r")
	if strings.HasPrefix(s.rest, "#") {
		end := strings.IndexByte(s.rest, '\n')
		if end < 0 {
			end = len(s.rest)
		}
		s.rest = s.rest[end:]
		return
	}
	for _, op := range operators {
		if rest, ok := strings.CutPrefix(s.rest, op); ok {
			s.rest = rest
			s.operator(op)
			return
		}
	}
	if w, ok := s.word(); ok {
		s.place(w)
	}
}

func (s *splitter) operator(op string) {
	switch op {
	case "2>&1", "1>&2", ">&1", ">&2":
	case "|", "|&":
		s.end(true)
	case ">", ">>", ">|", "&>", "&>>":
		s.to = &s.now.writes
	case "2>", "2>>", ">&", "<<<":
		s.to = new([]word) // goes nowhere that matters
	case "<":
		s.to = &s.now.reads
	case "<<", "<<-":
		if w, ok := s.word(); ok {
			s.here = append(s.here, w.text)
		}
	case "\n":
		for _, end := range s.here {
			s.skipTo(end)
		}
		s.here = nil
		s.end(false)
	default:
		s.end(false)
	}
}

// skipTo passes over a text that is written in place, up to the line that ends it.
func (s *splitter) skipTo(end string) {
	for s.rest != "" {
		line, rest, _ := strings.Cut(s.rest, "\n")
		if s.rest = rest; strings.TrimSpace(line) == end {
			return
		}
	}
}

func (s *splitter) place(w word) {
	if s.to != nil {
		*s.to, s.to = append(*s.to, w), nil
		return
	}
	s.now.words = append(s.now.words, w)
}

// word reads one. What a shell would put in place of a variable, another command or a pattern makes it vague.
func (s *splitter) word() (w word, ok bool) {
	s.rest = strings.TrimLeft(s.rest, " \t")
	var text strings.Builder
	i := 0
	for ; i < len(s.rest) && !strings.ContainsRune(" \t\r\n;|&<>()", rune(s.rest[i])); i++ {
		ok = true
		switch c := s.rest[i]; c {
		case '\'', '"':
			end, inner, vague := quoted(s.rest[i:])
			w.vague = w.vague || vague
			text.WriteString(inner)
			i += end
		case '\\':
			if i++; i < len(s.rest) {
				text.WriteByte(s.rest[i])
			}
		case '$', '`':
			end := substituted(s.rest[i:])
			w.vague = true
			text.WriteString(s.rest[i : i+end])
			i += end - 1
		default:
			w.vague = w.vague || strings.IndexByte("*?[{", c) >= 0
			text.WriteByte(c)
		}
	}
	s.rest = s.rest[min(i, len(s.rest)):]
	w.text = text.String()
	return w, ok
}

// quoted returns where a quoted text ends, and what is in it.
func quoted(text string) (end int, inner string, vague bool) {
	quote := text[0]
	var out strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == quote:
			return i, out.String(), vague
		case quote == '"' && c == '\\' && i+1 < len(text) && strings.IndexByte("\"\\$`", text[i+1]) >= 0:
			i++
			out.WriteByte(text[i])
		default:
			vague = vague || quote == '"' && (c == '`' || c == '$' && i+1 < len(text) && text[i+1] != quote && text[i+1] != '|' && text[i+1] != ')')
			out.WriteByte(c)
		}
	}
	return len(text), out.String(), true // never closed
}

// substituted returns the length of a variable or of a command in place of its output.
func substituted(text string) int {
	if strings.HasPrefix(text, "$(") {
		depth := 0
		for i, c := range text {
			switch c {
			case '(':
				depth++
			case ')':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
		return len(text)
	}
	if text[0] == '`' {
		if end := strings.IndexByte(text[1:], '`'); end >= 0 {
			return end + 2
		}
		return len(text)
	}
	return 1
}
