package compare

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
)

// mostInfluential lists the unjudged documents whose label could move the mean
// difference of the primary measure most, at most so many, by how far it could
// if nothing else were judged. What no label of it alone would move is not
// listed.
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
		query := &p.a.Queries[p.qa[s.at[i]]]
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
	slices.SortFunc(list, func(x, y result.UnjudgedDocument) int {
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
