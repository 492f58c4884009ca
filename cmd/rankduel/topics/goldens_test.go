package topics_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/cmd/rankduel/topics"
	"github.com/rankduel/rankduel/metrics"
)

// Everything that a report abbreviates, names by a code or puts above a column
// can be explained. The vocabulary is collected from the goldens, so that what is
// printed next week is held to it too.
func TestGoldensAreExplained(t *testing.T) {
	files, err := filepath.Glob("../../../reports/testdata/*.txt.golden")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d goldens, %v", len(files), err)
	}
	terms := map[string]string{} // term → a file that holds it
	for _, file := range files {
		if strings.Contains(file, "foreign") {
			continue // its headings are names that no report has
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, term := range vocabulary(ansi.ReplaceAllString(string(data), "")) {
			if terms[term] == "" {
				terms[term] = filepath.Base(file)
			}
		}
	}
	for _, must := range []string{"W/L/T", "d_z", "few_changes", "judged_asymmetry", "health", "settings", "margin", "top_k", "p95", "strata", "what to do", "gate failed", "look", "equality", "limits"} {
		if terms[must] == "" {
			t.Errorf("the goldens hold no %q: the test looks in the wrong place", must)
		}
	}
	known := knownNames()
	for term, file := range terms {
		if _, err := metrics.Builtin().Parse(term); err != nil && !known[strings.ToLower(term)] {
			t.Errorf("%s prints %q, and `rankduel explain` does not know it", file, term)
		}
	}
}

var (
	ansi       = regexp.MustCompile("\x1b\\[[0-9;]*m")
	code       = regexp.MustCompile(`\(([a-z]+(?:_[a-z0-9]+)*)\)$`)
	also       = regexp.MustCompile(`(?:also|noted:) ([a-z0-9_, ×]+?)(?:;|$)`)
	label      = regexp.MustCompile(`^([a-z][A-Za-z ]*?)(?: on [^:]*)?: `)
	short      = regexp.MustCompile(`\b(?:[A-Z](?:/[A-Z])+|[a-z]_[a-z]|p\d\d|I²|HSD|MRR|MAP)\b|I²`)
	setting    = regexp.MustCompile(`(?:^settings: |, )([a-z]+) `)
	rule       = regexp.MustCompile(`^─+$`)
	noteOfMark = regexp.MustCompile(`^[*+=~-] ([a-z ]+?)(?:;|,|$| on | against )`)
)

// vocabulary collects what a reader may not know: codes in parentheses, labels of
// lines, abbreviations, signs of the legend, settings, and the words above the
// columns.
func vocabulary(text string) []string {
	var terms []string
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		for _, m := range code.FindAllStringSubmatch(line, -1) {
			terms = append(terms, m[1])
		}
		for _, m := range also.FindAllStringSubmatch(line, -1) {
			for _, c := range strings.Split(m[1], ", ") {
				if _, alone, counted := strings.Cut(c, "× "); counted {
					c = alone
				}
				terms = append(terms, c)
			}
		}
		if m := label.FindStringSubmatch(line); m != nil && !strings.Contains(m[1], "  ") && !slices.ContainsFunc(strings.Fields(m[1]), func(w string) bool { return fixtures[w] }) {
			terms = append(terms, m[1])
		}
		terms = append(terms, short.FindAllString(line, -1)...)
		if strings.HasPrefix(line, "settings: ") {
			for _, m := range setting.FindAllStringSubmatch(line, -1) {
				terms = append(terms, m[1])
			}
		}
		if m := noteOfMark.FindStringSubmatch(line); m != nil {
			terms = append(terms, m[1])
		}
		if rule.MatchString(line) {
			terms = append(terms, headings(lines[:i])...)
		}
	}
	return slices.DeleteFunc(terms, func(term string) bool { return plain[term] || fixtures[term] || strings.Contains(term, "…") })
}

// headings returns the words of the lines above a rule, up to three of them, as far
// as they are set in columns.
func headings(above []string) []string {
	var words []string
	for i := len(above) - 1; i >= max(0, len(above)-3); i-- {
		if i < len(above)-1 && !strings.Contains(above[i], "   ") {
			break // a title
		}
		for _, cell := range regexp.MustCompile(`\s{2,}`).Split(strings.TrimSpace(above[i]), -1) {
			words = append(words, strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune(" ,:()±>/", r) && !strings.HasPrefix(cell, "W/L") })...)
		}
	}
	return words
}

// plain are words and numbers of headings that need no explanation.
var plain = words(`of as it is text error max by > interval % 95 90 ±0.02 0.02 10 5 within before→after
	another one P better worse 60 no min expected low high commit name stored profile hits @10 gain=exp
	0.01 0.04 or for a these true now before when who ok
	0 2`)

// fixtures are the names of the fixtures' systems and labellers.
var fixtures = words("rrf weighted splade bm25 dense linear weighted+rerank ada be_n* cem")

func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// knownNames returns the names of all topics, their words, and measures.
func knownNames() map[string]bool {
	known := map[string]bool{}
	for _, topic := range topics.Topics() {
		known[strings.ToLower(topic.Name)] = true
		for _, w := range strings.Fields(topic.Name) {
			known[strings.ToLower(w)] = true
		}
	}
	for _, d := range metrics.Builtin().Definitions() {
		known[strings.ToLower(d.Name)] = true
	}
	return known
}
