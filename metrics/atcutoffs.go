package metrics

// The measures of which lists ask for many cutoffs, scored at all of them in one walk. See Group.

// none returns what scoreAt returns where the measure is undefined.
func none(cutoffs []int, scores []float64) int {
	clear(scores[:len(cutoffs)])
	return 0
}

// sharesAt scores what counts the relevant documents among the first k, as a share
// of a number that follows from k and from how many are relevant.
func (v View) sharesAt(j *Judged, cutoffs []int, scores []float64, whole func(k, all int) int) int {
	all := v.relevant(j)
	if all == 0 {
		return none(cutoffs, scores)
	}
	hit, found, least := 0, 0, v.threshold()
	for i, k := range cutoffs {
		for hit < len(j.Hits) && v.rank(j, hit) <= k {
			if j.Hits[hit].Grade >= least {
				found++
			}
			hit++
		}
		scores[i] = float64(found) / float64(whole(k, all))
	}
	return len(cutoffs)
}

// share returns the same at one cutoff, of the whole ranking where k is 0.
func (v View) share(j *Judged, k int, whole func(k, all int) int) (float64, bool) {
	all := v.relevant(j)
	if all == 0 {
		return 0, false
	}
	return float64(v.found(j, k)) / float64(whole(k, all)), true
}

func places(k, _ int) int         { return k }
func relevantOnes(_, all int) int { return all }
func reachable(k, all int) int    { return min(k, all) }

func (m Precision) scoreAt(j *Judged, cutoffs []int, scores []float64) int {
	return m.sharesAt(j, cutoffs, scores, places)
}

func (m Recall) scoreAt(j *Judged, cutoffs []int, scores []float64) int {
	return m.sharesAt(j, cutoffs, scores, relevantOnes)
}

func (m CappedRecall) scoreAt(j *Judged, cutoffs []int, scores []float64) int {
	return m.sharesAt(j, cutoffs, scores, reachable)
}

func (m UnjudgedAt) scoreAt(j *Judged, cutoffs []int, scores []float64) int {
	judged := 0
	for i, k := range cutoffs {
		shown := min(k, j.Retrieved)
		for judged < len(j.Hits) && j.Hits[judged].Rank <= shown {
			judged++
		}
		scores[i] = float64(shown-judged) / float64(k)
	}
	return len(cutoffs)
}

func (m AveragePrecision) scoreAt(j *Judged, cutoffs []int, scores []float64) int {
	all := m.relevant(j)
	if all == 0 {
		return none(cutoffs, scores)
	}
	sum, hit, found, least := 0.0, 0, 0, m.threshold()
	for i, k := range cutoffs {
		for ; hit < len(j.Hits); hit++ {
			r := m.rank(j, hit)
			if r > k {
				break
			}
			if j.Hits[hit].Grade >= least {
				found++
				sum += float64(found) / float64(r)
			}
		}
		scores[i] = sum / float64(all)
	}
	return len(cutoffs)
}

// scoreAt walks down the ranking and the ideal one at once. An ideal DCG that is
// beyond float64 at a cutoff is so at all deeper ones.
func (m NDCG) scoreAt(j *Judged, cutoffs []int, scores []float64) int {
	walk := ideal{judged: j, gain: m.Gain, least: m.Rel}
	sum, hit, best, rank, more := 0.0, 0, 0.0, 0, true
	for i, k := range cutoffs {
		for more && rank < k {
			worth := walk.best()
			if more = worth != 0; more {
				rank++
				best += worth / discount(rank)
			}
		}
		if !scalable(best) {
			none(cutoffs[i:], scores[i:])
			return i
		}
		for ; hit < len(j.Hits); hit++ {
			r := m.rank(j, hit)
			if r > k {
				break
			}
			if worth := m.worth(j, hit, m.Gain); worth > 0 {
				sum += worth / discount(r)
			}
		}
		scores[i] = sum / best
	}
	return len(cutoffs)
}
