package reports

import (
	"fmt"
	"strconv"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// differenceBounds shows how far labels of unjudged documents could move the
// mean differences; it is empty unless that was asked for.
func differenceBounds(p result.Pair) document.Table {
	t := document.NewTable(document.Words("measure"), document.Numbers("difference", "low", "high", "method", "unjudged", "queries"))
	given := false
	for _, m := range p.Measures {
		given = given || m.Bounds != nil
	}
	for _, m := range p.Measures {
		if b := m.Bounds; b != nil {
			t.Add(m.Measure, document.Signed(m.MeanDifference), document.Signed(&b.Low), document.Signed(&b.High), b.Method, strconv.Itoa(b.Documents), strconv.Itoa(b.Queries))
		} else if given {
			t.Add(m.Measure, document.Signed(m.MeanDifference), document.Undefined, document.Undefined, "", "", "")
		}
	}
	return t
}

// strataBounds shows the same of the primary measure within each stratum.
func strataBounds(c *result.Comparison, p result.Pair) document.Table {
	t := document.NewTable(document.Words("stratum"), document.Numbers("difference", "low", "high", "method", "unjudged", "queries"))
	m := Primary(c, p)
	if m == nil {
		return t
	}
	for _, s := range m.Strata {
		if b := s.Bounds; b != nil {
			t.Add(stratum(s.Stratum), document.Signed(s.MeanDifference), document.Signed(&b.Low), document.Signed(&b.High), b.Method, strconv.Itoa(b.Documents), strconv.Itoa(b.Queries))
		}
	}
	return t
}

// pairBounds shows the same of the primary measure for every two of several
// systems. An asterisk marks those that are told apart.
func pairBounds(c *result.Comparison) document.Table {
	t := document.NewTable(document.Words("systems"), document.Numbers("difference", "low", "high", "method", "unjudged", "queries"))
	t.Columns[0].Elastic = true
	if c.AllPairs == nil {
		return t
	}
	for _, by := range c.AllPairs.Measures {
		if !by.Primary {
			continue
		}
		for _, p := range by.Pairs {
			if b := p.Bounds; b != nil {
				names := by.Systems[p.B].Name + " − " + by.Systems[p.A].Name
				if p.Distinct {
					names = "* " + names
				}
				t.Add(names, document.Signed(&p.MeanDifference), document.Signed(&b.Low), document.Signed(&b.High), b.Method, strconv.Itoa(b.Documents), strconv.Itoa(b.Queries))
			}
		}
	}
	return t
}

// labelsLine says in one sentence how far labels of unjudged documents could move
// the difference that decides, "" where that was not asked for.
func labelsLine(c *result.Comparison, p result.Pair) string {
	m := Primary(c, p)
	if m == nil || m.Bounds == nil {
		return ""
	}
	b := m.Bounds
	if b.Documents == 0 && b.Low == b.High {
		return fmt.Sprintf("labels: none could move %s, all that it looks at is judged", m.Measure)
	}
	return fmt.Sprintf("labels: %s to %s on %s once %d unjudged are judged, 0 to %d (%s, %s)",
		document.Signed(&b.Low), document.Signed(&b.High), m.Measure, b.Documents, b.MaxGrade, document.Plural(b.Queries, "query", "queries"), b.Method)
}

const (
	boundsTitle = "mean difference if the unjudged were judged"
	pairsNote   = "* told apart by the queries; where low and high have different signs, labels could turn the two round"
	boundsNote  = "bounds over all labels, no interval: chance is not in them; unjudged are the documents within a measure's cutoff"
)

// unjudgedTable lists the unjudged documents that matter most.
func unjudgedTable(p result.Pair) document.Table {
	t := document.NewTable(document.IDs("query", "document"), document.Numbers("rank A", "rank B", "influence"))
	for _, d := range p.Unjudged {
		t.Add(d.QueryID, d.DocID, rankOr(d.RankA, document.Undefined), rankOr(d.RankB, document.Undefined), strconv.FormatFloat(d.Influence, 'f', 6, 64))
	}
	return t
}

const (
	unjudgedTitle = "unjudged documents that could move the difference most"
	unjudgedNote  = "influence: how far this label alone could move the mean difference; chosen by it, so no sample: estimate nothing from them"
)

func rankOr(rank int, none string) string {
	if rank == 0 {
		return none
	}
	return strconv.Itoa(rank)
}

// chosenByInfluence says in every row of a labelling file that its documents are
// no sample, since rows are sorted, cut and merged.
const chosenByInfluence = "by influence, no sample"

// unjudgedCSV returns a file to write grades into: one row a document, the most influential first.
func unjudgedCSV(c *result.Comparison) (string, error) {
	s := document.NewCSV("query_id", "query_text", "doc_id", "rank_a", "rank_b", "influence", "chosen", "grade")
	for _, p := range c.Comparisons {
		for _, d := range p.Unjudged {
			s.Row(d.QueryID, d.Text, d.DocID, rankOr(d.RankA, ""), rankOr(d.RankB, ""), s.Number(&d.Influence), chosenByInfluence, "")
		}
	}
	return s.Finish()
}

// assumedGrade says which grades the bounds allow: of a scale that goes further they would be too narrow.
func assumedGrade(measures []result.MeasureComparison) string {
	for _, m := range measures {
		if m.Bounds != nil {
			return gradeNote(m.Bounds.MaxGrade)
		}
	}
	return ""
}

func gradeNote(most int) string {
	return fmt.Sprintf("assumed: no unjudged document would get a grade above %d, the top of the test set's scale or, of qrels, the highest that was given", most)
}
