package compare

import (
	"cmp"

	"github.com/rankduel/rankduel/experiment/result"
)

// Attribute counts, over all queries and within each stratum, which component brought each relevant
// document. All systems have to be scored on the same queries by the same measures.
func Attribute(f Fused) (*result.Attribution, error) {
	t, err := newTrace(f)
	if err != nil {
		return nil, err
	}
	a := &result.Attribution{
		Config: t.of.Config.Name, Components: t.components(), TopK: t.of.TopK,
		Attributed: t.attributed(func(string) bool { return true }),
	}
	for _, name := range t.strata() {
		a.Strata = append(a.Strata, result.StratumAttribution{
			Stratum: name, Attributed: t.attributed(func(s string) bool { return s == name }),
		})
	}
	return a, nil
}

func (t *trace) attributed(counts func(stratum string) bool) result.Attributed {
	var a result.Attributed
	for _, name := range t.components() {
		a.Only = append(a.Only, result.ComponentShare{Component: name})
	}
	if t.cutoff > 0 {
		a.Fusion = &result.Exchange{Cutoff: t.cutoff}
	}
	if t.reranked {
		a.Rerank = &result.Exchange{Cutoff: cmp.Or(t.cutoff, t.of.TopK)}
	}
	for _, q := range t.queries {
		if !counts(q.stratum) {
			continue
		}
		if q.failed {
			a.FailedQueries++
			continue
		}
		a.Queries++
		for _, d := range q.relevant {
			count(&a, d)
		}
	}
	setShares(&a)
	return a
}

// count adds one relevant document.
func count(a *result.Attributed, d traced) {
	a.RelevantDocuments++
	finders, finder := 0, 0
	for c, rank := range d.in {
		if rank > 0 {
			finders, finder = finders+1, c
		}
	}
	switch finders {
	case 0:
		a.None.Documents++
		if d.fused > 0 {
			a.Unexplained++
		}
	case len(d.in):
		a.All.Documents++
	case 1:
		a.Only[finder].Documents++
	default:
		a.Several.Documents++
	}
	if finders > 0 && d.fused == 0 {
		a.LostInFusion.Documents++
	}
	if a.Fusion != nil {
		exchange(a.Fusion, d.best(), d.fused)
	}
	if a.Rerank != nil {
		exchange(a.Rerank, d.fused, d.final)
	}
}

// exchange counts one document by its ranks before and after a step.
func exchange(e *result.Exchange, before, after int) {
	was, is := within(before, e.Cutoff), within(after, e.Cutoff)
	switch {
	case was && !is:
		e.Lost.Documents++
	case is && !was:
		e.Gained.Documents++
	}
}

// setShares sets every count against all relevant documents.
func setShares(a *result.Attributed) {
	if a.RelevantDocuments == 0 {
		return
	}
	all := []*result.Share{&a.Several, &a.All, &a.None, &a.LostInFusion}
	for i := range a.Only {
		all = append(all, &a.Only[i].Share)
	}
	for _, e := range []*result.Exchange{a.Fusion, a.Rerank} {
		if e != nil {
			all = append(all, &e.Lost, &e.Gained)
		}
	}
	for _, s := range all {
		s.RelevantRatio = new(float64(s.Documents) / float64(a.RelevantDocuments))
	}
}
