package browser_test

import (
	"fmt"
	"testing"

	"github.com/rankduel/rankduel/reports/html"
)

// leftOf returns where a text is on the screen, within the first element that a
// selector finds.
func leftOf(b *tab, selector, text string) float64 {
	b.Helper()
	return eval[float64](b, fmt.Sprintf(`(() => {
		const walk = document.createTreeWalker(document.querySelector(%q), NodeFilter.SHOW_TEXT);
		for (let node = walk.nextNode(); node; node = walk.nextNode()) {
			const at = node.data.indexOf(%q);
			if (at < 0) continue;
			const range = new Range();
			range.setStart(node, at);
			range.setEnd(node, at + %[2]q.length);
			return range.getBoundingClientRect().left;
		}
		throw new Error("nowhere: " + %[2]q);
	})()`, selector, text))
}

// Names and ids that are written from right to left do not turn a line round:
// the baseline is before the arrow, and the score before is left of the
// score after.
func TestRightToLeft(t *testing.T) {
	m := plain(12, 12)
	m.id = func(q int) string { return fmt.Sprintf("שאלה-%d", q) }
	d := m.data(t)
	d.Systems[0].Name, d.Systems[1].Name = "אלף", "בית"
	d.Comparison.A.Name, d.Comparison.Comparisons[0].B.Name = "אלף", "בית"
	b := newTab(t)
	b.show(written(t, d, html.Options{}), "")
	for _, where := range []struct{ selector, left, right string }{
		{"h1", "אלף", "בית"},
		{".counts .sub", "אלף", "בית"},
		{"figure .note", "בית", "אלף"}, // candidate − baseline
	} {
		if l, r := leftOf(b, where.selector, where.left), leftOf(b, where.selector, where.right); l >= r {
			t.Errorf("%s: %q stands at %g, right of %q at %g", where.selector, where.left, l, where.right, r)
		}
	}
	b.wait(`document.querySelector(".pick")`)
	eval[bool](b, `(() => {
		const svg = document.querySelector("svg.wide[data-plot=sorted]");
		const at = new DOMPoint(52.3, 100).matrixTransform(svg.getScreenCTM());
		svg.dispatchEvent(new MouseEvent("mousemove", {clientX: at.x, clientY: at.y, bubbles: true}));
		return true;
	})()`)
	b.wait(`document.querySelector(".pick").textContent.includes("→")`)
	said := eval[string](b, `document.querySelector(".pick").textContent.match(/: (\S+) → (\S+),/).slice(1).join(" ")`)
	var before, after string
	if _, err := fmt.Sscan(said, &before, &after); err != nil {
		t.Fatal(said, err)
	}
	if l, r := leftOf(b, ".pick", before), leftOf(b, ".pick", after); l >= r {
		t.Errorf("the score before stands at %g, right of the score after at %g: %s", l, r, said)
	}
}
