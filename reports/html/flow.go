package html

import (
	"fmt"
	"math"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// rankBins are the ranks that a flow tells apart; the last is "not retrieved".
var rankBins = []struct {
	label, short string
	last         int
}{{"1", "1", 1}, {"2–3", "–3", 3}, {"4–5", "–5", 5}, {"6–10", "–10", 10}, {"11–20", "–20", 20}, {"21–100", "–100", 100}, {">100", "101+", math.MaxInt}, {"–", "–", 0}}

func binOf(rank int) int {
	if rank <= 0 {
		return len(rankBins) - 1
	}
	for i, bin := range rankBins {
		if rank <= bin.last {
			return i
		}
	}
	return len(rankBins) - 1
}

// A flowCount is how many relevant documents went from one rank to another.
type flowCount struct {
	cells                  [][]int
	all, rose, fell        int
	entered, left, neither int // of the first k; in none of both lists
}

// rankFlow draws where the relevant documents of all queries were in the baseline, by row, and are now, by column.
func rankFlow(id string, c *result.Comparison, p result.Pair, co *cohort, candidate int) figure {
	a, b := document.Printable(c.A.Name), document.Printable(p.B.Name)
	f := figure{ID: id + "-flow"}
	counts := co.flow(candidate)
	if counts.all == 0 {
		f.Title = "Where the relevant documents went"
		f.Empty = "Where the relevant documents stood is not known: that takes rankings, not scores alone."
		return f
	}
	f.Title = fmt.Sprintf("%s entered the first %d, %d left them", counted(counts.entered, "1 relevant document", "%d relevant documents"), co.cutoff, counts.left)
	f.Description = fmt.Sprintf("%s, by rank in %s (rows) and in %s (columns): %d rose, %d fell, %d are in neither list.",
		counted(counts.all, "1 relevant document", "%d relevant documents"), a, b, counts.rose, counts.fell, counts.neither)
	f.draw(func(d *drawing) float64 { return d.flow(a, b, counts) })
	f.Values = []document.Sheet{counts.sheet(a, b)}
	f.Notes = []string{"A document counts once for each query that it is relevant to. –: not retrieved."}
	return f
}

func (co *cohort) flow(candidate int) flowCount {
	var n flowCount
	for range rankBins {
		n.cells = append(n.cells, make([]int, len(rankBins)))
	}
	for q := range co.len() {
		a, b := &co.systems[0].Queries[q], &co.systems[candidate].Queries[q]
		if a.Status == result.Failed || b.Status == result.Failed {
			continue
		}
		inB := ordered.Map(b.Relevant, func(d result.RankedRelevant) (string, int) { return d.DocID, d.Rank })
		for _, d := range a.Relevant {
			if rank, known := inB[d.DocID]; known {
				n.add(d.Rank, rank, co.cutoff)
			}
		}
	}
	return n
}

func (n *flowCount) add(a, b, cutoff int) {
	n.all++
	n.cells[binOf(a)][binOf(b)]++
	inA, inB := a > 0 && a <= cutoff, b > 0 && b <= cutoff
	switch {
	case a == 0 && b == 0:
		n.neither++
	case a == b:
	case b > 0 && (a == 0 || b < a):
		n.rose++
	default:
		n.fell++
	}
	if inB && !inA {
		n.entered++
	} else if inA && !inB {
		n.left++
	}
}

func (n *flowCount) sheet(a, b string) document.Sheet {
	s := document.Sheet{Title: "relevant documents by rank", Columns: []document.SheetColumn{{Head: isolated(a) + " ↓  " + isolated(b) + " →"}}}
	for _, bin := range rankBins {
		s.Columns = append(s.Columns, document.SheetColumn{Head: bin.label, Numbers: true})
	}
	for i, bin := range rankBins {
		row := []string{bin.label}
		for j := range rankBins {
			row = append(row, fmt.Sprint(n.cells[i][j]))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

func (d *drawing) flow(a, b string, n flowCount) float64 {
	left, top, cell := 200.0, 44.0, 52.0
	height := 30.0
	if d.isNarrow() {
		left, cell = 56, (d.width-60)/float64(len(rankBins))
	}
	most := 1
	for _, row := range n.cells {
		for _, v := range row {
			most = max(most, v)
		}
	}
	d.text(left, 14, start, ink, "rank in "+cut(b, 30)+" →")
	if d.isNarrow() {
		d.text(4, 30, start, ink, "↓ "+cut(a, 7))
	} else {
		d.text(4, 36, start, ink, "↓ rank in "+cut(a, int(left-8)/letter-12))
	}
	for i, bin := range rankBins {
		x, y := left+cell*float64(i), top+height*float64(i)
		label := bin.label
		if d.isNarrow() {
			label = bin.short // the rows say where it begins
		}
		d.text(x+cell/2, top-8, middle, muted, label)
		d.text(left-6, y+20, end, muted, bin.label)
		for j := range rankBins {
			d.flowCell(left+cell*float64(j), y, cell, height, n.cells[i][j], most, i, j)
		}
	}
	bottom := top + height*float64(len(rankBins))
	d.text(left, bottom+18, start, lost, "right of the diagonal: fell")
	if d.isNarrow() {
		d.text(left, bottom+34, start, won, "left of it: rose")
		return bottom + 42
	}
	d.text(left+cell*float64(len(rankBins)), bottom+18, end, won, "left of the diagonal: rose")
	return bottom + 28
}

// flowCell draws one count; the more, the more of its cell is filled.
func (d *drawing) flowCell(x, y, w, h float64, n, most, i, j int) {
	d.frame(x, y, w, h, band)
	if n == 0 {
		return
	}
	t := tied
	if j < i {
		t = won
	} else if j > i {
		t = lost
	}
	share := (1 + math.Log(float64(n))) / (1 + math.Log(float64(most)))
	d.rect(x+1, y+h-4, (w-2)*share, 3, t)
	d.text(x+w/2, y+19, middle, ink, fmt.Sprint(n))
}
