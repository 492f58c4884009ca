package browser_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/reports/html"
)

// next to writes a page whose lists are in a folder next to it.
func beside(t testing.TB, queries int) (page, folder string) {
	t.Helper()
	dir := t.TempDir()
	folder = filepath.Join(dir, "large report.data")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	m := plain(queries, 12)
	made := written(t, m.data(t), html.Options{Folder: "large report.data", Beside: func(name string, data []byte) error {
		return os.WriteFile(filepath.Join(folder, name), data, 0o644)
	}})
	page = filepath.Join(dir, "large report.html")
	if err := os.Rename(made, page); err != nil {
		t.Fatal(err)
	}
	return page, folder
}

// Lists next to the page are loaded when a query is opened, and nothing else is;
// without the folder, or with that of another report, the page says so.
func TestListsBeside(t *testing.T) {
	if testing.Short() {
		t.Skip("makes 20,001 queries")
	}
	page, folder := beside(t, 20_001)
	b := newTab(t)
	b.show(page, "#q=q012345")
	b.wait(`document.querySelectorAll(".lists table").length === 2`)
	scripts := 0
	b.mu.Lock()
	for _, r := range b.requests {
		switch {
		case strings.Contains(r, "large%20report.data/c48.js"):
			scripts++
		case !strings.Contains(r, "large%20report.html") && r != "about:blank":
			t.Errorf("the page asked for %s", r)
		}
	}
	for _, c := range b.console {
		t.Errorf("console: %s", c)
	}
	b.mu.Unlock()
	if scripts != 1 {
		t.Errorf("%d requests for the chunk of the query, want 1", scripts)
	}
	chunk := filepath.Join(folder, "c48.js")
	text, err := os.ReadFile(chunk)
	b.must(err)
	b.must(os.WriteFile(chunk, []byte(strings.Replace(string(text), `("`, `("0`, 1)), 0o644))
	b.show(page, "#q=q012345")
	b.wait(`/belongs to another report/.test(document.querySelector(".detail")?.innerText)`)
	b.must(os.Remove(chunk))
	b.show(page, "#q=q012345")
	b.wait(`/does not are next to this file/.test(document.querySelector(".detail")?.innerText)`)
}

// Texts of documents are text, the words of the query marked in them.
func TestSnippets(t *testing.T) {
	list := hostile()
	m := plain(len(list), 12)
	m.text = func(q int) string { return "onerror script " + list[q] }
	d := m.data(t)
	d.Text = func(id string) (string, bool) {
		n := int(id[len(id)-1]-'0') + int(id[len(id)-2]-'0')
		return "A <b>title</b>\n" + list[n%len(list)] + " and a Script, described", true
	}
	b := newTab(t)
	url := b.show(written(t, d, html.Options{}), "#q=q000003")
	b.wait(`document.querySelectorAll(".lists .snippet").length >= 20`)
	marks := eval[[]string](b, `[...new Set([...document.querySelectorAll(".snippet mark")].map((x) => x.textContent.toLowerCase()))]`)
	if len(marks) == 0 {
		t.Error("no word of the query is marked")
	}
	for _, word := range marks {
		if !strings.HasPrefix(word, "script") && !strings.HasPrefix(word, "onerror") && !strings.Contains(strings.ToLower(list[3]), word) {
			t.Errorf("%q is marked", word)
		}
	}
	if n := eval[int](b, `document.querySelectorAll(".snippet :not(bdi, b, mark)").length`); n != 0 {
		t.Errorf("%d elements out of a text", n)
	}
	if text := eval[string](b, `document.querySelector(".snippet").textContent`); !strings.Contains(text, "A <b>title</b>") {
		t.Errorf("the title is shown as %q", text)
	}
	b.quiet(strings.Split(url, "#")[0])
}
