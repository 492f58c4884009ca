package result

// AllPairs sets every system of a comparison of three or more against every other, over the queries that
// all of them answered. It orders the systems and says which are told apart. Where all pairs were asked for
// they are the family of the verdicts, too, so that neither says what the other denies.
type AllPairs struct {
	Correction   string             `json:"correction"` // over all pairs of one measure
	Measures     []SystemsByMeasure `json:"measures"`   // that have a direction
	Correlations []OrderCorrelation `json:"order_correlations"`
}

// SystemsByMeasure are the systems by their means on one measure, best first.
type SystemsByMeasure struct {
	Measure string          `json:"measure"`
	Primary bool            `json:"primary"`
	N       int             `json:"n"`              // in which the measure is defined for every system
	Unit    string          `json:"unit,omitempty"` // groups, where they are the unit; else N counts queries
	Systems []SystemMean    `json:"systems"`
	Pairs   []PairOfSystems `json:"pairs"`
}

// A SystemMean is one system in the order. Best marks the first and all that were not told apart from it.
type SystemMean struct {
	Name string   `json:"name"`
	Mean *float64 `json:"mean"`
	Best bool     `json:"best_group"`
}

// A PairOfSystems is two systems on one measure, by their places in the order: A is before B. The
// difference is B − A. Distinct says that they are told apart, by what makes a verdict better or worse:
// p_adjusted below alpha, the headline interval on one side of 0, and enough changed queries.
type PairOfSystems struct {
	A              int      `json:"a"`
	B              int      `json:"b"`
	MeanDifference float64  `json:"mean_difference"`
	PValue         *float64 `json:"p_value"`
	PAdjusted      *float64 `json:"p_adjusted"`
	Distinct       bool     `json:"distinct"`

	// Bounds of the mean difference B − A; nil when not asked for, or when the measure has none.
	Bounds *DifferenceBounds `json:"bounds,omitempty"`
}

// An OrderCorrelation is Kendall's tau-b between the orders of the systems by
// two measures, with an interval over the queries: nil where it is undefined.
type OrderCorrelation struct {
	A        string    `json:"a"`
	B        string    `json:"b"`
	N        int       `json:"n"`
	Tau      *float64  `json:"tau"`
	Interval *Interval `json:"interval"`
}

// A Frontier says of three systems and more which of them no other one dominates, by being as good on every axis and
// better on one, over the queries of which every system has all values.
type Frontier struct {
	Axes      []FrontierAxis   `json:"axes"` // first what is aimed at
	N         int              `json:"n"`
	Unit      string           `json:"unit,omitempty"`    // groups, where they are the unit; else N counts queries
	Unknown   []string         `json:"unknown,omitempty"` // axes that were left out, and why
	Resamples int              `json:"resamples"`         // of the queries, each drawn for all systems and axes at once
	Systems   []FrontierSystem `json:"systems"`           // best first on the first axis
}

// A FrontierAxis is a mean over queries, or a quantile of times, and whether it should be low.
type FrontierAxis struct {
	Measure       string `json:"measure"`
	LowerIsBetter bool   `json:"lower_is_better,omitempty"`
}

// A FrontierSystem is on the frontier of the samples that the share counts.
type FrontierSystem struct {
	Name        string      `json:"name"`
	Values      []float64   `json:"values"`       // by axis
	ShareRatio  float64     `json:"share_ratio"`  // of the resamples, in which nothing dominates it
	DominatedBy []Dominance `json:"dominated_by"` // here; empty: it is on the frontier
}

// A Dominance names a system that dominates another one, and the share of resamples in which it does so.
type Dominance struct {
	Name       string  `json:"name"`
	ShareRatio float64 `json:"share_ratio"`
}
