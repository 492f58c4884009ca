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
