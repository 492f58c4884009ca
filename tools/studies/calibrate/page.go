package main

import (
	"fmt"
	"io"
	"strings"
)

// A page writes Markdown and keeps the first error.
type page struct {
	w   io.Writer
	err error
}

func (p *page) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

// row writes one row of a table; the first row must be its head.
func (p *page) row(cells ...string) { p.printf("| %s |\n", strings.Join(cells, " | ")) }

// head writes the head of a table with left-aligned names and figures right.
func (p *page) head(names int, cells ...string) {
	p.row(cells...)
	rule := make([]string, len(cells))
	for i := range rule {
		rule[i] = "---:"
		if i < names {
			rule[i] = "---"
		}
	}
	p.row(rule...)
}

// sized writes the head of a table with one column for each number of queries.
func (p *page) sized(sizes []int, names ...string) {
	cells := names
	for _, n := range sizes {
		cells = append(cells, fmt.Sprintf("n = %d", n))
	}
	p.head(len(names), cells...)
}

// digits prints a share as .950 and 1.000.
func digits(x float64) string { return strings.TrimPrefix(fmt.Sprintf("%.3f", x), "0") }

// pair prints two shares of the same samples.
func pair(a, b float64) string { return digits(a) + " / " + digits(b) }

// start writes what was run, and every limit.
func (p *page) start(s study, lines []line) {
	p.printf("%d samples a cell of made populations, %d of real pairs, seed %d. ", s.samples, max(1, s.samples/2), s.seed)
	if len(s.real) > 0 {
		p.printf("%d real pairs, of which %d are held out.\n", len(s.real), len(heldOutOf(s.real)))
	} else {
		p.printf("No real pairs: their scores are not here.\n")
	}
	p.printf("\n### Acceptance\n\n")
	p.head(1, "figure", "limit", "measured", "at", "verdict")
	for _, l := range lines {
		p.row(l.what, l.limit, fmt.Sprintf("%.4f", l.measured), l.where, string(l.verdict))
	}
}
