package result

// AgreementSchema is the name of an agreement of labellers.
const AgreementSchema = "rankduel/agreement/v1"

// An Agreement is how far people who labelled the same documents agree. Grades
// of documents that were asked twice are those of the first time.
type Agreement struct {
	Schema    string          `json:"schema"`
	Labellers []Labeller      `json:"labellers"`
	Scale     []ScaleGrade    `json:"scale"`
	Threshold string          `json:"threshold"`         // that the unweighted kappa of every two has to exceed
	Evidence  bool            `json:"evidence_required"` // the lower end has to exceed it too, over ten queries or more
	LowLevel  float64         `json:"lower_end_level"`   // one-sided
	Passes    bool            `json:"passes"`
	Items     int             `json:"items"`   // pairs of query and document that anybody labelled
	Queries   int             `json:"queries"` // of these
	Pairwise  []PairAgreement `json:"pairwise"`
	Alpha     []Alpha         `json:"krippendorff_alpha"` // of all labellers together
	Worst     []Disagreement  `json:"worst_disagreements"`
	Unequal   int             `json:"unequal"` // pairs of query and document whose grades differ; Worst is cut
	Warnings  []Warning       `json:"warnings"`
	// Simulated is how many queries showed a kappa above 0.6 in 80 of 100 simulated cases; empty for another threshold.
	Simulated []KappaNeed `json:"queries_needed_simulated"`
}

// A KappaNeed is how many queries with labels of two people did in a simulation, with two grades.
type KappaNeed struct {
	Kappa float64 `json:"true_kappa"`
	Share float64 `json:"relevant_ratio"`
	ICC   float64 `json:"error_icc"` // how alike the errors on documents of one query are; 0: independent
	At5   int     `json:"queries_of_5_documents"`
	At10  int     `json:"queries_of_10_documents"`
	At20  int     `json:"queries_of_20_documents"`
}

// A ScaleGrade is one grade of a scale and its word.
type ScaleGrade struct {
	Grade int    `json:"grade"`
	Word  string `json:"word"`
}

// A Labeller is one person's labels.
type Labeller struct {
	Name        string  `json:"name"`
	File        string  `json:"file"`
	Graded      int     `json:"graded"`
	CannotJudge int     `json:"cannot_judge"` // seen and not graded, whatever the reason
	Missing     int     `json:"missing"`      // that others labelled and this one did not see
	MeanGrade   float64 `json:"mean_grade"`
	Self        *Self   `json:"self"` // nil where nothing was asked twice
	Drift       *Drift  `json:"drift"`
}

// A Self is how a person agrees with themselves, on documents that were asked twice.
type Self struct {
	Pairs  int      `json:"pairs"`
	Equal  int      `json:"equal"`
	Kappa  *float64 `json:"kappa"`
	Change float64  `json:"mean_change"` // second grade − first
}

// A Drift is whether a person grades differently in the course of their work.
// The halves hold other queries, so that a difference may be theirs.
type Drift struct {
	FirstHalf  float64 `json:"first_half_mean_grade"`
	SecondHalf float64 `json:"second_half_mean_grade"`
}

// A PairAgreement is that of two labellers.
type PairAgreement struct {
	A string `json:"a"`
	B string `json:"b"`
	AgreementNumbers
	Above      bool               `json:"above_threshold"` // kappa itself is; it counts as 1 where it is undefined
	Passes     bool               `json:"passes"`
	Needed     *int               `json:"queries_needed_if_independent"` // in 80 of 100 cases, if the true kappa is this one; null where it is not above the threshold
	Linear     *float64           `json:"kappa_linear"`
	Quadratic  *float64           `json:"kappa_quadratic"`
	AC1        *float64           `json:"gwet_ac1"`
	Blanks     int                `json:"blanks"`            // that one of them or both saw and did not grade
	WithBlanks *float64           `json:"kappa_with_blanks"` // a blank against a grade as a disagreement; null where there is none
	Commonest  int                `json:"commonest_grade"`
	Prevalence float64            `json:"commonest_ratio"` // share of the commonest grade among all
	Confusion  [][]int            `json:"confusion"`       // [grade of a][grade of b], in the order of the scale
	Strata     []StratumAgreement `json:"strata"`
}

// AgreementNumbers are those of all pairs or of one stratum.
type AgreementNumbers struct {
	N        int       `json:"n"` // that both graded
	Queries  int       `json:"queries"`
	Equal    int       `json:"equal"`
	Kappa    *float64  `json:"kappa"`           // unweighted; null where both gave one label throughout
	Low      *float64  `json:"kappa_lower_end"` // by queries
	Interval *Interval `json:"interval"`        // by queries, two-sided
	Evidence string    `json:"evidence"`        // of a kappa above the threshold: shown, not_shown, few_queries or undefined
}

// A StratumAgreement is that of one stratum: shown, and never decided by.
type StratumAgreement struct {
	Stratum string `json:"stratum"`
	AgreementNumbers
}

// An Alpha is Krippendorff's, on one scale of distances.
type Alpha struct {
	Scale string   `json:"scale"`
	Items int      `json:"items"` // with two labels or more
	Value *float64 `json:"value"`
}

// A Disagreement is a document that people graded differently.
type Disagreement struct {
	QueryID   string   `json:"query_id"`
	DocID     string   `json:"doc_id"`
	Stratum   string   `json:"stratum,omitempty"`
	Distance  int      `json:"distance"`
	Grades    []*int   `json:"grades"`   // by labeller
	Comments  []string `json:"comments"` // by labeller
	QueryText string   `json:"query_text,omitempty"`
	Title     string   `json:"title,omitempty"`
	Text      string   `json:"text,omitempty"`
}
