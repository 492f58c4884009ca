package page_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/reports/html"
	"github.com/rankduel/rankduel/server/page"
)

func got(t *testing.T, path string) (status int, kind, body string) {
	t.Helper()
	w := httptest.NewRecorder()
	page.Shell().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	data, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Code, w.Header().Get("Content-Type"), string(data)
}

// The page and all that it names is there, with its type, and it names nothing
// that a strict policy would refuse: no script or style of its own text, no
// handler, and nothing of another host.
func TestShell(t *testing.T) {
	status, kind, text := got(t, "/")
	if status != 200 || kind != "text/html; charset=utf-8" {
		t.Fatalf("GET / = %d %s", status, kind)
	}
	if found := regexp.MustCompile(`<script[^>]*>[^<]|<style|\son[a-z]+=|style=|https?:|//`).FindString(strings.TrimPrefix(text, "<!DOCTYPE html>")); found != "" {
		t.Errorf("the page has %q", found)
	}
	named := regexp.MustCompile(`(?:src|href)="(/[a-z][^"]*)"`).FindAllStringSubmatch(text, -1)
	if len(named) != 4 {
		t.Fatalf("the page names %v, want two scripts and two style sheets", named)
	}
	for _, n := range named {
		want := map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}[filepath.Ext(n[1])]
		if status, kind, body := got(t, n[1]); status != 200 || kind != want || len(body) < 500 {
			t.Errorf("GET %s = %d %s of %d bytes", n[1], status, kind, len(body))
		}
	}
	for _, path := range []string{"/assets/", "/assets/none.js", "/assets/../page.go", "/web/index.html"} {
		if status, _, _ := got(t, path); status == 200 {
			t.Errorf("GET %s is answered", path)
		}
	}
}

// The script of the reports is the one that report files carry: there is no
// second one.
func TestOneBundle(t *testing.T) {
	script, style := html.Assets()
	if _, _, body := got(t, "/assets/explorer.js"); body != script {
		t.Error("the explorer is not that of the reports")
	}
	if _, _, body := got(t, "/assets/report.css"); body != style {
		t.Error("the style sheet is not that of the reports")
	}
}

// The page's own script makes no markup and no code out of text, and asks the
// server at one place alone.
func TestScriptMakesNoMarkup(t *testing.T) {
	files, err := filepath.Glob("web/src/*.ts")
	if err != nil || len(files) == 0 {
		t.Fatal("no sources", err)
	}
	bad := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|\bstyle=|\bfetch\(|XMLHttpRequest|import\(|localStorage|document\.cookie`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(text), "\n") {
			found := bad.FindString(line)
			if found != "" && (filepath.Base(file) != "api.ts" || found != "fetch(") {
				t.Errorf("%s:%d has %s", file, n+1, found)
			}
		}
	}
}
