package refresh

import (
	"slices"

	"github.com/rankduel/rankduel/testsets"
)

// finishedSchema names the JSON document of a Finished.
const finishedSchema = "rankduel/refresh-finished/v1"

// A Finished says what came of a refresh.
type Finished struct {
	Schema      string          `json:"schema"`
	File        string          `json:"file"`
	Provenance  string          `json:"provenance"`
	Changelog   string          `json:"changelog"`
	From        string          `json:"from"` // label of the old version
	To          string          `json:"to"`
	SHA256      string          `json:"sha256"` // of the new version's content
	Before      int             `json:"queries_before"`
	After       int             `json:"queries_after"`
	Kept        int             `json:"kept"` // queries in both
	Left        []string        `json:"left"`
	Entered     []string        `json:"entered"`
	Unanswered  []string        `json:"unanswered,omitempty"` // new queries that were left out
	Strata      []StratumChange `json:"strata"`
	Threshold   string          `json:"threshold"`
	Evidence    bool            `json:"evidence_required"` // the lower end of kappa decided, not kappa itself
	LowLevel    float64         `json:"lower_end_level"`
	Agreements  []Agreement     `json:"agreements"`
	Pairs       int             `json:"pairs"`    // of the pool
	Disputed    int             `json:"disputed"` // of these, with different labels
	Unjudged    int             `json:"unjudged"` // of these, that no one could judge
	PerQuery    float64         `json:"documents_per_new_query"`
	OldPerQuery float64         `json:"documents_per_old_query"`
	Warnings    []string        `json:"warnings"`
}

// A StratumChange is what became of a stratum.
type StratumChange struct {
	Name          string `json:"stratum"`
	Before        int    `json:"before"`
	Left          int    `json:"left"`
	Entered       int    `json:"entered"`
	After         int    `json:"after"`
	HeldOutBefore int    `json:"heldout_before"`
	HeldOutAfter  int    `json:"heldout_after"`
}

func changes(before, after *testsets.TestSet) []StratumChange {
	strata := strataOf(before)
	list := make([]StratumChange, len(strata))
	in := map[string]bool{}
	for i, name := range strata {
		list[i].Name = name
	}
	for _, q := range after.Queries {
		in[q.ID] = true
		if c := stratumAt(list, strata, q.Type); c != nil {
			c.After++
			c.HeldOutAfter += count(q.Split == testsets.HeldOut)
			c.Entered++ // kept ones are taken off below
		}
	}
	for _, q := range before.Queries {
		c := stratumAt(list, strata, q.Type)
		if c == nil {
			continue
		}
		c.Before++
		c.HeldOutBefore += count(q.Split == testsets.HeldOut)
		if in[q.ID] {
			c.Entered--
		} else {
			c.Left++
		}
	}
	return list
}

func stratumAt(list []StratumChange, strata []string, name string) *StratumChange {
	if i := slices.Index(strata, name); i >= 0 {
		return &list[i]
	}
	return nil
}
