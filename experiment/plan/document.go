package plan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/yamlfault"
)

// An Error lists everything that is wrong with an experiment file, each
// fault with its place, so that one reading mends them all.
type Error struct {
	Path   string
	Faults []Fault
}

// A Fault is one mistake in an experiment file. Line is 0 when the fault is the absence of something.
type Fault struct {
	Line int
	Text string
}

// What an experiment file may hold: each configuration may name every component,
// and a file of others should not take more memory than it is worth.
const (
	maxBytes   = 1 << 20
	maxEntries = 1000 // components, and configurations
)

// Error lists the first faults, one a line, as path:line: text, and counts the rest.
func (e *Error) Error() string {
	const most = 100
	lines := make([]string, min(len(e.Faults), most))
	for i, f := range e.Faults[:len(lines)] {
		if f.Line > 0 {
			lines[i] = fmt.Sprintf("%s:%d: %s", e.Path, f.Line, f.Text)
		} else {
			lines[i] = fmt.Sprintf("%s: %s", e.Path, f.Text)
		}
	}
	if more := len(e.Faults) - most; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n")
}

// A document is the experiment file as a tree, for line numbers and for the
// order of keys, neither of which survives decoding into structs.
type document struct{ root *yaml.Node }

// whatItIs tells an experiment from a run file.
const whatItIs = "an experiment is a mapping with test_set, components and configs; two run files are compared by `rankduel compare A B --qrels Q`"

// decodePlanFile reads YAML strictly: unknown and duplicate keys, wrong types
// and a second document are faults, and all of them are found at once.
func decodePlanFile(data []byte, into fileType) (decoded, document, []Fault) {
	if len(data) > maxBytes {
		return decoded{}, document{}, []Fault{{Text: fmt.Sprintf("larger than %d MiB: an experiment names its data, and holds none", maxBytes>>20)}}
	}
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) || bytes.HasPrefix(data, []byte{0x28, 0xb5, 0x2f, 0xfd}) {
		return decoded{}, document{}, []Fault{{Text: "it is compressed, and " + whatItIs}}
	}
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		return decoded{}, document{}, yamlFaults(err)
	}
	if len(root.Content) == 0 {
		return decoded{}, document{}, []Fault{{Text: "the file is empty; `rankduel demo` writes an example experiment"}}
	}
	doc := document{root.Content[0]}
	if doc.root.Kind != yaml.MappingNode {
		return decoded{}, doc, []Fault{{Line: doc.root.Line, Text: whatItIs}}
	}
	if other := doc.otherThanExperiment(); other != "" {
		return decoded{}, document{}, []Fault{{Text: other}}
	}
	for _, key := range []string{componentsKey, "configs"} {
		if n := len(doc.keys(key)); n > maxEntries {
			return decoded{}, document{}, []Fault{{doc.line(key), fmt.Sprintf("%s has %d entries, more than %d; divide them among several experiments, or try settings with a sweep", key, n, maxEntries)}}
		}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	var faults []Fault
	file, err := into.read(decoder.Decode)
	if err != nil {
		faults = yamlFaults(err)
	}
	var second yaml.Node
	if err := decoder.Decode(&second); !errors.Is(err, io.EOF) {
		faults = append(faults, Fault{Line: second.Line, Text: "a second YAML document follows the first; one file holds one experiment"})
	}
	if doc.dropDuplicates(doc.root) {
		// The library does not look into a mapping with a duplicate key. Read
		// again without it, or all that the mapping holds would seem missing.
		if file, err = into.read(doc.root.Decode); err != nil {
			faults = append(faults, yamlFaults(err)...)
		}
	}
	return file, doc, faults
}

// otherThanExperiment says what a document of another kind is, whose keys would all
// be faults; "" is one that may be an experiment.
func (d document) otherThanExperiment() string {
	has := func(key string) bool { return d.at(key) != nil }
	switch schema := d.at("schema"); {
	case schema != nil && strings.HasPrefix(schema.Value, "rankduel/"):
		return fmt.Sprintf("this is a document of the kind %s, and no experiment file", schema.Value)
	case has("components"), has("configs"), has("test_set"):
		return ""
	case has("queries"):
		return "this is a test set, and no experiment file; an experiment names one as `test_set: FILE`"
	case has("rules"):
		return "these are rules of a gate, and no experiment file; `rankduel gate EXPERIMENT.yaml --rules FILE` holds one to them"
	}
	return ""
}

// dropDuplicates removes all but the first of equal keys from a tree, and says
// whether there were any; decoding has reported them.
func (d document) dropDuplicates(node *yaml.Node) bool {
	dropped := false
	if node.Kind == yaml.MappingNode {
		seen := map[string]bool{}
		kept := node.Content[:0]
		for i := 0; i+1 < len(node.Content); i += 2 {
			key := node.Content[i]
			if id := key.Tag + " " + key.Value; key.Kind == yaml.ScalarNode && seen[id] {
				dropped = true
				continue
			} else {
				seen[id] = true
			}
			kept = append(kept, key, node.Content[i+1])
		}
		node.Content = kept
	}
	for _, child := range node.Content {
		dropped = d.dropDuplicates(child) || dropped
	}
	return dropped
}

func yamlFaults(err error) []Fault {
	return ordered.Each(yamlfault.Of(err), func(f yamlfault.Fault) Fault { return Fault{Line: f.Line, Text: f.Text} })
}

// at walks to a key by its path; the zero line means that it is not there.
func (d document) at(path ...string) *yaml.Node {
	node := d.root
	for _, key := range path {
		node = child(node, key)
	}
	return node
}

func (d document) line(path ...string) int {
	for n := len(path); n > 0; n-- { // a missing key is reported at its parent
		if node := d.at(path[:n]...); node != nil {
			return node.Line
		}
	}
	return 0
}

func (d document) keys(path ...string) []string {
	node := d.at(path...)
	if node == nil || node.Kind != yaml.MappingNode {
		return nil
	}
	var keys []string
	for i := 0; i+1 < len(node.Content); i += 2 {
		keys = append(keys, node.Content[i].Value)
	}
	return keys
}

// text returns what is at a path, the same for two files exactly when they say the same.
func (d document) text(path ...string) string {
	var said any
	if node := d.at(path...); node == nil || node.Decode(&said) != nil {
		return ""
	}
	text, err := json.Marshal(said)
	if err != nil {
		return fmt.Sprintf("%v", said) // a key that is not text, or a number that is not finite
	}
	return string(text)
}

func child(node *yaml.Node, key string) *yaml.Node {
	if node == nil || node.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		if node.Content[i].Value == key {
			value := node.Content[i+1]
			if value.Kind == yaml.AliasNode {
				value = value.Alias
			}
			return value
		}
	}
	return nil
}
