package reports

import (
	"io"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// Comparison writes what a comparison found.
//
// Text is one screen, or with Options.Details, and whatever else asks for more, everything. Markdown is everything always, as
// a comment on a pull request with the long parts folded. LaTeX is the table of the screen. JSON is the value itself. CSV
// has one row a query and measure, and returns ErrNoQueries if the value holds no query; with Options.Unjudged it is a file
// to write grades into, one row an unjudged document. docs/report-fields.md has the columns.
func Comparison(w io.Writer, c *result.Comparison, f Format, o Options) error {
	return Write(w, f, o, Forms{
		Document: func(d *document.Document) { writeComparison(d, c, o) },
		LaTeX:    func(d *document.Document) { comparisonPaper(d, c, o) },
		JSON:     c,
		CSV: func() (string, error) {
			if o.Unjudged {
				return unjudgedCSV(c)
			}
			return comparisonCSV(c)
		},
		Other: map[Format]Builder{OTel: func() (string, error) {
			events := otelEvents{set: c.TestSet.Suite()}
			events.comparison(c)
			return events.lines.String(), nil
		}},
	})
}
