package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// struck are phrases that say more than a sample can, each with what is said in
// its place.
var struck = []struct{ phrase, instead string }{
	{`no differences? (was|were|is|are)? ?seen`, "a difference is not shown"},
	{`no gain was seen`, "a gain is not shown"},
	{`(beyond|within) noise`, "the size of the interval, or how often chance alone causes it"},
	{`noise alone`, "chance alone causes"},
	{`\bproven\b`, "shown, at the level that is named"},
	{`\bguarantee[sd]?\b`, "what was measured, and for which distributions"},
	{`(^|[^d]) 9[05] % bounds`, "two one-sided 95 % bounds, or a 90 % interval"},
	{`needs no correction`, "how often the rule blocks an unchanged system"},
	{`climb on noise`, "the number of configurations that were shown"},
	{`never exceed alpha`, "the level of each test and their number"},
	{`1\.4 to 1\.6 times`, "the measured widths"},
	{`\brobust interval`, "the interval of the rule"},
	{`(^|[^-])\b\w+ and \w+ agree:`, "kappa and its lower end"},
}

// spoken lists what users read: reports as goldens have them, pages, the prose of
// explain and what scripts expect.
func spoken(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{
		"../README.md", "*.md", "../examples/*/*.md",
		"../reports/testdata/*.golden", "../reports/*/testdata/*.golden",
		"../cmd/rankduel/topics/*.yaml", "../cmd/rankduel/*/testdata/script/*.txtar",
	} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 {
			t.Fatalf("no file is named %s", pattern)
		}
		files = append(files, found...)
	}
	return files
}

func TestStruckSentences(t *testing.T) {
	patterns := make([]*regexp.Regexp, len(struck))
	for i, s := range struck {
		patterns[i] = regexp.MustCompile(`(?i)` + s.phrase)
	}
	for _, file := range spoken(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		plain := strings.Join(strings.Fields(string(text)), " ") // a phrase may be broken over lines
		for i, p := range patterns {
			for _, at := range p.FindAllStringIndex(plain, -1) {
				around := plain[max(0, at[0]-40):min(len(plain), at[1]+30)]
				t.Errorf("%s: %q; say %s", file, around, struck[i].instead)
			}
		}
	}
}
