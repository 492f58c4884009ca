package html_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The script has no way to make markup or code out of text, and none to load
// anything.
func TestScriptMakesNoMarkup(t *testing.T) {
	files, err := filepath.Glob("web/src/*.ts*")
	if err != nil || len(files) == 0 {
		t.Fatal("no sources", err)
	}
	bad := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|\beval\(|new Function|\bstyle=|\bfetch\(|XMLHttpRequest|import\(`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(text), "\n") {
			if found := bad.FindString(line); found != "" {
				t.Errorf("%s:%d has %s", file, n+1, found)
			}
		}
	}
}

// What is put between script and style tags cannot end them.
func TestEmbeddedEndsNothing(t *testing.T) {
	for file, end := range map[string]string{"web/dist/explorer.js": "</script", "page.css": "</style"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if lower := strings.ToLower(string(text)); strings.Contains(lower, end) || strings.Contains(lower, "<!--") {
			t.Errorf("%s holds what ends its element", file)
		}
	}
}

// What buttons say begins with a capital, on this page, that of a server and that of
// labellers; what is data is in braces or a variable.
func TestCapitalButtons(t *testing.T) {
	small := regexp.MustCompile(`<button[^{}]*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}[^{}>]*)*>\s*(?:← )?\p{Ll}|\bbutton\("\p{Ll}|el\("button", \{[^}]*\}, "\p{Ll}|keyed\("\w+", "\w", "\p{Ll}`)
	buttons := 0
	for _, pattern := range []string{"web/src/*.ts*", "../../server/page/web/src/*.ts", "../../server/page/web/*.html", "../../testsets/label/page/web/src/*.ts"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal("no sources", err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			buttons += strings.Count(string(text), "button")
			for _, found := range small.FindAllString(string(text), -1) {
				t.Errorf("%s has %q", file, found)
			}
		}
	}
	if buttons < 30 {
		t.Errorf("%d buttons were seen, want all", buttons)
	}
}
