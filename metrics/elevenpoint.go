package metrics

import (
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// ElevenPoint is the mean of interpolated precision over recall levels, by default the eleven from 0 to 1:
//
//	11pt = 1/11 · Σ IPrec@r over r = 0, 0.1, ..., 1
//
// Range [0, 1], higher is better. Undefined for a query without a relevant document. Source: Salton and
// McGill (1983), Introduction to Modern Information Retrieval. Agrees with trec_eval 10 11pt_avg.
type ElevenPoint struct {
	View
	Points []float64 // recall levels; nil: the eleven
}

// Score computes the measure.
func (m ElevenPoint) Score(j *Judged) (float64, bool) {
	if m.relevant(j) == 0 {
		return 0, false
	}
	points, sum := m.Points, 0.0
	if points == nil {
		points = eleven[:]
	}
	for i := len(points) - 1; i >= 0; i-- {
		p, _ := m.interpolated(j, points[i])
		sum += p
	}
	return sum / float64(len(points)), true
}

// eleven are the standard recall levels.
var eleven = [...]float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}

func (m ElevenPoint) String() string {
	var p []string
	if m.Points != nil {
		p = append(p, "recall={"+strings.Join(ordered.Each(m.Points, number), ",")+"}")
	}
	return m.text("11pt", p...)
}

func newElevenPoint(a *Args) Measure {
	m := ElevenPoint{View: a.View(), Points: a.floats("recall")}
	for _, r := range m.Points {
		if r < 0 || r > 1 {
			a.Fail("recall: %v is not a recall level from 0 to 1", r)
		}
	}
	return m
}
