package html

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

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

// smallBar is one stratum: its name and size, its bar, and the counts that fit in.
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
