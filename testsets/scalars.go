package testsets

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// text checks a scalar, which is read as the characters that were written: 007 stays 007, and yes stays yes. Null is not
// text; in quotes it is.
func (r *reader) text(n *yaml.Node) *yaml.Node {
	n = follow(n)
	switch {
	case n.Kind != yaml.ScalarNode:
		r.fault(n, CodeKind, "write one value", "%s is %s, not text", r.key, kindOf(n))
	case isNull(n) && n.Value == "":
		r.fault(n, CodeKind, "give it one or remove it", "%s has no value", r.key)
	case isNull(n):
		r.fault(n, CodeKind, strings.TrimPrefix(orQuotes(n), ", or "), "%s is null", r.key)
	case n.Tag == "!!str":
		return n
	case !slices.Contains([]string{"!!int", "!!float", "!!bool", "!!timestamp", "!!merge"}, n.Tag): // what the parser takes texts for
		r.fault(n, CodeKind, "remove the tag", "%s has the tag %s", r.key, n.Tag)
	default:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: n.Value, Line: n.Line}
	}
	return nil
}

// orQuotes returns a remedy for a null that may have been meant as a text.
func orQuotes(n *yaml.Node) string {
	if n.Value == "" {
		return ""
	}
	return fmt.Sprintf(", or put it in quotes if the text %q is meant", n.Value)
}

// filled checks text that must not be blank.
func (r *reader) filled(n *yaml.Node) *yaml.Node {
	text := r.text(n)
	if text != nil && strings.TrimSpace(text.Value) == "" {
		r.fault(text, CodeValue, "write it", "%s is empty", r.key)
		return nil
	}
	return text
}

// integer checks a whole number in decimal notation. 3.0, 0x3 and "3" are none.
func (r *reader) integer(n *yaml.Node) *yaml.Node {
	n = follow(n)
	if n.Kind == yaml.ScalarNode && n.Tag == "!!int" {
		if v, err := strconv.Atoi(n.Value); err == nil && strconv.Itoa(v) == strings.TrimPrefix(n.Value, "+") {
			return n
		}
	}
	what := "is " + kindOf(n) + ","
	if kindOf(n) == "text" {
		what = fmt.Sprintf("%q is", n.Value)
	}
	r.fault(n, CodeGrade, "write a whole number without quotes", "%s %s not an integer", r.key, what)
	return nil
}

// number checks a number of the header.
func (r *reader) number(n *yaml.Node, remedy, what string, valid func(string) bool) *yaml.Node {
	n = follow(n)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" && n.Tag != "!!float" || !valid(n.Value) {
		r.fault(n, CodeValue, remedy, "%s %q is not %s", r.key, n.Value, what)
		return nil
	}
	return n
}

func (r *reader) flag(n *yaml.Node) *yaml.Node {
	if n = follow(n); n.Kind == yaml.ScalarNode && n.Tag == "!!bool" {
		return n
	}
	r.fault(n, CodeKind, "write true or false", "%s is not true or false", r.key)
	return nil
}

// scale checks a mapping from grades to words. In JSON a grade is a string, as all keys are.
func (r *reader) scale(n *yaml.Node) *yaml.Node {
	n = follow(n)
	if n.Kind != yaml.MappingNode {
		r.fault(n, CodeScale, "write it as {0: irrelevant, 1: relevant}", "scale is %s, not a mapping from grades to words", kindOf(n))
		return nil
	}
	if len(n.Content) == 0 {
		r.fault(n, CodeScale, "list the grades, or remove scale for the default", "the scale is empty")
	}
	out, seen := *n, map[string]bool{}
	out.Content = nil
	for i := 0; i+1 < len(n.Content); i += 2 {
		grade, word := n.Content[i], r.text(n.Content[i+1])
		switch g, err := strconv.Atoi(grade.Value); {
		case grade.Kind != yaml.ScalarNode || err != nil || strconv.Itoa(g) != grade.Value:
			r.fault(grade, CodeScale, "write a whole number", "%q is not a grade", grade.Value)
		case seen[grade.Value]:
			r.fault(grade, CodeScale, "keep one", "grade %s again", grade.Value)
		case word != nil:
			seen[grade.Value] = true
			out.Content = append(out.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: grade.Value}, word)
		}
	}
	return &out
}
