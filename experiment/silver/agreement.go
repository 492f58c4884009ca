package silver

import (
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats/agreement"
)

// compareGrades says how far the labels of the documents agree that have both.
func compareGrades(info *result.SilverLabels, queries []query) error {
	var human, model []int
	excess := map[string]*result.RetrievedMean{}
	for _, q := range queries {
		docs := make([]string, 0, len(q.human))
		for doc := range q.human {
			if _, both := q.model[doc]; both {
				docs = append(docs, doc)
			}
		}
		slices.Sort(docs)
		for _, doc := range docs {
			h, m := q.human[doc], q.model[doc]
			human, model = append(human, h), append(model, m)
			if by := q.retrievedBy(doc); by != "" {
				if excess[by] == nil {
					excess[by] = &result.RetrievedMean{By: by}
				}
				excess[by].Documents++
				excess[by].Excess += float64(m - h)
			}
		}
	}
	info.Documents = len(human)
	for _, by := range []string{"only_a", "only_b", "both"} {
		if e := excess[by]; e != nil {
			e.Excess /= float64(e.Documents)
			info.Retrieved = append(info.Retrieved, *e)
		}
	}
	if len(human) == 0 {
		return nil
	}
	c, err := agreement.NewConfusion(human, model, nil)
	if err != nil {
		return err
	}
	for _, k := range []struct {
		by agreement.Weighting
		to **float64
	}{{agreement.Unweighted, &info.Kappa}, {agreement.Quadratic, &info.QuadraticKappa}} {
		kappa, err := agreement.CohenKappa(c, k.by, 0.95)
		if err != nil {
			return err
		}
		*k.to = kappa.Value
	}
	for j, grade := range c.Labels {
		of := result.GradeByModel{Silver: grade}
		for i, n := range c.Counts {
			if n[j] > 0 {
				info.Confusion = append(info.Confusion, result.PairOfGrades{Human: c.Labels[i], Silver: grade, Documents: n[j]})
				of.Documents += n[j]
				of.HumanMean += float64(n[j] * c.Labels[i])
			}
		}
		if of.Documents > 0 {
			of.HumanMean /= float64(of.Documents)
			info.ByGrade = append(info.ByGrade, of)
		}
	}
	return nil
}

// retrievedBy says which of the first two systems ranked a document first.
func (q *query) retrievedBy(doc string) string {
	a, b := slices.Contains(q.tops[0], doc), slices.Contains(q.tops[1], doc)
	switch {
	case a && b:
		return "both"
	case a:
		return "only_a"
	case b:
		return "only_b"
	}
	return ""
}
