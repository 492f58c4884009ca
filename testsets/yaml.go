package testsets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/pattern"
)

// parseYAML returns the root of the only document in data, or nil after noting
// what is wrong.
func parseYAML(r *reader, data []byte) *yaml.Node {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	root, err := nextDocument(dec)
	if errors.Is(err, io.EOF) {
		r.fault(&yaml.Node{Line: 1}, CodeEmpty, "write version and queries, or start from testset init", "the file holds only comments")
		return nil
	}
	if err != nil {
		r.syntax(err)
		return nil
	}
	switch second, err := nextDocument(dec); {
	case err == nil:
		r.fault(second, CodeSyntax, "put each set into a file of its own", "a second document begins")
		return nil
	case !errors.Is(err, io.EOF):
		r.syntax(err)
		return nil
	}
	return root
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

var yamlPlace = pattern.Lazy(`^yaml: (?:line (\d+): )?`)

// syntax notes an error of the YAML parser. Its line is where the construct that
// could not be read began or where the parser gave up, give or take one.
func (r *reader) syntax(err error) {
	text := err.Error()
	line := 1
	m := yamlPlace().FindStringSubmatch(text)
	if m != nil {
		text = text[len(m[0]):]
		if n, err := strconv.Atoi(m[1]); err == nil {
			line = n
		}
	}
	r.fault(&yaml.Node{Line: line}, CodeSyntax, "look at this line and its neighbors", "not valid YAML: %s", text)
}
