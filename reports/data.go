package reports

import "github.com/rankduel/rankduel/experiment/result"

// DataSchema names the form in which a page carries its Data: package
// reports/html writes it, and the script of the page reads it.
const DataSchema = "rankduel/report-data/v1"

// Data is what a page shows: a comparison, an evaluation or a sweep, and what it
// was computed from as far as it is known.
type Data struct {
	Comparison *result.Comparison
	Evaluation *result.Evaluation // of a page of systems that nothing is set against
	Sweep      *result.Sweep      // of a page of settings

	// Systems are the baseline and then the candidates, in the order of the
	// comparison; nil when nothing is known of single queries.
	Systems []result.SystemDetail

	// Text is a document's title, a line break and its text; nil where no corpus
	// is known.
	Text func(docID string) (text string, known bool)

	// Graded are the grades that a model gave to the documents of a query; nil without such
	// labels.
	Graded func(queryID string) map[string]int

	Command string // that makes the same page again; "" when there is none
	Version string // of the program
}
