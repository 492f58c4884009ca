package metrics

import (
	"slices"
	"strings"
)

// Parse reads one measure; nDCG without gain= has exponential gain.
func (r *Registry) Parse(text string) (Measure, error) { return r.ParseWith(text, Defaults{}) }

// ParseWith reads one measure and fills what it leaves open from defaults. The error is a [*ParseError].
func (r *Registry) ParseWith(text string, defaults Defaults) (Measure, error) {
	trimmed := strings.TrimSpace(text)
	found, err := r.expand(trimmed, defaults)
	if err != nil {
		return nil, err
	}
	if len(found) != 1 {
		return nil, newParseError(trimmed, 0, "names %d measures, want one", len(found))
	}
	return found[0], nil
}

// ParseList reads measures separated by commas or blanks. Cutoffs can be listed: "R@5,10,20" is three
// measures. Nicknames of trec_eval such as official stand for their lists. A measure that is listed twice
// is kept once, where it came first.
func (r *Registry) ParseList(text string) ([]Measure, error) {
	return r.ParseListWith(text, Defaults{})
}

// ParseListWith returns ParseList with defaults for what the texts leave open.
func (r *Registry) ParseListWith(text string, defaults Defaults) ([]Measure, error) {
	var all []Measure
	seen := map[string]bool{}
	items := listItems(text)
	for i := 0; i < len(items); i++ {
		item := items[i]
		if list, ok := r.lists[item]; ok {
			items = slices.Insert(items, i+1, listItems(list)...)
			continue
		}
		found, err := r.expand(item, defaults)
		if err != nil {
			return nil, err
		}
		for _, m := range found {
			if !seen[m.String()] {
				seen[m.String()] = true
				all = append(all, m)
			}
		}
	}
	if len(all) == 0 {
		return nil, newParseError(text, 0, "no measure is named")
	}
	return all, nil
}

// listItems splits a list of measures. A part that is only a number, or
// number=number, continues the cutoffs or values of the part before it.
func listItems(text string) []string {
	var items []string
	for _, part := range splitOutside(text, ", \t\r\n;") {
		switch {
		case part == "":
		case len(items) > 0 && continues(part):
			items[len(items)-1] += "," + part
		default:
			items = append(items, part)
		}
	}
	return items
}

// continues tells whether a part of a list belongs to the part before it.
func continues(part string) bool {
	if i := strings.Index(part, "-l"); i > 0 {
		part = part[:i]
	}
	return part != "" && strings.Trim(part, "0123456789.=+-") == ""
}
