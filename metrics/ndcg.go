package metrics

// NDCG is normalized discounted cumulative gain:
//
//	DCG@k  = Σ_{i=1..k} gain(gradeᵢ) / log₂(i+1)
//	nDCG@k = DCG@k / DCG@k of the ideal order of all judged documents
//
// The ideal order counts every judged document of the query, retrieved or not, and is cut at k as well. An unjudged
// document gains nothing but takes up its rank. Range [0, 1], higher is better. Undefined for a query in which no
// judged document gains anything. With rel=, lower grades gain nothing. The gain is part of the name. With linear gain
// it agrees with trec_eval ndcg_cut_k, scikit-learn's ndcg_score and ranx ndcg; with exponential gain with gdeval, ranx
// ndcg_burges and the default of XGBoost and LightGBM. With declared gains trec_eval agrees but for fractional ones,
// for which it prints 0. Cost: the judged documents within k, twice. Source: Järvelin and Kekäläinen (2002), ACM TOIS
// 20(4), doi:10.1145/582415.582418; exponential gain: Burges et al. (2005), ICML, doi:10.1145/1102351.1102363.
type NDCG struct {
	Top
	Gain
}

// Score computes the measure.
func (m NDCG) Score(j *Judged) (float64, bool) {
	ideal := idealDCG(j, m.Gain, m.Rel, m.K)
	if !scalable(ideal) {
		return 0, false
	}
	return m.dcg(j, m.Gain, m.K) / ideal, true
}

// String returns the canonical text, which always shows the gain.
func (m NDCG) String() string { return m.text("nDCG", "gain="+m.Gain.String()) }
