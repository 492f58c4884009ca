package sets

import (
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// WriteConversion writes what became of a test set: what it holds now, and what was
// dropped, changed or decided on the way.
func WriteConversion(w io.Writer, c *result.Conversion, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{JSON: c, Text: func(d *document.Document) {
		d.Lines(conversionHead(c)...)
		if t := c.TestSet; t != nil && c.Direction == "import" && t.Judgments > 0 {
			d.Table("", gradeCounts(t))
			d.Table("", strataCounts(t))
		}
		lines := document.Each(c.Notes, func(n result.ConversionNote) string { return n.Kind + ": " + n.Text })
		d.Lines(lines...)
	}})
}

func conversionHead(c *result.Conversion) []string {
	how := "as asked for"
	if c.Detected {
		how = "recognized by its shape"
	}
	lines := []string{fmt.Sprintf("%s in the format %s, %s", strings.Join(c.Sources, ", "), c.Format, how)}
	if c.Direction == "export" {
		lines = []string{fmt.Sprintf("%s to the format %s", strings.Join(c.Sources, ", "), c.Format)}
	}
	if t := c.TestSet; t != nil {
		text := fmt.Sprintf("%s: %s, %s of %s", label(t), prose.Plural(t.Queries, "query"), prose.Plural(t.Judgments, "judgment"), prose.Plural(t.Documents, "document"))
		if c.Unjudged > 0 {
			text += fmt.Sprintf(", %d unjudged", c.Unjudged)
		}
		lines = append(lines, text, "sha256 "+t.SHA256)
	}
	if len(c.Written) > 0 {
		lines = append(lines, "wrote "+strings.Join(c.Written, ", "))
	}
	return lines
}
