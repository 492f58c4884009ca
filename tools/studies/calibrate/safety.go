package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/rankduel/rankduel/stats"
)

// A safetyCell is how often a noninferior gate passed a candidate that is worse by
// exactly what is allowed.
type safetyCell struct {
	population
	limit      float64
	n, samples int
	student    int // by the one-sided bound of t
	gate       int
}

func (c safetyCell) String() string { return fmt.Sprintf("%d, %s, limit %g", c.n, c.name, c.limit) }

var (
	safetySizes  = []int{50, 100, 150, 200, 300, 500, 1000}
	safetyLimits = []float64{.02, .03}
)

type safetyFindings []safetyCell

// safety draws from populations that lose the limit. One that shifts is the same at
// every limit.
func (s study) safety() (findings, error) {
	var out safetyFindings
	for _, p := range append(append([]population(nil), s.made...), s.real...) {
		for _, limit := range safetyLimits {
			if p.shifts && limit != safetyLimits[0] {
				continue
			}
			worse := p.moved(-limit)
			for _, n := range safetySizes {
				critical := stats.StudentUpper(alpha, float64(n-1))
				c := safetyCell{population: p, limit: limit, n: n, samples: s.samplesOf(p)}
				counts, err := s.count(safetyIndex+uint64(len(out)), c.samples, 2, func(rng *rand.Rand, add func(int)) error {
					values := make([]float64, n)
					worse.draw(values, rng)
					return passes(values, limit, critical, add)
				})
				if err != nil {
					return nil, fmt.Errorf("%s: %w", c, err)
				}
				c.student, c.gate = counts[0], counts[1]
				out = append(out, c)
			}
		}
	}
	return out, nil
}

// passes adds whether t and a noninferior gate take the limit for kept.
func passes(values []float64, limit, critical float64, add func(int)) error {
	d, err := stats.DifferencesOf(values)
	if err != nil {
		return err
	}
	if half := critical * *d.SD / math.Sqrt(float64(d.N)); half > 0 && d.Mean+limit > half {
		add(0)
	}
	p, err := stats.Tail{Range: 1, Safety: true}.P(d, -limit, stats.Greater) // what [stats.Gate] asks
	if p < alpha {
		add(1)
	}
	return err
}

func (f safetyFindings) lines() []line {
	var cs []candidate
	for _, c := range f {
		cs = append(cs, atMost(mostFalsePasses, c.gate, c.samples, c.String()))
	}
	return []line{worst("false pass of a noninferior gate at its limit", "≤ .062", cs)}
}

func (f safetyFindings) write(p *page) {
	p.printf("\n### False passes of a noninferior gate\n\n")
	p.printf("The candidate is worse by exactly the limit. Shares of samples that pass by t / by the gate (ρ = 1); .05 is nominal. Limit .02, and .03 where it makes a difference and more passes.\n\n")
	p.sized(safetySizes, "population")
	var names []string
	rows := make(map[string][]safetyCell)
	for _, c := range f {
		name := c.name
		if c.real {
			name = "real, worst"
		}
		if rows[name] == nil {
			names = append(names, name)
			rows[name] = make([]safetyCell, len(safetySizes))
		}
		for i, n := range safetySizes {
			old := &rows[name][i]
			if n == c.n && (old.samples == 0 || share(c.gate, c.samples) > share(old.gate, old.samples)) {
				*old = c
			}
		}
	}
	for _, name := range names {
		row := []string{name}
		for _, c := range rows[name] {
			row = append(row, pair(share(c.student, c.samples), share(c.gate, c.samples)))
		}
		p.row(row...)
	}
	var total float64
	count := 0
	for _, c := range f {
		if c.real {
			total += share(c.gate, c.samples)
			count++
		}
	}
	if count > 0 {
		p.printf("\nReal pairs, mean of all cells: %s.\n", digits(total/float64(count)))
	}
}
