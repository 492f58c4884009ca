package browser_test

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/rankduel/rankduel/reports/html"
)

func rows(b *tab) int {
	return eval[int](b, `document.querySelectorAll("tr.row").length`)
}

func press(b *tab, text string) {
	b.Helper()
	eval[bool](b, `(() => { const x = [...document.querySelectorAll("#queries button")].find((x) => x.textContent.startsWith("`+text+`")); x.click(); return true })()`)
}

func typed(b *tab, text string) {
	b.Helper()
	eval[bool](b, `(() => { const x = document.querySelector("input[type=search]"); x.value = `+quote(text)+`; x.dispatchEvent(new Event("input", {bubbles: true})); return true })()`)
}

func quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }

// The page loads nothing and complains of nothing; filters combine, sorting goes
// both ways, a query opens, and the address holds all of it.
func TestExplorer(t *testing.T) {
	b := newTab(t)
	path := plain(400, 30).page(t, html.Options{})
	url := b.show(path, "")
	if n := rows(b); n != 50 {
		t.Errorf("%d rows, want the first 50", n)
	}
	press(b, "Rose")
	press(b, "paraphrase")
	typed(b, `dizzy -elderly`)
	b.wait(`/d=rose/.test(location.hash) && /s=paraphrase/.test(location.hash) && /t=dizzy/.test(location.hash)`)
	texts := eval[[]string](b, `[...document.querySelectorAll("tr.row")].map((r) => r.cells[2].textContent + "|" + r.cells[3].textContent + "|" + r.cells[6].textContent)`)
	if len(texts) == 0 || len(texts) == 50 {
		t.Fatalf("%d rows pass the filters, want some and not all", len(texts))
	}
	for _, text := range texts {
		if !strings.Contains(text, "dizzy") || strings.Contains(text, "elderly") || !strings.Contains(text, "|paraphrase|+") {
			t.Errorf("row %q does not pass the filters", text)
		}
	}
	press(b, "Reset")
	press(b, "Δ")
	b.wait(`document.querySelector("th[aria-sort=ascending]") && !/d=rose/.test(location.hash)`)
	if first := eval[string](b, `document.querySelector("tr.row").cells[6].textContent`); !strings.HasPrefix(first, "-") {
		t.Errorf("the first difference is %s, want the most negative", first)
	}
	eval[bool](b, `(document.querySelector("tr.row .open-q").click(), true)`)
	b.wait(`document.querySelectorAll(".lists table").length === 2`)
	if n := eval[int](b, `document.querySelectorAll(".lists tbody tr").length`); n != 40 {
		t.Errorf("%d hits are shown, want the first 20 of both lists", n)
	}
	b.picture("explorer")
	id := eval[string](b, `document.querySelector(".detail h3 bdi").textContent`)
	b.quiet(url)

	// The same address shows the same.
	hash := eval[string](b, `location.hash`)
	b = newTab(t)
	b.show(path, hash)
	b.wait(`document.querySelectorAll(".lists table").length === 2`)
	if again := eval[string](b, `document.querySelector(".detail h3 bdi").textContent`); again != id {
		t.Errorf("the address %s opens %s, want %s", hash, again, id)
	}
}

// The grades and ranks that are shown are those of the data.
func TestListsAreRight(t *testing.T) {
	b := newTab(t)
	d := plain(300, 30).data(t)
	b.show(written(t, d, html.Options{}), "#q=q000271") // in the second chunk
	b.wait(`document.querySelectorAll(".lists table").length === 2`)
	for s := range d.Systems {
		hits := d.Systems[s].Queries[271].Hits
		got := eval[[]string](b, `[...document.querySelectorAll(".lists table")[`+strconv.Itoa(s)+`].tBodies[0].rows].map((r) => r.cells[1].textContent + " " + r.cells[2].textContent)`)
		for i, line := range got {
			grade := "?"
			if g := hits[i].Grade; g >= 0 {
				grade = strconv.Itoa(g)
			}
			if want := grade + " " + hits[i].DocID; line != want {
				t.Errorf("system %d, rank %d: %q, want %q", s, i+1, line, want)
			}
		}
	}
}

// A bad address is reported, and the rest of it counts.
func TestBadAddress(t *testing.T) {
	b := newTab(t)
	b.show(plain(60, 10).page(t, html.Options{}), "#m=nosuch&d=rose&min=-1&later=1")
	if said := eval[string](b, `document.querySelector("[role=alert]").textContent`); !strings.Contains(said, "m=nosuch") || !strings.Contains(said, "min=-1") || strings.Contains(said, "later") {
		t.Errorf("the page says %q", said)
	}
	if on := eval[string](b, `document.querySelector("#queries button[aria-pressed=true]").textContent`); !strings.HasPrefix(on, "Rose") {
		t.Errorf("%q is on, want rose", on)
	}
}

// Everything can be done by keyboard: to the queries, down, open, next, back to
// the row, next page.
func TestKeyboard(t *testing.T) {
	b := newTab(t)
	b.show(plain(200, 20).page(t, html.Options{}), "")
	focus := `(document.activeElement.closest("tr.row") || {}).id`
	b.key("\t") // the skip link comes first
	if text := eval[string](b, `document.activeElement.textContent`); text != "Skip to the queries" {
		t.Fatalf("the first stop is %q, want the link to the queries", text)
	}
	b.key("j")
	if eval[bool](b, `!!document.activeElement.closest("tr.row")`) {
		t.Error("a letter acts outside of the queries")
	}
	b.key(kb.Enter)
	b.wait(`document.activeElement.id === "queries"`)
	b.key("j")
	b.wait(`document.activeElement.matches(".open-q")`)
	first := eval[string](b, focus)
	b.key("j")
	b.wait(`document.activeElement.matches(".open-q") && ` + focus + ` !== "` + first + `"`)
	b.key(kb.Enter)
	b.wait(`document.activeElement.matches(".detail h3")`)
	before := eval[string](b, `document.querySelector(".detail h3").textContent`)
	b.key("k")
	b.wait(`document.activeElement.matches(".detail h3") && document.activeElement.textContent !== ` + quote(before))
	b.key("v")
	b.wait(`document.querySelector(".lists.merged")`)
	b.key(kb.Escape)
	b.wait(focus + ` === "` + first + `" && !document.querySelector(".detail")`)
	b.key("n")
	b.wait(`/p=2/.test(location.hash)`)
	b.key("/")
	b.wait(`document.activeElement.matches("input[type=search]")`)
	b.key("n")
	b.wait(`document.activeElement.value.endsWith("n") && /t=/.test(location.hash)`)
}

// axe finds nothing, in both schemes, wide and narrow, with a query open.
func TestAxe(t *testing.T) {
	axe, err := os.ReadFile("../../reports/html/web/node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("no axe-core: make web")
	}
	b := newTab(t)
	path := plain(120, 20).page(t, html.Options{})
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{1280, 375} {
			b.scheme(scheme)
			b.size(width, 900)
			b.show(path, "#q=q000004")
			b.wait(`document.querySelectorAll(".lists table").length > 0`)
			eval[bool](b, string(axe)+"\n;true")
			found := eval[[]string](b, `axe.run().then((r) => r.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) => v.id + ": " + n.html.slice(0, 160) + " " + n.failureSummary)))`)
			for _, f := range found {
				t.Errorf("%s, %d px: %s", scheme, width, f)
			}
			b.picture(scheme + "-" + map[int64]string{1280: "wide", 375: "narrow"}[width])
		}
	}
}

// Nothing makes a narrow page scroll sideways.
func TestNarrow(t *testing.T) {
	b := newTab(t)
	b.size(375, 800)
	path := plain(120, 20).page(t, html.Options{})
	for _, hash := range []string{"", "#q=q000007", "#q=q000007&v=merged"} {
		b.show(path, hash)
		if hash != "" {
			b.wait(`document.querySelector(".lists")`)
		}
		width, room := eval[int](b, `document.documentElement.scrollWidth`), eval[int](b, `document.documentElement.clientWidth`)
		if width > room || room > 375 {
			t.Errorf("%q: the page is %d px wide, want at most %d: %s", hash, width, room, eval[string](b, `[...document.querySelectorAll("body *")].filter((x) => x.getBoundingClientRect().right > document.documentElement.clientWidth + 1 && !x.closest(".scroll")).slice(0, 5).map((x) => x.tagName + "." + x.getAttribute("class") + " " + Math.round(x.getBoundingClientRect().right)).join(", ")`))
		}
	}
}

// On paper a report is at most eight pages, however many queries it has.
func TestPrint(t *testing.T) {
	b := newTab(t)
	b.show(plain(3000, 20).page(t, html.Options{}), "")
	pdf, err := chromedp.Run(b.ctx, chromedp.PrintToPDF(chromedp.PDFPrintBackground()))
	b.must(err)
	if n := len(regexp.MustCompile(`/Type\s*/Page[^s]`).FindAll(pdf, -1)); n < 1 || n > 8 {
		t.Errorf("%d pages, want at most 8", n)
	}
	if folder := os.Getenv("RANKDUEL_PICTURES"); folder != "" {
		b.must(os.WriteFile(folder+"/print.pdf", pdf, 0o644))
	}
}

// Without scripts, and where a server forbids styles and scripts, the report can
// still be read.
func TestWithoutScripts(t *testing.T) {
	page, err := os.ReadFile(plain(120, 20).page(t, html.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	strict := regexp.MustCompile(`script-src .*?; img-src`).ReplaceAll(page, []byte("img-src"))
	if bytes.Equal(strict, page) {
		t.Fatal("the policy is not where this test looks")
	}
	path := t.TempDir() + "/strict.html"
	if err := os.WriteFile(path, strict, 0o644); err != nil {
		t.Fatal(err)
	}
	b := newTab(t)
	b.must(chromedp.Do(b.ctx, chromedp.Navigate("file://"+path)))
	if text := eval[string](b, `document.body.innerText`); !strings.Contains(text, "Can I trust it?") || !strings.Contains(text, "needs a browser that runs the script") {
		t.Error("the static part is not there")
	}
	if fill := eval[string](b, `getComputedStyle(document.querySelector("svg.wide .f-won")).fill`); fill != "rgb(10, 94, 168)" {
		t.Errorf("without styles what rose is drawn in %s, want its own color", fill)
	}
}

// What is saved is what is filtered, and a spreadsheet computes none of it.
func TestSave(t *testing.T) {
	m := plain(60, 12)
	m.id = func(q int) string { return fmt.Sprintf("=1+%03d", q) }
	m.text = func(q int) string { return fmt.Sprintf(`a "quoted", text %d`, q) }
	b := newTab(t)
	b.show(m.page(t, html.Options{}), "#s=paraphrase")
	eval[bool](b, `(() => { window.saved = []; const make = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((x) => saved.push(x)); return make.call(URL, blob) }; return true })()`)
	take := func(what string) string {
		before := eval[int](b, `saved.length`)
		eval[bool](b, `(() => { const x = document.querySelector(".save"); x.value = "`+what+`"; x.dispatchEvent(new Event("change", {bubbles: true})); return true })()`)
		b.wait(fmt.Sprintf(`saved.length > %d`, before))
		return eval[string](b, `saved[saved.length - 1]`)
	}
	lines := strings.Split(strings.TrimSpace(take("csv")), "\n")
	if len(lines) != 21 || lines[0] != "query_id,query_text,stratum,measure,a,b,difference" || !strings.HasPrefix(lines[1], `'=1+`) || !strings.Contains(lines[1], `"a ""quoted"", text`) {
		t.Errorf("CSV of %d lines, want the heading and 20 queries, ids as text:\n%s", len(lines), strings.Join(lines[:2], "\n"))
	}
	if ids := strings.Fields(take("ids")); len(ids) != 20 || !strings.HasPrefix(ids[0], "=1+") {
		t.Errorf("ids %v, want 20 as they are", ids)
	}
	if text := take("json"); !strings.Contains(text, `"query_id": "=1+`) || strings.Contains(text, "NaN") {
		t.Errorf("JSON %.200s", text)
	}
	if text := take("unjudged"); !strings.HasPrefix(text, "query_id,query_text,doc_id,rank_a,rank_b,grade\n") {
		t.Errorf("unjudged pairs begin %.100s", text)
	}
}

// No key is lost while the next page of the queries comes: the focus is on a row
// of it in the same turn in which the row before it goes.
func TestKeysWhileThePageTurns(t *testing.T) {
	b := newTab(t)
	b.show(plain(200, 20).page(t, html.Options{}), "#p=1")
	lost := eval[int](b, `(async () => {
		const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
		let lost = 0;
		new MutationObserver(() => { if (document.activeElement === document.body) lost++; }).observe(document.getElementById("queries"), { childList: true, subtree: true });
		document.querySelector("tr.row .open-q").focus();
		for (const key of ["n", "n", "p", "n"]) {
			press(key);
			for (const until = Date.now() + 300; Date.now() < until; ) await new Promise((next) => setTimeout(next));
		}
		return document.activeElement.matches("tr.row .open-q") ? lost : -1;
	})()`)
	if lost != 0 {
		t.Errorf("the focus was lost %d times (-1: it is on no row)", lost)
	}
}
