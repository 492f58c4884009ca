package convert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
)

// labelScales lists the words and letters of published collections, with their grades: of
// Amazon's ESCI (exact, substitute, complement, irrelevant), Wayfair's WANDS, and NTCIR.
func labelScales() []Map {
	return []Map{
		{"E": 3, "S": 2, "C": 1, "I": 0},
		{"Exact": 3, "Substitute": 2, "Complement": 1, "Irrelevant": 0},
		{"Exact": 2, "Partial": 1, "Irrelevant": 0},
		{"L3": 3, "L2": 2, "L1": 1, "L0": 0},
	}
}

// knownLabels takes the scale that all labels are of, where only one is possible.
func (d *draft) knownLabels() {
	if len(d.opts.Map) > 0 {
		return
	}
	labels := map[string]bool{}
	d.eachMark(func(_ *query, m *mark) { labels[strings.TrimSpace(m.label)] = true })
	var fit []Map
	for _, scale := range labelScales() {
		all := len(labels) > 0
		for l := range labels {
			_, known := scale[l]
			all = all && known
		}
		if all {
			fit = append(fit, scale)
		}
	}
	if len(fit) != 1 {
		return
	}
	d.opts.Map = fit[0]
	var worth []string
	for l, g := range fit[0] {
		worth = append(worth, fmt.Sprintf("%s=%d", l, g))
	}
	slices.Sort(worth)
	d.notes = append(d.notes, Note{Changed, "known_labels", len(labels), prose.Plural(len(labels), "label") + " read as " + strings.Join(worth, ",") + ": --map says otherwise"})
}
