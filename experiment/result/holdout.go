package result

import "time"

// HoldoutSchema is the name of a held-out check's document.
const HoldoutSchema = "rankduel/holdout/v1"

// A Look is one time that scores of held-out queries were shown. It is written
// before they are. Hash is the SHA-256 of the entry without it, and Previous
// that of the entry before.
type Look struct {
	Number   int         `json:"look"` // from 1, over the whole ledger
	Time     time.Time   `json:"time"`
	Who      string      `json:"who"` // from git's configuration, or the account's name
	Command  string      `json:"command"`
	TestSet  LookedAt    `json:"test_set"`
	Systems  []LookOfOne `json:"systems"`
	Measures []string    `json:"measures"`
	Released string      `json:"released"` // scores, verdict, or what a limited release gives
	Spent    bool        `json:"beyond_budget,omitempty"`
	Scored   string      `json:"scored,omitempty"` // of checks: the digest of what was asked and scored
	Previous string      `json:"previous"`
	Hash     string      `json:"hash"`
}

// LookedAt names a version of a test set.
type LookedAt struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	SHA256  string `json:"sha256"`
	Part    string `json:"part"`
}

// A LookOfOne is a system that was looked at, with the hash of its run file or
// configuration.
type LookOfOne struct {
	Name string `json:"name"`
	Hash string `json:"hash,omitempty"`
}

// A HoldoutVerdict says whether a gain is there on queries that no one chose by.
type HoldoutVerdict string

// The three verdicts of a held-out check.
const (
	Generalises HoldoutVerdict = "generalises"
	Overfitted  HoldoutVerdict = "overfitted"
	CannotTell  HoldoutVerdict = "cannot_tell"
)

// A HoldoutCheck sets the gain on the evaluation queries next to that on the
// held-out ones.
type HoldoutCheck struct {
	Schema     string         `json:"schema"`
	Profile    string         `json:"profile"`
	TestSet    TestSetInfo    `json:"test_set"`
	A          System         `json:"a"`
	B          System         `json:"b"`
	Measure    string         `json:"measure"`
	Verdict    HoldoutVerdict `json:"verdict"`
	Reason     string         `json:"reason"`
	Alpha      float64        `json:"alpha"` // of this look, see stats.SpendAlpha
	Evaluation PartGain       `json:"evaluation"`
	HeldOut    PartGain       `json:"heldout"`
	Shrinkage  *float64       `json:"shrinkage"`       // evaluation − held-out gain
	Interval   *Interval      `json:"interval"`        // of the shrinkage, level 1 − 2·alpha
	PShrank    *float64       `json:"p_shrank"`        // one-sided, Welch
	Ratio      *float64       `json:"shrinkage_ratio"` // held-out gain / evaluation gain
	Tried      int            `json:"tried"`           // configurations that the candidate was the best of
	Optimism   *float64       `json:"optimism"`        // expected gain of the best of this number of without any effect
	Looks      int            `json:"looks"`           // at this version of the test set, this one included
	Budget     int            `json:"budget"`
	Head       string         `json:"ledger_head"` // hash of the ledger's last entry
	Health     []Finding      `json:"health"`
}

// A PartGain is the mean difference candidate − baseline on one part, positive
// when the candidate is better.
type PartGain struct {
	N        int       `json:"n"`
	Mean     float64   `json:"mean_difference"`
	Interval *Interval `json:"interval"` // headline; of the held-out part at its level
	PValue   *float64  `json:"p_value"`
}

// What a look at held-out queries may show.
const (
	ReleaseScores    = "scores"    // everything
	ReleaseLadder    = "ladder"    // a gain of more than a standard error
	ReleaseThreshold = "threshold" // whether both parts agree
)

// A HoldoutRelease is what a check shows where it may not show everything. It
// holds no number that is not to be seen.
type HoldoutRelease struct {
	A, B, Measure string
	Release       string   // ReleaseLadder or ReleaseThreshold
	Agrees        bool     // of threshold: both parts do
	Shown         *float64 // the gain that may be shown; nil when none may
	Few, Fewest   int      // held-out queries, where they are fewer than the method needs
	Health        []Finding
}

// LooksSchema is the name of a list of looks.
const LooksSchema = "rankduel/looks/v1"

// Looks is a ledger that was read and found whole.
type Looks struct {
	Schema  string `json:"schema"`
	Ledger  string `json:"ledger"`
	TestSet string `json:"test_set,omitempty"` // SHA-256 of the version that is asked about
	Budget  int    `json:"budget"`
	Looks   []Look `json:"looks"`
}
