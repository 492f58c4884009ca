package testsets

import (
	"fmt"
	"strconv"
	"strings"
)

// Marshal returns the set as YAML that [Parse] reads back to the same set: one
// line a judgment, keys in a fixed order, texts in quotes wherever YAML could
// take them for something else. Equal sets give equal bytes. The set must be
// valid.
//
// A golden list or a bare list of queries that says nothing about itself is
// written as a list again; its name is then the file's.
func (t *TestSet) Marshal() ([]byte, error) {
	if err := t.Validate(); err != nil {
		return nil, fmt.Errorf("write test set: %w", err)
	}
	e := yamlEmitter{}
	if t.hasHeader() {
		emitHeader(&e, t)
		e.WriteString("queries:\n")
	}
	for i := range t.Queries {
		e.indent = "- "
		emitQuery(&e, t.Format, &t.Queries[i])
	}
	return []byte(e.String()), nil
}

// A yamlEmitter writes block mappings whose values fit on one line.
type yamlEmitter struct {
	strings.Builder
	indent string // before the next key; "- " where an entry begins
}

func (e *yamlEmitter) key(name string) {
	e.WriteString(e.indent)
	e.WriteString(name)
	e.WriteByte(':')
	if e.indent == "- " {
		e.indent = "  "
	}
}

func (e *yamlEmitter) text(key, value string) {
	if value == "" {
		return
	}
	e.key(key)
	e.WriteString(" " + yamlText(value) + "\n")
}

func (e *yamlEmitter) texts(key string, values []string) {
	if values == nil {
		return
	}
	e.key(key)
	e.WriteString(" [")
	for i, v := range values {
		if i > 0 {
			e.WriteString(", ")
		}
		e.WriteString(yamlText(v))
	}
	e.WriteString("]\n")
}

func (e *yamlEmitter) grades(key, id string, n int, at func(int) (string, int)) {
	if n == 0 {
		return
	}
	e.key(key)
	e.WriteByte('\n')
	for i := range n {
		doc, grade := at(i)
		e.WriteString(e.indent + "- {" + id + ": " + yamlText(doc) + ", grade: " + strconv.Itoa(grade) + "}\n")
	}
}

func (e *yamlEmitter) flag(key string, value *bool) {
	if value == nil {
		return
	}
	e.key(key)
	e.WriteString(" " + strconv.FormatBool(*value) + "\n")
}

func (e *yamlEmitter) scale(s Scale) {
	e.WriteString("scale:\n")
	for _, l := range s {
		e.WriteString("  " + strconv.Itoa(l.Grade) + ": " + yamlText(l.Word) + "\n")
	}
}

func (e *yamlEmitter) parent(p *Parent) {
	e.WriteString("parent: {version: " + yamlText(p.Version) + ", sha256: " + yamlText(p.SHA256) + "}\n")
}

func (e *yamlEmitter) provenance(p *Provenance) {
	e.WriteString("provenance: {file: " + yamlText(p.File) + ", sha256: " + yamlText(p.SHA256) + "}\n")
}

func (e *yamlEmitter) draw(d *Draw) {
	e.WriteString("split: " + d.yaml() + "\n")
}

// yaml is the draw as a value on one line.
func (d *Draw) yaml() string {
	text := "{seed: " + strconv.FormatUint(d.Seed, 10) + ", ratio: " + d.ratio()
	if d.By != "" {
		text += ", by: " + yamlText(d.By)
	}
	return text + "}"
}

// ratio is the shortest number that reads back to the ratio.
func (d *Draw) ratio() string { return strconv.FormatFloat(d.Ratio, 'g', -1, 64) }
