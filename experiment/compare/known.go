package compare

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/stats"
)

// setKnown reads what the settings say of weights and covariates.
func setKnown(pairings []*pairing, settings Settings) error {
	if !settings.Unequal() {
		return nil
	}
	k, p := &known{}, pairings[0]
	if settings.weighted() {
		if err := errors.Join(k.weigh(pairings, settings), k.stratify(p, settings)); err != nil {
			return err
		}
	}
	for _, text := range settings.Adjust {
		c, err := p.covariate(text, settings)
		if err != nil {
			return err
		}
		k.covariates = append(k.covariates, c)
	}
	for _, p := range pairings {
		p.known = k
		for _, c := range k.covariates {
			if err := p.refuseMeasured(c, settings); err != nil {
				return err
			}
		}
	}
	return nil
}

// weigh takes the weights of the pairs; where strata alone have shares, all are alike.
func (k *known) weigh(pairings []*pairing, settings Settings) (err error) {
	p, of := pairings[0], map[string]float64{}
	switch settings.Weights {
	case "":
		k.weights = slices.Repeat([]float64{1}, len(p.qa))
		return nil
	case WeightsOwn:
		tables := append(ordered.Each(pairings, func(p *pairing) *scoring.Table { return p.b }), p.a)
		for _, t := range tables {
			for at := range t.Len() {
				q := t.Query(at)
				if before, ok := of[q.QueryID]; ok && q.Weight != nil && before != *q.Weight {
					return fmt.Errorf("weights: query %q has the weights %v and %v; score the systems on one test set", q.QueryID, before, *q.Weight)
				}
				if q.Weight != nil {
					of[q.QueryID] = *q.Weight
				}
			}
		}
	default:
		if of, err = settings.values(settings.Weights); err != nil {
			return fmt.Errorf("weights: %w", err)
		}
	}
	if k.weights, err = p.valuesOf("weights: "+settings.Weights, of); err != nil {
		return fmt.Errorf("%w, 0 to leave it out", err)
	}
	if low, high := slices.Min(k.weights), slices.Max(k.weights); low < 0 || high == 0 {
		return fmt.Errorf("weights: they go from %v to %v; a weight is a number from 0 on, and 0 leaves a query out", low, high)
	}
	return nil
}

func (p *pairing) valuesOf(what string, of map[string]float64) ([]float64, error) {
	values, none := make([]float64, len(p.qa)), []string(nil)
	for i := range values {
		v, has := of[p.id(i)]
		if values[i] = v; !has {
			none = append(none, p.id(i))
		}
	}
	if len(none) > 0 {
		return nil, fmt.Errorf("%s is missing for %d of %s: %s; give every query one", what, len(none), prose.Plural(len(p.qa), "query"), prose.FirstFew(none))
	}
	return values, nil
}

// stratify puts the units into the strata of the population.
func (k *known) stratify(p *pairing, settings Settings) error {
	names, shares, err := settings.shares()
	if err != nil || len(names) == 0 {
		return err
	}
	k.shares, k.strata = shares, slices.Repeat([]int{-1}, p.unitCount())
	for i := range p.qa {
		u := p.unitOf(i)
		name := p.a.Stratum(p.qa[i])
		h := slices.Index(names, name)
		if h < 0 {
			return fmt.Errorf("population: query %q is in stratum %q, which has no share; give every stratum one", p.id(i), name)
		}
		if first := k.strata[u]; first >= 0 && first != h {
			return fmt.Errorf("population: the group %q has queries of the strata %s and %s; a group belongs to one (--ungrouped takes every query by itself)", p.unitName(u), names[first], names[h])
		}
		k.strata[u] = h
	}
	for h, name := range names {
		if !slices.Contains(k.strata, h) {
			return fmt.Errorf("population: no query is in stratum %q, which has a share of %v; add some, or put it together with another", name, shares[h])
		}
	}
	return nil
}

// covariate returns the values of a column, their places among all queries where few of them have much of the spread.
func (p *pairing) covariate(column string, settings Settings) (c covariate, err error) {
	c.Name = column
	values, err := settings.values(column)
	if err != nil {
		return c, fmt.Errorf("adjust: %w", err)
	}
	if c.values, err = p.valuesOf("adjust: "+column, values); err != nil {
		return c, err
	}
	if len(values) <= len(p.qa) {
		return c, fmt.Errorf("adjust: %s has only the %d queries that are compared, and nothing is gained from these alone; give it for all queries that they stand for, such as those of the log", column, len(values))
	}
	all := slices.Sorted(maps.Values(values))
	if c.Queries, c.Places = len(all), stats.LongTailed(all); c.Places {
		c.values, all = stats.Places(c.values, all), []float64{0.5}
	}
	for _, v := range all {
		c.Mean += v / float64(len(all))
	}
	return c, nil
}

// refuseMeasured refuses what was measured on the candidate: it would take out a part of the difference.
func (p *pairing) refuseMeasured(c covariate, settings Settings) error {
	why, own := "", p.b.SHA256 != "" && p.b.SHA256 != p.a.SHA256 // a file of its own
	file, name := columnOf(c.Name)
	if t := settings.Columns[file]; name == p.b.Name || own && t.SHA256 == p.b.SHA256 {
		why = "it is in the file of its scores, or has its name"
	}
	for m, measure := range p.b.Measures {
		var x, y []float64
		for i, q := range p.qb {
			if v := p.b.Value(m, q); !math.IsNaN(v) {
				x, y = append(x, c.values[i]), append(y, v)
			}
		}
		if r, err := stats.Pearson(x, y, 1-DefaultAlpha); len(x) > 2 && err == nil && r.Value != nil && math.Abs(*r.Value) >= 0.9999 {
			why = fmt.Sprintf("it goes with its %s on every query", measure)
		}
	}
	if why != "" {
		return fmt.Errorf("adjust: %s was measured on %s, the candidate: %s; take what no candidate can change, such as what the baseline scored in an earlier run", c.Name, p.b.Name, why)
	}
	return nil
}

func (p *pairing) weightsOf(units sample) stats.Weights {
	w := stats.Weights{Values: units.weights, Shares: p.known.shares}
	if p.known.strata != nil {
		w.Strata = ordered.Each(units.at, func(u int) int { return p.known.strata[u] })
	}
	return w
}

func (p *pairing) weighted(units sample) (stats.Differences, error) {
	if !p.known.hasWeights() {
		return stats.NewDifferences(units.a, units.b)
	}
	d, err := p.weightsOf(units).Differences(units.a, units.b)
	if single := (*stats.SingleError)(nil); errors.As(err, &single) {
		err = fmt.Errorf("population: the stratum of %s has no other query with a score, and 2 at least are needed to see how they vary: add some, or put it together with another",
			p.unitName(slices.Index(p.known.strata, single.Stratum)))
	}
	return d, err
}
