package main

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/rankduel/rankduel/stats"
)

// An adversary is the population of two values on which the rule is wrong most often:
// a share of the queries loses, and all others gain what makes the mean 0. Its samples
// are told apart by the number of losses alone, so that no samples are drawn.
type adversary struct {
	loss, share float64
	wrong       float64
}

type adversaryFindings struct {
	better map[float64][]adversary // by loss, for each of the sizes
	passes map[float64][]adversary // of a noninferior gate at its limit
}

var (
	adversaryLosses = []float64{1, .5, .2, .05}
	adversarySizes  = []int{10, 25, 50, 100, 200, 400, 1000}
)

func (s study) adversaries() (findings, error) {
	f := adversaryFindings{better: make(map[float64][]adversary), passes: make(map[float64][]adversary)}
	for _, loss := range adversaryLosses {
		for _, n := range adversarySizes {
			better, passes := adversary{loss: loss}, adversary{loss: loss}
			// Shares from a loss in 20 samples to 12 losses in each.
			for losses := .05; losses < 12; losses *= 1.04 {
				if losses/float64(n) > .5 {
					break
				}
				b, p, err := twoValues(n, loss, losses/float64(n))
				if err != nil {
					return nil, fmt.Errorf("%d queries, loss %v: %w", n, loss, err)
				}
				if b > better.wrong {
					better.wrong, better.share = b, losses/float64(n)
				}
				if p > passes.wrong {
					passes.wrong, passes.share = p, losses/float64(n)
				}
			}
			f.better[loss] = append(f.better[loss], better)
			f.passes[loss] = append(f.passes[loss], passes)
		}
	}
	return f, nil
}

// twoValues returns the probabilities that the rule finds a gain, and that a gate takes
// its limit for kept, when a share of n queries loses and the others make up for it.
func twoValues(n int, loss, share float64) (better, passes float64, err error) {
	gain := share * loss / (1 - share)
	count := distuv.Binomial{N: float64(n), P: share}
	values := make([]float64, n)
	for lost := 0; lost <= n && float64(lost)*loss < float64(n-lost)*gain; lost++ {
		for i := range values {
			values[i] = gain
			if i < lost {
				values[i] = -loss
			}
		}
		d, err := stats.DifferencesOf(values)
		if err != nil {
			return 0, 0, err
		}
		p := math.Exp(count.LogProb(float64(lost)))
		tail, err := stats.Tail{Range: 1}.Interval(d, level)
		if err != nil {
			return 0, 0, err
		}
		if tail.Low > 0 && d.Changed >= stats.MinChanged {
			better += p
		}
		g, err := stats.Gate{Range: 1}.Judge(d)
		if err != nil {
			return 0, 0, err
		}
		if g.PKept < alpha {
			passes += p
		}
	}
	return better, passes, nil
}

// lines has none: the figures are of what the rule does not hold.
func (adversaryFindings) lines() []line { return nil }

func (f adversaryFindings) write(p *page) {
	for _, part := range []struct {
		title, of string
		cells     map[float64][]adversary
	}{
		{"The worst of two values", "the rule finds a gain; .025 is nominal", f.better},
		{"The same for a noninferior gate at its limit", "a noninferior gate passes; .05 is nominal", f.passes},
	} {
		p.printf("\n### %s\n\n", part.title)
		p.printf("A share of the queries loses the same, all others gain the same, and the mean is 0. The probability that %s, at the share for which it is largest, by enumeration.\n\n", part.of)
		p.sized(adversarySizes, "loss")
		for _, loss := range adversaryLosses {
			row := []string{fmt.Sprint(loss)}
			for _, a := range part.cells[loss] {
				row = append(row, fmt.Sprintf("%s at %.2f %%", digits(a.wrong), 100*a.share))
			}
			p.row(row...)
		}
	}
}
