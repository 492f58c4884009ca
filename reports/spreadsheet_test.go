package reports_test

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/reports"
)

// The cells are those of OWASP's page on CSV injection, and numbers, which stay
// numbers.
func TestForSpreadsheet(t *testing.T) {
	cells := map[string]string{
		"=1+1":            "'=1+1",
		"+cmd|' /C calc'": "'+cmd|' /C calc'",
		"-2+3":            "'-2+3",
		"@SUM(1,2)":       "'@SUM(1,2)",
		"\t=1":            "'\t=1",
		"＝1":              "'＝1",
		"-0.5":            "-0.5",
		"+1e-3":           "+1e-3",
		"-":               "'-",
		"":                "",
		"q1":              "q1",
		"a=b, \"c\"\nd":   "a=b, \"c\"\nd",
	}
	for cell, want := range cells {
		var in, out strings.Builder
		w := csv.NewWriter(&in)
		if err := w.Write([]string{"q", cell, "0.5"}); err != nil {
			t.Fatal(err)
		}
		w.Flush()
		if err := reports.ForSpreadsheet(&out, strings.NewReader(in.String())); err != nil {
			t.Fatal(err)
		}
		got, err := csv.NewReader(strings.NewReader(out.String())).Read()
		if err != nil || !slices.Equal(got, []string{"q", want, "0.5"}) {
			t.Errorf("%q: %q, %v, want %q", cell, got, err, want)
		}
	}
}
