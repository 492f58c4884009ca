package browser_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
)

// clicked clicks a point of the first figure of a kind, in its own units.
func clicked(b *tab, kind string, x, y float64) {
	b.Helper()
	eval[bool](b, fmt.Sprintf(`(() => {
		const svg = document.querySelector("svg.wide[data-plot=%s]");
		const at = new DOMPoint(%g, %g).matrixTransform(svg.getScreenCTM());
		svg.dispatchEvent(new MouseEvent("click", {clientX: at.x, clientY: at.y, bubbles: true}));
		return true;
	})()`, kind, x, y))
}

// extremes returns the queries whose primary difference is the largest and the
// smallest, as the test computes them.
func extremes(d *reports.Data) (most, least string) {
	high, low := math.Inf(-1), math.Inf(1)
	m := d.Comparison.Settings.Primary
	for q := range d.Systems[0].Queries {
		v := *d.Systems[1].Queries[q].Scores[m] - *d.Systems[0].Queries[q].Scores[m]
		if v > high {
			most, high = d.Systems[0].Queries[q].QueryID, v
		}
		if v <= low { // of equal ones the last is last
			least, low = d.Systems[0].Queries[q].QueryID, v
		}
	}
	return most, least
}

// A click on the first or the last bar of the sorted differences opens the query
// that moved most, even where a filter hides it; a dot of the scatter opens its
// query.
func TestFigureOpensQuery(t *testing.T) {
	for _, queries := range []int{300, 2000} { // a bar a query, and a column for several
		b := newTab(t)
		d := plain(queries, 20).data(t)
		b.show(written(t, d, html.Options{}), "#t=nothing-has-this")
		b.wait(`document.querySelector(".pick")`)
		most, least := extremes(d)
		heading := `document.querySelector(".detail h3 bdi")?.textContent`
		clicked(b, "sorted", 52.3, 100)
		b.wait(heading + ` === ` + quote(most))
		if eval[string](b, `document.querySelector("input[type=search]").value`) != "" {
			t.Error("the filter that hides the query is still on")
		}
		clicked(b, "sorted", 711.8, 100)
		b.wait(heading + ` === ` + quote(least))
	}
	b := newTab(t)
	d := plain(40, 20).data(t)
	// One query far from all others.
	for q, a := range []float64{0.25, 0.75} {
		d.Systems[q].Queries[7].Scores[d.Comparison.Settings.Primary] = &a
	}
	b.show(written(t, d, html.Options{}), "")
	b.wait(`document.querySelector(".pick")`)
	box := eval[[]float64](b, `document.querySelector("svg.wide[data-plot=scatter]").dataset.box.split(" ").map(Number)`)
	span := eval[[]float64](b, `document.querySelector("svg.wide[data-plot=scatter]").dataset.range.split(" ").map(Number)`)
	at := func(v, from, to float64) float64 { return from + (v-span[0])/(span[1]-span[0])*(to-from) }
	// The narrow layout is the one that is seen next to the other figure; in both
	// a point of the data is the same query.
	eval[bool](b, `(document.querySelector("figure svg.wide[data-plot=scatter]").style.setProperty("display", "block"), true)`)
	clicked(b, "scatter", at(0.25, box[0], box[1]), at(0.75, box[2], box[3]))
	b.wait(`document.querySelector(".detail h3 bdi")?.textContent === ` + quote(d.Systems[0].Queries[7].QueryID))
}

// A filter shows its queries in the figures, and changes no number of theirs.
func TestFilterHighlights(t *testing.T) {
	b := newTab(t)
	d := plain(300, 20).data(t)
	b.show(written(t, d, html.Options{}), "")
	b.wait(`document.querySelector(".pick")`)
	static := eval[string](b, `document.querySelector("#p0-d").parentElement.innerText`)
	press(b, "Rose")
	b.wait(`document.querySelectorAll("svg.wide[data-plot=sorted] g.hits path").length === 3`)
	want := 0
	m := d.Comparison.Settings.Primary
	for q := range d.Systems[0].Queries {
		if *d.Systems[1].Queries[q].Scores[m] > *d.Systems[0].Queries[q].Scores[m] {
			want++
		}
	}
	shapes := func(class string) int {
		return eval[int](b, `(document.querySelector("svg.wide[data-plot=sorted] .hits .`+class+`").getAttribute("d").match(/M/g) || []).length`)
	}
	if up, down := shapes("h-up"), shapes("h-down"); up != want || down != 0 {
		t.Errorf("%d bars stand out as won and %d as lost, want %d and 0", up, down, want)
	}
	if now := eval[string](b, `document.querySelector("#p0-d").parentElement.innerText`); now != static {
		t.Error("a filter changed what the figures say")
	}
	press(b, "Reset")
	b.wait(`!document.querySelector("g.hits") && !document.querySelector("svg.filtered")`)
}

// Where labels could turn the sign of a difference, a filter finds the query.
func TestLabelsFilter(t *testing.T) {
	b := newTab(t)
	d := plain(60, 20).data(t)
	b.show(written(t, d, html.Options{}), "")
	if eval[bool](b, `[...document.querySelectorAll("#queries button")].some((x) => x.textContent.startsWith("Labels could"))`) {
		t.Error("there is a filter by bounds that nobody computed")
	}
	c := &d.Comparison.Comparisons[0]
	for i := range c.Measures {
		at := c.Measures[i].Measure
		bounds := &result.DifferenceBounds{Low: -1, High: 1, Documents: 3, Queries: 3}
		for q := range d.Systems[0].Queries {
			v := *d.Systems[1].Queries[q].Scores[at] - *d.Systems[0].Queries[q].Scores[at]
			one := result.QueryBounds{QueryID: d.Systems[0].Queries[q].QueryID, Low: v, High: v}
			if q == 7 || q == 8 {
				one.Low, one.High = -0.5, 0.5 // whatever the difference is, it may have another sign
			}
			if q == 9 { // more of the same
				one.Low, one.High = v-0.1*math.Abs(v), v+0.1*math.Abs(v)
			}
			bounds.ByQuery = append(bounds.ByQuery, one)
		}
		c.Measures[i].Bounds = bounds
	}
	b = newTab(t)
	b.show(written(t, d, html.Options{}), "")
	press(b, "Labels could turn it: 2")
	b.wait(`/b=1/.test(location.hash)`)
	if n := rows(b); n != 2 {
		t.Errorf("%d queries, want 2", n)
	}
	b.show(written(t, d, html.Options{}), "#q=q000007")
	if text := eval[string](b, `document.querySelector(".detail .sub:nth-of-type(1)").parentElement.innerText`); !strings.Contains(text, "anywhere from -0.5000 to +0.5000") {
		t.Errorf("the query does not say its bounds: %s", text)
	}
}

// On a narrow screen the lists are one at a time, by a button each.
func TestListsOneByOne(t *testing.T) {
	b := newTab(t)
	b.size(375, 800)
	b.show(plain(60, 20).page(t, html.Options{}), "#q=q000007")
	caption := `document.querySelector(".lists caption").textContent`
	b.wait(`document.querySelectorAll(".lists table").length === 1 && ` + caption + ` === "candidate"`)
	press(b, "baseline")
	b.wait(`document.querySelectorAll(".lists table").length === 1 && ` + caption + ` === "baseline"`)
	press(b, "Merged")
	b.wait(`document.querySelectorAll(".lists.merged table").length === 1`)
}

// Where lower is better, what falls is won.
func TestLowerIsBetter(t *testing.T) {
	b := newTab(t)
	d := plain(60, 20).data(t)
	for s := range d.Systems {
		for m := range d.Systems[s].Better {
			d.Systems[s].Better[m] = -1
		}
	}
	for m := range d.Comparison.Comparisons[0].Measures {
		d.Comparison.Comparisons[0].Measures[m].LowerIsBetter = true
	}
	b.show(written(t, d, html.Options{}), "#d=rose")
	if class := eval[string](b, `document.querySelector("tr.row").cells[6].className`); !strings.Contains(class, "down") {
		t.Errorf("a rise is shown as %q where lower is better", class)
	}
	if fill := eval[string](b, `document.querySelector("svg.wide[data-plot=sorted] path[class^=f-]").getAttribute("class")`); fill != "f-los" {
		t.Errorf("the first bars are %q, want lost", fill)
	}
	if text := eval[string](b, `document.querySelector("#p0-forest-0 svg.wide").textContent`); !strings.Contains(text, "◄ favours candidate") {
		t.Errorf("the axis says %q, want the candidate on the left", text)
	}
}
