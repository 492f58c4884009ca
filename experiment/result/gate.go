package result

// Schema names of what a gate reads and writes.
const (
	GateSchema     = "rankduel/gate/v1"
	BaselineSchema = "rankduel/baseline/v1"
)

// A GateState is what a gate ends in.
type GateState string

// The four states of a gate.
const (
	GatePassed       GateState = "passed"
	GateFailed       GateState = "failed"
	GateInconclusive GateState = "inconclusive" // too few queries to decide
	GateFault        GateState = "fault"        // something that a rule needs was not measured
)

// A Gate is what the rules said about a system next to its baseline.
type Gate struct {
	Schema   string       `json:"schema"`
	Profile  string       `json:"profile"`
	TestSet  TestSetInfo  `json:"test_set"`
	State    GateState    `json:"state"`
	Reason   string       `json:"reason"`
	Current  System       `json:"current"`
	Baseline *System      `json:"baseline"` // nil when no rule needs one and none was given
	Settings GateSettings `json:"settings"`
	Health   []Finding    `json:"health"`
	Rules    []GateRule   `json:"rules"`
	Means    []GateMean   `json:"means"`   // every measure that both sides have, overall and by stratum
	Failing  []GateQuery  `json:"failing"` // queries that failed, then those below a broken rule, worst first
	Sources  []GateSource `json:"sources"` // where rankings of experiments and stored runs are from

	Protected []ProtectedFile `json:"protected,omitempty"` // what decides, against the base; nil where none is named

	Odds        *GateOdds `json:"odds,omitempty"`         // nil where the queries do not show them
	OddsUnknown string    `json:"odds_unknown,omitempty"` // why not, where there are queries
}

// A GateSource is where the rankings of one side are from.
type GateSource struct {
	Input  string `json:"input"`  // the experiment or the run
	Store  string `json:"store"`  // that was read and written; :memory: keeps nothing
	Asked  int    `json:"asked"`  // rankings that were asked for now
	Reused int    `json:"reused"` // recorded rankings from the store
	Scored bool   `json:"scored"` // the scores themselves are those that the store has
}

// A ProtectedFile is one that decides what a gate says, against the base.
type ProtectedFile struct {
	File  string         `json:"file"`
	State ProtectedState `json:"state"`
}

// A ProtectedState says whether the base has the same file.
type ProtectedState string

// The states of a protected file.
const (
	ProtectedSame    ProtectedState = "same"
	ProtectedChanged ProtectedState = "changed"
	ProtectedNew     ProtectedState = "new"
	ProtectedRemoved ProtectedState = "removed"
)

// GateOdds are how often a gate as a whole decides by chance: shares of draws from
// the queries at hand, of all rules together.
type GateOdds struct {
	N          int        `json:"n"` // queries of a draw, or groups of them
	Draws      int        `json:"draws"`
	Seed       uint64     `json:"seed"`
	NoChange   GateShares `json:"no_change"`    // the system is as good as its baseline
	AllAtLimit GateShares `json:"all_at_limit"` // every rule is exactly at its limit
	OneAtLimit GateShares `json:"one_at_limit"` // one is, the others are unchanged; of that which the gate lets pass most often
	Rule       string     `json:"one"`          // that rule
}

// GateShares are shares of draws; they add up to 1.
type GateShares struct {
	Fails        float64 `json:"fails"`
	Inconclusive float64 `json:"inconclusive"`
	Passes       float64 `json:"passes"`
}

// GateSettings are what decides besides the rules.
type GateSettings struct {
	Alpha       float64 `json:"alpha"`        // of each one-sided bound
	Evidence    string  `json:"evidence"`     // accepted, or required: what the bounds do not show is inconclusive
	Several     string  `json:"several"`      // how several rules go together, in words
	MinCoverage float64 `json:"min_coverage"` // least share of queries that must have been measured
}

// A GateStatus is what one rule says.
type GateStatus string

// The states of a rule.
const (
	RulePassed       GateStatus = "passed"
	RuleFailed       GateStatus = "failed"
	RuleInconclusive GateStatus = "inconclusive"
	RuleNotMeasured  GateStatus = "not_measured"
	RuleWaived       GateStatus = "waived" // it failed, and someone answers for that
)

// A GateRule is one rule and what became of it. Drop is baseline − current where higher is better, and so
// positive when the current system is worse; nil values do not apply or could not be computed.
type GateRule struct {
	Rule          string      `json:"rule"`              // canonical, e.g. "R@10: drop <= 5%"
	Written       string      `json:"written,omitempty"` // by the profile's own name for the measure, where that was written: "hit@5: drop <= 3%"
	Subject       string      `json:"subject"`
	Stratum       string      `json:"stratum,omitempty"`
	Mode          string      `json:"mode"`     // point, noninferior or regression
	Required      bool        `json:"required"` // else advisory: shown, never decides
	Status        GateStatus  `json:"status"`
	Outcome       string      `json:"outcome,omitempty"` // see stats.GateOutcome; empty without queries to judge by
	Text          string      `json:"text"`              // one sentence
	N             int         `json:"n"`
	Unit          string      `json:"unit,omitempty"` // groups, where wordings of one need are one unit
	BaselineMean  *float64    `json:"baseline_mean"`
	CurrentMean   *float64    `json:"current_mean"`
	Drop          *float64    `json:"drop"`
	DropRatio     *float64    `json:"drop_ratio"`     // drop / baseline
	Bounds        *Interval   `json:"bounds"`         // of the drop; each end one-sided at 1 − alpha
	RatioInterval *Interval   `json:"ratio_interval"` // of current / baseline (Fieller); relative rules only
	PKept         *float64    `json:"p_kept"`         // one-sided: below alpha when the lower bound shows that the rule is kept
	PBroken       *float64    `json:"p_broken"`
	Waiver        *GateWaiver `json:"waiver,omitempty"`

	Chances []GateChances `json:"chances,omitempty"` // what each mode would do, the rule alone: nothing changed, and exactly at the limit
}

// A GateWaiver lets a rule fail for a while. Expires is a date, the last day on which it holds.
type GateWaiver struct {
	Owner   string `json:"owner"`
	Reason  string `json:"reason"`
	Expires string `json:"expires"`
	Expired bool   `json:"expired,omitempty"`
}

// A GateMean is one measure of both sides over the same queries.
type GateMean struct {
	Measure  string   `json:"measure"`
	Stratum  string   `json:"stratum,omitempty"` // empty: all queries
	N        int      `json:"n"`                 // 0: means are all that is known
	Baseline *float64 `json:"baseline"`
	Current  *float64 `json:"current"`
}

// A GateQuery is a query that failed or that fell below a rule, with where its
// relevant documents stood. Scores are those of the rule's measure.
type GateQuery struct {
	QueryID  string           `json:"query_id"`
	Text     string           `json:"query_text,omitempty"`
	Stratum  string           `json:"stratum,omitempty"`
	Error    string           `json:"error,omitempty"` // of a failed query
	Rule     string           `json:"rule,omitempty"`
	Baseline *float64         `json:"baseline"`
	Current  *float64         `json:"current"`
	Relevant []RankedRelevant `json:"relevant,omitempty"` // in the current system
	Before   []RankedRelevant `json:"before,omitempty"`   // in the baseline, where it is known
}

// GatePlanSchema is the name of a plan's document.
const GatePlanSchema = "rankduel/gate-plan/v1"

// A GatePlan says how often rules would let a true drop through and block a
// harmless change, on queries that spread like the ones at hand.
type GatePlan struct {
	Schema     string         `json:"schema"`
	Profile    string         `json:"profile"`
	TestSet    TestSetInfo    `json:"test_set"`
	Current    System         `json:"current"`
	Baseline   System         `json:"baseline"`
	Alpha      float64        `json:"alpha"`
	Seed       uint64         `json:"seed"`
	Replicates int            `json:"replicates"`
	Rules      []GatePlanRule `json:"rules"`
	Whole      []GateOdds     `json:"whole"`                 // the gate as a whole, for each number of queries
	NotPlanned []string       `json:"not_planned,omitempty"` // rules that are not about a change of a measure
	AA         *GateAA        `json:"aa,omitempty"`          // in place of rules and whole: the system against itself
}

// What the two sides of a system against itself are made of.
const (
	AARepeats = "repeats" // half of the runs of each query against as many others
	AALabels  = "labels"  // of two systems, which is which drawn for each query
)

// A GateAA says how often rules would block a system that is held against itself, and which drop they see.
type GateAA struct {
	Of       string       `json:"of"` // repeats or labels
	Runs     float64      `json:"runs_a_side"`
	N        int          `json:"n"`                // queries
	LeftOut  int          `json:"left_out_queries"` // with fewer than two runs
	Unmoved  int          `json:"unmoved_queries"`  // whose runs all score alike, by every measure of the rules
	Shares   GateShares   `json:"shares"`           // of the gate as a whole, all rules together
	Blocked  Interval     `json:"blocked_interval"` // of fails and inconclusive, by the number of draws
	PerRule  []GateAARule `json:"rules"`
	SeenWith float64      `json:"seen_ratio"` // share of draws that a drop which is seen is blocked in
}

// A GateAARule is one rule of an A/A.
type GateAARule struct {
	Rule     string   `json:"rule"`
	Written  string   `json:"written,omitempty"` // as in GateRule
	Mode     string   `json:"mode"`
	Required bool     `json:"required"`
	Broken   float64  `json:"broken_ratio"`  // of draws, were it the only rule
	Seen     *float64 `json:"smallest_drop"` // that the gate blocks, the other measures unchanged; nil: none, or it decides nothing
}

// A GatePlanRule is one rule about a change.
type GatePlanRule struct {
	Rule          string        `json:"rule"`
	Written       string        `json:"written,omitempty"` // as in GateRule
	Mode          string        `json:"mode"`
	N             int           `json:"n"`
	Unit          string        `json:"unit,omitempty"` // as in GateRule; also of the cells
	BaselineMean  float64       `json:"baseline_mean"`
	StdDifference float64       `json:"std_difference"`
	Settled       *int          `json:"settled_by"` // queries that show an unchanged system to be within the limit in 80 %
	Cells         []GateChances `json:"cells"`
}

// GateChances are shares of simulated comparisons of N queries with a true drop.
type GateChances struct {
	N               int     `json:"n"`
	Drop            float64 `json:"drop"` // in the measure's unit; of a floor how far the mean is on its way there
	Limits          float64 `json:"limits"`
	PointFails      float64 `json:"point_fails"`
	NonInfBlocks    float64 `json:"noninferior_blocks"`
	RegressionFails float64 `json:"regression_fails"`
}

// An ObjectiveState says whether all parts of an objective hold.
type ObjectiveState string

// The states of an objective.
const (
	ObjectiveMet    ObjectiveState = "met"     // every part is shown
	ObjectiveMissed ObjectiveState = "not_met" // a part is shown not to hold, or the means are beyond its limit
	ObjectiveOpen   ObjectiveState = "open"    // the queries do not show some part
)

// An Objective is one decision of several parts, that a candidate is better by one measure and within the
// limits of others: each part at its level, and all of them have to hold.
type Objective struct {
	State   ObjectiveState `json:"state"`
	Text    string         `json:"text"`    // what is not met, or not shown, or all of it
	Better  string         `json:"better"`  // the measure that the aim is about
	Verdict Verdict        `json:"verdict"` // on it, net of what is paid
	Net     *Net           `json:"net,omitempty"`
	Limits  []GateRule     `json:"limits"` // mode noninferior
}

// A Net is a measure less what is paid for it at the rates of an objective.
type Net struct {
	Formula        string    `json:"formula"` // what is computed of each query
	N              int       `json:"n"`
	MeanDifference *float64  `json:"mean_difference"`
	Interval       *Interval `json:"interval"`
	Verdict        Verdict   `json:"verdict"`
	Text           string    `json:"text"`
}
