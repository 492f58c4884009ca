// Package compare sets tables of scores against each other: it pairs queries by id, infers from the paired
// differences, adjusts within declared families, and decides (Against). Next to the verdict it says what a
// fusion gains over its components, where its relevant documents come from (Attribute), what a reranker
// could still do (CeilingOf), and what in a pair may mislead.
//
// Everything is a pure function of scores, settings and seed.
package compare

import (
	"errors"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/setting"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// ErrNoPairs says that not a single query was measured in both arms.
var ErrNoPairs = errors.New("no query was measured in both arms")

// Against sets the baseline against each candidate and decides. All systems have to be scored by the
// same measures on the same queries under the same profile. Where failures left fewer pairs than the
// minimum coverage the comparison is returned together with a *CoverageError, and where the ids of an
// arm match no judgment with a *LevelError; the verdict is inconclusive then. See NoVerdict.
func Against(baseline *scoring.Table, candidates []*scoring.Table, settings Settings) (*result.Comparison, error) {
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	if len(candidates) == 0 {
		return nil, result.ErrNoCandidate
	}
	systems := ordered.Each(append([]*scoring.Table{baseline}, candidates...), func(t *scoring.Table) string { return t.Name })
	if faults := settings.FaultsOfSilver(settings.Silver != nil, systems...); len(faults) > 0 {
		return nil, setting.Join(faults)
	}
	settings = settings.WithDefaults().Under(baseline.Profile)
	if err := settings.choosePrimary(baseline); err != nil {
		return nil, err
	}
	baseline, candidates, err := measurable(baseline, candidates, settings.Primary)
	if err != nil {
		return nil, err
	}
	for _, g := range settings.Guardrails {
		if metrics.Index(baseline.Measures, g) < 0 {
			return nil, fmt.Errorf("guardrail %s is not among the measures %s", g, measuresOf(baseline))
		}
	}
	if o := settings.Objective; o != nil {
		if err := o.Check(baseline.Measures, settings); err != nil {
			return nil, err
		}
	}
	settings.candidates = len(candidates)
	c := &result.Comparison{
		Schema: result.ComparisonSchema, Profile: baseline.Profile.Name, TestSet: baseline.TestSet,
		Settings: result.ComparedSettings{
			Alpha: settings.Alpha, Margin: settings.Margin, Seed: *settings.Seed, Resamples: settings.Resamples,
			Test: settings.Test, Interval: settings.Interval, Correction: string(settings.Correction),
			Family:  settings.family(len(baseline.Measures), len(candidates)),
			Primary: settings.Primary.String(), Guardrails: metrics.Texts(settings.Guardrails), Equivalence: settings.Equivalence,
			Weights: settings.Weights, Population: settings.Population, Adjust: settings.Adjust,
		},
		A: system(baseline), TopGrade: topGrade(baseline),
	}
	pairings := make([]*pairing, len(candidates))
	failed := 0
	for i, candidate := range candidates {
		var err error
		if pairings[i], err = pair(baseline, candidate); err != nil {
			return nil, err
		}
		if settings.Ungrouped {
			pairings[i].ungroup()
		}
		if settings.Silver != nil {
			if err := pairings[i].setTwin(settings, settings.Silver[i]); err != nil {
				return nil, err
			}
		}
		lost := pairings[i].failed()
		if lost == len(pairings[i].qa) {
			return nil, fmt.Errorf("%s and %s: %w", baseline.Name, candidate.Name, ErrNoPairs)
		}
		if err := errors.Join(checkAnswered(pairings[i].a), checkAnswered(pairings[i].b)); err != nil {
			return nil, err // where failures or missing queries count as misses all of them would be a verdict
		}
		failed += lost
	}
	if err := setKnown(pairings, settings); err != nil {
		return nil, err
	}
	if c := settings.Correction; pairings[0].unitCount() > stats.MostDrawn && (c == CorrectionMaxT || c == CorrectionTukey) {
		return nil, fmt.Errorf("correction %s draws by chance, which is done with at most %d queries; take %s", c, stats.MostDrawn, stats.Holm)
	}
	if settings.AllPairs { // one family has one sample
		for _, p := range pairings {
			p.together = pairings
		}
	}
	tests, err := testPairs(pairings, settings, leftOut)
	if err != nil {
		return nil, err
	}
	measures, err := inferPairs(pairings, tests, settings, leftOut)
	if err != nil {
		return nil, err
	}
	if len(pairings) > 1 && settings.Silver == nil && settings.Adjust == nil { // what decides does not order the systems then
		if c.AllPairs, err = allPairs(pairings, tests, settings); err != nil {
			return nil, err
		}
	}
	if c.Frontier, err = frontier(pairings, settings); err != nil {
		return nil, fmt.Errorf("frontier: %w", err)
	}
	missed := measures
	if failed > 0 && settings.worst(settings.Primary) != nil {
		if tests, err = testPairs(pairings, settings, asMisses); err != nil {
			return nil, err
		}
		if missed, err = inferPairs(pairings, tests, settings, asMisses); err != nil {
			return nil, err
		}
	}
	var low []error
	for i, pairs := range pairings {
		p, err := report(pairs, measures[i], missed[i], settings)
		if err != nil && !NoVerdict(err) {
			return nil, err
		}
		low = append(low, err)
		c.Comparisons = append(c.Comparisons, *p)
	}
	return c, errors.Join(low...)
}

// choosePrimary takes the profile's measure where none is named. A
// measure without a direction, or that is not a mean over queries, never decides.
func (s *Settings) choosePrimary(baseline *scoring.Table) error {
	if s.Primary == nil {
		if s.Primary = Primary(baseline.Profile, baseline.Measures); s.Primary == nil {
			return fmt.Errorf("none of the measures %s can decide: they have no direction, or are no means over queries; add one such as nDCG@10", measuresOf(baseline))
		}
	}
	if metrics.Index(baseline.Measures, s.Primary) < 0 {
		return fmt.Errorf("primary measure %s is not among the measures %s; add -m %[1]s, or name one of them", s.Primary, measuresOf(baseline))
	}
	for _, m := range append([]metrics.Measure{s.Primary}, s.Guardrails...) {
		if err := CheckDecides(m); err != nil {
			return err
		}
	}
	return nil
}

// family returns what the report says of the declared families: of the one that the primary measure is in.
func (s Settings) family(measures, candidates int) result.Family {
	size := measures
	switch {
	case s.AllPairs:
		size = (candidates + 1) * candidates / 2
	case s.Family == FamilyRoles:
		size = candidates
	}
	return result.Family{Name: familyName(s, true), Size: size}
}

func system(s *scoring.Table) result.System {
	return result.System{Name: s.Name, SHA256: s.SHA256, RunID: s.RunID, Rankings: s.HashRankings(), Recorded: s.Recorded}
}

// report puts together what is to say of one pair; missed are its measures with failed queries scored as misses.
func report(pairs *pairing, measures, missed []result.MeasureComparison, settings Settings) (*result.Pair, error) {
	if err := inferStrata(pairs, settings, measures); err != nil {
		return nil, err
	}
	if settings.Bounds {
		if err := boundDifferences(pairs, measures, settings); err != nil {
			return nil, err
		}
	}
	p := &result.Pair{B: system(pairs.b), Measures: measures, Health: health(pairs, settings)}
	p.Verdict, p.VerdictReason = pairVerdict(measures, settings)
	p.Health = append(p.Health, marginFinding(pairs, settings)...)
	if settings.Looks > 0 {
		p.Health = append(p.Health, result.Noted(result.FindingRepeated, fmt.Sprintf(
			"look %d at a growing set: the interval and the p that goes with it hold however many follow", settings.Looks)))
	}
	p.Health = append(p.Health, labelsFinding(measures, settings)...)
	failed := pairs.failed()
	if worst := settings.worst(settings.Primary); failed > 0 && worst != nil {
		countFailures(p, missed, *worst, settings)
	}
	if pairs.twin != nil {
		p.Silver = &pairs.twin.labels
		p.Health = append(silverFindings(pairs, measures, settings), p.Health...) // which queries count is first
	}
	p.Health = append(unequalFindings(pairs, measures), p.Health...)
	var err error
	if p.Latency, err = compareLatency(pairs, settings); err != nil {
		return nil, err
	}
	p.Moved = moved(pairs, settings)
	if settings.PerQuery {
		p.PerQuery = pairs.rows()
	}
	if settings.Unjudged > 0 {
		var err error
		if p.Unjudged, err = mostInfluential(pairs, settings); err != nil {
			return nil, err
		}
		p.Health = append(p.Health, fewUnjudged(len(p.Unjudged), settings)...)
	}
	fault := pairs.noVerdict(settings)
	if fault != nil {
		p.Verdict, p.VerdictReason = result.Inconclusive, "no verdict: "+Reason(fault)
		for i := range p.Measures {
			if m := &p.Measures[i]; m.Verdict != result.NoVerdict {
				m.Verdict, m.VerdictCode, m.VerdictReason = result.Inconclusive, string(stats.ReasonFault), p.VerdictReason
			}
		}
	}
	if settings.Objective != nil {
		if p.Objective, err = pairs.reach(p, settings, fault == nil); err != nil {
			return nil, err
		}
	}
	return p, fault
}

// countFailures states the result with failed queries scored as the worst there
// is and warns when that would have changed the verdict.
func countFailures(p *result.Pair, missed []result.MeasureComparison, worst float64, settings Settings) {
	verdict, _ := pairVerdict(missed, settings)
	primary := missed[slices.IndexFunc(missed, func(m result.MeasureComparison) bool { return m.Primary })]
	p.FailuresAsZero = &result.FailuresAsZero{
		Score: worst, Verdict: verdict, N: primary.N, MeanDifference: primary.MeanDifference, PValue: primary.PAdjusted,
	}
	if verdict != p.Verdict {
		p.Health = append(p.Health, result.Finding{
			Code: result.FindingFailuresMatter, Severity: result.SeverityWarning,
			Text: fmt.Sprintf("with failed queries scored %v the verdict would be %s, not %s", worst, verdict, p.Verdict),
		})
	}
}

// rows lists every pair, for those who want to look.
func (p *pairing) rows() []result.QueryDifference {
	rows := make([]result.QueryDifference, len(p.qa))
	names := metrics.Texts(p.a.Measures)
	for i := range p.qa {
		row := result.QueryDifference{
			QueryID: p.id(i), Stratum: p.a.Stratum(p.qa[i]), Group: p.a.Group(p.qa[i]),
			A: p.a.Row(p.qa[i]), B: p.b.Row(p.qb[i]), Difference: make(map[string]*float64, len(names)),
		}
		for m, name := range names {
			row.Difference[name] = result.Number(p.b.Value(p.mb[m], p.qb[i]) - p.a.Value(m, p.qa[i]))
		}
		rows[i] = row
	}
	return rows
}

// topGrade returns the highest grade of any relevant document, 0 where they are not
// known. Above 1 it matters what a grade is worth.
func topGrade(t *scoring.Table) int {
	top := 0
	for q := range t.Len() {
		if grades, _ := t.Grades(q); len(grades) > 0 {
			top = max(top, grades[0])
		}
	}
	return top
}
