package metrics

import (
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// Utility weighs the four cells of the table retrieved × relevant:
//
//	Utility = a·(relevant retrieved) + b·(other retrieved)
//	        + c·(relevant missed) + d·(other not retrieved)
//
// by default 1, −1, 0, 0. The last cell needs the size of the collection, docs=. The range is that of
// the weights times the counts; higher is better. Always defined. Source: Lewis (1995), SIGIR,
// doi:10.1145/215206.215366. Agrees with trec_eval utility.
type Utility struct {
	View
	Weights   [4]float64 // a, b, c, d
	Documents int        // size of the collection, 0 if d does not matter
}

// Score computes the measure.
func (m Utility) Score(j *Judged) (float64, bool) {
	found, shown, all := m.found(j, 0), m.retrieved(j), m.relevant(j)
	w := m.Weights
	return float64(w[0]*float64(found)) + float64(w[1]*float64(shown-found)) + float64(w[2]*float64(all-found)) +
		float64(w[3]*float64(m.Documents+found-shown-all)), true
}

func (m Utility) String() string {
	var p parameters
	p.addIf(m.Weights != usualWeights, "weights="+weightsText(m.Weights))
	p.addIf(m.Documents > 0, "docs="+number(float64(m.Documents)))
	return m.text("Utility", p...)
}

var usualWeights = [4]float64{1, -1, 0, 0}

func weightsText(w [4]float64) string {
	return "{" + strings.Join(ordered.Each(w[:], number), ",") + "}"
}

func newUtility(a *Args) Measure {
	m := Utility{View: a.View(), Weights: usualWeights, Documents: a.Int("docs", 0, 0)}
	if a.Has("weights") {
		list := a.floats("weights")
		if len(list) != len(m.Weights) {
			a.Fail("weights=%s, want four numbers", a.Text("weights", ""))
			return m
		}
		m.Weights = [4]float64(list)
	}
	return m
}
