package html

import (
	"fmt"
	"math"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// latencies draws the share of queries that were answered within a time, both
// systems as steps. There is no density: its bandwidth invents shape.
func latencies(id string, c *result.Comparison, p result.Pair, co *cohort, candidate int) figure {
	f := figure{ID: id + "-latency", Title: "Time to answer"}
	a, b := co.latencies(0), co.latencies(candidate)
	if len(a) == 0 || len(b) == 0 || a[len(a)-1] <= 0 || b[len(b)-1] <= 0 {
		f.Empty = "No latency: the times of at least one system were not measured, as in most run files."
		return f
	}
	if l := p.Latency; l != nil && l.A != nil && l.B != nil {
		f.Title = fmt.Sprintf("Half of the queries are answered within %s ms by %s and %s ms by %s",
			document.Millis(l.A.P50MS), document.Printable(c.A.Name), document.Millis(l.B.P50MS), document.Printable(p.B.Name))
	}
	f.Description = "Share of the queries that each system answered within a time, on a logarithmic axis; p50, p95 and p99 are marked."
	f.draw(func(d *drawing) float64 {
		return d.latency([]timed{{document.Printable(c.A.Name), a, lost, ""}, {document.Printable(p.B.Name), b, won, "6 3"}})
	})
	if words := reports.LatencyWords(c, p); words != "" {
		f.Notes = []string{words}
	}
	return f
}

// A timed system has its times in ascending order.
type timed struct {
	name  string
	times []float64
	tone  tone
	dash  string
}

func (d *drawing) latency(systems []timed) float64 {
	left, right, top, height := 44.0, d.width-12, 12.0, 200.0
	low, high := math.Inf(1), 0.0
	for _, s := range systems {
		low, high = min(low, max(s.times[0], 1e-3)), max(high, s.times[len(s.times)-1])
	}
	across := scale{log10(low) - 0.05, log10(high) + 0.05, left, right}
	up := scale{0, 1, top + height, top}
	at := func(ms float64) float64 { return across.at(log10(max(ms, low))) }
	d.frame(left, top, right-left, height, rule)
	for _, share := range []float64{0.25, 0.5, 0.75, 0.95} {
		d.text(left-6, up.at(share)+4, end, muted, document.Percent(share))
		d.dashed(left, up.at(share), right, up.at(share), band)
	}
	last := -1e9
	for _, ms := range powers(low, high) {
		if x := at(ms); x >= left && x <= right && x-last > 44 {
			d.text(x, top+height+16, middle, muted, plainMillis(ms))
			d.line(x, top+height, x, top+height+4, rule)
			last = x
		}
	}
	for i, s := range systems {
		d.strokes(steps(s.times, at, up), s.tone, 1.6, s.dash)
		for _, p := range []float64{0.5, 0.95, 0.99} {
			ms := s.times[min(len(s.times)-1, int(math.Ceil(p*float64(len(s.times))))-1)]
			d.rect(at(ms)-3, up.at(p)-3, 6, 6, s.tone)
		}
		y := top + height + 36 + 18*float64(i)
		d.strokes(fmt.Sprintf("M%.1f %.1fh24", left, y-4), s.tone, 1.6, s.dash)
		d.text(left+30, y, start, ink, cut(s.name, 24))
	}
	d.text(right, top+height+36, end, muted, "milliseconds")
	return top + height + 66
}

// powers returns 1, 2 and 5 times the powers of ten between two times.
func powers(low, high float64) []float64 {
	var list []float64
	for e := int(math.Floor(log10(low))); e <= int(math.Ceil(log10(high))); e++ {
		for _, digit := range []float64{1, 2, 5} {
			list = append(list, digit*math.Pow10(e))
		}
	}
	return list
}

// log10 returns the same on every processor.
func log10(v float64) float64 { return math.Log(v) / math.Ln10 }

func plainMillis(ms float64) string { return fmt.Sprintf("%g", ms) }

// steps returns the path of an empirical distribution; of many times, as many steps as can be told apart.
func steps(times []float64, at func(float64) float64, up scale) string {
	var b strings.Builder
	fmt.Fprintf(&b, "M%.1f %.1f", at(times[0]), up.at(0))
	last := ""
	for i, ms := range times {
		step := fmt.Sprintf("H%.1fV%.1f", at(ms), up.at(float64(i+1)/float64(len(times))))
		if step != last && (len(times) < 1500 || i%(len(times)/750) == 0 || i == len(times)-1) {
			b.WriteString(step)
			last = step
		}
	}
	return b.String()
}
