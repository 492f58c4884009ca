package corpus

import (
	"slices"
	"strings"
)

// smartFields are those of the letters that start a section.
var smartFields = map[byte]string{
	'T': FieldTitle, 'A': "author", 'B': "source", 'W': FieldText, 'K': "keywords", 'C': "categories", 'N': "notes", 'X': "references",
}

// parseSMART reads records of the SMART system: ".I id", then sections that start with a line of a dot and a
// letter. A section that comes twice in a record, as in Cranfield, is continued. Some collections end with a record that
// was begun and holds nothing; it is counted and is not a document. One in their midst that has an id, such as 471 of
// Cranfield, is one: judgments may name it.
func parseSMART(c *collector, lines *lineReader) error {
	var record smartRecord
	for {
		text, ok, err := lines.next()
		if err != nil {
			return err
		}
		if !ok {
			if record.isEmpty() {
				c.empty++
				return nil
			}
			return record.finish(c)
		}
		trimmed := strings.TrimRight(text, " \t")
		switch {
		case trimmed == ".I" || strings.HasPrefix(text, ".I ") || strings.HasPrefix(text, ".I\t"):
			if err := record.finish(c); err != nil {
				return err
			}
			record = smartRecord{id: strings.TrimSpace(text[2:]), start: lines.place()}
		case len(trimmed) == 2 && trimmed[0] == '.' && smartFields[trimmed[1]] != "" && record.started():
			record.open(smartFields[trimmed[1]])
		case len(record.sections) > 0:
			record.sections[record.current].WriteString(text + "\n")
		case trimmed != "":
			return lines.errorf("text before the first section: %.40q; begin it with a line such as .W", trimmed)
		}
	}
}

// A smartRecord is a document while it is read.
type smartRecord struct {
	id       string
	start    place
	fields   []string
	sections []*strings.Builder // of the same index in fields
	current  int
}

func (r *smartRecord) started() bool { return r.start.line > 0 }

// isEmpty reports whether a record was begun and lacks its id, or every section, and has no text.
func (r *smartRecord) isEmpty() bool {
	for _, section := range r.sections {
		if strings.TrimSpace(section.String()) != "" {
			return false
		}
	}
	return r.started() && (r.id == "" || len(r.sections) == 0)
}

func (r *smartRecord) open(field string) {
	r.current = slices.Index(r.fields, field)
	if r.current < 0 {
		r.current = len(r.fields)
		r.fields = append(r.fields, field)
		r.sections = append(r.sections, new(strings.Builder))
	}
}

func (r *smartRecord) finish(c *collector) error {
	if !r.started() {
		return nil
	}
	d := Document{ID: r.id}
	for i, name := range r.fields {
		d.Fields = append(d.Fields, Field{name, strings.TrimSpace(r.sections[i].String())})
	}
	return c.add(d, r.start)
}
