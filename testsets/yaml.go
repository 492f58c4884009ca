package testsets

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/internal/yamlfault"
)

// yaml reads a document. A large one is read piece by piece where that gives the same, down to the last
// fault: what is not valid YAML is parsed whole, so that the parser says what it would have said.
func (r *reader) yaml(data []byte, t *TestSet) {
	if len(data) > wholeSize && r.piecewise(data, pieceSize, t) {
		return
	}
	r.tree(parseYAML(r, data), t)
}

// piecewise reads a document whose queries can be cut out. Where they cannot it
// returns false and leaves the reader as it was.
func (r *reader) piecewise(data []byte, size int, t *TestSet) bool {
	rest, late := cutQueries(data, size)
	if late == nil {
		return false
	}
	root := late.document(rest)
	if root == nil {
		return false
	}
	empty := *r
	r.late = &lateList{late.list, late.items(), min(late.count, len(late.text)/shortestQuery)}
	r.tree(root, t)
	if late.broken {
		*r, *t = empty, TestSet{}
		return false
	}
	return true
}

// parseYAML returns the root of the only document in data, or nil after noting what is wrong.
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
	all := expansion{sizes: map[*yaml.Node]int{}}
	if all.add(root); all.beyond != nil {
		r.fault(all.beyond, CodeSize, "write the entries out", "with the alias *%s, aliases repeat %d keys and values, more than %d", all.beyond.Value, all.repeated, all.limit())
		return nil
	}
	return root
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
	r.fault(&yaml.Node{Line: line}, CodeSyntax, "look at this line and its neighbors", "not valid YAML: %s", yamlfault.Spelled(text))
}
