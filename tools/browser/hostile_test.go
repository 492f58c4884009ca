package browser_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/reports/html"
)

// hostile returns strings that break pages: markup, scripts, templates, characters
// that hide or reverse text, formulas, names that objects already have.
func hostile() []string {
	return []string{
		`</script><script>alert(1)</script>`, `<!--<script>`, `]]>`, `--!>`, `<img src=x onerror=alert(1)>`, `<svg onload=alert(1)>`,
		`" onmouseover="alert(1)`, `' onfocus='alert(1)' autofocus='`, "`onload=alert(1)", `javascript:alert(1)`, `{{.Title}}`, `${alert(1)}`, `#{1+1}`,
		`<base href="https://example.org/">`, `<meta http-equiv="refresh" content="0;url=https://example.org/">`, `<style>*{display:none}</style>`,
		`<plaintext>`, `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`, `<title></title>`, `<textarea>`, `&lt;b&gt;&amp;`, `%3Cscript%3E`,
		`\u003cscript\u003e`, "nul\x00nul", "line\u2028para\u2029", "bad\xed\xa0\x80utf", "bidi\u202egnp.exe", "zero\u200bwidth\ufeff",
		"z" + strings.Repeat("\u0301", 200), strings.Repeat("long", 2500), `__proto__`, `constructor`, `=cmd|' /C calc'!A0`, `@SUM(1+1)`, `NaN`, `null`, `#q=q1&t=x`,
	}
}

// Hostile ids and texts are shown as text: nothing runs, nothing is asked for,
// and nothing of the page goes missing.
func TestHostile(t *testing.T) {
	list := hostile()
	m := plain(len(list), 12)
	m.id = func(q int) string { return list[q] }
	m.text = func(q int) string { return list[(q+1)%len(list)] }
	m.doc = func(q, d int) string { return list[(q+d)%len(list)] }
	d := m.data(t)
	for s, name := range []string{`</script><script>alert("a")</script>`, `<img src=x onerror=alert("b")>`} {
		d.Systems[s].Name = name
	}
	d.Comparison.A.Name, d.Comparison.Comparisons[0].B.Name = d.Systems[0].Name, d.Systems[1].Name
	d.Command = list[0]
	b := newTab(t)
	url := b.show(written(t, d, html.Options{Glossary: func(string) string { return list[4] }}), "")
	if n := rows(b); n != len(list) {
		t.Errorf("%d rows, want %d", n, len(list))
	}
	for q := range list {
		eval[bool](b, `(document.querySelectorAll("tr.row .open-q")[`+strconv.Itoa(q)+`].click(), true)`)
		b.wait(`document.querySelectorAll(".lists table").length === 2`)
		eval[bool](b, `(document.querySelector("tr.row.open .open-q").click(), true)`)
		b.wait(`!document.querySelector(".lists")`)
	}
	for _, js := range []string{`document.querySelectorAll("img, base, plaintext, noscript, iframe, form").length`, `document.querySelectorAll("meta[http-equiv=refresh]").length`, `document.querySelectorAll("style").length - 1`} {
		if n := eval[int](b, js); n != 0 {
			t.Errorf("%s = %d, want none", js, n)
		}
	}
	if at := eval[string](b, `location.protocol`); at != "file:" {
		t.Errorf("the page went to %s", at)
	}
	shown := eval[string](b, `document.querySelector("#explorer").textContent`)
	for _, bad := range []string{"\u202e", "\u2028", "\x00"} {
		if strings.Contains(shown, bad) {
			t.Errorf("%q is shown as it is", bad)
		}
	}
	if !strings.Contains(shown, `<svg onload=alert(1)>`) {
		t.Error("an id with markup is not shown as its text")
	}
	b.quiet(strings.Split(url, "#")[0])
}
