package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/rankduel/rankduel/stats"
)

// A lookCell is how often the true mean, 0, was outside an interval at any of the
// looks at a set that grows.
type lookCell struct {
	name     string
	samples  int
	student  int
	rule     int // whose level is of one look
	sequence int
}

const (
	looks        = 50
	queriesALook = 20
)

type lookFindings []lookCell

func (s study) looks() (findings, error) {
	var out lookFindings
	for _, p := range s.made {
		p = p.moved(0)
		c := lookCell{name: p.name, samples: max(1, s.samples/8)}
		counts, err := s.count(looksIndex+uint64(len(out)), c.samples, 3, func(rng *rand.Rand, add func(int)) error { return p.lookedAt(rng, add) })
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		c.student, c.rule, c.sequence = counts[0], counts[1], counts[2]
		out = append(out, c)
	}
	return out, nil
}

// lookedAt looks after every 20 queries, until t, the rule and the sequence have all
// been wrong.
func (p population) lookedAt(rng *rand.Rand, add func(int)) error {
	values := make([]float64, looks*queriesALook)
	p.draw(values, rng)
	var wrong [3]bool
	for look := 1; look <= looks; look++ {
		d, err := stats.DifferencesOf(values[:look*queriesALook])
		if err != nil {
			return err
		}
		ps, err := pAtLook(d, wrong)
		if err != nil {
			return err
		}
		for i, p := range ps {
			wrong[i] = wrong[i] || p < alpha
		}
	}
	for i, yes := range wrong {
		if yes {
			add(i)
		}
	}
	return nil
}

// pAtLook returns p by t, by the rule and by the sequence. What was wrong before needs
// no second look.
func pAtLook(d stats.Differences, wrong [3]bool) (ps [3]float64, err error) {
	ps = [3]float64{1, 1, 1}
	if !wrong[0] {
		t, err := stats.TTest{}.Test(d)
		if err != nil {
			return ps, err
		}
		if t.P != nil {
			ps[0] = *t.P
		}
	}
	if !wrong[1] {
		if ps[1], err = (stats.Tail{Range: 1}).P(d, 0, stats.TwoSided); err != nil {
			return ps, err
		}
	}
	if !wrong[2] {
		ps[2], err = stats.ConfidenceSequence{Range: 1}.P(d)
	}
	return ps, err
}

func (f lookFindings) lines() []line {
	var cs []candidate
	for _, c := range f {
		cs = append(cs, atMost(mostFalseLooks, c.sequence, c.samples, c.name))
	}
	return []line{worst(fmt.Sprintf("the sequence wrong at any of %d looks", looks), "≤ .05", cs)}
}

func (f lookFindings) write(p *page) {
	p.printf("\n### Looking repeatedly\n\n")
	p.printf("A set grows by %d queries between %d looks, and the true difference is 0. Shares of such sets in which it is outside the interval at any look; .05 is nominal for the sequence, and t and the rule are made for one look.\n\n", queriesALook, looks)
	p.head(1, "population", "t", "the rule", "sequence")
	for _, c := range f {
		p.row(c.name, digits(share(c.student, c.samples)), digits(share(c.rule, c.samples)), digits(share(c.sequence, c.samples)))
	}
}
