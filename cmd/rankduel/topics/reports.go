package topics

// reportTopics explain the sections of a report that have a name of their own.
func reportTopics() []Topic {
	return []Topic{
		{"report", "attribution", "Which component brought each relevant document of a fused configuration. A component found a document that is in its first top_k hits, however deep it was asked. Every relevant document is found by one component alone, by several, by all or by none:\n  relevant = sum of alone + several + all + none.\nLost in fusion: some component found it, the fused ranking of top_k hits lacks it. In the first k, the cutoff of the primary measure: lost are those that a component has there and the fusion has not, gained the other way round; the same for reranked against fused. Unit: relevant documents, each once for each query; shares are of all relevant documents. Failed queries are left out and counted. Descriptive; nothing is tested.", ""},
		{"report", "headroom", "What a perfect reranker would add to the primary measure, in the measure's own unit:\n  headroom = mean over queries of (measure of the candidates, highest grade first - measure as it is).\nThe candidates are the top_k hits before any rerank. The recall ceiling is the share of relevant documents among them, R@top_k, as a mean over queries: what is not among the candidates no reranker can bring back. Both are bounds, not forecasts. There is no headroom for measures that depend on more than where the relevant documents stand.", ""},
		{"report", "optimism", "What the best of many settings only seems to gain:\n  optimism = mean of the best setting on the queries it was chosen by - honest mean.\nThe honest mean is that of nested cross-validation: for every fold of the queries the setting is chosen on the other folds, and judged on this one; repeated over several divisions. In the unit of the measure. `rankduel sweep` shows both.", "Varma, Simon (2006), doi:10.1186/1471-2105-7-91; Cawley, Talbot (2010), https://jmlr.org/papers/v11/cawley10a.html"},
	}
}
