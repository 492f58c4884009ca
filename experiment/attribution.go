package experiment

import "cmp"

// A Fused is a configuration with each of its components alone, all scored on
// the same queries. Attribute and CeilingOf read from it where the relevant
// documents stood; the rankings themselves are not needed any more.
type Fused struct {
	Config     *Scores
	Components []*Scores // in the order of the configuration, none of them twice
	TopK       int       // hits that the configuration takes of each component, and keeps of their fusion
	Primary    string    // canonical text of the measure that the verdict is about
}

// An Attribution says which component brought the relevant documents of a
// configuration, and where on the way they were lost. It counts documents, a
// document once for each query that it is relevant to, and describes only:
// nothing in it is tested.
type Attribution struct {
	Config     string   `json:"config"`
	Components []string `json:"components"`
	TopK       int      `json:"top_k"`
	Attributed
	Strata []StratumAttribution `json:"strata,omitempty"`
}

// A StratumAttribution is the attribution within one stratum.
type StratumAttribution struct {
	Stratum string `json:"stratum"`
	Attributed
}

// Attributed are the relevant documents of some queries by who found them. A
// component found a document when it stands in the component's first TopK hits,
// however deep the component was asked. Every relevant document is in exactly
// one of Only, Several, All and None:
//
//	RelevantDocuments = Σ Only + Several + All + None
//
// Queries that failed, in the configuration or in a component, are counted in
// FailedQueries and nowhere else. A query without a relevant document counts as
// a query and adds no document.
type Attributed struct {
	Queries           int `json:"queries"`
	FailedQueries     int `json:"failed_queries"`
	RelevantDocuments int `json:"relevant_documents"` // judged so, retrieved or not; the denominator of all shares

	Only    []ComponentShare `json:"only"`    // found by this component and no other, in the order of Components
	Several Share            `json:"several"` // by two components or more, not by all; always 0 of two
	All     Share            `json:"all"`     // by every component
	None    Share            `json:"none"`    // by no component: never retrieved

	// LostInFusion is how many of those that a component found are not in the
	// fused ranking, which has TopK hits like each of its inputs.
	LostInFusion Share `json:"lost_in_fusion"`

	// Fusion compares the fused ranking with the components at the primary
	// measure's cutoff k: lost are the documents that some component has in its
	// first k and the fusion has not; gained are those the other way round. Two
	// components have up to 2k documents in their first k, so that some have to
	// give way. Nil when the measure has no cutoff.
	Fusion *Exchange `json:"fusion_at_cutoff"`

	// Rerank compares the reranked with the fused ranking in the same way, at
	// TopK when the measure has no cutoff. Nil without a rerank.
	Rerank *Exchange `json:"rerank_at_cutoff"`

	// Unexplained stood in the fused ranking although no component has them: a
	// component was asked again, and answered otherwise, after the configuration
	// had been scored. They are in None.
	Unexplained int `json:"unexplained_documents,omitempty"`
}

// A Share is a number of relevant documents.
type Share struct {
	Documents     int      `json:"documents"`
	RelevantRatio *float64 `json:"relevant_ratio"` // of all relevant documents, in [0, 1]; nil when there is none
}

// A ComponentShare is what one component has to itself.
type ComponentShare struct {
	Component string `json:"component"`
	Share
}

// An Exchange is what a step of the pipeline did to the first Cutoff ranks:
// the relevant documents that left them and those that came in.
type Exchange struct {
	Cutoff int   `json:"cutoff"`
	Lost   Share `json:"lost"`
	Gained Share `json:"gained"`
}

// Attribute counts, over all queries and within each stratum, which component
// brought each relevant document. All systems have to be scored on the same
// queries by the same measures.
func Attribute(f Fused) (*Attribution, error) {
	t, err := newTrace(f)
	if err != nil {
		return nil, err
	}
	return t.attribution(), nil
}

func (t *trace) attribution() *Attribution {
	a := &Attribution{
		Config: t.of.Config.Name, Components: t.components(), TopK: t.of.TopK,
		Attributed: t.attributed(func(string) bool { return true }),
	}
	for _, name := range t.strata() {
		a.Strata = append(a.Strata, StratumAttribution{
			Stratum: name, Attributed: t.attributed(func(s string) bool { return s == name }),
		})
	}
	return a
}

// attributed counts over the queries of the strata that count.
func (t *trace) attributed(counts func(stratum string) bool) Attributed {
	var a Attributed
	for _, name := range t.components() {
		a.Only = append(a.Only, ComponentShare{Component: name})
	}
	if t.cutoff > 0 {
		a.Fusion = &Exchange{Cutoff: t.cutoff}
	}
	if t.reranked {
		a.Rerank = &Exchange{Cutoff: cmp.Or(t.cutoff, t.of.TopK)}
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
			a.add(d)
		}
	}
	a.shares()
	return a
}

func (a *Attributed) add(d traced) {
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
		a.Fusion.add(d.best(), d.fused)
	}
	if a.Rerank != nil {
		a.Rerank.add(d.fused, d.final)
	}
}

// add counts one document by its ranks before and after a step.
func (e *Exchange) add(before, after int) {
	was, is := within(before, e.Cutoff), within(after, e.Cutoff)
	switch {
	case was && !is:
		e.Lost.Documents++
	case is && !was:
		e.Gained.Documents++
	}
}

// within tells whether a rank is one of the first k; 0 is no rank.
func within(rank, k int) bool { return rank > 0 && rank <= k }

// shares sets every count against all relevant documents.
func (a *Attributed) shares() {
	if a.RelevantDocuments == 0 {
		return
	}
	all := []*Share{&a.Several, &a.All, &a.None, &a.LostInFusion}
	for i := range a.Only {
		all = append(all, &a.Only[i].Share)
	}
	for _, e := range []*Exchange{a.Fusion, a.Rerank} {
		if e != nil {
			all = append(all, &e.Lost, &e.Gained)
		}
	}
	for _, s := range all {
		s.RelevantRatio = new(float64(s.Documents) / float64(a.RelevantDocuments))
	}
}
