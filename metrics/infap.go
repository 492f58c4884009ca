package metrics

// InferredAP estimates average precision when only a random part of the pool was judged. A pooled document without a
// judgment (negative grade) is taken to be relevant as often as the judged ones above it, one outside the pool never:
//
//	infAP = 1/R · Σ over relevant documents at rank k of
//	        1/k + (k−1)/k · (pool above / (k−1)) · (r + ε) / (r + n + 2ε)
//
// with r relevant and n judged non-relevant documents above it, pool above counting judged and unjudged, and ε =
// 0.00001. Without unjudged pool documents it is close to, not equal to, AP. Range [0, 1], higher is better. Undefined
// for a query without a relevant document. Cost: the judged and pooled documents retrieved. Source: Yilmaz and Aslam
// (2006), CIKM, doi:10.1145/1183614.1183633. Agrees with trec_eval infAP.
type InferredAP struct{ View }

// inferredEpsilon smooths the share of relevant documents above.
const inferredEpsilon = 0.00001

// Score computes the measure.
func (m InferredAP) Score(j *Judged) (float64, bool) {
	all := m.relevant(j)
	if all == 0 {
		return 0, false
	}
	sum, relevant, others, pooled, least := 0.0, 0, 0, 0, m.threshold()
	for _, h := range j.Hits {
		for pooled < len(j.Pooled) && j.Pooled[pooled] < h.Rank {
			pooled++
		}
		switch {
		case h.Grade < least:
			others++
			continue
		case h.Rank == 1:
			sum++
		default:
			above := float64(h.Rank - 1)
			pool := float64(relevant + others + pooled)
			share := (float64(relevant) + inferredEpsilon) / (float64(relevant+others) + 2*inferredEpsilon)
			sum += 1/(above+1) + float64(above/(above+1)*(pool/above)*share)
		}
		relevant++
	}
	return sum / float64(all), true
}

func (m InferredAP) String() string { return m.text("infAP") }
