package reports

import (
	"io"

	"github.com/rankduel/rankduel/experiment/result"
)

// Comparison writes what a comparison found.
//
// Text puts the verdict first, then what is wrong with the inputs, the table
// of measures, the primary measure by stratum, every system alone, where the
// relevant documents come from, the room for a reranker, the times, the queries
// that moved most and the settings. Several candidates get one
// block each and share the tables at the end. Markdown says the same as a
// comment on a pull request, with the long parts folded. JSON is the value
// itself. CSV has one row a query and measure under the heading
//
//	query_id,stratum,measure,a,b,difference
//
// with a leading column candidate when there are several, and returns
// ErrNoQueries if the value holds no query. With Options.Systems it has one row
// a figure of every configuration and component of a run: means, latencies,
// who brought the relevant documents, and room for a reranker,
//
//	system,role,stratum,figure,statistic,value
//
// and returns ErrNoSystems for a comparison that was no run.
func Comparison(w io.Writer, c *result.Comparison, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text:     func() (string, error) { return newComparisonText(c, o) },
		Markdown: func() (string, error) { return newComparisonMarkdown(c, o) },
		JSON:     func() (string, error) { return indented(completeComparison(*c)) },
		CSV: func() (string, error) {
			if o.Systems {
				return systemsCSV(c)
			}
			return comparisonCSV(c)
		},
	})
}
