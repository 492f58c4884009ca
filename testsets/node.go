package testsets

import "gopkg.in/yaml.v3"

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

// readsAsText reports whether a scalar with this tag is kept as it was written.
// A number, a date or a truth value is: these tags are the parser's guess.
func readsAsText(tag string) bool {
	switch tag {
	case "!!str", "!!int", "!!float", "!!bool", "!!timestamp", "!!merge":
		return true
	}
	return false
}
