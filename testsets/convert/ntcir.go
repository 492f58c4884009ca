package convert

import (
	"context"
	"path"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
)

// ntcirFormat returns judgments with levels L0, L1 and so on, as NTCIR and its tools write
// them: of one topic in a file, or with the topic before or behind the level.
func ntcirFormat() Format {
	return Format{
		Name: "ntcir", Title: "NTCIR: documents and levels L0 to L3",
		Holds: Holds{IDs: true, Grades: true, Zero: true},
		looks: func(in *input) bool {
			for _, f := range in.legible() {
				line, _, _ := strings.Cut(strings.TrimSpace(f.head()), "\n")
				if _, _, level := levelOf(strings.Fields(line)); level == "" {
					return false
				}
			}
			return len(in.legible()) > 0
		},
		read: func(ctx context.Context, in *input, d *draft) error {
			d.profile = profileQrels
			for _, f := range in.legible() {
				if err := d.levels(ctx, f); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

var ntcirLevel = pattern.Lazy(`^L[0-9]$`)

// levelOf returns the fields of "document level", "topic level document", "topic document
// level" or "topic 0 document level"; level is empty where it is none of these.
func levelOf(fields []string) (topic, doc, level string) {
	is := func(i int) bool { return ntcirLevel().MatchString(fields[i]) }
	switch n := len(fields); {
	case n == 2 && is(1):
		return "", fields[0], fields[1]
	case n == 3 && is(1) && !is(2):
		return fields[0], fields[2], fields[1]
	case n == 3 && is(2) && !is(1):
		return fields[0], fields[1], fields[2]
	case n == 4 && is(3):
		return fields[0], fields[2], fields[3]
	}
	return "", "", ""
}

// levels reads a file. One of documents and levels alone is of the topic that it is called
// after.
func (d *draft) levels(ctx context.Context, f *file) error {
	lines, err := d.lines(ctx, f)
	if err != nil {
		return err
	}
	name := path.Base(f.rel)
	ofFile := strings.TrimSuffix(name, path.Ext(name))
	for at, line := range lines {
		topic, doc, level := levelOf(strings.Fields(line))
		switch {
		case strings.TrimSpace(line) == "":
			continue
		case level == "":
			d.fault(at, "want a document and its level, such as L2, with the topic in front of both or none")
			continue
		case topic == "":
			topic = ofFile
			d.count(Changed, "topic_of_file", 1, "judgment", "of the topic that the file is called after")
		}
		d.byID(topic, at).judge(mark{doc: doc, label: level, at: at})
	}
	return nil
}
