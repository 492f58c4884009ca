package document

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// Distinct shortens each name to its limit, in the middle, where names differ least. Names that differ
// still differ afterwards: two that would become alike keep the part that tells them apart, and where no
// room is left for it a number.
func Distinct(names []string, limits []int) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = Middle(name, limits[i])
	}
	for _, group := range alike(names, out) {
		whole := pick(names, group)
		before, after := commonEnds(whole)
		for _, i := range group {
			out[i] = around(names[i], before, after, limits[i])
		}
	}
	for _, group := range alike(names, out) {
		var seen []string
		for _, i := range group {
			seen = ordered.With(seen, names[i])
			number := "#" + strconv.Itoa(slices.Index(seen, names[i])+1)
			out[i] = Truncate(names[i], max(1, limits[i]-Width(number))) + number
		}
	}
	return out
}

// alike lists the positions of different names that were shortened to the same text, in order of first appearance.
func alike(names, short []string) [][]int {
	at := map[string]int{}
	var groups [][]int
	for i, s := range short {
		g, known := at[s]
		if !known {
			g = len(groups)
			at[s] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	return slices.DeleteFunc(groups, func(group []int) bool {
		return !slices.ContainsFunc(group, func(i int) bool { return names[i] != names[group[0]] })
	})
}

func pick(names []string, at []int) []string {
	return ordered.Each(at, func(i int) string { return names[i] })
}

// commonEnds counts the characters that all names begin with, and those that they end with behind it.
func commonEnds(names []string) (before, after int) {
	first := []rune(names[0])
	before, after = len(first), len(first)
	for _, name := range names[1:] {
		other := []rune(name)
		same := func(most int, equal func(i int) bool) int {
			for i := range min(most, len(other)) {
				if !equal(i) {
					return i
				}
			}
			return min(most, len(other))
		}
		before = same(before, func(i int) bool { return first[i] == other[i] })
		after = same(after, func(i int) bool { return first[len(first)-1-i] == other[len(other)-1-i] })
	}
	for _, name := range names {
		after = min(after, len([]rune(name))-before)
	}
	return before, after
}

// around keeps what is between the common ends of name, and of its beginning what there is room for.
func around(name string, before, after, limit int) string {
	runes := []rune(name)
	own := string(runes[before : len(runes)-after])
	tail := string(runes[len(runes)-after:])
	if Width(own)+Width(tail) < limit { // the end is shown whole
		own, tail = own+tail, ""
	} else if tail != "" {
		tail = "…"
	}
	room := limit - Width(own) - Width(tail)
	if room < 1 {
		return Truncate("…"+string(runes[before:]), limit)
	}
	return Truncate(string(runes[:before]), room) + own + tail
}

// Middle shortens a name to at most limit columns by an ellipsis in its middle.
func Middle(name string, limit int) string {
	if Width(name) <= limit {
		return name
	}
	runes := []rune(name)
	left, right := 0, len(runes)
	room := limit - 1
	for fromLeft := true; left < right; fromLeft = !fromLeft {
		next := runes[left]
		if !fromLeft {
			next = runes[right-1]
		}
		if room -= Width(string(next)); room < 0 {
			break
		}
		if fromLeft {
			left++
		} else {
			right--
		}
	}
	return strings.TrimRight(string(runes[:left]), " ") + "…" + strings.TrimLeft(string(runes[right:]), " ")
}
