package result

import "github.com/rankduel/rankduel/retrieval"

// A Ranking is what one system has to say to one query, on its way from a
// recording or a run file to its scores: hits, or the reason why there are none.
type Ranking struct {
	Hits      []retrieval.Hit
	Fused     []retrieval.Hit   // before it was reranked; nil when it was not
	Written   *retrieval.Answer // nil when the system only searches
	LatencyMS *float64          // nil when not measured, as for most run files
	RerankMS  *float64          // part of LatencyMS
	Failure   string            // empty when it was answered
	Absent    bool              // the recording is not in the store
	Missing   bool              // a run file does not have the query: an empty ranking
}
