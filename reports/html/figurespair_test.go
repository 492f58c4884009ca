package html

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
)

func inferenceOf(n int, mean float64, interval ...float64) result.Inference {
	in := result.Inference{N: n, MeanDifference: &mean}
	if len(interval) == 2 {
		in.Interval = &result.Interval{Level: 0.95, Low: interval[0], High: interval[1]}
	}
	return in
}

// Marks of the forest are at their numbers by the labels of its axis: tips of diamonds, ends
// of lines, margins, bounds. Squares have an area by their queries; what is beyond the axis
// ends at it in an arrow; better is blue and worse is brown.
func TestForestMarks(t *testing.T) {
	for _, better := range []int{1, -1, 0} {
		panel := forestPanel{unit: "between 0 and 1", better: better, margin: 0.02, rows: []forestRow{
			{name: "primary", in: inferenceOf(100, 0.1, 0.04, 0.16), primary: true, bounds: &result.DifferenceBounds{Low: -0.05, High: 0.15}},
			{name: "second", in: inferenceOf(49, -0.09, -0.18, -0.01)},
			{name: "third " + strings.Repeat("x", 40), in: inferenceOf(4, 0.03)},
			{name: "right", in: inferenceOf(64, 0.2, 0.1, 0.9), stratum: true},
			{name: "left", in: inferenceOf(100, -0.3, -0.9, 0.01), stratum: true},
			{name: "far", in: inferenceOf(100, 0.8, 0.7, 0.9), stratum: true},
		}}
		f := figure{ID: "forest", Title: "t"}
		f.draw(func(d *drawing) float64 { return d.forest("base", "cand", panel) })
		for _, p := range pictures(t, f) {
			x := p.axis(middle, linear)
			isWide := p.width > 400
			left, right := 170.0, p.width-220
			if !isWide {
				left, right = 8, p.width-8
			}
			p.near("0", x(0), (left+right)/2)
			low, high := -2*0.18*1.06, 2*0.18*1.06 // twice what measures need: strata go further
			p.near("the left end", x(low), left)
			up, down := map[int]string{1: "won", -1: "los", 0: "tie"}[better], map[int]string{1: "los", -1: "won", 0: "tie"}[better]
			diamond := p.find("path", up, "")[0].paths[0]
			y := diamond[0].y
			for i, want := range []point{{x(0.04), y}, {x(0.1), y - 7}, {x(0.16), y}, {x(0.1), y + 7}} {
				if !isNear(diamond[i].x, want.x) || !isNear(diamond[i].y, want.y) {
					t.Errorf("%s: corner %d of the diamond at %v, want %v", p.name, i, diamond[i], want)
				}
			}
			step := map[bool]float64{true: 26, false: 44}[isWide]
			if want := 30 + map[bool]float64{true: 13, false: 31}[isWide]; y != want {
				t.Errorf("%s: the first row at %g, want %g", p.name, y, want)
			}
			bottom := 30 + 6*step
			line := func(what string, n int, tone string, x1, y1, x2, y2 float64) {
				t.Helper()
				p.has(n, what, func(m mark) bool { return m.stroke == tone && isLine(m, x1, y1, x2, y2) })
			}
			line("zero line", 1, "rul", x(0), 24, x(0), bottom)
			line("bounds", 1, "ink", x(-0.05), y+10, x(0.15), y+10)
			line("second interval", 1, down, x(-0.18), y+step, x(-0.01), y+step)
			line("its left end", 1, down, x(-0.18), y+step-4, x(-0.18), y+step+4)
			line("its right end", 1, down, x(-0.01), y+step-4, x(-0.01), y+step+4)
			line("primary interval", 0, up, x(0.04), y, x(0.16), y)
			line("cut interval", 1, up, x(0.1), y+3*step, x(high), y+3*step)
			line("its left end", 1, up, x(0.1), y+3*step-4, x(0.1), y+3*step+4)
			line("no right end", 0, up, x(high), y+3*step-4, x(high), y+3*step+4)
			line("the other cut", 1, "tie", x(low), y+4*step, x(0.01), y+4*step)
			line("no left end", 0, "tie", x(low), y+4*step-4, x(low), y+4*step+4)
			arrow := func(what, tone string, tip, y, base float64) {
				t.Helper()
				p.has(1, what, func(m mark) bool {
					return m.kind == "path" && m.fill == tone && len(m.paths[0]) == 3 && isNear(m.paths[0][0].x, tip) && isNear(m.paths[0][0].y, y) &&
						isNear(m.paths[0][1].x, base) && isNear(m.paths[0][1].y, y-4) && isNear(m.paths[0][2].y, y+4)
				})
			}
			arrow("arrow right", up, x(high)+1, y+3*step, x(high)-6)
			arrow("arrow left", "tie", x(low)-1, y+4*step, x(low)+6)
			p.has(1, "margin", func(m mark) bool { return m.fill == "bnd" && isRect(m, x(-0.02), 24, x(0.02)-x(-0.02), bottom-24) })
			for i, c := range []struct {
				mean, side float64
				tone       string
				hollow     bool
			}{{}, {-0.09, 9.8, down, false}, {0.03, 6, "tie", false}, {0.2, 11.2, up, true}, {-0.3, 14, "tie", true}, {high, 14, up, true}} {
				if i > 0 {
					p.has(1, fmt.Sprintf("square of row %d", i), func(m mark) bool {
						tone := m.fill
						if c.hollow {
							tone = m.stroke
						}
						return tone == c.tone && isRect(m, x(c.mean)-c.side/2, y+step*float64(i)-c.side/2, c.side, c.side)
					})
				}
				name := p.word([]string{"★ primary", "second", "third", "right", "left", "far"}[i])
				wantX := map[bool]float64{true: 20, false: 8}[i >= 3]
				baseline := y + step*float64(i) + 4
				if !isWide {
					baseline = 30 + step*float64(i) + 12
				}
				if name.x != wantX || name.y != baseline || name.bold != (i == 0) || name.fill != map[bool]string{true: "mut", false: "ink"}[i >= 3] {
					t.Errorf("%s: name %d %+v, want it at %g, %g", p.name, i, name, wantX, baseline)
				}
				number := p.word([]string{"+0.1000", "-0.0900", "+0.0300", "+0.2000", "-0.3000", "+0.8000"}[i])
				if number.x != p.width-8 || number.y != baseline || number.at != "end" {
					t.Errorf("%s: number %d %+v", p.name, i, number)
				}
				if has := strings.Contains(number.text, "["); has != (isWide && i != 2) {
					t.Errorf("%s: number %d %q", p.name, i, number.text)
				}
			}
			if n := len([]rune(p.word("third").text)); n != map[bool]int{true: 22, false: 32}[isWide] {
				t.Errorf("%s: the long name has %d letters", p.name, n)
			}
			below, above := p.word("◄ "), p.marks[len(p.marks)-1]
			want := map[int][2]string{1: {"◄ favours base", "favours cand ►"}, -1: {"◄ favours cand", "favours base ►"}, 0: {"◄ lower", "higher ►"}}[better]
			if below.text != want[0] || above.text != want[1] || below.x != left || above.x != right || below.y != bottom+18 || above.y != below.y || p.height != bottom+28 {
				t.Errorf("%s: %+v and %+v, want %v", p.name, below, above, want)
			}
			for _, m := range p.find("text", "mut", "") {
				if m.at == "middle" && (m.y != 18 || (m.x > x(0)+1) != strings.HasPrefix(m.text, "+")) {
					t.Errorf("%s: tick %q at %g, %g", p.name, m.text, m.x, m.y)
				}
			}
		}
	}
	// a margin as wide as the axis, or none, is not shaded
	for _, margin := range []float64{0, 1} {
		p := drawingOf(t, wide, func(d *drawing) float64 {
			return d.forest("a", "b", forestPanel{margin: margin, rows: []forestRow{{name: "x", in: inferenceOf(9, 0.1, 0.05, 0.15)}}})
		})
		p.has(int(margin), "margins", func(m mark) bool { return m.kind == "rect" && m.fill == "bnd" })
	}
}

// Every measure is on the axis of its unit and its direction, the primary first, its
// strata below it; what has no number is not drawn.
func TestForestPanels(t *testing.T) {
	of := func(name string, in result.Inference) result.MeasureComparison {
		return result.MeasureComparison{Measure: name, Inference: in}
	}
	nan, inf := math.NaN(), math.Inf(1)
	pair := result.Pair{Measures: []result.MeasureComparison{
		of("RR", inferenceOf(5, 0.1, 0, 0.2)), of("nDCG@10", inferenceOf(5, 0.1, 0.05, 0.2)), of("NumRet", inferenceOf(5, 3, 2, 4)), of("NumNonRelRet", inferenceOf(5, 3, 2, 4)),
		of("own", inferenceOf(5, 3)), of("P@1", inferenceOf(5, nan)), of("P@2", inferenceOf(5, inf)), of("P@3", result.Inference{}), of("P@4", inferenceOf(5, 0, nan, 1)), of("P@5", inferenceOf(5, 0, 0, inf)),
		of("P@6", inferenceOf(5, 1e100)),
	}}
	pair.Measures[1].Strata = []result.StratumResult{{Stratum: "s1", Inference: inferenceOf(2, 0.1)}, {Stratum: "s2", Inference: inferenceOf(2, nan)}, {Stratum: "s3", Inference: inferenceOf(2, 0.2)}}
	c := &result.Comparison{Comparisons: []result.Pair{pair}, Settings: result.ComparedSettings{Primary: "nDCG@10", Margin: 0.01}}
	list := panels(c, pair)
	var got []string
	for _, panel := range list {
		for _, r := range panel.rows {
			got = append(got, fmt.Sprintf("%s %v %v %d %g", r.name, r.primary, r.stratum, panel.better, panel.margin))
		}
		got = append(got, "|")
	}
	want := []string{"nDCG@10 true false 1 0.01", "RR false false 1 0.01", "s1 false true 1 0.01", "s3 false true 1 0.01", "|"}
	if len(got) < len(want) || !slices.Equal(got[:len(want)], want) || len(list) != 4 {
		t.Errorf("%d panels of %v, want one that begins %v", len(list), got, want)
	}
	pair.Measures[1].Strata = pair.Measures[1].Strata[:1]
	c.Comparisons[0] = pair
	if rows := panels(c, pair)[0].rows; len(rows) != 2 {
		t.Errorf("one stratum alone gives %d rows, want 2", len(rows))
	}
	for _, f := range forests("p0", c, pair) {
		pictures(t, f)
	}
	notes := func(rows ...forestRow) string { return strings.Join(forestNotes(forestPanel{rows: rows}), " ") }
	tail := inferenceOf(5, 1, 0, 2)
	tail.Interval.Method = "tail"
	for _, x := range []struct {
		row   forestRow
		words string
	}{{forestRow{in: tail}, "need not be centred"}, {forestRow{in: inferenceOf(5, 1, 0, 2), bounds: &result.DifferenceBounds{}}, "Dashed below"}, {forestRow{in: inferenceOf(5, 1), stratum: true}, "Hollow rows"}} {
		plain := forestRow{in: inferenceOf(5, 1, 0, 2)}
		for _, text := range []string{notes(x.row, plain), notes(plain, x.row)} {
			if !strings.Contains(text, x.words) {
				t.Errorf("notes %q lack %q", text, x.words)
			}
		}
		if text := notes(plain, forestRow{in: inferenceOf(1, 0)}); strings.Contains(text, x.words) {
			t.Errorf("notes %q say %q", text, x.words)
		}
	}
}

// Bars of the sorted differences go from 0 to their numbers by the labels of the axis, the
// largest first, in equal steps; the counts are below their parts.
func TestSortedBars(t *testing.T) {
	values := []float64{-0.4, 0.5, 0, 0.25, 0, -0.1, 0.05, 0}
	mean := 0.0375
	for _, better := range []int{1, -1, 0} {
		m := &result.MeasureComparison{Measure: "RR"}
		m.MeanDifference = &mean
		f := sortedDifferences("p0", 3, &result.Comparison{Settings: result.ComparedSettings{Margin: 0.1}}, m, differencesOf(values...), better)
		if want := "3 queries rose" + map[int]string{1: "", -1: ", which is worse", 0: ""}[better] + ", 2 fell, 3 did not change"; f.Title != want {
			t.Errorf("title %q, want %q", f.Title, want)
		}
		up, down := map[int]string{1: "won", -1: "los", 0: "tie"}[better], map[int]string{1: "los", -1: "won", 0: "tie"}[better]
		for _, p := range pictures(t, f) {
			y := p.axis(end, linear)
			left, right := 52.0, p.width-8
			step := (right - left) / 8
			var bars []mark
			for _, m := range p.find("path", "", "") {
				if m.fill == up || m.fill == down {
					bars = append(bars, m)
				}
			}
			if len(bars) != 2 || len(bars[0].paths) != 3 || len(bars[1].paths) != 2 || bars[0].fill != up || bars[1].fill != down {
				t.Fatalf("%s: %+v", p.name, bars)
			}
			for i, c := range []struct {
				bar  []point
				at   int
				want float64
			}{{bars[0].paths[0], 0, 0.5}, {bars[0].paths[1], 1, 0.25}, {bars[0].paths[2], 2, 0.05}, {bars[1].paths[0], 6, -0.1}, {bars[1].paths[1], 7, -0.4}} {
				x := left + step*float64(c.at)
				if !isNear(c.bar[0].x, x) || !isNear(c.bar[0].y, y(0)) || !isNear(c.bar[2].y, y(c.want)) || !isNear(c.bar[1].x-c.bar[0].x, step-0.4) || !isNear(c.bar[3].x, x) {
					t.Errorf("%s: bar %d %v, want it from %g, %g to %g", p.name, i, c.bar, x, y(0), y(c.want))
				}
			}
			p.has(1, "zero line", func(m mark) bool { return m.stroke == "rul" && isLine(m, left, y(0), right, y(0)) })
			p.has(1, "mean", func(m mark) bool {
				return m.stroke == "ink" && m.dash != "" && isLine(m, left, y(mean), right, y(mean))
			})
			p.has(1, "margin", func(m mark) bool { return m.fill == "bnd" && isRect(m, left, y(0.1), right-left, y(-0.1)-y(0.1)) })
			rose, fell, same := p.word("3 rose"), p.word("2 fell"), p.word("3 unchanged")
			middle := min(max(left+step*4.5, left+90), right-90)
			if rose.x != left || fell.x != right || rose.at != "start" || fell.at != "end" || !isNear(same.x, middle) || rose.fill != up || fell.fill != down || rose.y != 234 || fell.y != 234 || same.y != 234 {
				t.Errorf("%s: %+v, %+v, %+v", p.name, rose, fell, same)
			}
			if box := p.scriptNumbers(); box[0] != left || box[1] != right || !isNear(y(box[4]), box[2]) || !isNear(y(box[5]), box[3]) || p.attr["data-c"] != "3" || p.attr["data-plot"] != "sorted" {
				t.Errorf("%s: the script is told %v", p.name, p.attr)
			}
		}
	}
	draw := func(margin, mean float64, list ...float64) picture {
		return drawingOf(t, wide, func(d *drawing) float64 { return d.sorted(differencesOf(list...), 1, 1, margin, &mean, 1, 1) })
	}
	p := draw(0.5, 0.6, 0.5, -0.5)
	p.has(0, "margin as large as all", func(m mark) bool { return m.kind == "rect" })
	p.has(0, "mean off the axis", func(m mark) bool { return m.stroke == "ink" })
	p.has(0, "ties", func(m mark) bool { return strings.Contains(m.text, "unchanged") })
	p = draw(0, 0, 0.5, -0.5)
	p.has(0, "no margin", func(m mark) bool { return m.kind == "rect" })
	if f := sortedDifferences("p0", 1, &result.Comparison{}, &result.MeasureComparison{}, differencesOf(0, 0), 1); f.Empty == "" || f.Wide != "" {
		t.Errorf("no change is drawn: %+v", f)
	}
}

// The top 5 % of queries, rounded up, hold a share of what was gained: of falls where
// lower is better. The table gives the differences below which shares of queries are.
func TestConcentration(t *testing.T) {
	var list []float64
	for i := range 21 {
		list = append(list, float64(10-i)) // 10 to -10: gains of 55, of which the first 2 have 19
	}
	for better, want := range map[int]string{1: "The 2 queries that gained most (5 % of all, rounded up) hold 35 % of all that was gained.", -1: "The 2 queries that gained most (5 % of all, rounded up) hold 35 % of all that was gained.", 0: ""} {
		if got := concentration(differencesOf(list...), better); got != want {
			t.Errorf("better %d: %q, want %q", better, got, want)
		}
	}
	for _, c := range []struct {
		better int
		list   []float64
		want   string
	}{{1, []float64{0, -1}, ""}, {-1, []float64{1, 0}, ""}, {1, []float64{3, 1, 0, -7}, "The 1 query that gained most (5 % of all, rounded up) hold 75 % of all that was gained."}, {-1, []float64{7, -1, -4}, "The 1 query that gained most (5 % of all, rounded up) hold 80 % of all that was gained."}} {
		if got := concentration(differencesOf(c.list...), c.better); got != c.want {
			t.Errorf("%v: %q, want %q", c.list, got, c.want)
		}
	}
	var cells []string
	for _, row := range quantiles(differencesOf(list...)).Rows {
		cells = append(cells, strings.Join(row, " "))
	}
	if got, want := strings.Join(cells, ", "), "0 % -10.0000, 5 % -9.0000, 10 % -8.0000, 25 % -5.0000, 50 % 0.0000, 75 % +5.0000, 90 % +8.0000, 95 % +9.0000, 100 % +10.0000"; got != want {
		t.Errorf("quantiles %s, want %s", got, want)
	}
}

// Dots are at both scores by the labels of the axes, the diagonal and the margin around it
// too, and the counts of points with several queries next to their dots.
func TestScatterDots(t *testing.T) {
	list := []difference{{a: 0.2, b: 0.8}, {a: 0.9, b: 0.1}, {a: 0.4, b: 0.4}, {a: -0.2, b: 1.2}}
	for _, at := range []float64{0.5, 1.2} { // ones at the right edge have their counts to the left
		for range 3 {
			list = append(list, difference{a: at, b: at})
		}
	}
	c := &result.Comparison{A: result.System{Name: "base"}, Settings: result.ComparedSettings{Margin: 0.1}}
	for _, better := range []int{1, -1, 0} {
		f := scatter("p0", 2, c, result.Pair{B: result.System{Name: "cand"}}, &result.MeasureComparison{Measure: "RR"}, list, better)
		if len(f.Notes) > 0 || len(f.Values) != 1 || strings.Join(f.Values[0].Rows[0], " ") != "0.5000 0.5000 3" || len(f.Values[0].Rows) != 2 {
			t.Errorf("notes %v, values %v", f.Notes, f.Values)
		}
		up, down := map[int]string{1: "won", -1: "los", 0: "tie"}[better], map[int]string{1: "los", -1: "won", 0: "tie"}[better]
		for _, p := range pictures(t, f) {
			x := p.axis(middle, linear)
			frame := p.plotFrame()
			y := func(v float64) float64 { return frame.y + frame.h - (x(v) - frame.x) }
			for _, m := range p.find("text", "mut", "") {
				v, _ := strconv.ParseFloat(m.text, 64) // 0 of names
				if m.at == "end" && (!isNear(m.y-4, y(v)) || m.x != frame.x-6) || m.at == "middle" && m.y != frame.y+frame.h+16 {
					t.Errorf("%s: tick %s at %g, %g", p.name, m.text, m.x, m.y)
				}
			}
			if frame.w != frame.h || frame.y != 10 || frame.w != map[bool]float64{true: 360, false: 288}[p.width > 400] || p.width > 400 && frame.x != 180 || p.width < 400 && frame.x != 46 {
				t.Errorf("%s: frame %+v", p.name, frame)
			}
			if want := -0.2 - 0.03*1.4; !isNear(x(want), frame.x) || !isNear(x(1.2+0.03*1.4), frame.x+frame.w) {
				t.Errorf("%s: the axis begins at %g", p.name, x(want))
			}
			p.has(1, "diagonal", func(m mark) bool { return m.stroke == "rul" && isLine(m, x(-0.2), y(-0.2), x(1.2), y(1.2)) })
			dots := map[string][]point{}
			for _, m := range p.find("path", "", "") {
				if m.thick == 5 {
					dots[m.stroke] = append(dots[m.stroke], m.starts()...)
				}
			}
			n := 0
			for i, s := range list {
				class := "tie"
				if s.b > s.a {
					class = up
				} else if s.b < s.a {
					class = down
				}
				if n += len(dots[class]); !someNear(dots[class], x(s.a), y(s.b)) {
					t.Errorf("%s: no dot of query %d, class %s", p.name, i, class)
				}
			}
			if all := len(dots["won"]) + len(dots["los"]) + len(dots["tie"]); all != len(list) {
				t.Errorf("%s: %d dots of %d queries", p.name, all, len(list))
			}
			lo, hi := -0.242, 1.242
			margin := p.find("path", "bnd", "")
			if len(margin) != 1 {
				t.Fatalf("%s: %d margins", p.name, len(margin))
			}
			for i, want := range []point{{x(lo), y(lo)}, {x(lo), y(lo + 0.1)}, {x(hi - 0.1), y(hi)}, {x(hi), y(hi)}, {x(hi), y(hi - 0.1)}, {x(lo + 0.1), y(lo)}} {
				if c := margin[0].paths[0][i]; !isNear(c.x, want.x) || !isNear(c.y, want.y) {
					t.Errorf("%s: corner %d of the margin is %v, want %v", p.name, i, c, want)
				}
			}
			var counts []mark
			for _, m := range p.find("text", "ink", "") {
				if m.bold && m.text == "×3" {
					counts = append(counts, m)
				}
			}
			if len(counts) != 2 || !isNear(counts[0].x, x(0.5)+7) || !isNear(counts[0].y, y(0.5)-6) || counts[0].at != "start" ||
				!isNear(counts[1].x, x(1.2)-7) || !isNear(counts[1].y, y(1.2)+15) && !isNear(counts[1].y, y(1.2)-6) || counts[1].y < frame.y+10 || counts[1].at != "end" {
				t.Errorf("%s: counts %+v", p.name, counts)
			}
			a, b := p.word("base"), p.word("cand")
			if a.x != frame.x+frame.w/2 || a.y != frame.y+frame.h+34 || b.kind != "upright" || b.x != frame.x-34 || b.y != frame.y+frame.h/2 || p.height != frame.y+frame.h+44 {
				t.Errorf("%s: names %+v, %+v", p.name, a, b)
			}
			if box, want := p.scriptNumbers(), [6]float64{frame.x, frame.x + frame.w, frame.y + frame.h, frame.y, -0.242, 1.242}; box != want {
				t.Errorf("%s: the script is told %v, want %v", p.name, box, want)
			}
		}
	}
	for margin, n := range map[float64]int{0: 0, -1: 0, 1.06: 0, 2: 0, 0.5: 1} {
		p := drawingOf(t, wide, func(d *drawing) float64 {
			d.marginBand(scale{0, 1.06, 0, 100}, scale{0, 1.06, 100, 0}, margin)
			return 100
		})
		p.has(n, fmt.Sprintf("margins of %g", margin), func(mark) bool { return true })
	}
	if f := scatter("p0", 1, c, result.Pair{}, &result.MeasureComparison{}, nil, 1); f.Empty == "" || f.Wide != "" {
		t.Error("no query is drawn")
	}
	few := scatter("p0", 1, c, result.Pair{}, &result.MeasureComparison{}, list[:4], 1)
	if few.Values != nil {
		t.Error("points of one query each have a table")
	}
}

// More than 5000 queries are squares in a grid of 40 by 40: their areas grow with the logarithm of
// the count, and their middles are those of the cells.
func TestScatterBins(t *testing.T) {
	var list []difference
	for range 4990 {
		list = append(list, difference{a: 0.5, b: 0.9})
	}
	for range 10 {
		list = append(list, difference{a: 0.9, b: 0.5})
	}
	c := &result.Comparison{}
	if f := scatter("p0", 1, c, result.Pair{}, &result.MeasureComparison{}, list, 1); len(f.Notes) > 0 || strings.Contains(string(f.Wide), "v") && strings.Contains(string(f.Wide), "h9") {
		t.Error("5000 queries are in bins")
	}
	f := scatter("p0", 1, c, result.Pair{}, &result.MeasureComparison{}, append(list, difference{a: 1, b: 0}), 1)
	if len(f.Notes) != 1 || !strings.HasPrefix(f.Notes[0], "5001 queries") {
		t.Errorf("notes %v", f.Notes)
	}
	for _, p := range pictures(t, f) {
		frame := p.plotFrame()
		cell := frame.w / 40
		place := func(v float64) float64 { return math.Floor((v + 0.03) / 1.06 * 40) }
		for _, want := range []struct {
			a, b, n float64
			tone    string
		}{{0.5, 0.9, 4990, "won"}, {0.9, 0.5, 10, "los"}, {1, 0, 1, "los"}} {
			side := cell * math.Sqrt((1+math.Log(want.n))/(1+math.Log(4990)))
			x, y := frame.x+cell*(place(want.a)+0.5), frame.y+frame.h-cell*(place(want.b)+0.5)
			p.has(1, fmt.Sprintf("squares of %g", want.n), func(m mark) bool {
				return m.kind == "path" && m.fill == want.tone && slices.ContainsFunc(m.paths, func(c []point) bool {
					return len(c) == 4 && isNear(c[0].x, x-side/2) && isNear(c[0].y, y-side/2) && isNear(c[2].x, x+side/2) && isNear(c[2].y, y+side/2) && isNear(c[3].x, c[0].x)
				})
			})
		}
	}
}

// A point needs three queries and 2 % of all to be counted, and six points are.
func TestStackLimits(t *testing.T) {
	times := func(counts ...int) (list []difference) {
		for i, n := range counts {
			for range n {
				list = append(list, difference{a: float64(i), b: 1})
			}
		}
		return list
	}
	for _, c := range []struct {
		counts []int
		want   int
	}{{[]int{2, 2}, 0}, {[]int{3, 2}, 1}, {[]int{4, 196}, 2}, {[]int{3, 197}, 1}, {[]int{3, 3, 3, 3, 3, 3, 3}, 6}} {
		if got := stacksOf(times(c.counts...)); len(got) != c.want {
			t.Errorf("%v: %v, want %d", c.counts, got, c.want)
		}
	}
}

// Times are on a logarithmic axis by its labels, shares on the other by theirs; marks of percentiles,
// steps and a key, the candidate dashed.
func TestLatencyFigure(t *testing.T) {
	row := func(ms ...float64) (rows []result.Row) {
		for _, v := range ms {
			rows = append(rows, result.Row{LatencyMS: new(v)})
		}
		return rows
	}
	of := func(a, b []result.Row) figure {
		c := &result.Comparison{A: result.System{Name: "base"}}
		return latencies("p0", c, result.Pair{B: result.System{Name: "cand"}}, &cohort{systems: []result.SystemDetail{{Queries: a}, {Queries: b}}}, 1)
	}
	f := of(row(100, 2, 50, 8, 0), row(3, 700, 20, 40))
	for _, p := range pictures(t, f) {
		y, frame := p.axis(end, linear), p.plotFrame()
		x := p.axis(middle, math.Log10)
		p.near("the top", y(1), frame.y)
		p.near("the foot", y(0), frame.y+frame.h)
		if frame.x != 44 || frame.x+frame.w != p.width-12 || frame.y != 12 || frame.h != 200 {
			t.Errorf("%s: frame %+v", p.name, frame)
		}
		p.near("0.001 ms, below which nothing is told apart", x(1e-3)-(x(10)-x(1))*0.05, frame.x)
		p.near("the longest", x(700)+(x(10)-x(1))*0.05, frame.x+frame.w)
		last := -100.0
		for _, m := range p.find("text", "mut", "") {
			if m.at != "middle" {
				continue
			}
			if m.x-last <= 44 || m.y != 228 || m.x < frame.x || m.x > frame.x+frame.w {
				t.Errorf("%s: tick %s at %g, %g after %g", p.name, m.text, m.x, m.y, last)
			}
			last = m.x
			p.has(1, "tick of "+m.text, func(l mark) bool { return l.stroke == "rul" && isLine(l, m.x, 212, m.x, 216) })
		}
		for i, s := range []struct {
			tone, dash, name  string
			p50, p95, longest float64
			times             []float64
		}{{"los", "", "base", 8, 100, 100, []float64{1e-3, 2, 8, 50, 100}}, {"won", "6 3", "cand", 20, 700, 700, []float64{3, 20, 40, 700}}} {
			for share, ms := range map[float64]float64{0.5: s.p50, 0.95: s.p95, 0.99: s.longest} {
				p.has(1, fmt.Sprintf("%s %g", s.name, share), func(m mark) bool { return m.fill == s.tone && isRect(m, x(ms)-3, y(share)-3, 6, 6) })
			}
			p.has(1, "steps of "+s.name, func(m mark) bool {
				if m.stroke != s.tone || m.dash != s.dash || len(m.paths[0]) != 1+2*len(s.times) || !isNear(m.paths[0][0].y, y(0)) || !isNear(m.paths[0][0].x, x(s.times[0])) {
					return false
				}
				for k, ms := range s.times {
					if at := m.paths[0][2+2*k]; !isNear(at.x, x(ms)) || !isNear(at.y, y(float64(k+1)/float64(len(s.times)))) {
						return false
					}
				}
				return true
			})
			key := p.word(s.name)
			if key.x != 74 || key.y != 248+18*float64(i) {
				t.Errorf("%s: key %+v", p.name, key)
			}
			p.has(1, "line of the key", func(m mark) bool {
				return m.stroke == s.tone && m.dash == s.dash && isLine(m, 44, key.y-4, 68, key.y-4)
			})
		}
		if ms := p.word("milliseconds"); ms.x != p.width-12 || ms.y != 248 || ms.at != "end" || p.height != 278 {
			t.Errorf("%s: %+v, height %g", p.name, ms, p.height)
		}
	}
	for _, none := range [][2][]result.Row{{nil, row(1)}, {row(1), nil}, {row(0, 0), row(1)}, {row(1), row(0)}} {
		if f := of(none[0], none[1]); f.Empty == "" || f.Wide != "" {
			t.Errorf("%v is drawn", none)
		}
	}
	if f := of(row(0, 1), row(0, 1)); f.Empty != "" {
		t.Error("a time of 0 among others is not drawn")
	}
	many := make([]float64, 3000)
	for i := range many {
		many[i] = float64(i)
	}
	for n, want := range map[int]int{1499: 1499, 1500: 751, 3000: 751} {
		path := steps(many[:n], linear, scale{0, 1, 1000, 0})
		if got := strings.Count(path, "H"); got != want || !strings.HasSuffix(path, fmt.Sprintf("H%d.0V0.0", n-1)) {
			t.Errorf("%d times have %d steps, want %d, the last one among them", n, got, want)
		}
	}
}

// Counts of the flow are in the cells of their ranks, fuller the more: rose is blue, to the left of
// the diagonal.
func TestFlowCells(t *testing.T) {
	n := flowCount{}
	for range rankBins {
		n.cells = append(n.cells, make([]int, len(rankBins)))
	}
	for _, c := range []struct{ a, b, n int }{{1, 1, 100}, {0, 1, 10}, {1, 101, 1}, {3, 2, 20}, {6, 4, 3}} {
		for range c.n {
			n.add(c.a, c.b, 10)
		}
	}
	f := figure{ID: "flow", Title: "t"}
	f.draw(func(d *drawing) float64 { return d.flow(strings.Repeat("a", 60), strings.Repeat("b", 60), n) })
	for _, p := range pictures(t, f) {
		left, cell := 200.0, 52.0
		if p.width < 400 {
			left, cell = 56, 35
		}
		p.has(64, "cells", func(m mark) bool { return m.kind == "rect" && m.stroke == "bnd" && isNear(m.w, cell) && m.h == 30 })
		for _, c := range []struct {
			row, column, n int
			tone           string
		}{{0, 0, 100, "tie"}, {7, 0, 10, "won"}, {0, 6, 1, "los"}, {1, 1, 20, "tie"}, {3, 2, 3, "won"}} {
			x, y := left+cell*float64(c.column), 44+30*float64(c.row)
			p.has(1, fmt.Sprintf("cell %d %d", c.row, c.column), func(m mark) bool { return m.stroke == "bnd" && isRect(m, x, y, cell, 30) })
			share := (1 + math.Log(float64(c.n))) / (1 + math.Log(100))
			p.has(1, fmt.Sprintf("bar of %d", c.n), func(m mark) bool { return m.fill == c.tone && isRect(m, x+1, y+26, (cell-2)*share, 3) })
			p.has(1, fmt.Sprintf("count %d", c.n), func(m mark) bool { return m.text == fmt.Sprint(c.n) && isNear(m.x, x+cell/2) && isNear(m.y, y+19) })
		}
		for i, bin := range rankBins {
			p.has(1, "row "+bin.label, func(m mark) bool {
				return m.at == "end" && m.text == bin.label && m.x == left-6 && m.y == 64+30*float64(i)
			})
			head := map[bool]string{true: bin.label, false: bin.short}[p.width > 400]
			p.has(1, "column "+head, func(m mark) bool {
				return m.at == "middle" && m.text == head && isNear(m.x, left+cell*(float64(i)+0.5)) && m.y == 36
			})
		}
		fell, rose := p.word("right of the diagonal"), p.word("left of")
		if fell.fill != "los" || rose.fill != "won" || fell.y != 302 || fell.x != left || p.width > 400 && (rose.y != 302 || rose.x != left+8*cell || p.height != 312) || p.width < 400 && (rose.y != 318 || rose.x != left || p.height != 326) {
			t.Errorf("%s: %+v, %+v, height %g", p.name, fell, rose, p.height)
		}
		if b := p.word("rank in "); len([]rune(b.text)) != len([]rune("rank in  →"))+30 {
			t.Errorf("%s: %q, want 30 letters of the name", p.name, b.text)
		}
		if a, want := p.word("↓ "), map[bool]int{true: len([]rune("↓ rank in ")) + 192/7 - 12, false: 2 + 7}[p.width > 400]; len([]rune(a.text)) != want {
			t.Errorf("%s: %q, want %d letters", p.name, a.text, want)
		}
	}
	for rank, want := range map[int]int{-1: 7, 0: 7, 1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3, 10: 3, 11: 4, 20: 4, 21: 5, 100: 5, 101: 6} {
		if got := binOf(rank); got != want {
			t.Errorf("rank %d is in bin %d, want %d", rank, got, want)
		}
	}
	if s := n.sheet("a", "b"); len(s.Columns) != 9 || strings.Join(s.Rows[0], " ") != "1 100 0 0 0 0 0 1 0" || s.Rows[7][1] != "10" {
		t.Errorf("table %v", s.Rows)
	}
}
