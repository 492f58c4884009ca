package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/html"
)

// pageWithLists returns a page whose first query has lists made by hand, of two systems.
func pageWithLists(t testing.TB) string {
	t.Helper()
	d := plain(6, 12).data(t)
	for s, hits := range [][]result.JudgedHit{
		{{DocID: "top", Grade: 3, Score: 9.25}, {DocID: "x", Grade: 0, Score: 7}, {DocID: "y", Grade: 1, Score: 7}, {DocID: "z", Grade: result.Unjudged, Score: 7}, {DocID: "low", Grade: 1, Score: 1e-9}},
		{{DocID: "y", Grade: 1, Score: 0.5}, {DocID: "new", Grade: 2, Score: 0.25}, {DocID: "top", Grade: 3, Score: 0.125}},
	} {
		q := &d.Systems[s].Queries[0]
		q.Hits, q.Retrieved, q.Relevant = hits, len(hits), nil
		ranks := map[string]int{}
		for i, h := range hits {
			ranks[h.DocID] = i + 1
		}
		for _, doc := range []result.RankedRelevant{{DocID: "top", Grade: 3}, {DocID: "lost", Grade: 3}, {DocID: "new", Grade: 2}, {DocID: "y", Grade: 1}, {DocID: "low", Grade: 1}} {
			doc.Rank = ranks[doc.DocID]
			q.Relevant = append(q.Relevant, doc)
		}
	}
	return written(t, d, html.Options{})
}

// A list that ends at a rank says nothing of what stood below it: a relevant
// document has its rank there, and of any other it is said how far it was looked
// for. Only what is not in a whole list is gone, or new.
func TestBelowList(t *testing.T) {
	d := plain(6, 12).data(t)
	for s, hits := range [][]result.JudgedHit{
		{{DocID: "good", Grade: 2}, {DocID: "bad", Grade: 0}, {DocID: "who", Grade: result.Unjudged}, {DocID: "both", Grade: 1}},
		{{DocID: "both", Grade: 1}, {DocID: "late", Grade: 3}, {DocID: "other", Grade: result.Unjudged}},
	} {
		q := &d.Systems[s].Queries[0]
		q.Hits, q.Retrieved = hits, []int{4, 500}[s]
		q.Relevant = []result.RankedRelevant{{DocID: "good", Grade: 2, Rank: []int{1, 143}[s]}, {DocID: "late", Grade: 3, Rank: []int{0, 2}[s]}, {DocID: "both", Grade: 1, Rank: []int{4, 1}[s]}}
	}
	b := newTab(t)
	b.show(written(t, d, html.Options{}), "#q=q000000")
	b.wait(`document.querySelectorAll(".lists table").length === 2`)
	if got, want := cells(b, 0, 3), "→ 143rank 143, down from 1|→ >3not in the first 3, was rank 2|→ >3not in the first 3, was rank 3|→ 1rank 1, up from 4"; got != want {
		t.Errorf("the baseline's list says %q, want %q", got, want)
	}
	if got, want := cells(b, 1, 3), "↑3 (4)rank 1, up from 4|newrank 2, new|newrank 3, new"; got != want {
		t.Errorf("the candidate's list says %q, want %q", got, want)
	}
	if got := eval[string](b, `document.querySelector(".detail").textContent`); !strings.Contains(got, "good (grade 2) fell 1 → 143") {
		t.Errorf("the sentence has not where the document went: %.300s", got)
	}
	press(b, "Merged")
	b.wait(`document.querySelectorAll(".lists table").length === 1`)
	if got, want := cells(b, 0, 1), "1|2|3|143|>3|>3"; got != want {
		t.Errorf("ranks of the candidate %q, want %q", got, want)
	}
}

// cells returns the texts of a column of the table at a place among the lists.
func cells(b *tab, table, column int) string {
	b.Helper()
	return strings.Join(eval[[]string](b, fmt.Sprintf(`[...document.querySelectorAll(".lists table")[%d].tBodies[0].rows].map((r) => r.cells[%d].textContent)`, table, column)), "|")
}

// Scores are shown on request, equal ones in a bracket, and the address keeps it.
func TestHitScores(t *testing.T) {
	b := newTab(t)
	path := pageWithLists(t)
	b.show(path, "#q=q000000")
	b.wait(`document.querySelectorAll(".lists table").length === 2`)
	if got := eval[[]string](b, `[...document.querySelectorAll(".lists table")[0].tBodies[0].rows].map((r) => r.cells[0].className.trim())`); strings.Join(got, "|") != "n|n tie tie-top|n tie|n tie tie-end|n" {
		t.Errorf("brackets %q, want one around ranks 2 to 4", got)
	}
	if got, want := cells(b, 0, 0), "1|2, tied|3, tied|4, tied|5"; got != want {
		t.Errorf("a screen reader hears %q, want %q", got, want)
	}
	if strings.Contains(cells(b, 0, 3), "9.25") {
		t.Error("scores are shown before anybody asks")
	}
	press(b, "Scores")
	b.wait(`/x=1/.test(location.hash)`)
	b.show(path, eval[string](b, `location.hash`))
	b.wait(`document.querySelectorAll(".lists table").length === 2`)
	if got, want := cells(b, 0, 3)+" "+cells(b, 1, 3), "9.25|7|7|7|1e-9 0.5|0.25|0.125"; got != want {
		t.Errorf("scores %s, want %s", got, want)
	}
}

// The ideal order has every relevant document, the highest grade first, and says
// which neither list has.
func TestIdealOrder(t *testing.T) {
	b := newTab(t)
	b.show(pageWithLists(t), "#q=q000000")
	b.wait(`document.querySelectorAll(".lists table").length === 2`)
	press(b, "Ideal order")
	b.wait(`document.querySelectorAll(".lists table").length === 3 && /i=1/.test(location.hash)`)
	if got, want := cells(b, 2, 2), "top|lost|new|y|low"; got != want {
		t.Errorf("the ideal order is %s, want %s", got, want)
	}
	if got, want := cells(b, 2, 3), "1 → 3|neither|– → 2|3 → 1|5 → –"; got != want {
		t.Errorf("ranks %s, want %s", got, want)
	}
	if got := eval[string](b, `document.querySelector(".ideal caption").textContent`); !strings.Contains(got, "5 relevant, 1 in neither") {
		t.Errorf("its caption says %q", got)
	}
	b.picture("ideal")
}

// A document that is pointed at, or has the focus, is joined to its other place.
func TestJoined(t *testing.T) {
	b := newTab(t)
	_, err := chromedp.Call(b.ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	b.must(err)
	b.show(pageWithLists(t), "#q=q000000")
	b.wait(`document.querySelectorAll(".lists table").length === 2`)
	row := `document.querySelectorAll(".lists table")[0].tBodies[0].rows[0]`
	eval[bool](b, `(`+row+`.focus(), true)`)
	b.wait(`document.querySelectorAll(".pair-on").length === 2 && document.querySelector(".join path").getAttribute("d")`)
	// The line goes from the edge of one row to the edge of the other.
	if !eval[bool](b, `(() => {
		const box = document.querySelector(".lists").getBoundingClientRect();
		const [from, to] = [...document.querySelectorAll(".pair-on")].map((r) => r.getBoundingClientRect());
		const n = document.querySelector(".join path").getAttribute("d").match(/-?[0-9.]+/g).map(Number);
		const near = (a, b) => Math.abs(a - b) < 1;
		return near(n[0], from.right - box.left) && near(n[1], from.top + from.height / 2 - box.top) && near(n[6], to.left - box.left) && near(n[7], to.top + to.height / 2 - box.top);
	})()`) {
		t.Error("the line does not join the two rows")
	}
	b.picture("joined")
	b.key(kb.ArrowRight)
	b.wait(`document.activeElement.closest("table") === document.querySelectorAll(".lists table")[1] && document.activeElement.dataset.doc === ` + row + `.dataset.doc`)
	b.key(kb.ArrowUp)
	b.wait(`document.activeElement.cells[2].textContent === "new"`)
	b.wait(`!document.querySelector(".join path").getAttribute("d")`) // the baseline has it nowhere
}

// The rank flow of one query has a line for every relevant document that was
// found, by where it went.
func TestRankFlowOfAQuery(t *testing.T) {
	b := newTab(t)
	b.show(pageWithLists(t), "#q=q000000")
	b.wait(`document.querySelector(".flow1")`)
	eval[bool](b, `(document.querySelector(".flow1 summary").click(), true)`)
	if got, want := eval[string](b, `document.querySelector(".flow1 summary").textContent`), "Rank flow of the relevant documents: 2 rose, 2 fell, 0 stayed, 1 in neither list"; got != want {
		t.Errorf("the flow says %q, want %q", got, want)
	}
	if up, down := eval[int](b, `document.querySelectorAll(".flow1 .way-up").length`), eval[int](b, `document.querySelectorAll(".flow1 .way-down").length`); up != 2 || down != 2 {
		t.Errorf("%d lines rise and %d fall, want 2 and 2", up, down)
	}
	if text := eval[string](b, `document.querySelector(".flow1 svg").textContent`); !strings.Contains(text, "1 entered · 1 left · 1 in neither") {
		t.Errorf("under the flow stands %q", text)
	}
	b.picture("rankflow")
}
