package metrics

// noveltyFamily returns the definitions of all kinds of Novelty.
func noveltyFamily() []func() Definition {
	const (
		ndcg = "Clarke, Kolla, Cormack, Vechtomova, Ashkan, Büttcher, MacKinnon (2008), Novelty and diversity in " +
			"information retrieval evaluation, SIGIR, doi:10.1145/1390334.1390446"
		err = "Chapelle, Metzler, Zhang, Grinspan (2009), Expected reciprocal rank for graded relevance, CIKM, doi:10.1145/1645953.1646033"
		rbp = "Clarke, Kolla, Vechtomova (2009), An effectiveness measure for ambiguous and underspecified queries, ICTIR, " +
			"doi:10.1007/978-3-642-04417-5_17"
		everything = "of documents that cover all subtopics"
		ideal      = "of the ideal ranking, built greedily"
	)
	return []func() Definition{
		defineNovelty(AlphaDCG, []string{"α_DCG", "alpha-DCG"}, "DCG of what each document adds", "1/log2(r+1)", everything, ndcg),
		defineNovelty(AlphaNDCG, []string{"α_nDCG", "alpha-nDCG"}, "nDCG of what each document adds", "1/log2(r+1)", ideal, ndcg),
		defineNovelty(ERRIA, []string{"ERR-IA"}, "Reciprocal ranks of what each document adds", "1/r", everything, err),
		defineNovelty(NERRIA, []string{"nERR-IA"}, "Reciprocal ranks of what each document adds, normalized", "1/r", ideal, err),
		defineNovelty(NRBP, nil, "Rank-biased precision of what each document adds", "beta^(r-1)", everything, rbp),
		defineNovelty(NNRBP, nil, "Rank-biased precision of what each document adds, normalized", "beta^(r-1)", ideal, rbp),
	}
}

// defineNovelty describes one kind.
func defineNovelty(kind NoveltyKind, aliases []string, summary, weight, divisor, source string) func() Definition {
	return func() Definition {
		d := Definition{
			Name: string(kind), Aliases: aliases,
			Summary: summary + "; a subtopic seen before adds less.",
			Formula: "Σ_r novelty_r · " + weight + " / the same sum " + divisor +
				"\nnovelty_r = Σ over the subtopics of document r of (1 - alpha)^(documents above that cover it)",
			Range: "[0, 1]", Unit: "share of the best possible",
			Undefined: intentUndefined,
			Source:    source,
			Agrees:    "ndeval 4.5, pyndeval, ir_measures",
			Cut:       CutOptional,
			Params: []Param{
				{Name: "alpha", Default: "0.5", Summary: "redundancy intolerance, from 0 to 1"},
				relParam(),
			},
			New: func(a *Args) Measure {
				return Novelty{Kind: kind, Alpha: a.Float("alpha", 0.5, 0, 1), Rel: a.View().Rel, K: a.Cutoff}
			},
		}
		switch kind {
		case AlphaDCG, ERRIA:
			d.Differs = "at cutoff 1 ndeval forgets to divide by the number of subtopics"
		case NRBP, NNRBP:
			d.Cut = CutNone
			d.Params = append(d.Params, Param{Name: "beta", Default: "0.5", Summary: "patience, from 0 to 1"})
			d.New = func(a *Args) Measure {
				return Novelty{Kind: kind, Alpha: a.Float("alpha", 0.5, 0, 1), Beta: a.Float("beta", 0.5, 0, 1), Rel: a.View().Rel}
			}
		}
		return d
	}
}
