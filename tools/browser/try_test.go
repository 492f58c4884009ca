package browser_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
)

const tryFolder = "../../site/try"

// TestTry builds the page that reads files in the browser, whose script refuses a program above its size.
func TestTry(t *testing.T) {
	if chromium() == "" {
		t.Skip("no Chromium: apt-get install chromium")
	}
	folder := t.TempDir()
	build := exec.Command("./build.sh", folder)
	build.Dir = tryFolder
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", build, err, out)
	}
	packed, err := os.Stat(filepath.Join(folder, "rankduel.wasm.gz"))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the program has %.2f MB", float64(packed.Size())/1e6)
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	t.Cleanup(server.Close)
	for name, check := range map[string]func(*testing.T, *tab, string){
		"says what the program says": tryCommands, "no Parquet": tryParquet, "no other host": tryOtherHosts, "looks": tryLooks,
	} {
		t.Run(name, func(t *testing.T) {
			b := newTab(t)
			b.must(chromedp.Do(b.ctx, chromedp.Navigate(server.URL+"/index.html")))
			b.wait(`document.querySelector("#choose")`)
			check(t, b, server.URL)
		})
	}
}

// give chooses a file, and waits for what is said of it and of those before.
func (b *tab) give(path, names string) {
	b.Helper()
	b.must(chromedp.Do(b.ctx, chromedp.SetUploadFiles("#choose", []string{path})))
	b.wait(`document.querySelector("#result-title").textContent === "rankduel doctor ` + names + `"`)
	b.calm()
}

// calm waits until the page has read or computed what it was asked for.
func (b *tab) calm() {
	b.Helper()
	b.wait(`document.querySelector("#state").textContent === "" && !document.querySelector("#result").hidden && document.querySelector("tbody td:nth-child(2)").textContent !== "…"`)
}

// text returns what an element shows.
func (b *tab) text(selector string) string {
	b.Helper()
	return eval[string](b, `document.querySelector("`+selector+`").hidden ? "" : document.querySelector("`+selector+`").textContent`)
}

// line runs a command that is typed.
func (b *tab) line(command string) {
	b.Helper()
	b.must(chromedp.Do(b.ctx, chromedp.SetValue("#command", command), chromedp.Focus("#command")))
	b.key("\r")
	b.wait(`document.querySelector("#result-title").textContent === ` + quoted(command))
	b.calm()
}

func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"` }

// printed returns what the program prints in a folder.
func printed(t *testing.T, folder, command string) string {
	t.Helper()
	path := os.Getenv("RANKDUEL_BIN")
	if path == "" {
		t.Skip("RANKDUEL_BIN is not set: make browser builds the program and sets it")
	}
	cmd := exec.Command(path, strings.Fields(command)[1:]...)
	cmd.Dir = folder
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	return string(out)
}

// What a browser shows is what the program prints; what is next can be pressed, and what is not there is said.
func tryCommands(t *testing.T, b *tab, base string) {
	examples, err := filepath.Abs(tryFolder + "/examples")
	b.must(err)
	same := func(command string) {
		t.Helper()
		if got, want := b.text("#text"), printed(t, examples, command); got != want || b.text("#fault") != "" {
			t.Errorf("%s:\n%s\n%s\nwant\n%s", command, got, b.text("#fault"), want)
		}
	}
	b.give(filepath.Join(examples, "old.csv"), "old.csv")
	same("rankduel doctor old.csv")
	b.picture("try-one")
	b.give(filepath.Join(examples, "new.csv"), "old.csv new.csv")
	same("rankduel doctor old.csv new.csv")
	const scores = "rankduel compare --scores old.csv new.csv"
	if got := b.text("#buttons button"); got != scores {
		t.Errorf("the first button is %q, want %q", got, scores)
	}
	b.must(chromedp.Do(b.ctx, chromedp.Focus("#buttons button")))
	b.key("\r") // by keyboard
	b.wait(`document.querySelector("#result-title").textContent === "` + scores + `"`)
	b.calm()
	same(scores)
	b.picture("try-compare")
	b.line("rankduel compare --scores 'old.csv' new.csv -m RR@10")
	same("rankduel compare --scores old.csv new.csv -m RR@10")

	b.must(chromedp.Do(b.ctx, chromedp.Click(`[data-example^="search"]`)))
	b.wait(`document.querySelector("#result-title").textContent === "rankduel doctor search.run judged.qrels"`)
	b.calm()
	same("rankduel doctor search.run judged.qrels")
	b.must(chromedp.Do(b.ctx, chromedp.Click("#buttons button")))
	b.wait(`document.querySelector("#result-title").textContent.startsWith("rankduel eval")`)
	b.calm()
	same("rankduel eval search.run --qrels judged.qrels")
	b.picture("try-eval")

	for command, want := range map[string]string{
		"rankduel sweep search.run":                             "this page has doctor, eval and compare",
		"rankduel eval search.run --store x":                    "--store is not on this page",
		"rankduel eval search.run":                              "no judgments",
		"rankduel eval search.run --qrels judged.qrels -m nope": "nope",
		"rankduel eval absent.run --qrels judged.qrels":         "absent.run",
		"rankduel compare search.run --qrels judged.qrels":      "one run",
		"rankduel eval 'search.run --qrels judged.qrels":        "a quote without an end",
		"rankduel compare --scores search.run --margin wide":    "wide is not a number",
	} {
		b.line(command)
		if fault := b.text("#fault"); !strings.Contains(fault, want) || b.text("#text") != "" {
			t.Errorf("%s: %q, want %q", command, fault, want)
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.requests {
		if !strings.HasPrefix(r, base+"/") && !isBlob(r) && r != "about:blank" && !strings.HasPrefix(r, "data:") {
			t.Errorf("the page asked for %s", r)
		}
	}
	for _, c := range b.console {
		t.Errorf("console: %s", c)
	}
}

// Parquet is refused, with what to do.
func tryParquet(t *testing.T, b *tab, _ string) {
	path, err := filepath.Abs("../../retrieval/runfile/testdata/ranx.parquet")
	b.must(err)
	b.give(path, "ranx.parquet")
	if got := b.text("#text"); !strings.Contains(got, "Parquet is not read in the browser") {
		t.Errorf("%s", got)
	}
}

// Neither the page nor its worker reaches another host: a policy stops them.
func tryOtherHosts(t *testing.T, b *tab, _ string) {
	var arrived atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { arrived.Add(1) }))
	defer other.Close()
	leak := "fetch('" + other.URL + "', {mode: 'no-cors'}).then(() => 'sent', () => 'refused')"
	if got := eval[string](b, leak); got != "refused" {
		t.Errorf("the page: %s", got)
	}
	got := eval[string](b, `new Promise((done) => {
		const w = new Worker(URL.createObjectURL(new Blob(["`+leak+`.then(postMessage)"])))
		w.onmessage = ({data}) => done(data)
	})`)
	if n := arrived.Load(); got != "refused" || n > 0 {
		t.Errorf("a worker: %s, and %d requests arrived", got, n)
	}
}

// The page in the site's dark and light, and on a narrow screen, where nothing is cut off.
func tryLooks(t *testing.T, b *tab, _ string) {
	b.must(chromedp.Do(b.ctx, chromedp.Click(`[data-example^="old"]`)))
	b.calm()
	b.scheme("dark")
	b.wait(`document.documentElement.dataset.scheme === "dark"`)
	b.picture("try-dark")
	eval[bool](b, `(localStorage.setItem("vitepress-theme-appearance", "light"), location.reload(), true)`)
	b.wait(`document.documentElement?.dataset.scheme === "light"`) // none while it loads
	b.size(360, 800)
	b.must(chromedp.Do(b.ctx, chromedp.Click(`[data-example^="old"]`)))
	b.calm()
	b.picture("try-narrow")
	if wide := eval[float64](b, `document.documentElement.scrollWidth`); wide > 360 {
		t.Errorf("%v pixels wide, want at most 360", wide)
	}
}
