package judgments

import (
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/testsets"
)

// Describe counts what a test set holds.
func Describe(set *testsets.TestSet, perQuery bool) *result.TestSetDescription {
	c := set.Counts()
	d := &result.TestSetDescription{
		Schema: result.TestSetSchema, Name: set.Name, Version: set.Version, Description: set.Description, Profile: set.Profile, Created: set.Created,
		Parent: set.Parent, Provenance: set.Provenance, Draw: set.Draw, SHA256: set.SHA256(), Scale: set.Scale.String(),
		Queries: c.Queries, Evaluation: c.Evaluation, HeldOut: c.HeldOut, Refusals: c.Refusals, Unjudged: c.Unjudged,
		Documents: c.Documents, Judgments: c.Judgments,
		Pool:     result.Spread{Min: c.Pool.Min, Median: c.Pool.Median, Mean: c.Pool.Mean, Max: c.Pool.Max},
		Relevant: result.Spread{Min: c.Relevant.Min, Median: c.Relevant.Median, Mean: c.Relevant.Mean, Max: c.Relevant.Max},
		Strata:   []result.StratumCount{}, Grades: []result.GradeCount{}, Warnings: []string{},
	}
	for _, s := range c.Strata {
		d.Strata = append(d.Strata, result.StratumCount{Stratum: s.Name, Queries: s.Queries, HeldOut: s.HeldOut, Judgments: s.Judgments, Relevant: s.Relevant})
	}
	for _, g := range c.Grades {
		d.Grades = append(d.Grades, result.GradeCount{Grade: g.Grade, Word: g.Word, Judgments: g.Judgments, Queries: g.Queries})
	}
	for _, w := range set.Warnings() {
		d.Warnings = append(d.Warnings, w.Error())
	}
	if perQuery {
		for _, q := range set.Queries {
			grades := map[int]int{}
			for _, j := range q.Relevant {
				grades[j.Grade]++
			}
			d.PerQuery = append(d.PerQuery, result.QueryDescription{QueryID: q.ID, Text: q.Text, Stratum: q.Type, Split: string(q.Split), Pool: len(q.Relevant), Grades: grades})
		}
	}
	return d
}
