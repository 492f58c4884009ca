package testsets

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// A spot is where one more key can be written into a mapping without touching anything that is there. Lines
// and columns are from 1; columns count characters, in JSON bytes.
type spot struct {
	line, column int
	way          way
}

// A way says what has to be written around the key.
type way uint8

const (
	nowhere   way = iota // not a mapping
	ownLine              // on a line of its own, before this line
	beforeKey            // before the key that is there, which moves to the next line
	inFlow               // before the key that is there, with a comma
)

// spotIn finds the spot of a mapping: behind a key, the first one where it has
// none of that name, if its value is on the same line; else before it.
func spotIn(n *yaml.Node, behind string) spot {
	if n.Kind != yaml.MappingNode || len(n.Content) < 2 {
		return spot{}
	}
	at := 0
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == behind {
			at = i
		}
	}
	key, value := n.Content[at], n.Content[at+1]
	if n.Style&yaml.FlowStyle != 0 {
		if at+2 < len(n.Content) {
			key = n.Content[at+2]
		}
		return spot{key.Line, key.Column, inFlow}
	}
	const block = yaml.LiteralStyle | yaml.FoldedStyle
	if value.Kind == yaml.ScalarNode && value.Style&block == 0 && value.Line == key.Line && value.Value != "" {
		return spot{key.Line + 1, key.Column, ownLine}
	}
	return spot{key.Line, key.Column, beforeKey}
}

// An insertion is one more key with its value, and the spot for it.
type insertion struct {
	at   spot
	text string
}

// An inserter writes keys into a text, spot after spot.
type inserter struct {
	text   []byte
	syntax syntax
	end    string // of the lines
	out    bytes.Buffer
	done   int // up to here text is written

	line, start    int // the line that was reached, and where it begins
	column, within int // the column of it that was reached, and where that is
}

// insert writes the insertions, which stand in the order of their spots. It returns nil where a spot is not there.
func insert(text []byte, syntax syntax, list []insertion) []byte {
	in := inserter{text: text, syntax: syntax, end: "\n", line: 1, column: 1}
	if bytes.HasSuffix(lineOf(text), []byte("\r\n")) {
		in.end = "\r\n"
	}
	in.out.Grow(len(text) + 32*len(list))
	for _, i := range list {
		place, ok := in.find(i.at)
		if !ok || place < in.done {
			return nil
		}
		in.out.Write(text[in.done:place])
		in.write(place, i)
		in.done = place
	}
	in.out.Write(text[in.done:])
	return in.out.Bytes()
}

func (in *inserter) find(at spot) (place int, ok bool) {
	for in.line < at.line && in.start < len(in.text) {
		in.start += len(lineOf(in.text[in.start:]))
		in.line++
		in.column, in.within = 1, in.start
	}
	switch {
	case at.way == nowhere || in.line > at.line:
		return 0, false
	case at.way == ownLine:
		return in.start, at.line-in.line <= 1 // the last line may have no end
	case in.line < at.line || at.column < in.column:
		return 0, false
	case in.syntax != yamlSyntax:
		return min(in.start+at.column-1, len(in.text)), true
	}
	for ; in.column < at.column && in.within < len(in.text); in.column++ {
		_, size := utf8.DecodeRune(in.text[in.within:])
		in.within += size
	}
	return in.within, true
}

func (in *inserter) write(place int, i insertion) {
	indent := strings.Repeat(" ", max(i.at.column-1, 0))
	switch i.at.way {
	case ownLine:
		if place > 0 && in.text[place-1] != '\n' {
			in.out.WriteString(in.end + indent + i.text)
			return
		}
		in.out.WriteString(indent + i.text + in.end)
	case beforeKey:
		in.out.WriteString(i.text + in.end + indent)
	default:
		in.out.WriteString(i.text + ",")
		if before := in.text[in.start:place]; in.start > 0 && len(bytes.Trim(before, " \t")) == 0 {
			in.out.WriteString(in.end + string(before)) // each key has a line of its own
		} else {
			in.out.WriteByte(' ')
		}
	}
}
