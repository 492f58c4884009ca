package metrics_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// Where it is known which paths exist, kebab's measures have the strict rule
// next to the other; a list that nobody asks for is a mistake.
func TestMeasuresWithPaths(t *testing.T) {
	for _, c := range []struct {
		profile, given string
		paths          bool
		want           string // at the end, or of the error
	}{
		{"kebab", "", false, "CitationCoverage RequiredStrings EmptyResultRate RefusalCorrectness"},
		{"kebab", "", true, "CitationCoverage CitationCoverage(strict) RequiredStrings EmptyResultRate RefusalCorrectness"},
		{"default", "citation_coverage_strict,RR", true, "CitationCoverage(strict) RR"},
		{"default", "CitationCoverage", true, "paths are for CitationCoverage(strict)"},
		{"default", "", true, "paths are for CitationCoverage(strict)"},
		{"default", "RequiredString", false, "nearest: RequiredStrings"},
	} {
		var given []string
		if c.given != "" {
			given = []string{c.given}
		}
		profile, err := metrics.ProfileByName(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		got, err := profile.MeasuresOf(given, c.paths)
		var names []string
		for _, m := range got {
			names = append(names, m.String())
		}
		text := strings.Join(names, " ")
		if err != nil {
			text = err.Error()
		}
		if !strings.Contains(text, c.want) {
			t.Errorf("%s %q with paths %v: %s, want %q", c.profile, c.given, c.paths, text, c.want)
		}
	}
}
