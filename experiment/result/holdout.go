package result

import (
	"context"
	"time"
)

// HoldoutSchema is the name of a held-out check's document.
const HoldoutSchema = "rankduel/holdout/v1"

// A Look is one time that scores, differences or verdicts of held-out queries were shown. It is written
// before they are. Hash is the SHA-256 of the entry without it, and Previous that of the entry before.
type Look struct {
	Number         int         `json:"look"` // from 1, over the whole ledger
	Time           time.Time   `json:"time"`
	Who            string      `json:"who"` // from git's configuration, or the account's name
	Command        string      `json:"command"`
	TestSet        LookedAt    `json:"test_set"`
	Systems        []LookOfOne `json:"systems"`
	Measures       []string    `json:"measures"`
	Configurations int         `json:"configurations"` // that were shown on these queries by then, these included: what alpha is divided by
	Previous       string      `json:"previous"`
	Hash           string      `json:"hash"`
}

// LookedAt names a version of a test set, and which of its queries were held out.
type LookedAt struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	SHA256  string `json:"sha256"`
	Part    string `json:"part"`
	HeldOut string `json:"heldout_sha256"` // of the held-out queries
	// Queries are these, in the first look at them that a ledger has.
	Queries []HeldOutQuery `json:"queries,omitempty"`
}

// A HeldOutQuery is told from others by its id and its words.
type HeldOutQuery struct {
	ID   string `json:"query_id"`
	Text string `json:"text_sha256"`
}

// A LookOfOne is a system that was looked at, with the hash of its run file or configuration.
type LookOfOne struct {
	Name string `json:"name"`
	Hash string `json:"hash"`
}

// A Sealed fact is what a store remembers of held-out queries, whatever becomes of the ledger: which there
// were, which looks were taken, which configurations were known when. It is kept once and never changed.
type Sealed struct {
	Kind, Key string
	At        time.Time
	Fact      []byte // JSON
}

// A Sealer keeps sealed facts.
type Sealer interface {
	// Seal keeps facts; one whose kind and key are there already stays what it is.
	Seal(ctx context.Context, facts []Sealed) error
	// Sealed returns those of a kind, by key; "" is all, by kind and key.
	Sealed(ctx context.Context, kind string) ([]Sealed, error)
}

// A HoldoutVerdict says whether a gain is there on queries that no one chose by.
type HoldoutVerdict string

// The three verdicts of a held-out check.
const (
	Generalises HoldoutVerdict = "generalises"
	Overfitted  HoldoutVerdict = "overfitted"
	CannotTell  HoldoutVerdict = "cannot_tell"
)

// A HoldoutCheck sets the gain on the evaluation queries next to that on the held-out ones; see stats.HeldOut.
type HoldoutCheck struct {
	Schema         string         `json:"schema"`
	Profile        string         `json:"profile"`
	TestSet        TestSetInfo    `json:"test_set"`
	A              System         `json:"a"`
	B              System         `json:"b"`
	Measure        string         `json:"measure"`
	Verdict        HoldoutVerdict `json:"verdict"`
	Reason         string         `json:"reason"`
	Alpha          float64        `json:"alpha"`
	Configurations int            `json:"configurations"` // shown on these held-out queries by now, this one included
	Level          float64        `json:"heldout_alpha"`  // of the held-out decisions: alpha/configurations
	NewQueries     bool           `json:"needs_new_queries,omitempty"`
	Evaluation     PartGain       `json:"evaluation"`
	HeldOut        PartGain       `json:"heldout"`
	Upper          float64        `json:"heldout_upper"` // one-sided end at heldout_alpha
	Limit          float64        `json:"overfit_limit"` // half of the evaluation gain: overfitted is an upper end below it
	POverfit       *float64       `json:"p_overfit"`     // nil without a gain on the evaluation queries
	Lost           *float64       `json:"lost_share"`    // 1 − held-out/evaluation gain; nil unless the evaluation gain is better
	LostAtLeast    *float64       `json:"lost_share_low"`
	Power          *float64       `json:"power"`          // of finding a gain of which nothing holds
	Needed         *int           `json:"needed_queries"` // held-out ones that find it with probability .8
	Signal         bool           `json:"overfit_signal"` // the evaluation gain is better and the held-out mean not above 0; without error control
	Tried          int            `json:"tried"`          // configurations that the candidate was the best of
	Optimism       *float64       `json:"optimism"`       // expected gain of the best of this number of without any effect
	Look           int            `json:"look"`           // its number in the ledger
	Head           string         `json:"ledger_head"`    // hash of the ledger's last entry
	Health         []Finding      `json:"health"`
}

// A PartGain is the mean difference candidate − baseline on one part, positive when the candidate is better.
type PartGain struct {
	N        int       `json:"n"`
	Mean     float64   `json:"mean_difference"`
	Interval *Interval `json:"interval"` // headline; of the held-out part at its level
	PValue   *float64  `json:"p_value"`
}

// WornLooks is the number of configurations from which on held-out queries are worn: a gain that shows with probability
// .64 when five were shown, shows with .47 when 20 were (gain .06, 100 queries, standard deviation .2).
const WornLooks = 20

// LooksSchema is the name of a list of looks.
const LooksSchema = "rankduel/looks/v1"

// Looks is a ledger that was read and found whole.
type Looks struct {
	Schema  string `json:"schema"`
	Ledger  string `json:"ledger"`
	TestSet string `json:"test_set,omitempty"` // name and version of the set that is asked about

	// Of that set's held-out queries: looks at any of them, the configurations that
	// they showed, and looks that the store remembers and the ledger has not.
	Here           int        `json:"looks_here"`
	Configurations int        `json:"configurations"`
	Last           *time.Time `json:"last_look"`
	Lost           []Look     `json:"lost,omitempty"`

	Looks []Look `json:"looks"`
}
