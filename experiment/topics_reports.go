package experiment

// reportTopics explain the sections of a report that have a name of their own.
func reportTopics() []Topic {
	return []Topic{
		{"report", "attribution", "Which component brought each relevant document of a fused configuration. A component found a document that is in its first top_k hits, however deep it was asked. Every relevant document is found by one component alone, by several, by all or by none:\n  relevant = sum of alone + several + all + none.\nLost in fusion: some component found it, the fused ranking of top_k hits lacks it. In the first k, the cutoff of the primary measure: lost are those that a component has there and the fusion has not, gained the other way round; the same for reranked against fused. Unit: relevant documents, each once for each query; shares are of all relevant documents. Failed queries are left out and counted. Descriptive; nothing is tested.", ""},
		{"report", "headroom", "What a perfect reranker would add to the primary measure, in the measure's own unit:\n  headroom = mean over queries of (measure of the candidates, highest grade first - measure as it is).\nThe candidates are the top_k hits before any rerank. The recall ceiling is the share of relevant documents among them, R@top_k, as a mean over queries: what is not among the candidates no reranker can bring back. Both are bounds, not forecasts. There is no headroom for measures that depend on more than where the relevant documents stand.", ""},
	}
}
