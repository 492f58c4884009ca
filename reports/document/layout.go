package document

import (
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A gap separates columns. A name over numbers is cut to what is comfortable before any other text is cut,
// and nothing is cut below LeastElastic. Numbers are never cut: part of one would be another one.
const (
	Gap          = "  "
	comfortable  = 14
	LeastElastic = 8
)

// Fit returns the width of each column. If the sum is over the limit, columns give way one by one until it is not:
// first names over numbers, which the verdict spells out anyway, then every elastic column, the widest first.
func (t Table) Fit(heads []string, rows [][]string, limit int) []int {
	widths, numbers := make([]int, len(heads)), make([]int, len(heads))
	total := len(Gap) * (len(heads) - 1)
	for i, head := range heads {
		for line := range strings.SplitSeq(head, "\n") {
			widths[i] = max(widths[i], Width(line))
		}
		for _, row := range rows {
			widths[i] = max(widths[i], Width(row[i]))
			if t.Columns[i].Right {
				numbers[i] = max(numbers[i], Width(row[i]))
			}
		}
		total += widths[i]
	}
	for ; limit > 0 && total > limit; total-- {
		i := t.widest(widths, numbers, comfortable, func(c Column) bool { return c.Elastic && c.Right })
		if i < 0 {
			i = t.widest(widths, numbers, LeastElastic, func(c Column) bool { return c.Elastic })
		}
		if i < 0 {
			break
		}
		widths[i]--
	}
	return widths
}

// Width returns that of the whole table, with nothing cut.
func (t Table) Width() int {
	heads, rows := t.Printable()
	return Total(t.Fit(heads, rows, 0))
}

// Narrowest returns the width of the table when all that may be cut is.
func (t Table) Narrowest() int {
	heads, rows := t.Printable()
	return Total(t.Fit(heads, rows, 1))
}

// readable is what a text that a row begins with gets in a table of parts.
const readable = 20

// parts returns tables below each other, none wider than limit (0: any) where that can be: the texts that a
// row begins with stand in each, and the columns behind them in one.
func (t Table) parts(limit int) []Table {
	lead := 0
	for lead < len(t.Columns) && !t.Columns[lead].Right {
		lead++
	}
	heads, rows := t.Printable()
	least := t.Fit(heads, rows, 1)
	if limit <= 0 || lead == 0 || lead == len(t.Columns) || Total(least) <= limit {
		return []Table{t}
	}
	for i, whole := range t.Fit(heads, rows, 0)[:lead] {
		least[i] = max(least[i], min(whole, readable))
	}
	var parts []Table
	for from := lead; from < len(t.Columns); {
		to := from + 1
		for to < len(t.Columns) && Total(slices.Concat(least[:lead], least[from:to+1])) <= limit {
			to++
		}
		parts = append(parts, t.cut(lead, from, to))
		from = to
	}
	return parts
}

// cut has the first columns and some of the others.
func (t Table) cut(lead, from, to int) Table {
	return Table{
		Columns: slices.Concat(t.Columns[:lead], t.Columns[from:to]),
		Rows:    ordered.Each(t.Rows, func(row []Cell) []Cell { return slices.Concat(row[:lead], row[from:to]) }),
	}
}

// Total returns what columns take with the gaps between them.
func Total(widths []int) int {
	n := len(Gap) * (len(widths) - 1)
	for _, w := range widths {
		n += w
	}
	return n
}

// widest returns the widest column above least, and wider than its numbers, that qualifies, or -1.
func (t Table) widest(widths, numbers []int, least int, qualifies func(Column) bool) int {
	widest := -1
	for i, c := range t.Columns {
		if qualifies(c) && widths[i] > max(least, numbers[i]) && (widest < 0 || widths[i] > widths[widest]) {
			widest = i
		}
	}
	return widest
}

// alignHeads moves headings of fewer lines down to the rule.
func alignHeads(heads []string) []string {
	lines := 0
	for _, head := range heads {
		lines = max(lines, strings.Count(head, "\n"))
	}
	return ordered.Each(heads, func(head string) string { return strings.Repeat("\n", lines-strings.Count(head, "\n")) + head })
}

// trimLines removes the gap after the last column, which the rule under the headings spans too, and the last newline.
func trimLines(s string) string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	for i, line := range lines {
		line = strings.TrimSuffix(line, Gap+"\x1b[0m") // tablewriter resets colors once more behind the gap
		lines[i] = strings.TrimSuffix(strings.TrimRight(line, " "), strings.Repeat("─", len(Gap)))
	}
	return strings.Join(lines, "\n")
}
