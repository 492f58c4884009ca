package fusion

// logISR is isr with a gentler reward for being returned often:
//
//	score(d) = ln N(d) · Σ_c 1 / rank_c(d)²
//
// over the N(d) components c that returned d. The range is [0, m ln m] for m components; higher is better.
// As ln 1 is 0, all documents of a single component score 0 and are left to the rule for ties: use it where
// lists overlap, or take logNISR.
//
// Mourão, Martins and Magalhães (2015), doi:10.1016/j.compmedimag.2014.05.006.
type logISR struct{}

var _ Scorer = logISR{}

// Name implements [Scorer].
func (logISR) Name() string { return "log_isr" }

// Scores implements [Scorer].
func (logISR) Scores(p *Pool, dst []float64) ([]float64, error) {
	return logNISR{}.Scores(p, dst)
}

func logISREntry() Entry {
	return Entry{
		Name:    logISR{}.Name(),
		Aliases: []string{"logisr"},
		Summary: "inverse square rank, log of the number of lists times sum of 1/rank²",
		Build:   func(Settings) Scorer { return logISR{} },
	}
}
