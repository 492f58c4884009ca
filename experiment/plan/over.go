package plan

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/testsets"
)

// With returns the plan with measures next to its own, in their order. It refuses those
// that look deeper than a configuration goes.
func (p *Plan) With(measures ...metrics.Measure) (*Plan, error) {
	other := *p
	other.Measures = slices.Clone(p.Measures)
	for _, m := range measures {
		for _, c := range p.Configs {
			if m.Cutoff() > c.TopK {
				return nil, fmt.Errorf("config %q goes %d hits deep, but %s looks at %d: set `top_k: %d`", c.Name, c.TopK, m, m.Cutoff(), m.Cutoff())
			}
		}
		if metrics.Index(other.Measures, m) < 0 {
			other.Measures = append(other.Measures, m)
		}
	}
	return &other, nil
}

// Over returns the plan with another test set, of which the evaluation part counts, by people's labels
// alone: a model's are of the plan's own set. Components, configurations and conventions stay: a set that
// asks for another profile is refused, since its scores would not be those of the plan.
func (p *Plan) Over(set *testsets.TestSet) (*Plan, error) {
	if set.Profile != "" && set.Profile != p.Profile.Name {
		return nil, fmt.Errorf("test set %s asks for profile %s, and the experiment scores by %s; leave `profile` out of the set to have it scored so", set.Name, set.Profile, p.Profile.Name)
	}
	other := *p
	other.TestSet, other.Part = set.Label(), judgments.PartEvaluation
	c := &other.Compare
	other.Silver, other.Sample, c.AssumeRandom, c.Target, c.SilverLambda, c.Judge, c.Models = "", "", false, "", 0, "", nil
	other.read.ref, other.read.set = other.TestSet, set
	return &other, nil
}

// Narrowed returns a configuration of the plan with some components only, fused as it fuses them. A single
// component is the component alone, whatever the configuration does with it.
func (p *Plan) Narrowed(c Config, components []string) (Config, error) {
	known := ordered.Each(p.Components, func(k Component) string { return k.Name })
	var named []string // in file order, each once
	for _, name := range components {
		if !slices.Contains(known, name) {
			return Config{}, fmt.Errorf("no component %q; the components are %s", name, prose.Quoted(known))
		}
	}
	for _, name := range known {
		if slices.Contains(components, name) {
			named = append(named, name)
		}
	}
	switch {
	case len(named) == 0:
		return Config{}, fmt.Errorf("no component named; the components are %s", prose.Quoted(known))
	case slices.Equal(slices.Sorted(slices.Values(named)), slices.Sorted(slices.Values(c.Components))):
		return c, nil
	case len(named) == 1:
		return p.Alone(named[0]), nil
	}
	c.Name = c.Name + " of " + strings.Join(named, ", ")
	c.Components = named
	if c.Fusion.Weights != nil {
		c.Fusion.Weights = maps.Clone(c.Fusion.Weights)
		maps.DeleteFunc(c.Fusion.Weights, func(name string, _ float64) bool { return !slices.Contains(named, name) })
	}
	check := c.Fusion.Validate
	if c.Fusion.Trained() {
		check = c.Fusion.ValidateTraining
	}
	if err := check(named); err != nil {
		return Config{}, fmt.Errorf("config %s: %w", c.Name, err)
	}
	return c, nil
}

// Truncated returns a configuration of the plan with rankings of k hits, the plan with the
// measures that look no deeper, and the others.
func (p *Plan) Truncated(c Config, k int) (*Plan, Config, []metrics.Measure) {
	other := *p
	other.Measures = nil
	var deeper []metrics.Measure
	for _, m := range p.Measures {
		if m.Cutoff() > k {
			deeper = append(deeper, m)
		} else {
			other.Measures = append(other.Measures, m)
		}
	}
	c.Name, c.TopK = fmt.Sprintf("%s, %d hits", c.Name, k), k
	return &other, c, deeper
}

// An Override is what someone wants in place of what the file says.
type Override struct {
	request.Request

	// NoVerdict is for anyone who decides by something else than a verdict: the file's primary and
	// guardrails are asked for only where measures were given that have them.
	NoVerdict bool
}

// waives tells whether a role that the file gives to a measure is not asked for.
func (o Override) waives(key string) bool { return o.NoVerdict && o.Has("measures") && !o.Has(key) }
