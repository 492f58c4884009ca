package main

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// tolerance is what figures of a document may differ by: relative, and
// absolute below 1.
const tolerance = 1e-9

// recorded matches keys of a document that say when, how fast and by which
// program it was made, or that depend on it, as the front of a sweep does.
var recorded = regexp.MustCompile(`(_ms|_at|_seconds)$|^(latency|rerank_latency|queries_per_second|recordings|date|time|time_utc|program|architecture|provenance|created|modified|duration|ms|front)$`)

// compareFiles returns the differences of two files of one name.
func compareFiles(name, a, b string) []string {
	switch {
	case strings.HasSuffix(name, ".html"), strings.HasSuffix(name, ".normalized.jsonl"):
		return nil // a page holds the document, which is compared as JSON; the other has hashes of copies with their times
	case strings.HasSuffix(name, ".json"):
		return compareJSON(a, b)
	case strings.HasSuffix(name, ".jsonl"):
		return compareLines(strings.Split(a, "\n"), strings.Split(b, "\n"), compareJSON)
	}
	return compareLines(strings.Split(a, "\n"), strings.Split(b, "\n"), compareText)
}

func compareLines(a, b []string, compare func(a, b string) []string) []string {
	if len(a) != len(b) {
		return []string{fmt.Sprintf("%d lines, now %d", len(a), len(b))}
	}
	var found []string
	for i := range a {
		for _, f := range compare(a[i], b[i]) {
			found = append(found, fmt.Sprintf("line %d: %s", i+1, f))
		}
	}
	return found
}

func compareJSON(a, b string) []string {
	if strings.TrimSpace(a) == "" && strings.TrimSpace(b) == "" {
		return nil
	}
	var x, y any
	if errA, errB := json.Unmarshal([]byte(a), &x), json.Unmarshal([]byte(b), &y); errA != nil || errB != nil {
		return compareLines(strings.Split(a, "\n"), strings.Split(b, "\n"), compareText)
	}
	return compareValues("", x, y)
}

func compareValues(path string, a, b any) []string {
	switch x := a.(type) {
	case map[string]any:
		if y, ok := b.(map[string]any); ok {
			return compareObjects(path, x, y)
		}
	case []any:
		if y, ok := b.([]any); ok {
			return compareArrays(path, x, y)
		}
	case float64:
		if y, ok := b.(float64); ok && math.Abs(x-y) <= tolerance*max(1, math.Abs(x)) {
			return nil
		}
	case string:
		if y, ok := b.(string); ok && len(compareText(x, y)) == 0 {
			return nil
		}
	default:
		if a == b {
			return nil
		}
	}
	return []string{fmt.Sprintf("%s: %s, now %s", path, brief(a), brief(b))}
}

func brief(v any) string {
	text := fmt.Sprint(v)
	return text[:min(len(text), 120)]
}

func compareObjects(path string, a, b map[string]any) []string {
	keys := make(map[string]bool)
	for _, m := range []map[string]any{a, b} {
		for key := range m {
			keys[key] = true
		}
	}
	var found []string
	for key := range keys {
		if recorded.MatchString(key) {
			continue
		}
		x, inA := a[key]
		y, inB := b[key]
		if inA != inB {
			found = append(found, fmt.Sprintf("%s.%s: in one of both only", path, key))
			continue
		}
		found = append(found, compareValues(path+"."+key, x, y)...)
	}
	slices.Sort(found)
	return found
}

func compareArrays(path string, a, b []any) []string {
	if len(a) != len(b) {
		return []string{fmt.Sprintf("%s: %d entries, now %d", path, len(a), len(b))}
	}
	var found []string
	for i := range a {
		found = append(found, compareValues(fmt.Sprintf("%s[%d]", path, i), a[i], b[i])...)
	}
	return found
}

var (
	figure = regexp.MustCompile(`[-+−]?[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?`)
	timed  = regexp.MustCompile(`latency|labels/|front|^[-─|: ]+$|in parallel|alone  |[0-9] ms|queries/s|a second|[0-9]{4}-[0-9]{2}-[0-9]{2}`)
)

// compareText compares two lines: their words, and their figures to within one
// unit of the last printed place.
func compareText(a, b string) []string {
	if a == b || timed.MatchString(a) && timed.MatchString(b) {
		return nil
	}
	said := []string{fmt.Sprintf("%q, now %q", a, b)}
	if strings.Join(strings.Fields(figure.ReplaceAllString(a, "0")), " ") != strings.Join(strings.Fields(figure.ReplaceAllString(b, "0")), " ") {
		return said
	}
	x, y := figure.FindAllString(a, -1), figure.FindAllString(b, -1)
	for i := range x {
		if !sameFigure(x[i], y[i]) {
			return said
		}
	}
	return nil
}

func sameFigure(a, b string) bool {
	if a == b {
		return true
	}
	_, decimals, fractional := strings.Cut(strings.ToLower(a), ".")
	x, errX := strconv.ParseFloat(strings.ReplaceAll(a, "−", "-"), 64)
	y, errY := strconv.ParseFloat(strings.ReplaceAll(b, "−", "-"), 64)
	if errX != nil || errY != nil || !fractional {
		return false
	}
	if len(decimals) < 4 { // times have up to three, figures four and more
		return true
	}
	return math.Abs(x-y) <= 1.01*math.Pow10(-len(decimals)) || math.Abs(x-y) <= tolerance*math.Abs(x)
}
