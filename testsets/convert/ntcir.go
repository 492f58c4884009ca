package convert

import (
	"context"
	"path"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
)

func looksNTCIR(f *file) bool {
	line, _, _ := strings.Cut(strings.TrimSpace(f.head()), "\n")
	return ntcirLine().MatchString(line)
}

// readNTCIR reads judgments with levels L0, L1 and so on, as NTCIR and its tools write
// them: of one topic in a file, or with the topic first.
func readNTCIR(ctx context.Context, in *input, d *draft) error {
	d.profile = profileQrels
	for _, f := range in.files {
		if err := d.levels(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

// ntcirLine has the topic, which may be left out, and behind it level and document or
// document and level. Without a topic the document is first.
var ntcirLine = pattern.Lazy(`^\s*(?:(\S+)\s+(?:0\s+)?)??(?:(L[0-9])\s+([^L\s]\S*|L[^0-9\s]\S*|L[0-9]\S+)|([^L\s]\S*|L[^0-9\s]\S*|L[0-9]\S+)\s+(L[0-9]))\s*$`)

// levels reads a file. One without topics is of the topic that it is called after.
func (d *draft) levels(ctx context.Context, f *file) error {
	name := path.Base(f.rel)
	return d.eachLine(ctx, f, func(at place, line string) {
		m := ntcirLine().FindStringSubmatch(line)
		switch {
		case strings.TrimSpace(line) == "":
			return
		case m == nil || m[1] == "" && m[2] != "":
			d.fault(at, "want a document and its level, such as L2, with the topic in front of both or none")
			return
		case m[1] == "":
			m[1] = strings.TrimSuffix(name, path.Ext(name))
			d.count(Changed, "topic_of_file", 1, "judgment", "of the topic that the file is called after")
		}
		d.byID(m[1], at).judge(mark{doc: m[3] + m[4], label: m[2] + m[5], at: at})
	})
}
