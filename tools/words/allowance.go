package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

func count(found []finding) map[string]int {
	counts := make(map[string]int)
	for _, f := range found {
		counts[f.rule]++
	}
	return counts
}

// readAllowance reads lines of a rule, a tab and a count.
func readAllowance(path string) (map[string]int, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	allowed := make(map[string]int)
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		rule, number, ok := strings.Cut(lines.Text(), "\t")
		n, err := strconv.Atoi(number)
		if !ok || err != nil {
			return nil, fmt.Errorf("%s: %q: want a rule, a tab and a count", path, lines.Text())
		}
		allowed[rule] = n
	}
	return allowed, lines.Err()
}

// lowered returns the lesser of allowance and count for each rule.
func lowered(allowed, counts map[string]int) map[string]int {
	low := make(map[string]int)
	for _, r := range rules {
		low[r.name] = counts[r.name]
		if n, ok := allowed[r.name]; ok {
			low[r.name] = min(n, counts[r.name])
		}
	}
	return low
}

func writeAllowance(path string, allowed map[string]int) error {
	var text strings.Builder
	for _, r := range rules {
		fmt.Fprintf(&text, "%s\t%d\n", r.name, allowed[r.name])
	}
	return os.WriteFile(path, []byte(text.String()), 0o644)
}

// report prints each rule with its count and reports whether none is above its
// allowance.
func report(w io.Writer, allowed, counts map[string]int) bool {
	ok := true
	for _, r := range rules {
		n, limit := counts[r.name], allowed[r.name]
		said := ""
		switch {
		case n > limit:
			said, ok = fmt.Sprintf("over: write %s (words -list '%s' shows where)", r.better, r.name), false
		case n < limit:
			said = "below its allowance: lower it (words -update)"
		}
		fmt.Fprintf(w, "%-12s %5d of %5d  %s\n", r.name, n, limit, said)
	}
	return ok
}
