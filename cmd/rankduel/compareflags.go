package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/stats"
)

// compareFlags are the settings of a comparison.
type compareFlags struct {
	alpha, margin, minCoverage float64
	seed                       uint64
	resamples                  int
	test, interval             string
	correction, family         string
	primary                    string
	equivalence                string
	ungrouped, allPairs        bool
	ranges                     []string
	guardrails                 []string
	looks                      int
	flags                      *pflag.FlagSet
}

func (c *compareFlags) add(flags *pflag.FlagSet) {
	c.flags = flags
	flags.Float64Var(&c.alpha, "alpha", compare.DefaultAlpha, "significance level, above 0 and below 0.5")
	flags.Float64Var(&c.margin, "margin", compare.DefaultMargin, "largest difference that does not matter, in the measure's unit")
	flags.Uint64Var(&c.seed, "seed", compare.DefaultSeed, "seed of everything that is sampled")
	flags.IntVar(&c.resamples, "resamples", compare.DefaultResamples, "bootstrap resamples and sign-flip rounds")
	flags.StringVar(&c.test, "test", compare.TestT, "test that decides: t or randomization")
	flags.StringVar(&c.interval, "interval", compare.IntervalAuto, "headline interval: auto, t, robust, percentile, bca or sequence")
	flags.StringVar(&c.correction, "correction", string(stats.Holm), "correction of p values within a family: "+strings.Join(compare.Corrections(), ", ")+"; with --all-pairs also tukey, over the pairs alone")
	flags.BoolVar(&c.allPairs, "all-pairs", false, "of three systems and more: say which are better than which, all pairs corrected together; verdicts stay those against the baseline")
	flags.StringVar(&c.family, "family", compare.FamilyRoles, "what one correction covers: roles (the primary measure over all candidates; the other measures apart) or comparison (all measures of one pair)")
	flags.Float64Var(&c.minCoverage, "min-coverage", compare.DefaultMinCoverage, "least share of pairs that must have been measured")
	flags.StringVar(&c.primary, "primary", "", "measure that the verdict is about (default: the profile's)")
	flags.StringVar(&c.equivalence, "equivalence", compare.EquivalenceRange, "what equivalence allows for: range (a query that was not seen may differ by all that the measure can) or observed (by what was seen)")
	flags.BoolVar(&c.ungrouped, "ungrouped", false, "every query is a unit of its own, also where a test set groups wordings of one need")
	flags.StringArrayVar(&c.ranges, "range", nil, "largest difference that two scores can have, W for all measures or MEASURE=W; repeatable")
	flags.IntVar(&c.looks, "looks", 0, "how often these systems were compared on a set that grows, this time included: the interval then holds however many follow")
	flags.StringArrayVar(&c.guardrails, "guardrail", nil, "measure that must not be worse for a verdict of better; repeatable")
}

// settings are the flags as the library wants them; find reads the name of a
// measure.
func (c *compareFlags) settings(find func(string) (metrics.Measure, error)) (compare.Settings, error) {
	s := compare.Settings{
		Alpha: c.alpha, Margin: c.margin, Seed: &c.seed, Resamples: c.resamples, MinCoverage: &c.minCoverage,
		Test: c.test, Interval: c.interval, Correction: stats.Correction(c.correction), Family: c.family,
		Equivalence: c.equivalence, Ungrouped: c.ungrouped, Looks: c.looks,
	}
	errs := []error{notZero("alpha", c.alpha == 0), notZero("margin", c.margin == 0), notZero("resamples", c.resamples == 0)}
	parse := func(text string) metrics.Measure {
		m, err := find(text)
		errs = append(errs, err)
		return m
	}
	if c.allPairs {
		s.AllPairs = s.Correction
		if s.AllPairs == compare.CorrectionTukey { // it knows pairs only: the verdicts keep theirs
			s.Correction = stats.Holm
		}
	} else if s.Correction == compare.CorrectionTukey {
		errs = append(errs, errors.New("--correction tukey is of all pairs of systems: add --all-pairs"))
		s.Correction = stats.Holm
	}
	if c.primary != "" {
		s.Primary = parse(c.primary)
	}
	for _, text := range c.ranges {
		name, width, err := parseRange(find, text)
		errs = append(errs, err)
		if s.Ranges == nil {
			s.Ranges = map[string]float64{}
		}
		s.Ranges[name] = width
	}
	for _, g := range c.guardrails {
		s.Guardrails = append(s.Guardrails, parse(g))
	}
	errs = append(errs, s.Validate())
	return s, errors.Join(errs...)
}

// override lets flags that were given win over the experiment file. Measures
// were read with it.
func (c *compareFlags) override(plan *plan.Plan) error {
	s, err := c.settings(plan.Profile.Parse)
	if err != nil {
		return err
	}
	for name, set := range map[string]func(){
		"alpha":       func() { plan.Compare.Alpha = s.Alpha },
		"margin":      func() { plan.Compare.Margin = s.Margin },
		"seed":        func() { plan.Compare.Seed = s.Seed },
		"resamples":   func() { plan.Compare.Resamples = s.Resamples },
		"test":        func() { plan.Compare.Test = s.Test },
		"interval":    func() { plan.Compare.Interval = s.Interval },
		"correction":  func() { plan.Compare.Correction = s.Correction },
		"family":      func() { plan.Compare.Family = s.Family },
		"equivalence": func() { plan.Compare.Equivalence = s.Equivalence },
		"all-pairs": func() {
			plan.Compare.AllPairs = plan.Compare.Correction // the file's
			if c.flags.Changed("correction") {
				plan.Compare.AllPairs = s.AllPairs
			}
		},
		"looks":        func() { plan.Compare.Looks, plan.Compare.Interval = s.Looks, s.Interval },
		"ungrouped":    func() { plan.Compare.Ungrouped = s.Ungrouped },
		"range":        func() { plan.Compare.Ranges = s.Ranges },
		"min-coverage": func() { plan.Compare.MinCoverage = s.MinCoverage },
	} {
		if c.flags.Changed(name) {
			set()
		}
	}
	return nil
}

// planFlags are settings of an experiment file that flags override.
type planFlags struct {
	measures      []string
	profile, part string
}

func (p *planFlags) add(flags *pflag.FlagSet) {
	flags.StringArrayVarP(&p.measures, "measure", "m", nil, "measures in place of the file's, comma separated or repeated")
	flags.StringVar(&p.profile, "profile", "", "conventions in place of the file's: "+strings.Join(metrics.ProfileNames(), ", "))
	flags.StringVar(&p.part, "part", "", "part of the test set in place of the file's: "+strings.Join(judgments.Parts(), ", "))
}

// load reads an experiment file with the flags in place of what it says. They are
// checked first: what is wrong with them is no fault of the file.
func (p *planFlags) load(path string, c *compareFlags, kinds []retrieval.Kind) (*plan.Plan, error) {
	if _, err := c.settings(func(text string) (metrics.Measure, error) { return scoring.Named(text), nil }); err != nil {
		return nil, err
	}
	loaded, err := plan.Reader{Kinds: kinds, Given: plan.Override{
		Profile: p.profile, Part: p.part, Measures: p.measures, Primary: c.primary, Guardrails: c.guardrails,
	}}.Load(path)
	if err != nil {
		return nil, err
	}
	return loaded, c.override(loaded)
}

// parseRange reads W or MEASURE=W.
func parseRange(find func(string) (metrics.Measure, error), text string) (measure string, width float64, err error) {
	number := text
	if i := strings.LastIndexByte(text, '='); i >= 0 { // the last: names of measures may hold one too
		number = text[i+1:]
		m, err := find(text[:i])
		if err != nil {
			return "", 0, fmt.Errorf("--range %s: %w", text, err)
		}
		measure = m.String()
	}
	if width, err = strconv.ParseFloat(number, 64); err != nil {
		return "", 0, fmt.Errorf("--range %s: want a number, or MEASURE=NUMBER", text)
	}
	return measure, width, nil
}

// notZero refuses a written zero, which the library would read as "the default".
func notZero(flag string, zero bool) error {
	if zero {
		return fmt.Errorf("--%s 0 is out of range", flag)
	}
	return nil
}
