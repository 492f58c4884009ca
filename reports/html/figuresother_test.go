package html

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
)

func systemsOf(names ...string) *result.SystemsByMeasure {
	by := &result.SystemsByMeasure{Measure: "RR", Primary: true}
	for i, name := range names {
		by.Systems = append(by.Systems, result.SystemMean{Name: name, Best: i < 2})
		for j := range i {
			by.Pairs = append(by.Pairs, result.PairOfSystems{A: j, B: i, MeanDifference: -0.1 * float64(i-j), Distinct: i-j > 1})
		}
	}
	return by
}

// Each cell of a matrix has the difference of its row less its column, its bar as long as its
// share of the largest.
func TestMatrixCells(t *testing.T) {
	by := systemsOf("first", "second", "third", "fourth")
	for _, better := range []int{1, -1, 0} {
		up, down := map[int]string{1: "won", -1: "los", 0: "tie"}[better], map[int]string{1: "los", -1: "won", 0: "tie"}[better]
		for _, p := range pictures(t, matrix(by, better)) {
			left, width := 220.0, 90.0
			if p.width < 400 {
				left, width = 96, 60
			}
			for row := range 4 {
				y := 24 + 28*float64(row)
				if m := p.word(fmt.Sprintf("%d %s", row+1, by.Systems[row].Name)); m.x != left-22 || m.y != y+18 || m.at != "end" {
					t.Errorf("%s: %+v", p.name, m)
				}
				p.has(1, "head", func(m mark) bool {
					return m.text == fmt.Sprint(row+1) && m.at == "middle" && m.x == left+width*(float64(row)+0.5) && m.y == 16
				})
				p.has(map[bool]int{true: 1, false: 0}[row < 2], "bracket", func(m mark) bool { return m.thick == 3 && isLine(m, left-10, y+2, left-10, y+26) })
				for column := range 4 {
					x := left + width*float64(column)
					if row == column {
						p.has(1, "diagonal", func(m mark) bool { return m.fill == "bnd" && isRect(m, x, y, width, 28) })
						continue
					}
					v := 0.1 * float64(column-row)
					text, tone := fmt.Sprintf("%+.4f", v), up
					if v < 0 {
						tone = down
					}
					if math.Abs(v) < 0.15 {
						text, tone = text+" ≈", "mut"
					}
					p.has(1, "number", func(m mark) bool { return m.text == text && m.fill == tone && isNear(m.x, x+width/2) && m.y == y+18 })
					p.has(1, "cell", func(m mark) bool { return m.stroke == "bnd" && isRect(m, x, y, width, 28) })
					p.has(1, "bar", func(m mark) bool { return m.fill == tone && isRect(m, x+1, y+24, (width-2)*math.Abs(v)/0.3, 3) })
				}
			}
			if p.height != 24+4*28+8 {
				t.Errorf("%s: %g high", p.name, p.height)
			}
		}
	}
	// Cells of less than 60 pixels have a sign alone, of less than 36 no second one, and of less
	// than 18 every second column its number; from 25 systems on there is the table.
	long := make([]string, 26)
	for i := range long {
		long[i] = fmt.Sprintf("system %d", i)
	}
	for n, c := range map[int]struct{ texts, heads string }{4: {"+0.2000", "1234"}, 5: {"+ − + ≈ − ≈", "12345"}, 6: {"+ − + ≈ − ≈", "123456"}, 7: {"+ − ≈", "1234567"}, 13: {"+ − ≈", "12345678910111213"}, 14: {"+ − ≈", "135791113"}} {
		f := matrix(systemsOf(long[:n]...), 1)
		p := parsePicture(t, string(f.Narrow))
		p.name = fmt.Sprint(n, " systems")
		heads := ""
		for _, m := range p.find("text", "mut", "") {
			if m.y == 16 {
				heads += m.text
			}
		}
		if heads != c.heads {
			t.Errorf("%d systems: heads %s, want %s", n, heads, c.heads)
		}
		if n == 4 {
			p.word("+0.2000")
			continue
		}
		for _, m := range p.find("text", "", "") {
			if m.y > 16 && m.at == "middle" && !strings.Contains(" "+c.texts+" ", " "+m.text+" ") {
				t.Errorf("%d systems: a cell with %q, want one of %s", n, m.text, c.texts)
			}
		}
		both := map[bool]int{true: n - 1, false: 0}[n < 7] // neighbors are not told apart
		p.has(both, "≈ with a sign", func(m mark) bool { return m.text == "+ ≈" })
		p.has(2*(n-1-both), "≈ alone", func(m mark) bool { return m.text == "≈" })
	}
	if f := matrix(systemsOf(long[:25]...), 1); f.Empty != "" || f.Wide == "" {
		t.Error("25 systems are not drawn")
	}
	if f := matrix(systemsOf(long...), 1); f.Empty == "" || f.Wide != "" {
		t.Error("26 systems are drawn")
	}
	flat := systemsOf("a", "b")
	flat.Pairs[0].MeanDifference = 0
	pictures(t, matrix(flat, 1))
	for _, c := range []struct {
		most  int
		names []string
		want  string
	}{
		{5, []string{"abcd1", "abcd2"}, "abcd1 abcd2"},
		{4, []string{"abcd1", "abcd2"}, "…1 …2"},
		{4, []string{"abc12", "abc23"}, "abc… abc…"},
		{4, []string{"abcde", "abcd"}, "…e …"},
		{3, []string{"abcdxyz", "abcdefgh", "abcd"}, "…x… …e… …"},
	} {
		if got := strings.Join(namesWithin(systemsOf(c.names...).Systems, c.most), " "); got != c.want {
			t.Errorf("%v within %d: %s, want %s", c.names, c.most, got, c.want)
		}
	}
}

func attributionOf(several, all, none int, only ...int) result.Attributed {
	a := result.Attributed{Several: result.Share{Documents: several}, All: result.Share{Documents: all}, None: result.Share{Documents: none}, RelevantDocuments: several + all + none}
	for i, n := range only {
		a.RelevantDocuments += n
		a.Only = append(a.Only, result.ComponentShare{Component: string(rune('a' + i)), Share: result.Share{Documents: n}})
	}
	return a
}

// The parts of a bar follow each other, as long as their share of all; the key names those that there
// are, in lines that fit.
func TestAttributionBars(t *testing.T) {
	first := result.Attribution{Config: "rrf", Attributed: attributionOf(5, 20, 15, 30, 10, 20, 0, 0)}
	first.Fusion = &result.Exchange{Cutoff: 10, Lost: result.Share{Documents: 3}, Gained: result.Share{Documents: 4}}
	first.Rerank = &result.Exchange{Cutoff: 5, Lost: result.Share{Documents: 1}, Gained: result.Share{Documents: 2}}
	second := result.Attribution{Config: "two", Attributed: attributionOf(0, 4, 4, 1, 1)}
	list := []result.Attribution{{Config: "none"}, first, second}
	for _, p := range pictures(t, attributionBars(list)) {
		y := p.word("rrf").y + 6
		x := 4.0
		length := p.width - 8
		for i, c := range []struct {
			n    float64
			tone string
			name string
		}{{30, "p1", "only a 30"}, {10, "p2", "only b 10"}, {20, "p3", "only c 20"}, {5, "tie", "several 5"}, {20, "rul", "all 20"}, {15, "bnd", "none 15"}} {
			p.has(1, "part "+c.name, func(m mark) bool { return m.fill == c.tone && isRect(m, x, y, length*c.n/100, 18) })
			x += length * c.n / 100
			name := p.word(c.name)
			p.has(1, "key of "+c.name, func(m mark) bool { return m.fill == c.tone && isRect(m, name.x-15, name.y-10, 11, 11) })
			p.has(1, "its frame", func(m mark) bool { return m.stroke == "rul" && isRect(m, name.x-15, name.y-10, 11, 11) })
			if right := name.x + 6.6*float64(len(name.text)); right > p.width-4 || i == 0 && (name.x != 19 || name.y != y+36) {
				t.Errorf("%s: %+v", p.name, name)
			}
		}
		p.has(1, "frame of the bar", func(m mark) bool { return m.stroke == "rul" && isRect(m, 4, y, length, 18) })
		if lines := p.word("none 15").y - p.word("only a").y; lines != map[bool]float64{true: 0, false: 18}[p.width > 400] {
			t.Errorf("%s: the key takes %g more", p.name, lines)
		}
		fusion, rerank := p.word("in the first 10: fusion lost 3 and gained 4"), p.word("in the first 5: the rerank lost 1 and gained 2")
		none := p.word("none 15")
		if fusion.x != 4 || rerank.x != 4 || fusion.y != none.y+20 || rerank.y != fusion.y+18 || p.word("two").y != rerank.y+32 || !p.word("two").bold {
			t.Errorf("%s: %+v, %+v", p.name, fusion, rerank)
		}
		p.word("both 4")
		p.has(1, "documents that none found", func(m mark) bool {
			return m.fill == "bnd" && isRect(m, 4+length*0.6, p.word("two").y+6, length*0.4, 18)
		})
		p.has(3, "frames of bars", func(m mark) bool { return m.stroke == "rul" && m.h == 18 && isNear(m.w, length) })
	}
}

// Small bars are three to a row, one where it is narrow; counts are in bars with room for them.
func TestSmallBars(t *testing.T) {
	a := result.Attribution{Config: "rrf", Attributed: attributionOf(0, 5, 5, 1, 1)}
	for i := range 4 {
		a.Strata = append(a.Strata, result.StratumAttribution{Stratum: fmt.Sprintf("s%d %s", i, strings.Repeat("x", 60)), Attributed: attributionOf(0, 50, 0, 48, 2)})
	}
	f := attributionStrata([]result.Attribution{{Config: "one", Strata: a.Strata[:1]}, a})
	if f == nil {
		t.Fatal("nothing is drawn")
	}
	if attributionStrata([]result.Attribution{{Strata: a.Strata[:1]}}) != nil || attributionStrata([]result.Attribution{{Strata: a.Strata[:2]}}) == nil {
		t.Error("two strata are drawn, and one is not")
	}
	for _, p := range pictures(t, *f) {
		columns := map[bool]int{true: 3, false: 1}[p.width > 400]
		width := (p.width - 8 - 16*float64(columns-1)) / float64(columns)
		top := 0.0
		for _, m := range p.find("text", "", "") {
			if m.text == "rrf" {
				top = m.y - 12
			}
			if strings.HasPrefix(m.text, "only") && strings.ContainsAny(m.text, "0123456789") {
				t.Errorf("%s: the key has counts: %q", p.name, m.text)
			}
		}
		rows := top + 42
		for i := range 4 {
			x, y := 4+(width+16)*float64(i%columns), rows+50*float64(i/columns)
			p.has(1, "name", func(m mark) bool {
				return strings.HasPrefix(m.text, fmt.Sprintf("s%d ", i)) && m.x == math.Round(x*10)/10 && isNear(m.y, y+12) && len([]rune(m.text)) == int(width)/7-len("n = 100")-2
			})
			p.has(1, "size", func(m mark) bool {
				return m.text == "n = 100" && isNear(m.x, x+width) && isNear(m.y, y+12) && m.at == "end"
			})
			p.has(1, "frame", func(m mark) bool { return m.stroke == "rul" && isRect(m, x, y+18, width, 8) })
			at := x
			for _, c := range []struct {
				n    float64
				tone string
			}{{48, "p1"}, {2, "p2"}, {50, "rul"}} {
				w := width * c.n / 100
				p.has(1, "part", func(m mark) bool { return m.fill == c.tone && isRect(m, at, y+18, w, 8) })
				p.has(map[bool]int{true: 1, false: 0}[c.n > 2], "count", func(m mark) bool {
					return m.text == fmt.Sprint(c.n) && isNear(m.x, at+w/2) && isNear(m.y, y+40)
				})
				at += w
			}
		}
		if want := rows + 50*float64((3+columns)/columns) + 8; !isNear(p.height, math.Round(want)) {
			t.Errorf("%s: %g high, want %g", p.name, p.height, want)
		}
	}
}

func scoredSystems(lists ...[]float64) *cohort {
	co := &cohort{measures: []string{"other", "RR"}, cutoff: 10}
	for s, list := range lists {
		system := result.SystemDetail{Name: fmt.Sprintf("system %d %s", s, strings.Repeat("x", 40))}
		for _, v := range list {
			system.Queries = append(system.Queries, result.Row{Scores: map[string]*float64{"RR": new(v)}})
		}
		co.systems = append(co.systems, system)
	}
	return co
}

// The scores of each system fall from its best at the left to its worst at the right, by the labels
// of the axis, four systems at most.
func TestScoreCurves(t *testing.T) {
	lists := [][]float64{{0.5, 1.5, 0, -0.5, 0}, {0.2, 0.4, 0.3, 0.1, math.NaN()}, {1, 1, 1, 1, 1}, {math.Inf(1), math.NaN(), 0.5, math.NaN(), math.NaN()}, {0, 0, 0, 0, 0}}
	tones, dashes := []string{"won", "los", "ink", "tie"}, []string{"", "6 3", "2 3", "8 3 2 3"}
	sorted := [][]float64{{1.5, 0.5, 0, 0, -0.5}, {0.4, 0.3, 0.2, 0.1}, {1, 1, 1, 1, 1}, {0.5}}
	for n := 1; n <= 5; n++ {
		f := scoreFigure(scoredSystems(lists[:n]...), "RR")
		if want := map[bool]string{true: "2 queries score 0 on RR", false: "Scores on RR, query by query"}[n == 1]; f.Title != want {
			t.Errorf("title %q, want %q", f.Title, want)
		}
		if note := strings.Join(f.Notes, ""); note != map[bool]string{true: "The first 4 systems; 1 more are in the table.", false: ""}[n == 5] {
			t.Errorf("%d systems: note %q", n, note)
		}
		for _, p := range pictures(t, f) {
			y, frame := p.axis(end, linear), p.plotFrame()
			p.near("the top", y(1.5), frame.y)
			p.near("the foot", y(-0.5), frame.y+frame.h)
			if frame.x != 52 || frame.x+frame.w != p.width-12 || frame.y != 12 || frame.h != 200 {
				t.Errorf("%s: frame %+v", p.name, frame)
			}
			for i := range min(n, 4) {
				p.has(1, fmt.Sprintf("curve %d of %d", i, n), func(m mark) bool {
					if m.stroke != tones[i] || m.dash != dashes[i] || m.thick != 1.8 || len(m.paths[0]) != max(2, len(sorted[i])) {
						return false
					}
					for q, v := range sorted[i] {
						x := frame.x + frame.w*float64(q)/float64(max(1, len(sorted[i])-1))
						if !isNear(m.paths[0][q].x, x) || !isNear(m.paths[0][q].y, y(v)) {
							return false
						}
					}
					return true
				})
				if n == 1 {
					p.has(0, "key", func(m mark) bool { return strings.HasPrefix(m.text, "system") })
					continue
				}
				key := p.word(fmt.Sprintf("system %d", i))
				if key.x != 82 || key.y != 232+18*float64(i) || len([]rune(key.text)) != 34 {
					t.Errorf("%s: key %+v", p.name, key)
				}
				p.has(1, "line of the key", func(m mark) bool { return m.stroke == tones[i] && isLine(m, 52, key.y-4, 76, key.y-4) })
			}
			if axis := p.word("queries →"); axis.x != p.width-12 || axis.y != 228 || p.height != map[bool]float64{true: 236, false: 232 + 18*float64(min(n, 4))}[n == 1] {
				t.Errorf("%s: %+v, height %g", p.name, axis, p.height)
			}
		}
	}
	if f := scoreFigure(scoredSystems([]float64{math.NaN()}, []float64{math.NaN()}), "RR"); f.Empty == "" || f.Wide != "" {
		t.Error("no scores are drawn")
	}
	if f := scoreFigure(scoredSystems([]float64{math.NaN()}, []float64{0.5}), "RR"); f.Empty != "" {
		t.Error("scores of the second system alone are not drawn")
	}
	many := make([]float64, 5000)
	for i := range many {
		many[i] = float64(len(many)-1-i) / 4999
	}
	for to, columns := range map[layout]int{wide: 656, narrow: 276} {
		p := drawingOf(t, to, func(d *drawing) float64 { return d.curves([]curve{{"x", many}}) })
		y, frame := p.axis(end, linear), p.plotFrame()
		line := p.find("path", "", "won")[0].paths[0]
		if len(line) != columns || !isNear(line[0].y, y(1)) || !isNear(line[columns-1].y, y(0)) || !isNear(line[columns-1].x, frame.x+frame.w) {
			t.Errorf("%d points from %v to %v, want %d", len(line), line[0], line[len(line)-1], columns)
		}
		for _, c := range line { // scores fall evenly
			if math.Abs((c.x-frame.x)/frame.w-(c.y-y(1))/(y(0)-y(1))) > 0.01 {
				t.Errorf("a point at %v", c)
			}
		}
	}
}
