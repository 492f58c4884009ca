package metrics

// Accuracy is the probability that a retrieved relevant document is before a retrieved one that is not,
// unjudged ones included:
//
//	Accuracy = 1 − mean over relevant documents of (others above / all others)
//
// What was not retrieved does not matter. Range [0, 1], higher is better. Undefined when no relevant
// document was retrieved, and 1 when nothing else was. Cost: the judged documents within k. Agrees with
// ir_measures Accuracy; BEIR's Accuracy@k is Success@k.
type Accuracy struct{ Top }

// Score computes the measure.
func (m Accuracy) Score(j *Judged) (float64, bool) {
	found, above, least := 0, 0, m.threshold()
	for i := range j.Hits {
		r := m.rank(j, i)
		if m.K > 0 && r > m.K {
			break
		}
		if j.Hits[i].Grade >= least {
			found++
			above += r - found
		}
	}
	shown := m.retrieved(j)
	if m.K > 0 {
		shown = min(shown, m.K)
	}
	switch others := shown - found; {
	case found == 0:
		return 0, false
	case others == 0:
		return 1, true
	default:
		return 1 - float64(above)/(float64(others)*float64(found)), true
	}
}

func (m Accuracy) String() string { return m.text("Accuracy") }
