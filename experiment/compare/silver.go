package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/stats/silver"
)

// Reasons of verdicts where labels of a model count.
const (
	reasonSources  stats.Reason = "sources_disagree"   // both kinds of labels together say the opposite of people's alone
	reasonSampling stats.Reason = "sampling_not_shown" // the labelled queries are not known to be a random sample
)

// A twin is a pairing of the same systems by the model's labels, over all queries.
type twin struct {
	*pairing
	labels result.SilverLabels
	why    string // what forbids to decide by the labelled queries; "" where they are a random sample
}

// setTwin pairs the systems by the model's labels, where there are some, and asks
// whether the labelled queries are a random sample.
func (p *pairing) setTwin(settings Settings, labels *result.SilverLabels) error {
	by, err := pair(p.a.Silver, p.b.Silver)
	if err != nil {
		return fmt.Errorf("by the labels of %s: %w", labels.Name, err)
	}
	if settings.Ungrouped {
		by.ungroup()
	}
	p.twin = &twin{pairing: by, labels: *labels}
	p.twin.labels.Judge = settings.Judge
	p.twin.labels.Target = settings.Target
	if p.twin.labels.Sampling.State == result.SamplingVerified {
		return nil
	}
	return p.twin.checkSample(p, settings)
}

// A ModelLabelsError says that a model labelled too few of the hits of a system for a verdict.
type ModelLabelsError struct {
	Model, System string
	Share         float64
}

// leastLabelled is the share of the first hits that the model has to label.
const leastLabelled = 0.95

func (e *ModelLabelsError) Error() string {
	return fmt.Sprintf("%s labels %s of the first %d hits of %s, and %s are needed; let the model label what it lacks",
		e.Model, prose.Percent(math.Round(e.Share*1000)/1000), scoring.JudgedDepth, e.System, prose.Percent(leastLabelled))
}

// checkJudged refuses labels of a model that lack much of what the systems found.
func (t *twin) checkJudged() error {
	for _, table := range []*scoring.Table{t.a, t.b} {
		sum, n := 0.0, 0
		for q := range table.Len() {
			if share := table.JudgedShare(q); !math.IsNaN(share) {
				sum += share
				n++
			}
		}
		if n > 0 && sum/float64(n) < leastLabelled {
			return &ModelLabelsError{t.labels.Name, table.Name, sum / float64(n)}
		}
	}
	return nil
}

// checkSample tests whether the labelled queries differ from the others on the primary measure, by the model's labels.
func (t *twin) checkSample(human *pairing, settings Settings) error {
	labelled := map[string]bool{}
	for u := range human.unitCount() {
		labelled[human.unitName(u)] = true
	}
	s := t.all(metrics.Index(t.a.Measures, settings.Primary))
	strata := t.stratumOfUnits()
	var in, out silver.Covariates
	for i, at := range s.at {
		to := &out
		if labelled[t.unitName(at)] {
			to = &in
		}
		to.Differences, to.Means = append(to.Differences, s.b[i]-s.a[i]), append(to.Means, (s.a[i]+s.b[i])/2)
		to.Strata = append(to.Strata, strata[at])
	}
	state := &t.labels.Sampling
	if settings.AssumeRandom {
		state.State = result.SamplingAsserted
	} else {
		t.why = "the labelled queries are not known to be a random sample: draw one with `rankduel labels sample` and give it with --sample, or say that they are with --assume-random"
	}
	if len(in.Differences) < 2 || len(out.Differences) < 2 {
		return nil
	}
	tests, err := silver.CheckSample(in, out)
	if err != nil {
		return err
	}
	var differ []string
	for _, test := range tests {
		state.Tests = append(state.Tests, result.SamplingTest{Name: test.Name, PValue: test.P})
		if test.P < silver.SampleAlpha {
			differ = append(differ, fmt.Sprintf("%s (p %s)", test.Name, pText(test.P)))
		}
	}
	if len(differ) > 0 {
		state.State = result.SamplingRefuted
		t.why = "the labelled queries are not a random sample: by the model's labels they differ from the others in " + strings.Join(differ, ", ")
	}
	return nil
}

// stratumOfUnits returns the stratum of each unit's first query.
func (t *twin) stratumOfUnits() []string {
	strata := make([]string, t.unitCount())
	for i, qa := range slices.Backward(t.qa) {
		strata[t.unitOf(i)] = t.a.Stratum(qa)
	}
	return strata
}

// all returns the scores of every unit by the model's labels, of the queries that both systems answered: 0 for both
// where it leaves one undefined, since any number keeps the estimate true and the query's labels of people.
func (t *twin) all(m int) (s sample) {
	for i := range t.qa {
		if t.failedAt(i) {
			continue
		}
		a, b := t.scores(m, i, nil)
		if math.IsNaN(a) || math.IsNaN(b) {
			a, b = 0, 0
		}
		s.at, s.a, s.b = append(s.at, i), append(s.a, a), append(s.b, b)
	}
	return t.byUnit(s)
}

// split sorts the differences of a measure into strata, one unless the sample was drawn
// by stratum and each has 3 labelled queries.
func (t *twin) split(human *pairing, y, f sample) []silver.Stratum {
	labelled := map[string]float64{}
	for i, d := range y.differences() {
		labelled[human.unitName(y.at[i])] = d
	}
	strata := make([]silver.Stratum, 1, 4)
	places, stratum := map[string]int{}, t.stratumOfUnits()
	for i, d := range f.differences() {
		place := 0
		if t.labels.Sampling.ByStratum {
			name := stratum[f.at[i]]
			var known bool
			if place, known = places[name]; !known {
				place = len(places)
				places[name] = place
				strata = append(strata[:place], silver.Stratum{})
			}
		}
		s := &strata[place]
		if d2, ok := labelled[t.unitName(f.at[i])]; ok {
			s.Human, s.Silver = append(s.Human, d2), append(s.Silver, d)
		} else {
			s.Others = append(s.Others, d)
		}
	}
	const least = 3
	for _, s := range strata {
		if len(s.Human) < least {
			return []silver.Stratum{together(strata)}
		}
	}
	return strata
}

func together(strata []silver.Stratum) (all silver.Stratum) {
	for _, s := range strata {
		all.Human, all.Silver, all.Others = append(all.Human, s.Human...), append(all.Silver, s.Silver...), append(all.Others, s.Others...)
	}
	return all
}

// weighSilver puts the estimate by both kinds of labels in the place of that of people's alone, where it can be made.
func (inf *inference) weighSilver(p *pairing, m int, of func(m int) sample, settings Settings) error {
	if p.twin == nil || inf.evidence == nil || inf.N < 2 {
		return nil
	}
	y := p.byUnit(of(m))
	f := p.twin.all(metrics.Index(p.twin.a.Measures, inf.measure))
	strata := p.twin.split(p, y, f)
	estimate := func() (silver.Estimate, error) {
		return silver.New(strata, silver.Target(settings.Target), 1-settings.Alpha)
	}
	if settings.SilverLambda > 0 {
		estimate = func() (silver.Estimate, error) {
			return silver.Fixed(strata, silver.Target(settings.Target), 1-settings.Alpha, settings.SilverLambda)
		}
	}
	e, err := estimate()
	if err != nil {
		return err
	}
	if e.N < silver.MinLabelled {
		e.Alone = silver.FewLabelled
	}
	if inf.Silver, err = inf.silverReport(e, together(strata), settings); err != nil {
		return err
	}
	inf.Silver.BiasA, inf.Silver.BiasB = p.twin.above(p, y, f)
	if e.Alone != "" {
		return nil
	}
	inf.human = inf.evidence
	both := *inf.human
	both.Headline, both.Disagreement = e.Interval(), nil
	both.Decides = stats.Result{Test: both.Headline.Method, N: e.N, Effect: e.Mean, P: e.P, Method: stats.Asymptotic}
	if both.Equivalence != nil {
		both.Equivalence = new(e.Safe(1-2*settings.Alpha, max(inf.rule.Range, inf.human.Tail.Range)))
	}
	inf.evidence, inf.combined = &both, &e
	inf.MeanDifference, inf.Decides, inf.PValue, inf.Posterior = &e.Mean, both.Decides.Test, e.P, nil
	inf.Interval, inf.Equivalence = interval(&both.Headline), interval(both.Equivalence)
	inf.relate()
	return nil
}

// above returns by how much each system's scores by the model's labels are above those by
// people's, over the labelled units.
func (t *twin) above(human *pairing, y, f sample) (a, b *float64) {
	at := map[string]int{}
	for i := range f.at {
		at[t.unitName(f.at[i])] = i
	}
	var sums [2]float64
	n := 0
	for i := range y.at {
		if j, ok := at[human.unitName(y.at[i])]; ok {
			sums[0] += f.a[j] - y.a[i]
			sums[1] += f.b[j] - y.b[i]
			n++
		}
	}
	return result.Number(sums[0] / float64(n)), result.Number(sums[1] / float64(n))
}

// silverReport says what each kind of labels shows, and what the model's are worth.
func (inf *inference) silverReport(e silver.Estimate, all silver.Stratum, settings Settings) (*result.SilverInference, error) {
	out := &result.SilverInference{
		Labelled: e.N, Queries: e.M, Alone: e.Alone, Slope: e.Slope, Lambda: e.Lambda,
		HumanOnly: result.Estimated{Mean: inf.MeanDifference, Interval: inf.Interval, PValue: inf.PValue},
	}
	bias := make([]float64, len(all.Human))
	for i, y := range all.Human {
		bias[i] = all.Silver[i] - y
		if y != 0 || all.Silver[i] != 0 {
			out.Changed++
			if y*all.Silver[i] > 0 {
				out.SameSign++
			}
		}
	}
	level := 1 - settings.Alpha
	for _, x := range []struct {
		values []float64
		to     *result.Estimated
	}{{bias, &out.Bias}, {append(append([]float64{}, all.Silver...), all.Others...), &out.SilverOnly}} {
		d, err := stats.DifferencesOf(x.values)
		if err != nil {
			return nil, err
		}
		t, err := stats.TTest{Level: level}.Test(d)
		if err != nil {
			return nil, err
		}
		*x.to = result.Estimated{Mean: &d.Mean, Interval: interval(t.Interval), PValue: t.P}
	}
	c, err := stats.Pearson(all.Human, all.Silver, level)
	if err != nil {
		return nil, err
	}
	out.Correlation, out.CorrelationInterval = c.Value, interval(c.Interval)
	if e.Alone == "" && *inf.StdDifference > 0 {
		alone := silver.HumanError(*inf.StdDifference, e.N, e.M, e.Target)
		out.WidthRatio = result.Number(e.SE / alone)
		out.Worth = result.Number(float64(e.N) * (alone / e.SE) * (alone / e.SE))
	}
	if c.Value != nil && inf.StdDifference != nil {
		plan := silver.Plan{SD: *inf.StdDifference, Target: e.Target, Level: level}
		out.QueriesForMarginAlone = positive(plan.Needed(e.M, inf.rule.Margin))
		plan.Correlation = max(*c.Value, 0)
		out.QueriesForMargin = positive(plan.Needed(e.M, inf.rule.Margin))
	}
	return out, nil
}

func positive(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// overrule returns a decision by both kinds of labels as inconclusive where the labelled queries are not
// known to be a random sample, or where people's labels alone say the opposite.
func (inf *inference) overrule(d stats.Decision) (stats.Decision, error) {
	if inf.Silver == nil {
		return d, nil
	}
	if inf.twin.why != "" {
		d.Verdict, d.Reason = stats.Inconclusive, reasonSampling
		return d, nil
	}
	if inf.human == nil {
		return d, nil
	}
	alone, err := inf.rule.Decide(*inf.human, inf.human.Decides.P)
	opposed := alone.Verdict == stats.Better && d.Verdict == stats.Worse || alone.Verdict == stats.Worse && d.Verdict == stats.Better
	if opposed {
		d.Verdict, d.Reason = stats.Inconclusive, reasonSources
	}
	return d, err
}

// labelsWouldShow says how many queries people would have to label.
func (inf *inference) labelsWouldShow(d stats.Decision) string {
	if inf.Silver.QueriesForMargin == nil {
		return fmt.Sprintf("; labels of all %d %s would not narrow it to %g", inf.Silver.Queries, inf.units(), d.Margin)
	}
	text := fmt.Sprintf("; labels of about %d %s would narrow it to %g", *inf.Silver.QueriesForMargin, inf.units(), d.Margin)
	if alone := inf.Silver.QueriesForMarginAlone; alone != nil {
		text += fmt.Sprintf(", without the model's of %d", *alone)
	}
	return text
}

// silverFindings say what the labels of the model are worth, and where they may mislead.
func silverFindings(p *pairing, measures []result.MeasureComparison, settings Settings) []result.Finding {
	out := circular(p, settings)
	l := p.twin.labels
	switch l.Sampling.State {
	case result.SamplingRefuted, result.SamplingUnknown:
		out = append(out, result.Warned(result.FindingSampling, p.twin.why))
	case result.SamplingAsserted:
		out = append(out, result.Warned(result.FindingSampling, "that the labelled queries are a random sample is asserted, not verified"))
	}
	if n := l.Incomplete + l.Beyond; n > 0 {
		out = append(out, result.Warned(result.FindingIncomplete, fmt.Sprintf(
			"not counted: %s that people labelled in part, or after a gap in the order of the sample; %s", prose.Plural(n, "query"), l.Gap)))
	}
	if n := l.Complete - l.Beyond; l.Planned > 0 && n > l.Planned {
		out = append(out, result.Warned(result.FindingUnplanned, fmt.Sprintf(
			"%d queries are labelled and %d were planned: if the verdict was looked at before, p is smaller than it should be", n, l.Planned)))
	}
	if l.Kappa != nil && *l.Kappa == 1 {
		out = append(out, result.Warned(result.FindingCopied, fmt.Sprintf(
			"people and %s gave the same grade to all %d documents that both labelled: are people's labels a copy of the model's?", l.Name, l.Documents)))
	}
	for _, m := range measures {
		s := m.Silver
		if m.Primary && s == nil {
			out = append(out, result.Warned(result.FindingSilverAlone, "too few queries are labelled whole by people for the model's labels to count on "+m.Measure))
		}
		if !m.Primary || s == nil {
			continue
		}
		if why, ok := whyAlone[s.Alone]; ok {
			out = append(out, result.Warned(result.FindingSilverAlone, "people's labels alone decide on "+m.Measure+": "+why))
		} else if c := s.CorrelationInterval; c != nil && c.Low <= 1/math.Sqrt(float64(s.Labelled-2)) {
			out = append(out, result.Noted(result.FindingSilverWorth, fmt.Sprintf(
				"that the model's labels add something is not shown: their correlation with people's over the labelled queries is %.2f [%.2f, %.2f]", *s.Correlation, c.Low, c.High)))
		}
		if b := s.Bias; b.Interval != nil && (b.Interval.Low > 0 || b.Interval.High < 0) {
			out = append(out, result.Noted(result.FindingSilverBias, fmt.Sprintf(
				"the model favours %s by %.4f [%+.4f, %+.4f] on %s; the estimate corrects for it", favoured(p, m, *b.Mean), math.Abs(*b.Mean), b.Interval.Low, b.Interval.High, m.Measure)))
		}
	}
	return out
}

// circular warns of systems that are made with the model that labelled.
func circular(p *pairing, settings Settings) (out []result.Finding) {
	for _, t := range []*scoring.Table{p.a, p.b} {
		if family, ok := settings.madeWith(t.Name); ok && strings.EqualFold(family, settings.Judge) {
			out = append(out, result.Warned(result.FindingCircular, fmt.Sprintf(
				"CIRCULAR: %s is made with %s, which labelled too, so that its labels probably favour %[1]s: people's labels correct for that, more of the model's do not", t.Name, family)))
		}
	}
	return out
}

// favoured returns the name of the system that a bias is good for.
func favoured(p *pairing, m result.MeasureComparison, bias float64) string {
	if bias > 0 != m.LowerIsBetter {
		return p.b.Name
	}
	return p.a.Name
}

// whyAlone says why people's labels are taken alone.
var whyAlone = map[string]string{
	silver.FewLabelled: fmt.Sprintf("fewer than %d queries are labelled", silver.MinLabelled),
	silver.NotVarying:  "the model sees no difference on any labelled query",
	silver.NotAlike:    "the model's differences do not rise with people's",
	silver.NoOthers:    "people labelled every query, or all but one of a stratum",
}
