package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/setting"
	"github.com/rankduel/rankduel/metrics"
)

// Choose returns the plan as a request wants it, which names what the plan has, and brings
// a model's labels; what it does not ask for stays as it is. All faults are reported at once.
func (p *Plan) Choose(r *request.Request) (*Plan, error) {
	other := *p
	other.asked = p.Request()
	other.asked.Override(r)
	other.Compare, other.Part = other.asked.Settings, other.asked.Judgments.Part
	for _, file := range other.Compare.Files() {
		if other.Compare.Columns[file] == nil { // only its author names files
			return nil, fmt.Errorf("weights and adjust: the experiment does not name %s; name one of its files, or take weights: %s", file, compare.WeightsOwn)
		}
	}
	switch sample := r.Has("sample"); {
	case r.Has("silver"): // in place of both files
		other.Silver, other.Sample = "silver", ""
		if sample {
			other.Sample = "sample"
		}
	case sample:
		return nil, errors.New("sample has no use without silver, the labels of a model")
	}
	err := errors.Join(other.chooseConfigs(r.Systems), setting.Join(other.asked.Faults()), other.chooseMeasures(r.Measures))
	if err != nil {
		return nil, err
	}
	other.Compare.Models = slices.DeleteFunc(slices.Clone(other.Compare.Models), func(entry string) bool { // of the file, of a system that was not asked for
		name, _, _ := strings.Cut(entry, "=")
		return !r.Has("models") && slices.Contains(p.configNames(), name) && !slices.Contains(other.configNames(), name)
	})
	return &other, errors.Join(other.checkDepth(), setting.Join(slices.Concat(other.Compare.FaultsOf(len(other.Configs)), other.Compare.FaultsOfSilver(other.Silver != "", other.configNames()...))))
}

// Request returns what the plan asks for, with what was given in place of what its file says.
func (p *Plan) Request() *request.Request {
	r := *p.asked
	r.Settings, r.Judgments.Part, r.Systems.Baseline = p.Compare, p.Part, p.Baseline
	r.Measures.Profile, r.Measures.Names = p.Profile.Name, metrics.Texts(p.Measures)
	r.Measures.Guardrails = metrics.Texts(p.Guardrails)
	if p.Primary != nil {
		r.Measures.Primary = p.Primary.String()
	}
	return &r
}

func (p *Plan) chooseConfigs(c request.Systems) error {
	var errs prose.Faults
	known := p.configNames()
	for i, name := range c.Configs {
		there := slices.Contains(known, name)
		errs.If(!there, "configs: there is no %q; there are %s", name, prose.Quoted(known))
		errs.If(there && slices.Contains(c.Configs[:i], name), "configs: %q is named twice", name)
	}
	if len(c.Configs) > 0 && len(errs) == 0 {
		all := p.Configs
		p.Configs = slices.DeleteFunc(slices.Clone(all), func(of Config) bool { return !slices.Contains(c.Configs, of.Name) })
		p.Components = slices.DeleteFunc(slices.Clone(p.Components), func(of Component) bool { return of.usedBy(all) && !of.usedBy(p.Configs) })
	}
	errs.If(len(p.Configs) < 2, "configs: a comparison needs two; name one more")
	chosen := p.configNames()
	switch {
	case c.Baseline != "" && !slices.Contains(chosen, c.Baseline):
		errs = append(errs, fmt.Errorf("baseline: %q is not among the configs %s", c.Baseline, prose.Quoted(chosen)))
	case c.Baseline != "":
		p.Baseline = c.Baseline
	case len(c.Configs) > 0 && !slices.Contains(chosen, p.Baseline):
		p.Baseline = c.Configs[0]
	}
	return errs.Join()
}

// usedBy tells whether one of the configurations asks the component: what only others ask is not asked.
func (c Component) usedBy(configs []Config) bool {
	return slices.ContainsFunc(configs, func(of Config) bool { return slices.Contains(of.Components, c.Name) })
}

func (p *Plan) configNames() []string {
	return ordered.Each(p.Configs, func(c Config) string { return c.Name })
}

func (p *Plan) chooseMeasures(c request.Measures) (err error) {
	derived := compare.Primary(p.Profile, p.Measures)
	if len(c.Names) > 0 {
		if p.Measures, err = p.Profile.ParseList(strings.Join(c.Names, ",")); err != nil {
			return fmt.Errorf("measures: %w", err)
		}
	}
	p.Compare.Ranges = nil
	ranges := (compare.Roles{Ranges: p.asked.Measures.Ranges}).Take(&p.Compare, p.Profile.ParseList)
	return errors.Join(p.choosePrimary(c.Primary, derived), p.chooseGuardrails(c.Guardrails), ranges)
}

// choosePrimary settles which measure decides. One that the experiment's author
// chose is not replaced without a word; derived is what it would be otherwise.
func (p *Plan) choosePrimary(text string, derived metrics.Measure) (err error) {
	switch {
	case text != "":
		p.Primary, err = p.deciding("primary", text)
		return err
	case metrics.Index(p.Measures, p.Primary) >= 0:
		return nil
	case derived == nil || p.Primary.String() != derived.String(): // the values of some measures cannot be compared
		return fmt.Errorf("measures: the experiment decides by %s, which is not among %s; add it to them, or name another primary", p.Primary, strings.Join(metrics.Texts(p.Measures), ", "))
	}
	if p.Primary = compare.Primary(p.Profile, p.Measures); p.Primary == nil {
		return fmt.Errorf("measures: none of %s can decide: they have no direction, or are no means over queries; add one such as nDCG@10", strings.Join(metrics.Texts(p.Measures), ", "))
	}
	return nil
}

func (p *Plan) chooseGuardrails(texts []string) error {
	var errs prose.Faults
	if len(texts) == 0 {
		for _, m := range p.Guardrails {
			errs.If(metrics.Index(p.Measures, m) < 0, "measures: the experiment guards %s, which is not among %s; add it to them, or name other guardrails", m, strings.Join(metrics.Texts(p.Measures), ", "))
		}
		return errs.Join()
	}
	p.Guardrails = nil
	for _, text := range texts {
		m, err := p.deciding("guardrails", text)
		p.Guardrails = append(p.Guardrails, m)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// deciding reads a measure that has a role, which has to be among the measures.
func (p *Plan) deciding(role, text string) (metrics.Measure, error) {
	m, err := p.Profile.Parse(text)
	if err == nil {
		err = compare.CheckDecides(m)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", role, err)
	}
	if metrics.Index(p.Measures, m) < 0 {
		return nil, fmt.Errorf("%s: %s is not among the measures %s; add it to them", role, m, strings.Join(metrics.Texts(p.Measures), ", "))
	}
	return m, nil
}

// checkDepth refuses measures that look deeper than a configuration goes.
func (p *Plan) checkDepth() error {
	var errs prose.Faults
	for _, c := range p.Configs {
		for _, m := range p.Measures {
			errs.If(m.Cutoff() > c.TopK, "measures: %s looks at %d hits, and config %q has %d", m, m.Cutoff(), c.Name, c.TopK)
		}
	}
	return errs.Join()
}
