package verify

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rankduel/rankduel/experiment/result"
)

// maxDifferences bounds what is listed; all are counted.
const maxDifferences = 1000

// A differ compares two documents value by value.
type differ struct {
	tolerance                  float64 // 0: values are equal or differ
	compared, differing, close int
	settings, numbers          []result.Difference
}

// settingKeys are what was asked for; everything else was found.
var settingKeys = []string{"schema", "profile", "test_set", "settings"}

func (d *differ) documents(report, computed node) {
	for _, pair := range paired(report.keys, computed.keys) {
		a, inReport := report.get(pair)
		b, isComputed := computed.get(pair)
		d.values(pair, slices.Contains(settingKeys, pair), side{a, inReport}, side{b, isComputed})
	}
}

// A side is a value that may be absent.
type side struct {
	node
	there bool
}

func (s side) String() string {
	if !s.there {
		return ""
	}
	var b strings.Builder
	s.write(&b, "")
	text := strings.Join(strings.Fields(b.String()), " ")
	if s.kind == 0 {
		text = s.raw
	}
	const longest = 200
	if len(text) <= longest {
		return text
	}
	cut := longest
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}

func (d *differ) values(path string, setting bool, a, b side) {
	switch {
	case !a.there || !b.there || a.kind != b.kind:
		d.compared++
		d.add(path, setting, a, b)
	case a.kind == '{':
		for _, key := range paired(a.keys, b.keys) {
			x, inA := a.get(key)
			y, inB := b.get(key)
			d.values(path+"."+key, setting, side{x, inA}, side{y, inB})
		}
	case a.kind == '[':
		for i := range max(len(a.items), len(b.items)) {
			var x, y side
			if i < len(a.items) {
				x = side{a.items[i], true}
			}
			if i < len(b.items) {
				y = side{b.items[i], true}
			}
			d.values(path+"["+labelOf(i, x, y)+"]", setting, x, y)
		}
	default:
		switch d.compared++; {
		case a.equals(b.node):
		case !setting && within(d.tolerance, path, a.raw, b.raw):
			d.close++
		default:
			d.add(path, setting, a, b)
		}
	}
}

// What processors of two kinds may disagree by: relative to the figure, and of
// p values and what is near zero absolutely.
const (
	tolerance = 1e-9
	nearZero  = 1e-12
)

// within reports whether two numbers differ by no more than the tolerance.
func within(tolerance float64, path, a, b string) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	if tolerance == 0 || errX != nil || errY != nil {
		return false
	}
	least := nearZero
	if key := path[strings.LastIndexByte(path, '.')+1:]; key == "p" || strings.HasPrefix(key, "p_") {
		least = tolerance
	}
	return math.Abs(x-y) <= max(least, tolerance*math.Abs(x))
}

func (d *differ) add(path string, setting bool, a, b side) {
	d.differing++
	list := &d.numbers
	if setting {
		list = &d.settings
	}
	if len(*list) < maxDifferences {
		*list = append(*list, result.Difference{Path: path, Setting: setting, Report: a.String(), Computed: b.String()})
	}
}

// labelOf names an item of a list by what it is about where both sides agree on that, and else by its place.
func labelOf(i int, a, b side) string {
	for _, key := range []string{"measure", "name", "query_id", "stratum", "code"} {
		if x, _ := a.get(key); same(x, b, key) {
			return x.text()
		}
	}
	x, _ := a.get("b") // a pair goes by its candidate
	y, _ := b.get("b")
	if name, _ := x.get("name"); same(name, side{y, true}, "name") {
		return name.text()
	}
	return fmt.Sprint(i)
}

// same tells whether the other side has this text under a key.
func same(text node, other side, key string) bool {
	y, _ := other.get(key)
	return text.text() != "" && text.raw == y.raw
}

// paired returns the keys of two objects, those of the first in their order before those that only the second has.
func paired(a, b []string) []string {
	seen := make(map[string]bool, len(a))
	keys := make([]string, 0, len(a))
	for _, k := range a {
		seen[k] = true
		keys = append(keys, k)
	}
	for _, k := range b {
		if !seen[k] {
			keys = append(keys, k)
		}
	}
	return keys
}
