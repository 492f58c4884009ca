package reports_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/reports"
)

// marks are the signs of text reports: how each is used, and how a legend explains it.
var marks = []struct{ name, used, explained string }{
	{"+", `(?m)^\+  \S| \d\.\d{4} \+(?:  |\n)`, `\+ better`},
	{"-", `(?m)^-  \S| \d\.\d{4} -(?:  |\n)`, `- worse`},
	{"=", `(?m)^=  \S| \d\.\d{4} =(?:  |\n)`, `= equivalent`},
	{"~", `(?m)^~  \S| \d\.\d{4} ~(?:  |\n)`, `~ not shown`},
	{"*", `(?m)\S\*(?: ¹| ²|  )|^\*  \S+  +(?:\w  )?\d`, `\* (?:decides the verdict|primary measure|not told apart)`},
	{"letters", `\d\.\d{4}[ᵃᵇᶜᵈᵉ]`, `the letters of the systems`},
	{"?", `(?m)^\?  `, `\? inconclusive, or passed`},
	{"!!", `(?m)^!!  +[^ ]+: [a-z]`, `!! not measured`},
	{"→ of ranks", `\(\d\): (?:\d+|–)→`, `rank\s+before→(?:after|now)|rank bef`},
	{"gain", `nDCG(?:\(\S+\))?@`, `nDCG: gain is`},
	{"W/L/T", `\d/\d+/\d+  `, `W/L/T`},
}

// Every sign of a text report is explained below it, and no other one is.
func TestMarksAreExplained(t *testing.T) {
	texts := map[string]string{}
	files, err := filepath.Glob("testdata/*.txt.golden")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if name := filepath.Base(file); strings.HasPrefix(name, "brief-") && !strings.Contains(name, "color") || name == "gate.txt.golden" {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			texts[name] = string(text)
		}
	}
	for name, c := range briefs() {
		texts[name] = report(t, comparisonOf(c), reports.Text, reports.Options{Width: screenColumns})
		for i := range c.Comparisons {
			for q := range c.Comparisons[i].Moved {
				c.Comparisons[i].Moved[q].Text = ""
			}
		}
		texts[name+" without texts"] = report(t, comparisonOf(c), reports.Text, reports.Options{Width: screenColumns})
	}
	for name, text := range texts {
		for line := range strings.Lines(text) {
			if n := columns(strings.TrimSuffix(line, "\n")); n > screenColumns && !strings.Contains(name, "wide") {
				t.Errorf("%s: %d columns: %s", name, n, line)
			}
		}
		for _, m := range marks {
			used, explained := regexp.MustCompile(m.used).MatchString(text), regexp.MustCompile(m.explained).MatchString(text)
			if used != explained {
				t.Errorf("%s: %s is used: %v, explained: %v\n%s", name, m.name, used, explained, text)
			}
		}
	}
}

// A page begins sentences with a capital letter, so that none begins with a name.
func TestOriginBeginsWithNoName(t *testing.T) {
	e := evaluation(1)
	e.Runs[0].Name, e.Runs[0].SHA256 = "newsys", hashA
	if origin := reports.EvaluationSheetsOf(e).Origin; !slices.Contains(origin, "run newsys: sha256 "+hashA) {
		t.Errorf("origin %q", origin)
	}
}
