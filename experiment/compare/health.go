package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

const (
	// judgedWarning is the difference in judged@10 above which the judgments
	// themselves may favour one arm: its unjudged hits count as not relevant.
	judgedWarning = 0.05
	// missingWarning is the share of queries missing in one arm alone above which its file may be cut off.
	missingWarning = 0.05
	// fewPairs is the number of pairs below which a t interval is unreliable
	// for the skewed differences that retrieval measures have.
	fewPairs = 50
)

// health looks at a pair before its numbers are read: what is wrong with the
// inputs of both arms, and what in the pair itself may mislead.
func health(p *pairing, settings Settings) []result.Finding {
	findings := []result.Finding{}
	for _, f := range p.a.Health {
		if !slices.Contains(p.b.Health, f) { // what both arms have is said once
			f.Text = p.a.Name + ": " + f.Text
		}
		findings = append(findings, f)
	}
	for _, f := range p.b.Health {
		if !slices.Contains(p.a.Health, f) {
			f.Text = p.b.Name + ": " + f.Text
			findings = append(findings, f)
		}
	}
	if err := p.checkCoverage(settings); err != nil {
		findings = append(findings, err.Finding())
	}
	if identical(p) && (p.twin == nil || identical(p.twin.pairing)) {
		findings = append(findings, result.Warned(result.FindingIdentical, fmt.Sprintf("%s and %s have the same score on every query and measure: is it the same run twice?", p.a.Name, p.b.Name)))
	}
	findings = append(findings, oneArm(p)...)
	findings = append(findings, fewMatched(p)...)
	if measured := p.measured(settings); measured < fewPairs {
		findings = append(findings, result.Warned(result.FindingFewPairs, tooFew(measured)))
	}
	if f, ok := judgedAsymmetry(p); ok {
		findings = append(findings, f)
	}
	return findings
}

// oneArm warns where one arm lacks many queries that the other has: a file that was cut off loses any comparison.
func oneArm(p *pairing) []result.Finding {
	var onlyA, onlyB int // missing in the one alone, or in some of its runs
	missing := func(t *scoring.Table, q int) bool {
		return t.Status(q) == result.Missing || t.Repeated() && t.Query(q).MissingRuns > 0
	}
	for i := range p.qa {
		switch a, b := missing(p.a, p.qa[i]), missing(p.b, p.qb[i]); {
		case a && !b:
			onlyA++
		case b && !a:
			onlyB++
		}
	}
	few, n, other := p.a, onlyA, p.b
	if onlyB > onlyA {
		few, n, other = p.b, onlyB, p.a
	}
	if float64(n) <= missingWarning*float64(len(p.qa)) {
		return nil
	}
	name := few.Name
	if few.Repeated() {
		name = "some run of " + name
	}
	return []result.Finding{result.Warned(result.FindingOneArm, fmt.Sprintf(
		"%s has no line for %d of %s that %s has, and scores 0 there: was its file cut off, or was it asked other queries?",
		name, n, prose.Plural(len(p.qa), "query"), other.Name))}
}

// fewMatched warns where one arm has a known id for a tenth of the queries that the other has one for: a
// single id that two chunkers share, by chance, hides that they share no other.
func fewMatched(p *pairing) []result.Finding {
	var list []result.Finding
	for _, level := range []metrics.Level{metrics.DocumentLevel, metrics.ChunkLevel} {
		a, b := matched(p.a, level), matched(p.b, level)
		few, of, other := p.a, a, b
		if b < a {
			few, of, other = p.b, b, a
		}
		if 10*of >= other || other < 10 || len(few.NotMeasurable()) > 0 {
			continue // or a fault, which is said
		}
		list = append(list, result.Warned(result.FindingFewMatched, fmt.Sprintf(
			"%s has a judged %s for %d of %s, the other arm for %d: are its ids those of the judgments? If not, its scores are 0 for want of a common id",
			few.Name, cmp.Or(string(level), "document"), of, prose.Plural(len(p.qa), "query"), other)))
	}
	return list
}

// matched counts the queries for which a system returned a judged id of a level, as far as that shows:
// among the first hits of the level that is ranked, or by a score of another one.
func matched(t *scoring.Table, level metrics.Level) int {
	var by []int // measures that show it
	for m, measure := range t.Measures {
		if _, foreign := measure.(metrics.Foreign); !foreign && metrics.LevelOf(measure) == level && directionOf(measure) == stats.HigherIsBetter {
			by = append(by, m)
		}
	}
	n, ranked := 0, level == rankedLevel(t.Measures)
	for q := range t.Len() {
		if ranked && t.JudgedShare(q) > 0 || slices.ContainsFunc(by, func(m int) bool { return t.Value(m, q) > 0 }) {
			n++
		}
	}
	return n
}

func identical(p *pairing) bool {
	defined := false // both may have been taken out
	for m := range p.a.Measures {
		for i := range p.qa {
			x, y := p.a.Value(m, p.qa[i]), p.b.Value(p.mb[m], p.qb[i])
			if x != y && !(math.IsNaN(x) && math.IsNaN(y)) {
				return false
			}
			defined = defined || !math.IsNaN(x)
		}
	}
	return defined
}

// judgedAsymmetry compares how many of the first hits were judged in each arm.
func judgedAsymmetry(p *pairing) (result.Finding, bool) {
	if len(p.a.NotMeasurable())+len(p.b.NotMeasurable()) > 0 {
		return result.Finding{}, false // what is said of the ids says it
	}
	var a, b []float64
	for i := range p.qa {
		x, y := p.a.JudgedShare(p.qa[i]), p.b.JudgedShare(p.qb[i])
		if !math.IsNaN(x) && !math.IsNaN(y) {
			a, b = append(a, x), append(b, y)
		}
	}
	d, err := stats.NewDifferences(a, b)
	if err != nil || math.Abs(d.Mean) <= judgedWarning {
		return result.Finding{}, false // an error means that nothing is known of an arm
	}
	ma, mb := stats.Mean(a), stats.Mean(b)
	less, low, high := p.a.Name, ma, mb
	if mb < ma {
		less, low, high = p.b.Name, mb, ma
	}
	return result.Warned(result.FindingJudged, fmt.Sprintf(
		"the first %d hits are judged for %.0f %% in %s but %.0f %% in the other arm; unjudged hits count as not relevant, so %s may look worse than it is",
		scoring.JudgedDepth, 100*low, less, 100*high, less)), true
}

// marginFinding warns of a margin that is a large part of all that can be reached on the primary measure.
func marginFinding(p *pairing, settings Settings) []result.Finding {
	m := metrics.Index(p.a.Measures, settings.Primary)
	if rule := p.rule(m, settings); rule.MarginTooWide() {
		return []result.Finding{result.Warned(result.FindingMargin, fmt.Sprintf(
			"the margin of %g is more than a tenth of %.4f, the best mean of %s that any system could reach on these queries: nothing is called equivalent",
			settings.Margin, *rule.BestMean, settings.Primary))}
	}
	return nil
}

// Health returns what a comparison of two systems says before its numbers. The error
// is what keeps it from having a verdict, see NoVerdict, or comes alone.
func Health(a, b *scoring.Table, settings Settings) ([]result.Finding, error) {
	settings = settings.WithDefaults()
	if err := settings.choosePrimary(a); err != nil {
		return nil, err
	}
	a, others, err := measurable(a, []*scoring.Table{b}, settings.Primary)
	if err != nil {
		return nil, err
	}
	p, err := pair(a, others[0])
	if err != nil {
		return nil, err
	}
	return append(health(p, settings), marginFinding(p, settings)...), p.noVerdict(settings)
}

// measured returns how many pairs the primary measure was taken of.
func (p *pairing) measured(settings Settings) int {
	return len(p.sample(metrics.Index(p.a.Measures, settings.Primary), nil, nil).at)
}

func tooFew(n int) string {
	if n == 1 {
		return "1 pair tells no difference from chance"
	}
	return fmt.Sprintf("%d pairs are few: only large differences can be told from chance", n)
}

// mostInfluential lists the unjudged documents whose label could move the mean difference of the primary measure most,
// at most so many, by how far it could if nothing else were judged. What no label of it alone would move is not listed.
func mostInfluential(p *pairing, settings Settings) ([]result.UnjudgedDocument, error) {
	m := metrics.Index(p.a.Measures, settings.Primary)
	s := p.sample(m, nil, nil)
	level := metrics.LevelOf(settings.Primary)
	if level == metrics.AnswerLevel {
		return nil, fmt.Errorf("%s looks at answers: no label of a document moves it; choose another primary measure", settings.Primary)
	}
	var list []result.UnjudgedDocument
	for i, weight := range p.weights(s) {
		o, err := p.openAt(s.at[i], level)
		if err != nil {
			return nil, err
		}
		query := p.a.Query(p.qa[s.at[i]])
		for d, place := range o.places {
			alone, ok := metrics.DifferenceBounds(settings.Primary, &o.a.Judged, &o.b.Judged, []metrics.Place{place}, p.a.Top)
			if !ok {
				return nil, fmt.Errorf("how far a label could move %s is not known: it has no bounds; choose another primary measure", settings.Primary)
			}
			influence := float64(weight * magnitude(alone.High-alone.Low))
			if influence == 0 {
				continue
			}
			list = append(list, result.UnjudgedDocument{
				QueryID: query.QueryID, Text: query.Text, DocID: o.docs[d],
				RankA: place.A, RankB: place.B, Influence: influence,
			})
		}
	}
	ordered.Stable(list, func(x, y result.UnjudgedDocument) int {
		return cmp.Or(cmp.Compare(y.Influence, x.Influence), cmp.Compare(x.QueryID, y.QueryID), cmp.Compare(x.DocID, y.DocID))
	})
	return slices.Clip(list[:min(settings.Unjudged, len(list))]), nil
}

// fewUnjudged says that there are not as many as were asked for.
func fewUnjudged(n int, settings Settings) []result.Finding {
	if n >= settings.Unjudged {
		return nil
	}
	some := "no unjudged document"
	if n > 0 {
		some = "only " + prose.Plural(n, "unjudged document")
	}
	return []result.Finding{result.Noted(result.FindingFewInfluence, fmt.Sprintf(
		"%s alone could move the mean difference of %s; %d were asked for", some, settings.Primary, settings.Unjudged))}
}
