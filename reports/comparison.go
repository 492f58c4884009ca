package reports

import (
	"io"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// Comparison writes what a comparison found.
//
// Text is one screen: the verdict, what to do, one table (of three systems and
// more the systems by measures, best first), health, strata, what moved most and
// what it rests on. With Options.Details, and whatever else asks for more, it is
// everything: strata, every system alone, where the relevant documents come from,
// the room for a reranker, times, queries, evidence beyond p and settings.
// Markdown is everything always, as a comment on a pull request with the long
// parts folded. LaTeX is the table of the screen, with booktabs. JSON is the value
// itself. CSV has one row a query and measure under the heading
//
//	query_id,stratum,measure,a,b,difference
//
// with a leading column candidate when there are several, and returns
// ErrNoQueries if the value holds no query. With
// Options.Unjudged it is a file to write grades into, one row an unjudged
// document,
//
//	query_id,query_text,doc_id,rank_a,rank_b,influence,chosen,grade
//
// with nothing in the last column.
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
