package metrics_test

import (
	"math"
	"slices"
)

// The textbook formulas, one line each where that is possible. least is the
// lowest relevant grade.

func refHits(d dense, least, k int) (n float64) {
	for _, g := range d.top(k) {
		if g >= least {
			n++
		}
	}
	return n
}

func refRecall(d dense, least, k int) float64 {
	return refHits(d, least, k) / float64(d.relevant(least))
}

func refPrecision(d dense, least, k int) float64 { return refHits(d, least, k) / float64(k) }

func refF1(d dense, least, k int) float64 {
	p, r := refPrecision(d, least, k), refRecall(d, least, k)
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

func refSuccess(d dense, least, k int) float64 { return min(refHits(d, least, k), 1) }

func refRR(d dense, least, k int) float64 {
	for i, g := range d.top(k) {
		if g >= least {
			return 1 / float64(i+1)
		}
	}
	return 0
}

func refAP(d dense, least, k int) (sum float64) {
	for i, g := range d.top(k) {
		if g >= least {
			sum += refPrecision(d, least, i+1)
		}
	}
	return sum / float64(d.relevant(least))
}

func refDCG(grades []int, gain func(int) float64, least int) (sum float64) {
	for i, g := range grades {
		if g >= least {
			sum += gain(g) / math.Log2(float64(i+2))
		}
	}
	return sum
}

func refNDCG(gain func(int) float64) func(dense, int, int) float64 {
	return func(d dense, least, k int) float64 {
		ideal := d.all()
		if k > 0 {
			ideal = ideal[:min(k, len(ideal))]
		}
		return refDCG(d.top(k), gain, least) / refDCG(ideal, gain, least)
	}
}

func expGain(g int) float64    { return math.Pow(2, float64(g)) - 1 }
func linearGain(g int) float64 { return float64(g) }
func tableGain(g int) float64  { return []float64{0, 0.5, 0.75, 4}[g] }

func refCappedRecall(d dense, least, k int) float64 {
	return refHits(d, least, k) / float64(min(k, d.relevant(least)))
}

// refERR walks down the ranking with a highest grade of 3.
func refERR(d dense, least, k int) float64 { return refERRof(d.top(k), least) }

func refERRof(grades []int, least int) (sum float64) {
	left := 1.0
	for i, g := range grades {
		if g >= least {
			satisfied := (math.Pow(2, float64(g)) - 1) / 8
			sum += left * satisfied / float64(i+1)
			left *= 1 - satisfied
		}
	}
	return sum
}

func refNERR(d dense, least, k int) float64 {
	return refERR(d, least, k) / refERRof(dense{ranking: d.all()}.top(k), least)
}

// refRBP takes a gain of a grade.
func refRBP(p float64, gain func(d dense, g int) float64) func(dense, int, int) float64 {
	return func(d dense, least, k int) (sum float64) {
		for i, g := range d.top(k) {
			if g >= least {
				sum += (1 - p) * gain(d, g) * math.Pow(p, float64(i))
			}
		}
		return sum
	}
}

func refAccuracy(d dense, least, k int) float64 {
	ordered, pairs := 0.0, 0.0
	shown := d.ranking
	if k > 0 {
		shown = shown[:min(k, len(shown))]
	}
	for i, a := range shown {
		for n, b := range shown {
			if a >= least && b < least {
				pairs++
				if i < n {
					ordered++
				}
			}
		}
	}
	if pairs == 0 {
		return 1
	}
	return ordered / pairs
}

func refBpref(d dense, least, _ int) (sum float64) {
	r, others := d.relevant(least), 0
	for _, g := range d.all() {
		if g < least {
			others++
		}
	}
	above := 0
	for _, g := range d.ranking {
		switch {
		case g == unjudged:
		case g < least:
			above++
		case above == 0:
			sum++
		default:
			sum += 1 - float64(min(above, r))/float64(min(others, r))
		}
	}
	return sum / float64(r)
}

// refCompat gives every document a name, builds the nearest ideal ranking and
// intersects sets.
func refCompat(d dense, least, _ int) float64 {
	var ranking, ideal []int // names: place in the ranking, beyond it for missed ones
	for grade := 3; grade >= least; grade-- {
		for i, g := range append(slices.Clone(d.ranking), d.missed...) {
			if g == grade {
				ideal = append(ideal, i)
			}
		}
	}
	for i := range d.ranking {
		ranking = append(ranking, i)
	}
	rbo := func(a, b []int) (score float64) {
		for i := 1; i <= max(len(d.ranking), len(ideal)); i++ {
			shared := 0
			for _, x := range a[:min(i, len(a))] {
				if slices.Contains(b[:min(i, len(b))], x) {
					shared++
				}
			}
			score += math.Pow(0.9, float64(i-1)) * float64(shared) / float64(i)
		}
		return score
	}
	return rbo(ranking, ideal) / rbo(ideal, ideal)
}

func refSetP(d dense, least, _ int) float64 {
	if len(d.ranking) == 0 {
		return 0
	}
	return refHits(d, least, 0) / float64(len(d.ranking))
}

func refSetAP(d dense, least, _ int) float64 { return refSetP(d, least, 0) * refRecall(d, least, 0) }

func refIPrec(recall float64) func(dense, int, int) float64 {
	return func(d dense, least, _ int) (best float64) {
		wanted := math.Round(recall * float64(d.relevant(least)))
		for k := 1; k <= len(d.ranking); k++ {
			if refHits(d, least, k) >= max(wanted, 1) {
				best = max(best, refPrecision(d, least, k))
			}
		}
		return best
	}
}

// A cutting says whether a measure takes a cutoff.
type cutting int

const (
	always cutting = iota
	optional
	never
)

// references are the measures that have a reference formula, with their name,
// their leading parameters, and whether they take a cutoff.
var references = []struct {
	name, params string
	cut          cutting
	score        func(d dense, least, k int) float64
}{
	{"R", "", always, refRecall},
	{"P", "", always, refPrecision},
	{"F1", "", always, refF1},
	{"Success", "", always, refSuccess},
	{"RR", "", optional, refRR},
	{"AP", "", optional, refAP},
	{"nDCG", "gain=exp", optional, refNDCG(expGain)},
	{"nDCG", "gain=linear", optional, refNDCG(linearGain)},
	{"nDCG", "gain={0:0,1:0.5,2:0.75,3:4}", optional, refNDCG(tableGain)},
	{"RCap", "", always, refCappedRecall},
	{"ERR", "max=3", optional, refERR},
	{"nERR", "max=3", optional, refNERR},
	{"RBP", "p=0.7", optional, refRBP(0.7, func(dense, int) float64 { return 1 })},
	{"RBP", "p=0.7,gain=scale,max=3", optional, refRBP(0.7, func(_ dense, g int) float64 { return float64(g) / 3 })},
	{"RBP", "p=0.7,gain=query", optional, refRBP(0.7, func(d dense, g int) float64 { return float64(g) / float64(d.all()[0]) })},
	{"Accuracy", "", optional, refAccuracy},
	{"Bpref", "", never, refBpref},
	{"Compat", "p=0.9", never, refCompat},
	{"SetP", "", never, refSetP},
	{"SetR", "", never, refRecall},
	{"SetAP", "", never, refSetAP},
}
