package html

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// sweepOf returns settings with these means; the best is the third, and the second is within a
// standard error of it.
func sweepOf(means ...float64) *result.Sweep {
	s := &result.Sweep{Measure: "RR", Best: "s2", Selection: result.Selection{BaselineMean: 0.4, HonestMean: 0.5}}
	for i, mean := range means {
		s.Settings = append(s.Settings, result.SweptOne{Name: fmt.Sprintf("s%d", i), Mean: mean, StandardError: 0.05, Components: make([]string, i+1)})
	}
	return s
}

func surfaceOf(s *result.Sweep, axes []string, at ...[]float64) surface {
	sf := surface{fixed: "rrf", axes: axes}
	for i, place := range at {
		sf.points = append(sf.points, surfacePoint{place, s.Settings[i]})
	}
	return sf
}

// One parameter is a curve: dots at its values and means by the labels of the axes, linear,
// or logarithmic where the last is 20 times the first; the band is a standard error to both sides.
func TestCurveOfASweep(t *testing.T) {
	s := sweepOf(0.3, 0.6, 0.64, 0.5, 0.59)
	for name, c := range map[string]struct {
		at     [][]float64
		mapped func(float64) float64
	}{
		"linear":      {[][]float64{{1}, {9}, {3}, {19.9}, {14}}, linear},
		"logarithmic": {[][]float64{{10}, {1}, {3}, {20}, {7}}, math.Log10},
		"from 0":      {[][]float64{{0}, {60}, {40}, {100}, {80}}, linear},
	} {
		sf := surfaceOf(s, []string{"rrf_k"}, c.at...)
		l := landscapeOf(s)
		f := l.figure("surface-0", sf)
		if want := fmt.Sprintf("rrf: up to 0.6400 at rrf_k %g", c.at[2][0]); f.Title != want {
			t.Errorf("title %q, want %q", f.Title, want)
		}
		for _, p := range pictures(t, f) {
			p.name += " " + name
			y, x, frame := p.axis(end, linear), p.axis(middle, c.mapped), p.plotFrame()
			values := slices.Clone(c.at)
			slices.SortFunc(values, func(a, b []float64) int { return int(math.Copysign(1, a[0]-b[0])) })
			p.near("the lowest", x(values[0][0]), frame.x+8)
			p.near("the highest", x(values[4][0]), frame.x+frame.w-8)
			p.near("the foot", y(0.25-0.04*0.44), frame.y+frame.h) // from 0.3 less 0.05 to 0.64 and 0.05
			p.near("the top", y(0.69+0.04*0.44), frame.y)
			if frame.x != 60 || frame.x+frame.w != p.width-14 || frame.y != 12 || frame.h != 200 {
				t.Errorf("%s: frame %+v", p.name, frame)
			}
			var line, area []mark
			for _, m := range p.find("path", "", "") {
				if m.stroke == "won" {
					line = append(line, m)
				} else if m.fill == "bnd" {
					area = append(area, m)
				}
			}
			for k, v := range values {
				i := slices.IndexFunc(c.at, func(at []float64) bool { return at[0] == v[0] })
				mean := s.Settings[i].Mean
				at := point{x(v[0]), y(mean)}
				if got := line[0].paths[0][k]; len(line) != 1 || !isNear(got.x, at.x) || !isNear(got.y, at.y) {
					t.Errorf("%s: corner %d of the line %v, want %v", p.name, k, got, at)
				}
				over, under := area[0].paths[0][k], area[0].paths[0][9-k]
				if !isNear(over.x, at.x) || !isNear(over.y, y(mean+0.05)) || !isNear(under.x, at.x) || !isNear(under.y, y(mean-0.05)) {
					t.Errorf("%s: band of %d from %v to %v", p.name, k, under, over)
				}
				tone := map[bool]string{true: "won", false: "gnd"}[mean >= 0.59]
				p.has(1, "dot "+s.Settings[i].Name, func(m mark) bool {
					return m.kind == "circle" && m.r == 4 && m.fill == tone && isNear(m.x, at.x) && isNear(m.y, at.y)
				})
			}
			p.has(1, "ring", func(m mark) bool {
				return m.kind == "circle" && m.r == 8 && m.stroke == "ink" && isNear(m.x, x(c.at[2][0])) && isNear(m.y, y(0.64))
			})
			last := -100.0
			for _, m := range p.find("text", "mut", "") {
				if m.at == "middle" {
					if m.x-last <= 34 || m.y != frame.y+frame.h+16 {
						t.Errorf("%s: label %s at %g, %g, after %g", p.name, m.text, m.x, m.y, last)
					}
					last = m.x
				}
			}
			p.checkLevels(y, frame)
			if axis := p.word("rrf_k"); !isNear(axis.x, frame.x+frame.w/2) || axis.y != 246 || p.height != 256 {
				t.Errorf("%s: %+v, height %g", p.name, axis, p.height)
			}
		}
	}
}

// checkLevels checks the lines of the baseline and of what choosing is worth.
func (p *picture) checkLevels(y func(float64) float64, frame mark) {
	p.t.Helper()
	for name, c := range map[string]struct {
		mean float64
		tone string
		x    float64
	}{"baseline": {0.4, "mut", frame.x + 6}, "chosen, on other queries": {0.5, "ink", frame.x + frame.w - 6}} {
		p.has(1, "line of "+name, func(m mark) bool {
			return m.dash != "" && m.stroke == c.tone && isLine(m, frame.x, y(c.mean), frame.x+frame.w, y(c.mean))
		})
		if m := p.word(name); m.fill != c.tone || m.x != c.x || !isNear(m.y, y(c.mean)-4) {
			p.t.Errorf("%s: %+v", p.name, m)
		}
	}
}

// Levels beyond the axis are left out, ones at its ends are not.
func TestLevelsOnTheAxis(t *testing.T) {
	for _, c := range []struct {
		baseline, honest float64
		want             int
	}{{0, 1, 2}, {-0.1, 0.5, 1}, {0.5, 1.1, 1}, {1.1, -0.1, 0}} {
		l := landscape{s: &result.Sweep{Selection: result.Selection{BaselineMean: c.baseline, HonestMean: c.honest}}}
		p := drawingOf(t, wide, func(d *drawing) float64 { d.levels(l, scale{0, 1, 100, 0}, 0, 500); return 100 })
		p.has(c.want, fmt.Sprintf("levels %g and %g", c.baseline, c.honest), func(m mark) bool { return m.dash != "" })
	}
}

// opacity returns how strong the blue of a mean is: from 0.05 for the lowest to 0.45 for the highest.
func opacity(mean, low, high float64) string {
	return fmt.Sprintf("%.2f", 0.05+0.4*(mean-low)/(high-low))
}

// Two parameters are cells at their values by the labels, the stronger the higher.
func TestHeatOfASweep(t *testing.T) {
	s := sweepOf(0.3, 0.6, 0.64, 0.5, 0.59, 0.55)
	sf := surfaceOf(s, []string{"rrf_k", "depth"}, []float64{60, 100}, []float64{10, 100}, []float64{10, 50}, []float64{60, 50}, []float64{1, 50}, []float64{1, 100})
	f := landscapeOf(s).figure("surface-0", sf)
	if !strings.HasSuffix(f.Title, "at rrf_k 10, depth 50") {
		t.Errorf("title %q", f.Title)
	}
	for _, p := range pictures(t, f) {
		x, y := map[string]float64{}, map[string]float64{}
		for _, m := range p.find("text", "mut", "") {
			if m.at == "middle" && m.y == 36 {
				x[m.text] = m.x
			} else if m.at == "end" && m.x == 50 {
				y[m.text] = m.y - 4
			}
		}
		if w := x["10"] - x["1"]; w != 84 || x["60"]-x["10"] != w || y["100"]-y["50"] != 30 || x["1"] != 98 || y["50"] != 57 {
			t.Errorf("%s: columns at %v, rows at %v", p.name, x, y)
		}
		for i, q := range sf.points {
			cx, cy := x[fmt.Sprint(q.at[0])], y[fmt.Sprint(q.at[1])]
			mean := s.Settings[i].Mean
			p.has(1, "cell "+q.one.Name, func(m mark) bool {
				return isRect(m, cx-42, cy-15, 84, 30) && m.fill == "won" && m.attr["fill-opacity"] == opacity(mean, 0.3, 0.64)
			})
			p.has(1, "number of "+q.one.Name, func(m mark) bool { return m.text == fmt.Sprintf("%.3f", mean)[1:] && m.x == cx && m.y == cy+2 })
			dots := map[bool]int{true: 1, false: 0}[mean >= 0.59]
			p.has(dots, "dot "+q.one.Name, func(m mark) bool { return m.kind == "circle" && m.fill == "ink" && m.x == cx && m.y == cy+10 })
			best := map[bool]int{true: 1, false: 0}[i == 2]
			p.has(best, "frame of the best", func(m mark) bool { return isRect(m, cx-40.5, cy-13.5, 81, 27) && m.stroke == "ink" })
		}
		if head := p.word("→ "); head.text != "→ rrf_k   ↓ depth" || head.x != 4 || p.height != 112 {
			t.Errorf("%s: %+v, height %g", p.name, head, p.height)
		}
	}
	// narrow cells have no numbers, and labels as far from each other as they need
	for columns, c := range map[int]struct{ numbers, heads int }{8: {8, 8}, 9: {0, 4}, 20: {0, 6}} {
		many := surface{axes: []string{"a", "b"}}
		for i := range columns {
			many.points = append(many.points, surfacePoint{[]float64{float64(i), 1}, result.SweptOne{Name: fmt.Sprint(i), Mean: 0.1 * float64(i%4)}})
		}
		p := drawingOf(t, narrow, func(d *drawing) float64 { return d.heat(landscape{s: s, high: 1, near: 2}, many) })
		p.name = fmt.Sprint(columns, " columns")
		p.has(c.heads, "heads", func(m mark) bool { return m.at == "middle" && m.y == 36 })
		p.has(c.numbers, "numbers", func(m mark) bool { return strings.HasPrefix(m.text, ".") })
	}
}

// The weights of three components are in a triangle, each corner one of them alone.
func TestTernaryOfASweep(t *testing.T) {
	s := sweepOf(0.3, 0.6, 0.64, 0.5, 0.45)
	sf := surfaceOf(s, []string{"weight of a", "weight of b", "weight of c"}, []float64{2, 0, 0}, []float64{0, 2, 0}, []float64{0, 0, 2}, []float64{1, 1, 0}, []float64{1, 0.5, 0.5})
	sf.points = append(sf.points, surfacePoint{[]float64{0, 0, 0}, result.SweptOne{Mean: 0.4}}) // nowhere
	for _, p := range pictures(t, landscapeOf(s).figure("surface-0", sf)) {
		corner := p.find("path", "", "rul")[0].paths[0]
		b, c, a := corner[0], corner[1], corner[2]
		side := map[bool]float64{true: 360, false: 280}[p.width > 400]
		if !isNear(c.x-b.x, side) || !isNear((b.x+c.x)/2, p.width/2) || b.y != c.y || !isNear(b.y-a.y, side*math.Sqrt(3)/2) || !isNear(a.x, p.width/2) || a.y != 34 {
			t.Errorf("%s: corners %v", p.name, corner)
		}
		r := min(16, side/math.Sqrt(12)/2.1)
		for i, q := range sf.points[:5] {
			at := point{}
			for k, corner := range []point{a, b, c} {
				at.x, at.y = at.x+q.at[k]/2*corner.x, at.y+q.at[k]/2*corner.y
			}
			here := func(m mark) bool { return m.kind == "circle" && isNear(m.x, at.x) && isNear(m.y, at.y) }
			mean := s.Settings[i].Mean
			p.has(1, "disc "+q.one.Name, func(m mark) bool {
				return here(m) && isNear(m.r, r) && m.attr["fill-opacity"] == opacity(mean, 0.3, 0.64)
			})
			p.has(map[bool]int{true: 1, false: 0}[mean >= 0.59], "dot "+q.one.Name, func(m mark) bool { return here(m) && m.r == 2 && m.fill == "ink" })
			p.has(map[bool]int{true: 1, false: 0}[i == 2], "ring "+q.one.Name, func(m mark) bool { return here(m) && isNear(m.r, r+2) && m.stroke == "ink" })
		}
		p.has(8, "circles", func(m mark) bool { return m.kind == "circle" })
		for name, want := range map[string]mark{"a": {x: a.x, y: 20}, "b": {x: 4, y: b.y + 24}, "c": {x: p.width - 4, y: b.y + 24}} {
			if m := p.word(name); !isNear(m.x, want.x) || !isNear(m.y, want.y) || m.text != name {
				t.Errorf("%s: %+v, want %+v", p.name, m, want)
			}
		}
	}
	crowd := surface{axes: []string{weight + strings.Repeat("a", 99), weight + "b", weight + "c"}}
	for i := range 20_000 {
		crowd.points = append(crowd.points, surfacePoint{[]float64{1, 1, 1}, result.SweptOne{Name: fmt.Sprint(i)}})
	}
	p := drawingOf(t, wide, func(d *drawing) float64 { return d.ternary(landscape{s: s, high: 1, near: 2}, crowd) })
	if p.find("circle", "", "")[0].r != 3 || len([]rune(p.word("aaa").text)) != 49 {
		t.Errorf("discs of %g, a name of %d letters", p.find("circle", "", "")[0].r, len([]rune(p.word("aaa").text)))
	}
}

// What a landscape shares: the range of means with that of the baseline, and one standard error of
// the best.
func TestLandscape(t *testing.T) {
	l := landscapeOf(sweepOf(0.5, 0.45, 0.6))
	if l.low != 0.4 || l.high != 0.6 || math.Abs(l.near-0.55) > 1e-12 {
		t.Errorf("%+v", l)
	}
	for mean, want := range map[float64]float64{0.4: 0, 0.5: 0.5, 0.6: 1} {
		if got := l.share(mean); math.Abs(got-want) > 1e-12 {
			t.Errorf("share of %g = %g, want %g", mean, got, want)
		}
	}
	if flat := (landscape{low: 1, high: 1}); flat.share(1) != 0.5 {
		t.Error("of one mean alone the share is not a half")
	}
	if none := landscapeOf(&result.Sweep{Best: "x", Settings: []result.SweptOne{{Name: "y", Mean: 1}}}); none.within(surfacePoint{one: result.SweptOne{Mean: 1}}) {
		t.Error("without the best something is near it")
	}
}

// Eight surfaces are drawn, and what more there are is said; notes are said once.
func TestSurfacesDrawn(t *testing.T) {
	for methods, c := range map[int]struct {
		drawn int
		note  string
	}{8: {8, ""}, 9: {8, "1 figure more of other settings"}, 10: {8, "2 figures more of other settings"}} {
		s := &result.Sweep{}
		for m := range methods {
			for k := range 3 {
				s.Settings = append(s.Settings, result.SweptOne{Name: fmt.Sprint(m, k), Settings: fusion.Settings{Method: fmt.Sprint("m", m), RRFK: new(k + 1)}})
			}
		}
		list := surfaceFigures(s)
		if len(list) != c.drawn || len(list[0].Notes) != 1 || len(list[1].Notes) != 0 || list[0].ID != "surface-0" || list[7].ID != "surface-7" {
			t.Errorf("%d surfaces, %d are drawn with the notes %v", methods, len(list), list)
		}
		if notes := strings.Join(list[7].Notes, ""); !strings.HasPrefix(notes, c.note) || (c.note == "") != (notes == "") {
			t.Errorf("%d surfaces: %q, want %q", methods, notes, c.note)
		}
	}
}

// Settings are taken apart by what varies: numbers are axes, two at most, the one with the fewest values
// held fixed; of two weights one follows, three are a triangle; two settings alone are no figure.
func TestAxesOfSurfaces(t *testing.T) {
	type made = result.SweptOne
	k := func(rrfk, depth, top int) made {
		return made{Depth: depth, TopK: top, Components: []string{"a", "b"}, Settings: fusion.Settings{Method: "rrf", RRFK: new(rrfk)}}
	}
	w := func(rrfk int, weights ...float64) made {
		one := made{Depth: 1, TopK: 1, Settings: fusion.Settings{Method: "w_rrf", RRFK: new(rrfk), Weights: map[string]float64{}}}
		for i, v := range weights {
			if v != 0 { // a component of weight 0 is left out
				one.Weights[string(rune('a'+i))] = v
			}
		}
		return one
	}
	var fixed []made
	for _, depth := range []int{1, 2} {
		for i := range 9 {
			fixed = append(fixed, k(i%3, depth, i/3))
		}
	}
	rerank := func(n int) made {
		one := k(1, 1, 1)
		one.Rerank = &result.SweptRerank{Method: "ce", Model: "m", TopN: n}
		return one
	}
	for name, c := range map[string]struct {
		settings []made
		want     string
	}{
		"one":            {[]made{k(1, 1, 1), k(2, 1, 1), k(3, 1, 1)}, "rrf, a+b: rrf_k × 3"},
		"two":            {[]made{k(1, 1, 1), k(2, 1, 1), k(3, 2, 1)}, "rrf, a+b: depth rrf_k × 3"},
		"fewest is held": {fixed, "rrf, a+b, depth=1: rrf_k top_k × 9; rrf, a+b, depth=2: rrf_k top_k × 9"},
		"two settings":   {[]made{k(1, 1, 1), k(2, 1, 1)}, ""},
		"all alike":      {[]made{k(1, 1, 1), k(1, 1, 1), k(1, 1, 1)}, ""},
		"two weights":    {[]made{w(1, 0, 1), w(1, 0.5, 0.5), w(1, 1, 0)}, "w_rrf, a+b: weight of a × 3"},
		"free weights":   {[]made{w(1, 0, 1), w(1, 0.5, 1), w(1, 1, 2)}, "w_rrf, a+b: weight of a weight of b × 3"},
		"one weight":     {[]made{w(1, 1, 1), w(1, 1, 2), w(1, 1, 3)}, "w_rrf, a+b: weight of b × 3"},
		"three weights":  {[]made{w(1, 0, 0, 1), w(1, 0.5, 0.5, 0), w(1, 0, 1, 0)}, "w_rrf, a+b+c: weight of a weight of b weight of c × 3"},
		"three and k": {
			[]made{w(1, 0, 0, 1), w(1, 0.5, 0.5, 0), w(1, 0, 1, 0), w(2, 0, 0, 1), w(2, 1, 0, 0), w(2, 0, 1, 0)},
			"w_rrf, rrf_k=1, a+b+c: weight of a weight of b weight of c × 3; w_rrf, rrf_k=2, a+b+c: weight of a weight of b weight of c × 3",
		},
		"four weights": {[]made{w(1, 0, 0, 0, 1), w(1, 0, 0, 1, 0), w(1, 0, 1, 0, 0), w(1, 1, 0, 0, 0)}, ""},
		"rerank":       {[]made{rerank(5), rerank(10), rerank(20)}, "rrf, a+b, rerank=ce m: rerank top_n × 3"},
	} {
		var got []string
		for _, sf := range surfaces(&result.Sweep{Settings: c.settings}) {
			got = append(got, fmt.Sprintf("%s: %s × %d", sf.fixed, strings.Join(sf.axes, " "), len(sf.points)))
			for _, p := range sf.points {
				if len(p.at) != len(sf.axes) {
					t.Errorf("%s: %v on %v", name, p.at, sf.axes)
				}
			}
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s: %q, want %q", name, text, c.want)
		}
	}
}

// Settings are at their costs and means by the labels of the axes; the front goes to the right
// and then up, to the end.
func TestParetoMarks(t *testing.T) {
	s := sweepOf(0.45, 0.5, 0.64, 0.6, 0.3)
	s.Front = []string{"s0", "gone", "s1", "s2"}
	for i := range 3 {
		s.Settings[i].Front = true
	}
	for cost, of := range map[string]func(i int) float64{"": func(i int) float64 { return float64(i + 1) }, result.CostLatency: func(i int) float64 { return 10 * float64(i*i) }} {
		s.Cost = cost
		for i := range s.Settings {
			s.Settings[i].LatencyMS = new(10 * float64(i*i))
		}
		f := pareto(s)
		if f.Title != "4 settings are worth the cost" {
			t.Errorf("title %q", f.Title)
		}
		for _, p := range pictures(t, f) {
			x, y, frame := p.axis(middle, linear), p.axis(end, linear), p.plotFrame()
			low, high := of(0), of(4)
			p.near("the left", x(low-0.05*(high-low)), frame.x)
			p.near("the right", x(high+0.05*(high-low)), frame.x+frame.w)
			p.near("the foot", y(0.3-0.06*0.34), frame.y+frame.h)
			p.near("the top", y(0.64+0.06*0.34), frame.y)
			if frame.x != 60 || frame.x+frame.w != p.width-14 || frame.y != 12 || frame.h != 220 {
				t.Errorf("%s: frame %+v", p.name, frame)
			}
			for i, one := range s.Settings {
				fill, stroke, r := "gnd", "tie", 3.5
				if i < 3 {
					fill, stroke, r = "won", "", 4.5
				}
				p.has(1, "dot "+one.Name, func(m mark) bool {
					return m.kind == "circle" && m.fill == fill && m.stroke == stroke && m.r == r && isNear(m.x, x(of(i))) && isNear(m.y, y(one.Mean))
				})
			}
			p.has(1, "ring", func(m mark) bool {
				return m.r == 8 && m.stroke == "ink" && isNear(m.x, x(of(2))) && isNear(m.y, y(0.64))
			})
			p.has(6, "circles", func(m mark) bool { return m.kind == "circle" })
			var want []point
			for i := range 3 {
				if i > 0 {
					want = append(want, point{x(of(i)), y(s.Settings[i-1].Mean)})
				}
				want = append(want, point{x(of(i)), y(s.Settings[i].Mean)})
			}
			want = append(want, point{frame.x + frame.w, y(0.64)})
			got := p.find("path", "", "won")[0].paths[0]
			if len(got) != len(want) {
				t.Fatalf("%s: front %v, want %v", p.name, got, want)
			}
			for i := range want {
				if !isNear(got[i].x, want[i].x) || !isNear(got[i].y, want[i].y) {
					t.Errorf("%s: corner %d of the front %v, want %v", p.name, i, got[i], want[i])
				}
			}
			p.checkLevels(y, frame)
			axis := p.word(map[string]string{"": "components asked", result.CostLatency: "median latency, ms"}[cost])
			if !isNear(axis.x, frame.x+frame.w/2) || axis.y != 266 || p.height != 276 {
				t.Errorf("%s: %+v, height %g", p.name, axis, p.height)
			}
			for _, m := range p.find("text", "mut", "") {
				if m.at == "middle" && m.y != 248 {
					t.Errorf("%s: %+v", p.name, m)
				}
			}
		}
	}
	s.Front, s.Cost = nil, result.CostLatency
	for i := range s.Settings {
		s.Settings[i].Front = false
	}
	if p := pictures(t, pareto(s))[0]; len(p.find("path", "", "won")) != 0 {
		t.Error("no front is drawn")
	}
	for i := range s.Settings { // one cost alone is in the middle
		s.Settings[i].LatencyMS = new(8.0)
	}
	p := pictures(t, pareto(s))[0]
	x, frame := p.axis(middle, linear), p.plotFrame()
	p.near("the left", x(4), frame.x)
	p.near("the right", x(12), frame.x+frame.w)
	s.Settings[4].LatencyMS = nil
	if f := pareto(s); f.Empty == "" || f.Wide != "" {
		t.Error("an unknown latency is drawn")
	}
}

// Systems are at their values, filled on the frontier, which is steps where two axes are all: one that should be high by
// one that should be low. Names are next to them, those on the frontier first, and leave out what would run into them.
func TestFrontierMarks(t *testing.T) {
	f := &result.Frontier{Axes: []result.FrontierAxis{{Measure: "RR"}, {Measure: "cost_usd", LowerIsBetter: true}}}
	add := func(name string, mean, cost, share float64, by ...result.Dominance) {
		f.Systems = append(f.Systems, result.FrontierSystem{Name: name, Values: []float64{mean, cost, 5}, ShareRatio: share, DominatedBy: by})
	}
	add("strong", .6, 9, 1)
	add("fair", .5, 4, .75)
	add("dear", .4, 8.9, .05, result.Dominance{Name: "fair", ShareRatio: .95})
	add("near", .501, 4.1, .25, result.Dominance{Name: "fair", ShareRatio: .5})
	figures := frontierFigures(f)
	if len(figures) != 1 || figures[0].Title != "2 systems are on the frontier: RR by cost_usd" {
		t.Fatalf("%d figures, the first %q", len(figures), figures[0].Title)
	}
	for _, p := range pictures(t, figures[0]) {
		x, y, frame := p.axis(middle, linear), p.axis(end, linear), p.plotFrame()
		for _, one := range f.Systems {
			fill := map[bool]string{true: "won", false: "gnd"}[one.DominatedBy == nil]
			p.has(1, one.Name, func(m mark) bool {
				return m.kind == "circle" && m.fill == fill && isNear(m.x, x(one.Values[1])) && isNear(m.y, y(one.Values[0]))
			})
		}
		path := p.find("path", "", "won")[0].paths[0]
		want := []point{{x(4), y(.5)}, {x(9), y(.5)}, {x(9), y(.6)}, {frame.x + frame.w, y(.6)}}
		for i := range want {
			if !isNear(path[i].x, want[i].x) || !isNear(path[i].y, want[i].y) {
				t.Errorf("%s: corner %d of the frontier %v, want %v", p.name, i, path[i], want[i])
			}
		}
		if m := p.word("fair 0.75"); m.at != "start" || !isNear(m.x, x(4)+8) || !isNear(m.y, y(.5)+4) {
			t.Errorf("%s: %+v", p.name, m)
		}
		if m := p.word("strong 1.00"); m.at != "end" || !isNear(m.x, x(9)-8) {
			t.Errorf("%s: %+v", p.name, m)
		}
		p.has(0, "a name over another", func(m mark) bool { return m.kind == "text" && strings.HasPrefix(m.text, "near") })
		p.has(1, "dear", func(m mark) bool { return m.kind == "text" && m.text == "dear 0.05" })
	}
	for name, change := range map[string]func(){
		"both low": func() { f.Axes[0].LowerIsBetter = true }, "both high": func() { f.Axes[0].LowerIsBetter, f.Axes[1].LowerIsBetter = false, false },
		"three axes": func() { f.Axes[1].LowerIsBetter, f.Axes = true, append(f.Axes, result.FrontierAxis{Measure: "tokens"}) },
	} {
		change()
		figures := frontierFigures(f)
		for _, one := range figures {
			if p := pictures(t, one)[0]; len(p.find("path", "", "won")) != 0 {
				t.Errorf("%s: steps are drawn", name)
			}
		}
		if f.Axes[0].LowerIsBetter = false; len(figures) != len(f.Axes)-1 {
			t.Errorf("%s: %d figures of %d axes", name, len(figures), len(f.Axes))
		}
		f.Axes = f.Axes[:2]
		f.Axes[1].LowerIsBetter = true
	}
	if frontierFigures(nil) != nil {
		t.Error("figures of nothing")
	}
}

// What choosing is worth is a diamond, and the lead of the best, hollow, below it; limits say what
// was compared.
func TestChoice(t *testing.T) {
	s := sweepOf(0.3, 0.5, 0.6)
	s.Baseline, s.Selection.InSampleGain, s.Selection.HonestGain = "rrf", 0.2, 0.1
	s.Selection.Gain = result.GainInference{N: 10, Interval: &result.Interval{Low: 0.05, High: 0.15}}
	for _, p := range pictures(t, choiceFigure(s)) {
		x := p.axis(middle, linear)
		diamond := p.find("path", "won", "")[0].paths[0]
		p.near("left tip", diamond[0].x, x(0.05))
		p.near("right tip", diamond[2].x, x(0.15))
		p.has(1, "hollow square", func(m mark) bool { return m.stroke == "tie" && isRect(m, x(0.2)-7, m.y, 14, 14) })
		p.word("◄ favours rrf")
		p.word("favours choosing")
	}
	for _, gains := range [][2]float64{{math.NaN(), 1}, {1, math.NaN()}} {
		s.Selection.HonestGain, s.Selection.InSampleGain = gains[0], gains[1]
		if f := choiceFigure(s); f.Empty == "" || f.Wide != "" {
			t.Errorf("gains %v are drawn", gains)
		}
	}
	for leaders, want := range map[int]bool{0: false, 1: false, 2: true} {
		s.Leaders, s.Alpha = make([]string, leaders), 0.05
		text := strings.Join(sweepLimits(s), " ")
		if strings.Contains(text, fmt.Sprintf("Which of %d settings is best", leaders)) != want || !strings.Contains(text, "the best of 3 on") || !strings.Contains(text, "Latency: not all") || strings.Contains(text, "Slow answers") {
			t.Errorf("%d leaders: %s", leaders, text)
		}
	}
	s.Cost = result.CostLatency
	if text := strings.Join(sweepLimits(s), " "); strings.Contains(text, "Latency: not all") || !strings.Contains(text, "Slow answers") {
		t.Error(text)
	}
}
