package testsets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"gopkg.in/yaml.v3"
)

const (
	// pieceSize is about how much of a list is parsed at once. The nodes of YAML take thirty times the memory of the text.
	pieceSize = 64 << 10
	// wholeSize is up to where a document is parsed whole.
	wholeSize = 4 * pieceSize
)

// Pieces are the list of queries of a document, cut between its items. Each is a list of its own,
// parsed when it is reached. An item is told by its indent alone. A text or brackets over several lines
// may hold such a line too, which leaves a piece that is not YAML, as does an alias for something
// outside. Then, and where aliases repeat too much, the document has to be parsed whole.
type pieces struct {
	text   []byte
	line   int // of the beginning of text in the file
	indent int // of the dashes
	count  int // items, about
	size   int // least size of a piece

	list      *yaml.Node // stands for the list in the document
	under     int        // line of the key queries; 0 for a document that is the list
	expansion expansion  // of the document up to the piece that was reached
	broken    bool
}

// cutQueries finds the list of queries and returns the document with empty lines in its place; nil where the document
// does not look as most do: a list, or a mapping with a key queries whose value is a list, nothing in brackets.
func cutQueries(data []byte, size int) ([]byte, *pieces) {
	if hasOtherLineEnds(data) {
		return nil, nil
	}
	at, line := 0, 1 // of the line to look at
	under := 0       // line of the key queries, when it has just been read
	first := true
	for at < len(data) {
		text := lineOf(data[at:])
		if !isBlank(text) {
			if indent, ok := dashed(text); ok && (under > 0 || indent == 0 && first) {
				p := &pieces{line: line, indent: indent, size: size, under: under}
				rest, ok := p.takeItems(data, at)
				if !ok {
					return nil, nil
				}
				return rest, p
			}
			if under > 0 {
				return nil, nil // queries is not a list, or one in brackets
			}
			if isBlank(bytes.TrimPrefix(text, []byte("queries:"))) {
				under = line
			}
			first = false
		}
		at += len(text)
		line++
	}
	return nil, nil
}

// document parses the rest and puts the list back, or returns nil where it does not belong.
func (p *pieces) document(rest []byte) *yaml.Node {
	dec := yaml.NewDecoder(bytes.NewReader(rest))
	list := &yaml.Node{}
	root := list
	if p.under > 0 {
		var err error
		if root, err = nextDocument(dec); err != nil || root.Kind != yaml.MappingNode {
			return nil
		}
		if list = p.place(root); list == nil {
			return nil
		}
	}
	if _, err := nextDocument(dec); !errors.Is(err, io.EOF) { // comments are read, too
		return nil
	}
	*list = yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Line: p.line}
	p.list = list
	if !p.isSmall(root) {
		return nil
	}
	return root
}

// isSmall reports whether aliases do not repeat too much up to the end of a tree, which has no anchors for other trees.
func (p *pieces) isSmall(n *yaml.Node) bool {
	p.expansion.sizes = map[*yaml.Node]int{} // without the tree before
	p.expansion.add(n)
	return p.expansion.beyond == nil
}

// place returns where the list was: a value that is empty now.
func (p *pieces) place(root *yaml.Node) *yaml.Node {
	for i := 0; i+1 < len(root.Content); i += 2 {
		if key, value := root.Content[i], root.Content[i+1]; key.Value == "queries" {
			if key.Line == p.under && isNull(value) && value.Value == "" && value.Anchor == "" {
				return value
			}
			return nil
		}
	}
	return nil
}

// takeItems takes the items, which begin at from, and returns the rest. What is behind
// them has to begin as a key does: a tag, say, could belong to the list.
func (p *pieces) takeItems(data []byte, from int) (rest []byte, ok bool) {
	to := from
	for to < len(data) {
		text := lineOf(data[to:])
		indent, item := dashed(text)
		if item && indent == p.indent {
			p.count++
		} else if !isBlank(text) && indent <= p.indent {
			break
		}
		to += len(text)
	}
	if to < len(data) && !isLetter(data[to]) {
		return nil, false
	}
	p.text = data[from:to]
	lines := bytes.Count(p.text, []byte("\n"))
	rest = append(make([]byte, 0, len(data)-len(p.text)+lines), data[:from]...)
	rest = append(rest, bytes.Repeat([]byte("\n"), lines)...)
	return append(rest, data[to:]...), true
}

// items returns the nodes of the items, in order, until the list is broken.
func (p *pieces) items() iter.Seq[*yaml.Node] {
	return func(yield func(*yaml.Node) bool) {
		line := p.line
		for text := p.text; len(text) > 0; {
			piece := p.first(text)
			text = text[len(piece):]
			n := parsePiece(piece)
			if p.broken = n == nil || !p.isSmall(n); p.broken {
				return
			}
			moveDown(n, line-1)
			line += bytes.Count(piece, []byte("\n"))
			for _, item := range n.Content {
				if !yield(item) {
					return
				}
			}
		}
	}
}

// first returns the first piece of text: whole items, of about the size that is wanted.
func (p *pieces) first(text []byte) []byte {
	at := 0
	for at < len(text) {
		line := lineOf(text[at:])
		if indent, item := dashed(line); item && indent == p.indent && at >= p.size {
			break
		}
		at += len(line)
	}
	return text[:at]
}

// parsePiece returns nil for what is not a list.
func parsePiece(text []byte) *yaml.Node {
	n, err := nextDocument(yaml.NewDecoder(bytes.NewReader(text)))
	if err != nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	return n
}

func moveDown(n *yaml.Node, lines int) {
	n.Line += lines
	for _, c := range n.Content {
		moveDown(c, lines)
	}
}

// nextDocument parses one document into nodes. The parser panics on some broken
// input instead of returning an error; that must not end the program.
func nextDocument(dec *yaml.Decoder) (root *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			root, err = nil, fmt.Errorf("yaml: %v", p)
		}
	}()
	var doc yaml.Node
	if err := dec.Decode(&doc); err != nil {
		return nil, err
	}
	return doc.Content[0], nil
}
