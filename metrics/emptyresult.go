package metrics

// EmptyResultRate tells whether a query brought back nothing: 1 if so, else 0.
// Lower is better. Always defined; a failed query counts like any other.
type EmptyResultRate struct{}

// Score computes the measure.
func (EmptyResultRate) Score(a *Answered) (float64, bool) {
	if a.Retrieved == 0 {
		return 1, true
	}
	return 0, true
}

// String is the canonical text.
func (EmptyResultRate) String() string { return "EmptyResultRate" }

func defineEmptyResultRate() Definition {
	return Definition{
		Name:      "EmptyResultRate",
		Aliases:   []string{"empty_result_rate"},
		Summary:   "Share of the queries that brought back nothing.",
		Formula:   "1 if nothing was retrieved, else 0",
		Range:     "0 or 1",
		Unit:      "share of the queries, after the mean",
		Undefined: "never",
		Agrees:    "kebab",
		Direction: LowerIsBetter,
		NewAnswer: func(*Args) AnswerMeasure { return EmptyResultRate{} },
	}
}
