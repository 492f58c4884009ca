package testsets

import "gopkg.in/yaml.v3"

// An expansion counts the keys and values of a file, those that are written and those that aliases repeat, so that a few
// lines cannot become a million judgments.
type expansion struct {
	written, repeated int
	sizes             map[*yaml.Node]int // of what has an anchor, with what aliases repeat in it
	beyond            *yaml.Node         // the alias that repeats too much, which ends the counting
}

// limit returns how many may be repeated: ten times those that are written, and some in any file.
func (e *expansion) limit() int { return min(100_000+10*e.written, 3_000_000) }

// add counts a tree, up to each alias, and returns its size.
func (e *expansion) add(n *yaml.Node) int {
	e.written++
	if n.Kind == yaml.AliasNode {
		size := e.sizes[n.Alias] // 0 within the anchor itself
		if e.repeated += size; e.repeated > e.limit() {
			e.beyond = n
		}
		return size
	}
	size := 1
	for i := 0; i < len(n.Content) && e.beyond == nil; i++ {
		size += e.add(n.Content[i])
	}
	if n.Anchor != "" {
		e.sizes[n] = size
	}
	return size
}

// follow returns what an alias stands for, and any other node as it is.
func follow(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

// kindOf names what is in the file, for messages.
func kindOf(n *yaml.Node) string {
	switch {
	case isNull(n):
		return "null"
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	default:
		return "text"
	}
}

// valueOf finds the value of a key in a mapping, or nil.
func valueOf(n *yaml.Node, name string) *yaml.Node {
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i+1]
		}
	}
	return nil
}
