package metrics

import "strconv"

// Profiles lists the built-in profiles, the default one first.
func Profiles() []Profile {
	return []Profile{defaultProfile(), trecProfile(), medkgProfile()}
}

// defaultProfile is for everybody: nothing is rounded, nothing is counted that
// is not defined.
func defaultProfile() Profile {
	return Profile{
		Name:     "default",
		Summary:  "Exponential gain, undefined queries excluded and counted, no rounding.",
		Measures: known("R@5,10,20 nDCG(gain=exp)@10 RR"),
		Decimals: -1,
	}
}

// trecProfile reproduces what trec_eval prints.
func trecProfile() Profile {
	return Profile{
		Name:      "trec",
		Summary:   "As trec_eval 10: linear gain, undefined queries count 0, its names, 4 decimals.",
		Measures:  known("num_ret num_rel num_rel_ret map recip_rank P_5,10,15,20,30,100,200,500,1000"),
		Defaults:  Defaults{Gain: LinearGain()},
		Undefined: Zero,
		Decimals:  4,
		key:       trecKey,
	}
}

// medkgProfile is that of the medical knowledge graph's evaluation.
func medkgProfile() Profile {
	return Profile{
		Name:      "medkg",
		Summary:   "Recall first, exponential gain, MRR uncut; a query without a relevant document is an error.",
		Measures:  known("R@5,10,20 nDCG(gain=exp)@10 RR"),
		Undefined: LoadError,
		Decimals:  -1,
		key:       medkgKey,
	}
}

// known parses measures written in this package.
func known(text string) []Measure {
	measures, err := ParseList(text)
	if err != nil {
		panic(err) // a measure list in this package is misspelled
	}
	return measures
}

// TrecName is what trec_eval calls m, if it has that measure.
func TrecName(m Measure) (name string, ok bool) {
	if t, is := m.(interface{ TrecName() string }); is {
		name = t.TrecName()
	}
	return name, name != ""
}

// trecKey is trec_eval's name, or the canonical text where it has none.
func trecKey(m Measure) string {
	if name, ok := TrecName(m); ok {
		return name
	}
	return m.String()
}

// medkgKey writes recall@10, ndcg_exp@10, ndcg_linear@10 and mrr; other
// measures keep their canonical text.
func medkgKey(m Measure) string {
	switch m := m.(type) {
	case Recall:
		if m.View == (View{}) {
			return "recall@" + strconv.Itoa(m.K)
		}
	case NDCG:
		if m.View == (View{}) && m.Gain.kind != declaredGain && m.K > 0 {
			return "ndcg_" + m.Gain.String() + "@" + strconv.Itoa(m.K)
		}
	case ReciprocalRank:
		if m == (ReciprocalRank{}) {
			return "mrr"
		}
	}
	return m.String()
}
