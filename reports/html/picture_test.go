package html_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
)

// noNumber is what must not be in an attribute.
var noNumber = regexp.MustCompile(`NaN|Inf|%!`)

// textsOf reads a picture strictly, and returns how often it has each text.
func textsOf(t interface {
	Helper()
	Fatalf(format string, args ...any)
}, svg string,
) map[string]int {
	t.Helper()
	texts := map[string]int{}
	for decoder := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		switch token := token.(type) {
		case xml.CharData:
			texts[string(token)]++
		case xml.StartElement:
			for _, a := range token.Attr {
				if a.Name.Local != "aria-label" && noNumber.MatchString(a.Value) || a.Name.Local == "aria-labelledby" {
					t.Fatalf("<%s %s=%q>", token.Name.Local, a.Name.Local, a.Value)
				}
			}
		}
	}
}

// sweepPlots returns the pictures of a sweep, one below the other, and how often they have each text.
func sweepPlots(t interface {
	Helper()
	Fatalf(format string, args ...any)
}, s *result.Sweep,
) (all string, texts map[string]int) {
	t.Helper()
	plots, err := html.Plots(&reports.Data{Sweep: s}, html.Options{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	texts = map[string]int{}
	for _, p := range plots {
		all += p.SVG
		for text, n := range textsOf(t, p.SVG) {
			texts[text] += n
		}
	}
	return all, texts
}

// The pictures of a sweep are the figures of its page, each with its title, the names of settings
// and what the marks mean.
func TestSweepPlots(t *testing.T) {
	all, texts := sweepPlots(t, aSweep())
	if *update {
		if err := os.WriteFile("testdata/sweep.svg.golden", []byte(all), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/sweep.svg.golden")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), all); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for text, n := range map[string]int{
		"The best seems to gain +0.0800; choosing it is worth +0.0200": 1, "1 setting is worth the cost": 1, "rrf, a+b+c: up to 0.5300 at rrf_k 100": 1,
		"w_rrf 60 1: 0.5800": 1, "rrf rrf_k=10: 0.5200": 1, "median latency, ms": 1, "baseline": 2, "chosen, on other queries": 2, "best setting, on the queries it was chosen by: its lead over the diamond is optimism.": 1,
	} {
		if texts[text] != n {
			t.Errorf("%q is there %d times, want %d", text, texts[text], n)
		}
	}
}

// Any names give well-formed XML, and ordinary ones come back as they were.
func TestSweepPlotNames(t *testing.T) {
	plotted := func(t *rapid.T, name string) map[string]int {
		s := aSweep()
		s.Settings[2].Name, s.Measure, s.Baseline = name, name, name
		_, texts := sweepPlots(t, s)
		return texts
	}
	rapid.Check(t, func(t *rapid.T) {
		if name := `<b> & "c" ]]> 'd'`; plotted(t, name)[name+": 0.5200"] != 1 {
			t.Fatal("the name is not read back")
		}
		plotted(t, string(rapid.SliceOf(rapid.Byte()).Draw(t, "name")))
	})
}

// Curves of a plan are on a log scale from 10 queries at 60 to the most at 700, and from 0 % at 262
// to 100 % at 12; of 100 queries at 1000 the place is in the middle, at 380.
func TestPowerPlot(t *testing.T) {
	row := func(measure string, share float64) result.PowerRow {
		return result.PowerRow{
			Measure: measure, Effects: []result.PowerEffect{{Effect: 0.01}, {Effect: 0.02}, {Effect: 0.03}},
			Curve: []result.PowerPoint{{Queries: 10, Power: 0}, {Queries: 100, Power: share}, {Queries: 1000, Power: 1}},
		}
	}
	p := &result.PowerPlan{Power: 0.9}
	plotted := func() string {
		var b bytes.Buffer
		if err := html.PowerPlot(&b, p); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for i := range 5 {
		p.Rows = append(p.Rows, row(fmt.Sprintf("<m%d>", i), float64(i)/10))
	}
	stratum := row("RR", 0.1)
	stratum.Stratum = "easy"
	p.Rows = append(p.Rows, stratum, result.PowerRow{Measure: "no spread"})
	svg := plotted()
	for _, want := range []string{`"M60.0 262.0L380.0 237.0L700.0 12.0"`, `"M60.0 37.0L700.0 37.0"`, `x="380.0" y="278.0" text-anchor="middle" class="f-mut" fill="#57606a">100<`} {
		if strings.Count(svg, want) != 1 {
			t.Errorf("the plot lacks %s (by hand)", want)
		}
	}
	texts := textsOf(t, svg)
	for text, n := range map[string]int{"<m0>, a difference of 0.02": 1, "<m4>, a difference of 0.02": 1, "RR, a difference of 0.02": 0, "Dashed across: the 90 % of repeats that are planned for.": 1, "1 more measure is not drawn; the table has every measure.": 0} {
		if texts[text] != n {
			t.Errorf("%q is there %d times, want %d", text, texts[text], n)
		}
	}
	p.Rows = append(p.Rows, row("sixth", 0.9))
	if texts := textsOf(t, plotted()); texts["1 more measure is not drawn; the table has every measure."] != 1 || texts["sixth, a difference of 0.02"] != 0 {
		t.Error("a sixth measure is left out without a word")
	}
	for _, rows := range [][]result.PowerRow{nil, {stratum}, {{Measure: "RR", Curve: []result.PowerPoint{{Queries: 10, Power: 1}}}}} {
		p.Rows = rows
		if err := html.PowerPlot(io.Discard, p); err == nil || !strings.Contains(err.Error(), "no curve to plot") {
			t.Errorf("%d rows: error = %v", len(rows), err)
		}
	}
}
