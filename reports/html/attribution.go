package html

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// attributionBars draws who brought the relevant documents: a bar a configuration, whose whole length is all of them.
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

// partTones tell up to three components apart by lightness, and what is not theirs by greys.
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

// attributionStrata draws the same bars once more for every stratum, small and
// side by side; nil where there is one stratum or none.
func attributionStrata(list []result.Attribution) *figure {
	most := 0
	for _, a := range list {
		most = max(most, len(a.Strata))
	}
	if most < 2 {
		return nil
	}
	f := figure{
		ID:          "attribution-strata",
		Title:       "The same by stratum",
		Description: "One small bar a stratum, as long as all relevant documents of that stratum, however many they are; n is their number.",
	}
	f.draw(func(d *drawing) float64 { return d.attributionStrata(list) })
	return &f
}

func (d *drawing) attributionStrata(list []result.Attribution) float64 {
	columns, gap := 3, 16.0
	if d.isNarrow() {
		columns = 1
	}
	width := (d.width - 8 - gap*float64(columns-1)) / float64(columns)
	y := 6.0
	for _, a := range list {
		d.strong(4, y+12, start, ink, cut(a.Config, 40))
		y = d.key(namesOnly(a.Attributed), y+20) + 4
		for i, s := range a.Strata {
			x := 4 + (width+gap)*float64(i%columns)
			d.smallBar(s, x, y, width)
			if i%columns == columns-1 || i == len(a.Strata)-1 {
				y += 50
			}
		}
		y += 8
	}
	return y
}

// smallBar draws one stratum: its name and size, its bar, and the counts that fit in.
func (d *drawing) smallBar(s result.StratumAttribution, x, y, width float64) {
	size := fmt.Sprintf("n = %d", s.RelevantDocuments)
	d.text(x, y+12, start, muted, cut(s.Stratum, int(width)/letter-len(size)-2))
	d.text(x+width, y+12, end, muted, size)
	at := x
	for _, p := range partsOf(s.Attributed) {
		w := width * float64(p.n) / float64(max(s.RelevantDocuments, 1))
		d.rect(at, y+18, w, 8, p.tone)
		if label := fmt.Sprint(p.n); w >= float64(letter*len(label)+2) {
			d.text(at+w/2, y+40, middle, muted, label)
		}
		at += w
	}
	d.frame(x, y+18, width, 8, rule)
}

// namesOnly returns the parts of a bar for a key without counts.
func namesOnly(a result.Attributed) []part {
	parts := partsOf(a)
	for i := range parts {
		parts[i].n = unnumbered
	}
	return parts
}

// unnumbered is the count of a part of a key that stands for several bars.
const unnumbered = -1

func (p part) words() string {
	name := cut(document.Printable(p.label), 24)
	if p.n == unnumbered {
		return name
	}
	return fmt.Sprintf("%s %d", name, p.n)
}
