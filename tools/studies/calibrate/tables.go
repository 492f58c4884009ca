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

// digits prints a share as .950 and 1.000.
func digits(x float64) string { return strings.TrimPrefix(fmt.Sprintf("%.3f", x), "0") }

// next to prints ours and, where there is one, the peers' figure, with a mark
// when they are more than the tolerance apart.
func beside(ours float64, theirs peerTable, row, column string) string {
	x, ok := theirs.figure(row, column)
	if !ok {
		return digits(ours)
	}
	mark := ""
	if abs(ours-x) > peerTolerance {
		mark = " \\*"
	}
	return digits(ours) + " / " + digits(x) + mark
}

// report writes every table.
func report(w io.Writer, s study, cells []cell, p peers, v verdictFigures, g gateFigures, k kappaFigures, lines []line) error {
	out := &page{w: w}
	out.printf("%d samples a cell (%d at n = 1000), %d resamples, seed %d. Ours / peers; * where they differ by more than .007.\n",
		s.samples, s.samplesAt(large), s.resamples, s.seed)
	out.printf("The three mixtures of pairs of TREC runs of the protocol are not part of this repository: %d of its 50 cells are here.\n", len(cells))
	out.acceptance(lines)
	if s.wants(onlyCoverage) {
		out.coverage(cells, p)
		out.changes(cells, p)
		out.rejections(cells, p)
		out.proofs(cells, p)
		out.widths(cells, p)
	}
	if s.wants(onlyVerdicts) {
		out.verdicts(v)
	}
	if s.wants(onlyGates) {
		out.gates(g)
	}
	if s.wants(onlyKappa) {
		out.kappas(k)
	}
	return out.err
}

func (p *page) acceptance(lines []line) {
	p.printf("\n### Acceptance\n\n")
	p.head(1, "line of the protocol", "limit", "measured", "at", "verdict", "")
	for _, l := range lines {
		p.row(l.what, l.limit, fmt.Sprintf("%.4f", l.measured), l.where, string(l.verdict), l.note)
	}
}

// peerOf returns the peers' column that an interval of ours is next to.
func peerOf(interval int) string {
	if interval == studentZero {
		return "t"
	}
	return intervalNames[interval]
}

func (p *page) coverage(cells []cell, peer peers) {
	p.printf("\n### Coverage of 95 %% intervals\n\n")
	p.printf("The first three columns of figures are shares of samples: without a change, and with BCa or studentized undefined.\n\n")
	p.head(2, append([]string{"n", "distribution", "no change", "no bca", "no studentized"}, intervalNames[:]...)...)
	for _, c := range cells {
		row := []string{
			fmt.Sprint(c.n), c.source.Name, digits(share(c.unchanged, c.samples)),
			digits(share(c.undefined[bca], c.samples)), digits(share(c.undefined[studentized], c.samples)),
		}
		for i := range intervalNames {
			row = append(row, beside(share(c.covered[i], c.samples), peer.coverage, c.name(), peerOf(i)))
		}
		p.row(row...)
	}
}

func (p *page) changes(cells []cell, peer peers) {
	p.printf("\n### Coverage by changed queries, n ≥ 50 pooled\n\n")
	p.head(1, append([]string{"changed", "samples"}, intervalNames[:]...)...)
	var pooled tally
	for _, c := range cells {
		if c.n >= 50 {
			pooled.merge(c.tally)
		}
	}
	for bin, b := range changeBins {
		c := pooled.changes[bin]
		row := []string{b.name, fmt.Sprint(c.samples)}
		for i := range intervalNames {
			if c.samples == 0 {
				row = append(row, "")
				continue
			}
			row = append(row, beside(share(c.covered[i], c.samples), peer.changes, b.name, peerOf(i)))
		}
		p.row(row...)
	}
}

func (p *page) rejections(cells []cell, peer peers) {
	p.printf("\n### Type I error at .05, two-sided\n\n")
	p.printf("Randomization is exact at n = 10 and 25, and sampled from %d on. Wilcoxon is tried on one sample in %d at n = %d; the peers' figures next to it are scipy's.\n\n", flipped, wilcoxonEvery, large)
	p.head(2, append([]string{"n", "null distribution"}, append(testNames[:], "wilcoxon R")...)...)
	for _, c := range cells {
		if !c.source.null() {
			continue
		}
		row := []string{fmt.Sprint(c.n), c.source.Name}
		for i, name := range testNames {
			row = append(row, beside(share(c.rejected[i], c.tested[i]), peer.rejections, c.name(), name))
		}
		theirs, _ := peer.rejections.figure(c.name(), "wilcoxon R")
		p.row(append(row, "– / "+digits(theirs))...)
	}
}

func (p *page) proofs(cells []cell, peer peers) {
	p.printf("\n### False proofs by one-sided 95 %% lower bounds, worst distribution\n\n")
	p.head(1, append([]string{"n"}, boundNames[:]...)...)
	for _, n := range sizes {
		row := []string{fmt.Sprint(n)}
		for bound, name := range boundNames {
			top, where := -1.0, ""
			for _, c := range cells {
				if x := share(c.proven[bound], c.samples); c.n == n && x > top {
					top, where = x, c.source.Name
				}
			}
			if bound == studentZeroBound {
				name = "t"
			}
			row = append(row, beside(top, peer.proofs, fmt.Sprint(n), name)+" "+where)
		}
		p.row(row...)
	}
}

// wide are the intervals whose width is told in units of t's.
var wide = []int{headline, robust, robustUnit, betting}

func (p *page) widths(cells []cell, peer peers) {
	p.printf("\n### Mean width over that of t, without rare_loss\n\n")
	names := []string{"n"}
	for _, i := range wide {
		names = append(names, intervalNames[i])
	}
	p.head(1, names...)
	for _, n := range sizes {
		row := []string{fmt.Sprint(n)}
		for _, i := range wide {
			text := fmt.Sprintf("%.2f", meanRatio(cells, n, i))
			if x, ok := peer.widths.figure(fmt.Sprint(n), intervalNames[i]); ok {
				text += fmt.Sprintf(" / %.2f", x)
			}
			row = append(row, text)
		}
		p.row(row...)
	}
}

// meanRatio returns the mean over distributions of the mean width of an interval
// over that of t, in samples that have one.
func meanRatio(cells []cell, n, interval int) float64 {
	var total float64
	count := 0
	for _, c := range cells {
		if c.n == n && c.source.Name != "rare_loss" && c.defined > 0 {
			total += c.width[interval] / c.width[student]
			count++
		}
	}
	return total / float64(count)
}
