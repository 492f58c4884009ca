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
