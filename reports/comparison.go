package reports

import (
	"io"

	"github.com/rankduel/rankduel/experiment"
)

// Comparison writes what a comparison found.
//
// Text puts the verdict first, then what is wrong with the inputs, the table
// of measures, the primary measure by stratum, every system alone, the times,
// the queries that moved most and the settings. Several candidates get one
// block each and share the tables at the end. Markdown says the same as a
// comment on a pull request, with the long parts folded. JSON is the value
// itself. CSV has one row a query and measure under the heading
//
//	query_id,stratum,measure,a,b,difference
//
// with a leading column candidate when there are several, and returns
// ErrNoQueries if the value holds no query.
func Comparison(w io.Writer, c *experiment.Comparison, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text:     func() (string, error) { return newComparisonText(c, o) },
		Markdown: func() (string, error) { return newComparisonMarkdown(c, o) },
		JSON:     func() (string, error) { return indented(completeComparison(*c)) },
		CSV:      func() (string, error) { return comparisonCSV(c) },
	})
}
