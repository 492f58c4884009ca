// Package yamlfault turns what the YAML library says of a file into faults for people: each with its line,
// and without the names of Go's types. It reads no YAML.
package yamlfault

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/pattern"
)

// A Fault is one mistake; Line is 0 where the library names none.
type Fault struct {
	Line int
	Text string
}

// Of takes the library's message apart: it reports every fault with its line, but as prose that names Go types.
func Of(err error) []Fault {
	var typed *yaml.TypeError
	messages := []string{strings.TrimPrefix(err.Error(), "yaml: ")}
	if errors.As(err, &typed) {
		messages = typed.Errors
	}
	return ordered.Each(messages, read)
}

var (
	linePrefix = pattern.Lazy(`^line (\d+): `)
	unknownKey = pattern.Lazy(`^field (.+) not found in type .+$`)
	keyTwice   = pattern.Lazy(`^mapping key (".*") already defined at line (\d+)$`)
	wrongType  = pattern.Lazy("^cannot unmarshal !!(\\w+) (`[^`]*` )?into (.+)$")
)

const noToken = "found character that cannot start any token"

// Spelled says of a message of the parser's what it most often means.
func Spelled(message string) string {
	if message == noToken {
		return message + ": a tab, where YAML takes blanks alone, or one of @ ` % outside of quotes"
	}
	return message
}

func read(message string) Fault {
	var f Fault
	if m := linePrefix().FindStringSubmatch(message); m != nil {
		f.Line, _ = strconv.Atoi(m[1])
		message = message[len(m[0]):]
	}
	switch {
	case message == noToken:
		f.Text = Spelled(message)
	case unknownKey().MatchString(message):
		f.Text = fmt.Sprintf("unknown key %q", unknownKey().FindStringSubmatch(message)[1])
	case keyTwice().MatchString(message):
		m := keyTwice().FindStringSubmatch(message)
		f.Text = fmt.Sprintf("the key %s is already on line %s", m[1], m[2])
	case wrongType().MatchString(message):
		m := wrongType().FindStringSubmatch(message)
		what := "the value"
		if m[2] != "" {
			what = strings.TrimSpace(m[2])
		}
		f.Text = fmt.Sprintf("%s is %s, want %s", what, yamlWord(m[1]), goWord(m[3]))
	default:
		f.Text = message
	}
	return f
}

func yamlWord(tag string) string {
	words := map[string]string{"str": "text", "seq": "a list", "map": "a mapping", "int": "a number", "float": "a number", "bool": "true or false", "null": "empty"}
	return cmp.Or(words[tag], "a "+tag)
}

func goWord(kind string) string {
	switch {
	case strings.HasPrefix(kind, "[]"):
		return "a list"
	case strings.HasPrefix(kind, "map") || strings.HasPrefix(kind, "struct") || strings.Contains(kind, "."):
		return "a mapping"
	case strings.HasPrefix(kind, "uint"):
		return "a whole number from 0 up"
	case strings.HasPrefix(kind, "int"):
		return "a whole number"
	case strings.HasPrefix(kind, "float"):
		return "a number"
	case kind == "string":
		return "text"
	}
	return kind
}
