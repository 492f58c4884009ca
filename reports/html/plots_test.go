package html_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
)

// Every figure of a page is a drawing of its own: well-formed and named.
func TestPlots(t *testing.T) {
	d := example(t)
	d.Comparison.A.Name, d.Comparison.Comparisons[0].B.Name = `<a> & "$1"`, `../../b`
	for name, d := range map[string]*reports.Data{"comparison": d, "sweep": {Sweep: aSweep()}} {
		plots, err := html.Plots(d, html.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]int{"comparison": 4, "sweep": 5}[name]
		if len(plots) != want {
			t.Errorf("%s: %d figures, want %d", name, len(plots), want)
		}
		for _, p := range plots {
			if strings.Trim(p.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || p.Name == "" {
				t.Errorf("%s: the name %q", name, p.Name)
			}
			for decoder := xml.NewDecoder(strings.NewReader(p.SVG)); ; {
				if _, err := decoder.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%s: %v", p.Name, err)
				}
			}
		}
	}
	if _, err := html.Plots(&reports.Data{}, html.Options{}); err == nil {
		t.Error("nothing has figures")
	}
}
