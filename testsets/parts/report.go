package parts

import (
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/near"
)

// reportSchema names the JSON document of a Report.
const reportSchema = "rankduel/testset-split/v1"

// A Report says how a set was divided.
type Report struct {
	Schema          string        `json:"schema"`
	Name            string        `json:"name"`
	Version         string        `json:"version"`
	SHA256          string        `json:"sha256"`        // with the parts
	Before          string        `json:"sha256_before"` // without them
	Draw            testsets.Draw `json:"split"`
	Queries         int           `json:"queries"`
	Evaluation      int           `json:"evaluation_queries"`
	HeldOut         int           `json:"heldout_queries"`
	Quota           int           `json:"heldout_wanted"`
	Bound           int           `json:"drawn_together"`           // queries that ask the same as another one
	Together        []string      `json:"-"`                        // their ids
	Unjudged        int           `json:"unjudged_queries"`         // without judgments yet: they are drawn apart
	UnjudgedHeldOut int           `json:"unjudged_heldout_queries"` // of these
	UnjudgedQuota   int           `json:"unjudged_heldout_wanted"`
	Strata          []ShareReport `json:"strata"`
	Leaks           []LeakReport  `json:"leaks"`
	File            string        `json:"file"` // that was written; empty for a trial
}

// A ShareReport is one stratum's part of a Report.
type ShareReport struct {
	Stratum    string `json:"stratum"`
	Queries    int    `json:"queries"`
	Evaluation int    `json:"evaluation_queries"`
	HeldOut    int    `json:"heldout_queries"`
	Quota      int    `json:"heldout_wanted"`
}

// A LeakReport is a pair of queries in different parts that are near.
type LeakReport struct {
	Kind           near.Kind `json:"kind"`
	Similarity     float64   `json:"similarity"`
	Evaluation     string    `json:"evaluation_query"`
	EvaluationText string    `json:"evaluation_text"`
	HeldOut        string    `json:"heldout_query"`
	HeldOutText    string    `json:"heldout_text"`
}

// Describe makes the report of a set that was divided.
func Describe(before, after *testsets.TestSet, by testsets.Draw, d *Division, leaks []Leak) *Report {
	r := &Report{
		Schema: reportSchema, Name: after.Name, Version: after.Version, SHA256: after.SHA256(), Before: before.SHA256(), Draw: by,
		Queries: len(after.Queries), Evaluation: len(after.Queries) - d.HeldOut, HeldOut: d.HeldOut, Quota: d.Quota, Bound: d.Bound, Together: d.together,
		Unjudged: d.Unjudged.Queries, UnjudgedHeldOut: d.Unjudged.HeldOut, UnjudgedQuota: d.Unjudged.Quota,
		Strata: []ShareReport{}, Leaks: []LeakReport{},
	}
	for _, s := range d.Strata {
		r.Strata = append(r.Strata, ShareReport{s.Stratum, s.Queries, s.Queries - s.HeldOut, s.HeldOut, s.Quota})
	}
	for _, l := range leaks {
		r.Leaks = append(r.Leaks, l.in(after))
	}
	return r
}

func (l Leak) in(set *testsets.TestSet) LeakReport {
	a, b := &set.Queries[l.Evaluation], &set.Queries[l.HeldOut]
	return LeakReport{Kind: l.Kind, Similarity: l.Similarity, Evaluation: a.ID, EvaluationText: a.Text, HeldOut: b.ID, HeldOutText: b.Text}
}
