package metrics

// ReciprocalRank rewards the first relevant document only:
//
//	RR = 1 / rank of the first relevant document, 0 when there is none within k
//
// Its mean over queries is the MRR. Range [0, 1], higher is better. Undefined for a query without a
// relevant document. Cost: up to the first relevant document. Source: Kantor and Voorhees (2000),
// Information Retrieval 2, doi:10.1023/A:1009902609570. RR agrees with trec_eval recip_rank, which has
// no cutoff; RR@10 with the MS MARCO script.
type ReciprocalRank struct{ Top }

// Score computes the measure.
func (m ReciprocalRank) Score(j *Judged) (float64, bool) {
	if m.relevant(j) == 0 {
		return 0, false
	}
	r := m.first(j)
	if r == 0 || m.K > 0 && r > m.K {
		return 0, true
	}
	return 1 / float64(r), true
}

func (m ReciprocalRank) String() string { return m.text("RR") }
