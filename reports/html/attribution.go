package html

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// attributionBars draws who brought the relevant documents: a bar a
// configuration, whose whole length is all of them.
func attributionBars(list []result.Attribution) figure {
	f := figure{
		ID:          "attribution",
		Title:       "Who brought the relevant documents",
		Description: "One bar a configuration, all relevant documents long: found by one component alone, by several, by all, by none.",
	}
	f.draw(func(d *drawing) float64 { return d.attribution(list) })
	return f
}

// A part is one piece of a bar.
type part struct {
	label string
	n     int
	tone  tone
}

// partTones tell up to three components apart by lightness, and what is not
// theirs by greys.
var partTones = []tone{{"p1", "#083d77"}, {"p2", "#2f86c8"}, {"p3", "#a9d3f0"}, {"p4", "#8ab6d6"}}

func partsOf(a result.Attributed) []part {
	var parts []part
	for i, only := range a.Only {
		parts = append(parts, part{"only " + document.Printable(only.Component), only.Documents, partTones[i%len(partTones)]})
	}
	return append(parts,
		part{"several", a.Several.Documents, tied},
		part{map[bool]string{true: "both", false: "all"}[len(a.Only) == 2], a.All.Documents, rule},
		part{"none", a.None.Documents, band})
}

func (d *drawing) attribution(list []result.Attribution) float64 {
	y := 6.0
	for _, a := range list {
		d.strong(4, y+12, start, ink, cut(a.Config, 40))
		d.bar(partsOf(a.Attributed), a.RelevantDocuments, y+18)
		y = d.key(partsOf(a.Attributed), y+44)
		if e := a.Fusion; e != nil {
			d.text(4, y+12, start, muted, fmt.Sprintf("in the first %d: fusion lost %d and gained %d", e.Cutoff, e.Lost.Documents, e.Gained.Documents))
			y += 18
		}
		if e := a.Rerank; e != nil {
			d.text(4, y+12, start, muted, fmt.Sprintf("in the first %d: the rerank lost %d and gained %d", e.Cutoff, e.Lost.Documents, e.Gained.Documents))
			y += 18
		}
		y += 14
	}
	return y
}

func (d *drawing) bar(parts []part, all int, y float64) {
	x, length := 4.0, d.width-8
	for _, p := range parts {
		w := length * float64(p.n) / float64(max(all, 1))
		d.rect(x, y, w, 18, p.tone)
		x += w
	}
	d.frame(4, y, length, 18, rule)
}

// key names the parts of a bar with their counts, in as many lines as it takes.
func (d *drawing) key(parts []part, y float64) float64 {
	x := 4.0
	for _, p := range parts {
		if p.n == 0 {
			continue
		}
		label := p.words()
		w := 22 + 6.6*float64(len([]rune(label)))
		if x+w > d.width-4 && x > 4 {
			x, y = 4, y+18
		}
		d.rect(x, y, 11, 11, p.tone)
		d.frame(x, y, 11, 11, rule)
		d.text(x+15, y+10, start, ink, label)
		x += w
	}
	return y + 18
}
