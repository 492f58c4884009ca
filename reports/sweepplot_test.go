package reports_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

// A drawnPlot is what a reader of XML finds in a plot.
type drawnPlot struct {
	texts  map[string]int // what is written, and what hovering shows
	shapes map[string]int // by element
}

// noNumber is what must not be in an attribute.
var noNumber = regexp.MustCompile(`NaN|Inf|%!`)

// failer is what testing.T and rapid.T share.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// drawn plots a sweep and reads the result strictly.
func drawn(t failer, s *result.Sweep) drawnPlot {
	t.Helper()
	var b bytes.Buffer
	if err := reports.SweepPlot(&b, s); err != nil {
		t.Fatalf("SweepPlot: %v", err)
	}
	p := drawnPlot{texts: map[string]int{}, shapes: map[string]int{}}
	decoder := xml.NewDecoder(&b)
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return p
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		switch token := token.(type) {
		case xml.CharData:
			p.texts[strings.TrimSpace(string(token))]++
		case xml.StartElement:
			p.shapes[token.Name.Local]++
			for _, a := range token.Attr {
				if a.Name.Local != "aria-label" && noNumber.MatchString(a.Value) {
					t.Fatalf("<%s %s=%q>", token.Name.Local, a.Name.Local, a.Value)
				}
			}
		}
	}
}

// The plot is the same each time and says what is what: a title for every dot
// in both panels.
func TestSweepPlot(t *testing.T) {
	var first, second bytes.Buffer
	if err := errors.Join(reports.SweepPlot(&first, aSweep()), reports.SweepPlot(&second, aSweep())); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same sweep is drawn in two ways")
	}
	golden(t, "sweep.svg", first.String())
	// The second of three settings is in the middle of a panel from 70 to 420,
	// and the best mean is a margin of 8 below its top at 12.
	if want := `<circle cx="245.00" cy="20.00" r="2.5" fill="#d55e00"><title>rrf rrf_k=1: 0.4500</title></circle>`; !strings.Contains(first.String(), want) {
		t.Errorf("the plot lacks %s (by hand)", want)
	}
	p := drawn(t, aSweep())
	for text, want := range map[string]int{
		"nDCG@10": 2, "setting, in the order of the file": 1, "median latency, ms": 1,
		"setting": 1, "could be the best": 1, "best in sample": 1, "baseline": 1, "chosen, honest": 1, "worth its cost": 1,
		"b|m25: 0.4000": 2, "rrf rrf_k=1: 0.4500": 2, "twin: 0.4500": 2, "baseline, b|m25: 0.4000": 2, "chosen, honest: 0.4100": 2,
	} {
		if p.texts[text] != want {
			t.Errorf("the plot has the text %q %d times, want %d", text, p.texts[text], want)
		}
	}
	// 3 dots in 2 panels, 2 rings of the front, 3 dots and a ring in the legend
	if got := p.shapes["circle"]; got != 12 {
		t.Errorf("%d circles, want 12", got)
	}
	if got := p.shapes["polyline"]; got != 1 {
		t.Errorf("%d fronts, want 1", got)
	}
}

func TestSweepPlotDegenerate(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(s *result.Sweep)
	}{
		{"one setting", func(s *result.Sweep) {
			s.Settings, s.Front = s.Settings[:1], s.Front[:1]
			s.Selection.HonestMean = s.Selection.BaselineMean
		}},
		{"all equal", func(s *result.Sweep) {
			for i := range s.Settings {
				s.Settings[i].Mean, s.Settings[i].LatencyMS = 0, new(float64)
			}
			s.Selection.BaselineMean, s.Selection.HonestMean = 0, 0
		}},
		{"no front", func(s *result.Sweep) { s.Front = nil }},
		{"no component", func(s *result.Sweep) {
			s.Cost = result.CostComponents
			for i := range s.Settings {
				s.Settings[i].Components = nil
			}
		}},
		{"levels outside the dots", func(s *result.Sweep) { s.Selection.BaselineMean, s.Selection.HonestMean = -3, 7 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := aSweep()
			tt.change(s)
			if got, least := drawn(t, s).shapes["circle"], 2*len(s.Settings)+4; got < least {
				t.Errorf("%d circles, want at least %d", got, least)
			}
		})
	}
}

// Any names give well-formed XML, and ordinary ones come back as they were.
func TestSweepPlotNames(t *testing.T) {
	s := aSweep()
	s.Settings[2].Name = `<b> & "c" ]]> 'd'`
	if got := drawn(t, s).texts[`<b> & "c" ]]> 'd': 0.4500`]; got != 2 {
		t.Errorf("the name is read back %d times, want 2", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := aSweep()
		name := string(rapid.SliceOf(rapid.Byte()).Draw(t, "name"))
		s.Settings[2].Name, s.Measure, s.Baseline = name, name, name
		for i := range s.Settings {
			s.Settings[i].Mean = rapid.Float64Range(-1e100, 1e100).Draw(t, "mean")
		}
		drawn(t, s)
	})
}

// What cannot be drawn is refused, and nothing is written.
func TestSweepPlotRefuses(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		change     func(s *result.Sweep)
	}{
		{"nothing", "no settings", func(s *result.Sweep) { s.Settings = nil }},
		{"mean NaN", "nDCG@10: value NaN", func(s *result.Sweep) { s.Settings[1].Mean = math.NaN() }},
		{"baseline infinite", "nDCG@10: value +Inf", func(s *result.Sweep) { s.Selection.BaselineMean = math.Inf(1) }},
		{"latency infinite", "median latency, ms: value -Inf", func(s *result.Sweep) { *s.Settings[0].LatencyMS = math.Inf(-1) }},
		{"no latency", `setting "twin" has no latency`, func(s *result.Sweep) { s.Settings[2].LatencyMS = nil }},
		{"front unknown", `"gone" is on the front`, func(s *result.Sweep) { s.Front = []string{"gone"} }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := aSweep()
			tt.change(s)
			var b strings.Builder
			err := reports.SweepPlot(&b, s)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q in it", err, tt.want)
			}
			if b.Len() > 0 {
				t.Errorf("written all the same: %s", b.String())
			}
		})
	}
}
