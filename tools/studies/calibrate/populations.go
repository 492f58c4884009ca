package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// A population is a distribution with the way in which it is given another mean.
type population struct {
	distribution
	name    string
	shifts  bool // all queries move; otherwise better ones become more likely
	real    bool
	heldOut bool // of real pairs
}

// moved returns the population with another mean.
func (p population) moved(mean float64) population {
	if p.shifts {
		p.distribution = p.shifted(mean)
	} else {
		p.distribution = p.tilted(mean)
	}
	return p
}

//go:embed data/dgps_synthetic.json
var distributionsJSON []byte

// listed are the distributions of the file in the order of the tables; it holds an
// object, which has none. Recall, reciprocal rank and nDCG as they differ between
// systems, one with gains for some queries and losses for few.
var listed = []string{"recall_sym_null", "recall_asym_null", "rr_sym_null", "rr_gain", "ndcg_sym_null", "ndcg_asym", "rare_loss"}

func listedDistributions() (map[string]distribution, error) {
	var lists map[string][]distribution
	if err := json.Unmarshal(distributionsJSON, &lists); err != nil {
		return nil, fmt.Errorf("distributions: %w", err)
	}
	out := make(map[string]distribution)
	for _, name := range listed {
		if len(lists[name]) != 1 {
			return nil, fmt.Errorf("distribution %s: %d components, want 1", name, len(lists[name]))
		}
		d := lists[name][0]
		if len(d.Values) != len(d.Probs) || !slices.IsSorted(d.Values) {
			return nil, fmt.Errorf("distribution %s: %d probabilities for %d sorted values", name, len(d.Probs), len(d.Values))
		}
		made := newDistribution(d.Values, d.Probs)
		if total := made.upTo[len(made.upTo)-1]; abs(total-1) > 1e-9 || abs(made.Mean-d.Mean) > 1e-9 {
			return nil, fmt.Errorf("distribution %s: probabilities add up to %v, and to a mean of %v in place of %v", name, total, made.Mean, d.Mean)
		}
		out[name] = made
	}
	return out, nil
}

// madePopulations returns the populations without a real system. A loss may be rare,
// a tail long, a difference one of few values, and most queries may be unchanged.
func madePopulations() ([]population, error) {
	named, err := listedDistributions()
	if err != nil {
		return nil, err
	}
	var out []population
	for _, name := range listed {
		out = append(out, population{name: name, distribution: named[name]})
	}
	return append(out,
		// Six with skewed or rare losses.
		population{name: "skewed reranker", shifts: true, distribution: normal(.02, .015).mixed(.05, uniform(-.7, -.1))},
		population{name: "outage", shifts: true, distribution: normal(0, .01).mixed(.0012, uniform(-.8, -.3))},
		population{name: "reindex3", distribution: reindex(.03)},
		population{name: "ndcg+2%lost", distribution: named["ndcg_sym_null"].mixed(.02, always(-1))},
		population{name: ".5 % total losses", shifts: true, distribution: normal(0, .01).mixed(.005, always(-.95))},
		population{name: "Pareto loss", shifts: true, distribution: normal(.02, .02).mixed(.02, paretoLoss(.1, 1.1))},
		// Others, of which no constant of the rule knows.
		population{name: "Pareto in all", shifts: true, distribution: paretoLoss(.01, 1.8)},
		population{name: "Pareto in a tenth", shifts: true, distribution: normal(0, .05).mixed(.1, paretoLoss(.03, 1.3))},
		population{name: "80 % zero, beta", distribution: zeroInflated(.8, betaGain(1.5, 4), betaLoss(1.5, 4))},
		population{name: "90 % zero, rare loss", distribution: zeroInflated(.9, betaGain(2, 8), betaLoss(1.2, 1.2))},
		population{name: "95 % zero, lattice", distribution: zeroInflated(.95, always(.5), always(-1./3))},
		population{name: "lognormal loss", shifts: true, distribution: lognormalLoss(.03)},
		population{name: "t3", shifts: true, distribution: studentThree(.05)},
		population{name: "normal", shifts: true, distribution: normal(0, .1)},
	), nil
}

// The shapes.
func normal(mean, sd float64) distribution {
	return quantiles(func(p float64) float64 { return mean + sd*distuv.UnitNormal.Quantile(p) })
}

func uniform(low, high float64) distribution {
	return quantiles(func(p float64) float64 { return low + (high-low)*p })
}

func studentThree(scale float64) distribution {
	return quantiles(func(p float64) float64 { return scale * distuv.StudentsT{Sigma: 1, Nu: 3}.Quantile(p) })
}

// paretoLoss loses at least least, and more than x with the probability
// (least/x)^shape; at most .9.
func paretoLoss(least, shape float64) distribution {
	return quantiles(func(p float64) float64 { return -min(.9, least*math.Pow(p, -1/shape)) })
}

// lognormalLoss has its long tail on the side of the losses.
func lognormalLoss(scale float64) distribution {
	return quantiles(func(p float64) float64 { return -scale * math.Exp(distuv.UnitNormal.Quantile(1-p)) })
}

func betaGain(a, b float64) distribution { return quantiles(distuv.Beta{Alpha: a, Beta: b}.Quantile) }

func betaLoss(a, b float64) distribution {
	return quantiles(func(p float64) float64 { return -distuv.Beta{Alpha: a, Beta: b}.Quantile(1 - p) })
}

// zeroInflated leaves a share of the queries unchanged; the others gain or lose, half
// of them each.
func zeroInflated(zero float64, gain, loss distribution) distribution {
	return always(0).mixed(1-zero, gain.mixed(.5, loss))
}

// reindex returns what a new index that lost documents does: half of the queries
// unchanged, half moved by N(0, .02), and a share that loses everything.
func reindex(lost float64) distribution {
	return normal(0, .02).mixed(.5, always(0)).mixed(lost, always(-1))
}
