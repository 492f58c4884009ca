package metrics

import "math"

// Novelty is a measure of diversity: every document gains what it adds, and a
// subtopic that was seen before adds less, by 1 − alpha each time:
//
//	novelty_r = Σ over the subtopics s of document r of (1 − alpha)^(documents above that cover s)
//	raw       = Σ_{r ≤ k} novelty_r · weight(r)
//	weight    = 1/log₂(r+1) for alpha_DCG, 1/r for ERR_IA, beta^(r−1) for NRBP
//
// alpha_DCG, ERR_IA and NRBP are divided by the raw value of a ranking in which every document covers all S subtopics,
// down to rank k (for NRBP forever); alpha_nDCG, nERR_IA and nNRBP by that of the ideal ranking, which is built
// greedily from the judged documents. Range [0, 1], higher is better. Undefined without judgments by subtopic. Cost of
// the normalized ones: judged documents times k; they allocate beyond 64 subtopics or 512 judged documents.
//
// Sources: alpha_nDCG: Clarke et al. (2008), SIGIR, doi:10.1145/1390334.1390446; ERR_IA: Chapelle et al.
// (2009), CIKM, doi:10.1145/1645953.1646033; NRBP: Clarke, Kolla and Vechtomova (2009), ICTIR,
// doi:10.1007/978-3-642-04417-5_17. Agrees with ndeval 4.5, and so with pyndeval and ir_measures, except
// for alpha_DCG@1 and ERR_IA@1, which ndeval forgets to divide.
type Novelty struct {
	BySubtopic
	Kind        NoveltyKind
	Alpha, Beta float64 // redundancy intolerance and, of NRBP, patience
}

// A NoveltyKind names a weight and a normalization.
type NoveltyKind string

// The kinds.
const (
	AlphaDCG  NoveltyKind = "alpha_DCG"
	AlphaNDCG NoveltyKind = "alpha_nDCG"
	ERRIA     NoveltyKind = "ERR_IA"
	NERRIA    NoveltyKind = "nERR_IA"
	NRBP      NoveltyKind = "NRBP"
	NNRBP     NoveltyKind = "nNRBP"
)

// Score computes the measure.
func (m Novelty) Score(j *Judged) (float64, bool) {
	s := j.Subtopics
	subtopics := s.relevant(m.Rel)
	if subtopics == 0 {
		return 0, false
	}
	raw := m.raw(s)
	if raw == 0 {
		return 0, true
	}
	switch m.Kind {
	case AlphaNDCG, NERRIA, NNRBP:
		return raw / m.ideal(s), true
	case NRBP:
		return raw * (1 - float64((1-m.Alpha)*m.Beta)) / float64(subtopics), true
	}
	return raw / m.everything(j, subtopics), true
}

func (m Novelty) weight(rank int) float64 {
	switch m.Kind {
	case AlphaDCG, AlphaNDCG:
		return 1 / discount(rank)
	case ERRIA, NERRIA:
		return 1 / float64(rank)
	}
	return math.Pow(m.Beta, float64(rank-1))
}

// raw sums the novelty of the ranking.
func (m Novelty) raw(s *Subtopics) float64 {
	var buffer [fewSubtopics]float64
	left := untouched(&buffer, s.Count)
	sum := 0.0
	for i := 0; i < len(s.Hits); {
		rank, novelty := s.Hits[i].Rank, 0.0
		if m.K > 0 && rank > m.K {
			break
		}
		for ; i < len(s.Hits) && s.Hits[i].Rank == rank; i++ {
			if h := s.Hits[i]; h.Grade >= m.Rel {
				novelty += left[h.Subtopic]
				left[h.Subtopic] *= 1 - m.Alpha
			}
		}
		sum += float64(novelty * m.weight(rank))
	}
	return sum
}

// ideal sums the novelty of the ranking that always takes the document that
// adds most. Finding the very best ranking would be NP-complete.
func (m Novelty) ideal(s *Subtopics) float64 {
	var buffer [fewSubtopics]float64
	left := untouched(&buffer, s.Count)
	var few [fewDocuments]bool
	used := few[:]
	if len(s.Documents) > len(few) {
		used = make([]bool, len(s.Documents))
	}
	sum := 0.0
	for rank := 1; m.K == 0 || rank <= m.K; rank++ {
		best, most := -1, 0.0
		for i, doc := range s.Documents {
			if used[i] {
				continue
			}
			novelty := 0.0
			for _, d := range doc {
				if d.Grade >= m.Rel {
					novelty += left[d.Subtopic]
				}
			}
			if novelty > most {
				best, most = i, novelty
			}
		}
		if best < 0 {
			break
		}
		used[best] = true
		for _, d := range s.Documents[best] {
			if d.Grade >= m.Rel {
				left[d.Subtopic] *= 1 - m.Alpha
			}
		}
		sum += float64(most * m.weight(rank))
	}
	return sum
}

// everything sums the novelty of documents that cover all subtopics, down to k or to the length of the ranking.
func (m Novelty) everything(j *Judged, subtopics int) float64 {
	k := m.K
	if k == 0 {
		k = max(j.Retrieved, 1)
	}
	sum, novelty := 0.0, float64(subtopics)
	for rank := 1; rank <= k && novelty > 0; rank++ {
		sum += float64(novelty * m.weight(rank))
		novelty *= 1 - m.Alpha
	}
	return sum
}

// untouched returns a slice of n ones, from the buffer if it is long enough.
func untouched(buffer *[fewSubtopics]float64, n int) []float64 {
	left := buffer[:]
	if n > len(buffer) {
		left = make([]float64, n)
	}
	for i := range left {
		left[i] = 1
	}
	return left
}

// String returns the canonical text, which always shows alpha.
func (m Novelty) String() string {
	p := parameters{"alpha=" + number(m.Alpha)}
	p.addIf(m.Kind == NRBP || m.Kind == NNRBP, "beta="+number(m.Beta))
	return m.text(string(m.Kind), p...)
}

func newNovelty(a *Args, kind NoveltyKind) Measure {
	m := Novelty{Kind: kind, Alpha: a.Float("alpha", 0.5, 0, 1), BySubtopic: a.bySubtopic()}
	if kind == NRBP || kind == NNRBP {
		m.Beta = a.Float("beta", 0.5, 0, 1)
	}
	return m
}
