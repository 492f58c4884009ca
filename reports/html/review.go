package html

import (
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/reports/sets"
)

// A reviewPage is what the template of a review shows, in its order.
type reviewPage struct {
	frame
	Lines   []string
	Grades  []document.Sheet
	Strata  []document.Sheet
	List    []document.Sheet
	Unknown []string
}

// WriteReview writes the page of a test set: what it holds and can show. All of
// it is without the script, which adds a theme and a button to print.
func WriteReview(w io.Writer, r *result.Review, d *reports.Data, o Options) error {
	set := result.TestSetInfo{Name: r.Set.Name, Version: r.Set.Version, SHA256: r.Set.SHA256, Queries: r.Set.Queries}
	if o.NoText {
		list := *r
		list.Queries = append([]result.ReviewedQuery(nil), r.Queries...)
		for i := range list.Queries {
			list.Queries[i].Text = ""
		}
		r = &list
	}
	sheets := sets.ReviewSheetsOf(r)
	var origin []string
	if len(r.Systems) > 0 {
		origin = append(origin, fmt.Sprintf("past systems: %s", document.Printable(strings.Join(r.Systems, ", "))))
	}
	f := newFrame("Review of "+isolated(document.Printable(r.Set.Name)), set, origin, d, o, nil)
	p := reviewPage{frame: f, Lines: sheets.Head, Grades: sheets.Grades, Strata: sheets.Strata, List: sheets.Queries, Unknown: sheets.Unknown}
	return render(w, "review.html", p, o, nil)
}
