package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/rankduel/rankduel/stats"
)

// candidateCounts are the numbers of systems that are compared with one baseline, none
// of them better or worse.
var candidateCounts = []int{2, 5, 20}

// A falseFinding is how often any of the candidates was found to differ.
type falseFinding struct {
	name       string
	candidates int
	n, samples int
	plain      int // without a correction
	holm       int // the rule: one family of the primary measure
	maxT       int
}

// scoreSources draw a system's scores on one query, whose difficulty is in
// [0, 1): the systems of one query go together.
var scoreSources = []struct {
	name string
	draw func(difficulty float64, rng *rand.Rand) float64
}{
	{"nDCG", func(difficulty float64, rng *rand.Rand) float64 {
		return min(1, max(0, .9-difficulty+.12*rng.NormFloat64()))
	}},
	{"RR", func(difficulty float64, rng *rand.Rand) float64 { // ranks are geometric, and beyond 10 lost
		for rank := 1.; rank <= 10; rank++ {
			if rng.Float64() > difficulty {
				return 1 / rank
			}
		}
		return 0
	}},
	{"hit, 90 % ties", func(difficulty float64, rng *rand.Rand) float64 {
		switch {
		case difficulty < .8:
			return 1
		case rng.Float64() < .5:
			return 0
		}
		return 1
	}},
}

type familyFindings []falseFinding

// families is about candidates that are as good as the baseline.
func (s study) families() (findings, error) {
	var out familyFindings
	for _, source := range scoreSources {
		for _, k := range candidateCounts {
			for _, n := range []int{25, 50, 200} {
				c := falseFinding{name: source.name, candidates: k, n: n, samples: max(1, s.samples/2)}
				counts, err := s.count(familyIndex+uint64(len(out)), c.samples, 3, func(rng *rand.Rand, add func(int)) error {
					found, err := foundAmong(nullCandidates(k, n, source.draw, rng), rng.Uint64())
					for counter, yes := range found {
						if yes {
							add(counter)
						}
					}
					return err
				})
				if err != nil {
					return nil, fmt.Errorf("%d candidates, %s at %d: %w", k, source.name, n, err)
				}
				c.plain, c.holm, c.maxT = counts[0], counts[1], counts[2]
				out = append(out, c)
			}
		}
	}
	return out, nil
}

// nullCandidates returns the differences of k candidates from one baseline.
func nullCandidates(k, n int, draw func(difficulty float64, rng *rand.Rand) float64, rng *rand.Rand) [][]float64 {
	ds := make([][]float64, k)
	for c := range ds {
		ds[c] = make([]float64, n)
	}
	for q := range n {
		difficulty := rng.Float64()
		baseline := draw(difficulty, rng)
		for c := range ds {
			ds[c][q] = draw(difficulty, rng) - baseline
		}
	}
	return ds
}

// foundAmong tells whether any comparison ends in better or worse without a
// correction, by Holm, and by maxT.
func foundAmong(ds [][]float64, seed uint64) (found [3]bool, err error) {
	rule := stats.Rule{Range: 1}
	evidence := make([]stats.Evidence, len(ds))
	ps := make([]float64, len(ds))
	for c, values := range ds {
		d, err := stats.DifferencesOf(values)
		if err != nil {
			return found, err
		}
		t, err := stats.TTest{}.Test(d)
		if err != nil {
			return found, err
		}
		if evidence[c], err = rule.Weigh(d, stats.Computed{T: &t, Randomization: &t}); err != nil {
			return found, err
		}
		ps[c] = 1
		if p := evidence[c].Decides.P; p != nil {
			ps[c] = *p
		}
	}
	// A comparison that no p leads to a finding needs no look at the corrections.
	for _, e := range evidence {
		verdict, _, err := rule.Verdict(e, e.Decides.P)
		if err != nil {
			return found, err
		}
		found[0] = found[0] || isFinding(verdict)
	}
	if !found[0] {
		return found, nil
	}
	holm, err := stats.Adjust(ps, stats.Holm)
	if err != nil {
		return found, err
	}
	maxT, err := stats.MaxT{Rounds: 999, Seed: seed, Workers: 1}.Adjust(ds)
	if err != nil {
		return found, err
	}
	for c, e := range evidence {
		for at, p := range []*float64{&holm[c], &maxT.Adjusted[c]} {
			if e.Decides.P == nil || *p >= alpha {
				continue
			}
			verdict, _, err := rule.Verdict(e, p)
			if err != nil {
				return found, err
			}
			found[1+at] = found[1+at] || isFinding(verdict)
		}
	}
	return found, nil
}

func isFinding(v stats.Verdict) bool { return v == stats.Better || v == stats.Worse }

func (f familyFindings) lines() []line {
	var cs []candidate
	for _, c := range f {
		where := fmt.Sprintf("%d candidates, %d, %s", c.candidates, c.n, c.name)
		cs = append(cs, atMost(mostFalseFamilies, c.holm, c.samples, where), atMost(mostFalseFamilies, c.maxT, c.samples, where))
	}
	return []line{worst("any finding among candidates without an effect, Holm and maxT", "≤ .06", cs)}
}

func (f familyFindings) write(p *page) {
	p.printf("\n### False findings among candidates without an effect\n\n")
	p.head(1, "measure", "candidates", "n", "no correction", "Holm", "maxT")
	for _, c := range f {
		p.row(c.name, fmt.Sprint(c.candidates), fmt.Sprint(c.n), digits(share(c.plain, c.samples)), digits(share(c.holm, c.samples)), digits(share(c.maxT, c.samples)))
	}
}
