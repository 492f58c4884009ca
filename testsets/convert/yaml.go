package convert

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/pattern"
)

// The limits of what is read as YAML: its tree takes thirty times the memory of the text.
const (
	maxYAML  = 16 << 20
	maxDepth = 100
)

// yamlRecords returns the values of YAML documents: the items of a list, or the documents.
func yamlRecords(path, text string) ([]record, error) {
	if len(text) > maxYAML {
		return nil, fmt.Errorf("%s: larger than %d MiB as YAML; write it as JSON lines", path, maxYAML>>20)
	}
	y := yamlReader{left: len(text)}
	var out []record
	for dec := yaml.NewDecoder(strings.NewReader(text)); ; {
		var document yaml.Node
		err := dec.Decode(&document)
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		items := document.Content
		if root := document.Content[0]; root.Kind == yaml.SequenceNode {
			items = root.Content
		}
		for _, n := range items {
			v := y.value(n, 0)
			if y.fault != nil {
				return nil, fmt.Errorf("%s:%w", path, y.fault)
			}
			out = append(out, record{v, place{file: path, line: n.Line}})
		}
	}
}

// A yamlReader makes values of nodes, as JSON has them.
type yamlReader struct {
	left  int // how many more it makes
	fault error
}

// value returns what a node says, a number as it is written.
func (y *yamlReader) value(n *yaml.Node, depth int) any {
	if y.left--; (y.left < 0 || depth > maxDepth) && y.fault == nil {
		y.fault = fmt.Errorf("%d: aliases repeat too much, or values are too deep in one another; write them out", n.Line)
	}
	switch tag := n.ShortTag(); {
	case y.fault != nil:
		return nil
	case n.Kind == yaml.AliasNode:
		return y.value(n.Alias, depth+1)
	case n.Kind == yaml.SequenceNode:
		return ordered.Each(n.Content, func(item *yaml.Node) any { return y.value(item, depth+1) })
	case n.Kind == yaml.MappingNode:
		return y.object(n, depth)
	case tag == "!!null":
		return nil
	case tag == "!!int", tag == "!!float":
		return json.Number(n.Value)
	case tag == "!!bool":
		return strings.EqualFold(n.Value, "true")
	}
	return n.Value
}

func (y *yamlReader) object(n *yaml.Node, depth int) map[string]any {
	m := map[string]any{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, v := n.Content[i], y.value(n.Content[i+1], depth+1)
		if _, twice := m[key.Value]; twice && y.fault == nil {
			y.fault = fmt.Errorf("%d: the key %q again; leave one out", key.Line, key.Value)
		}
		m[key.Value] = v
	}
	return m
}

func looksYAML(f *file) bool {
	h := strings.TrimSpace(f.head())
	return !strings.HasPrefix(h, "{") && !strings.HasPrefix(h, "[") && (strings.HasSuffix(f.base(), ".yaml") || strings.HasSuffix(f.base(), ".yml") || hasKey(f, "id") && hasKey(f, "query") || hasKey(f, "query_id") && hasKey(f, "query_text"))
}

var yamlKey = pattern.Lazy(`(?m)(?:^[ -]*|[{,] *)["']?(\w+)["']?:(?:\s|$)`)

// hasKey reports a key of YAML, on a line of its own or in braces.
func hasKey(f *file, key string) bool { return anyKey(f, func(k string) bool { return k == key }) }

func anyKey(f *file, is func(string) bool) bool {
	return slices.ContainsFunc(yamlKey().FindAllStringSubmatch(f.head(), -1), func(m []string) bool { return is(m[1]) })
}
