package metrics

// EmptyResultRate tells whether a query brought back nothing: 1 if so, else 0.
// Lower is better. Always defined, also for a system that only searches.
type EmptyResultRate struct{ ofAnswer }

// Score computes the measure.
func (EmptyResultRate) Score(j *Judged) (float64, bool) {
	if j.Retrieved == 0 {
		return 1, true
	}
	return 0, true
}

func (EmptyResultRate) String() string { return "EmptyResultRate" }
