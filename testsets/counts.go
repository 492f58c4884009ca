package testsets

import (
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
)

// Counts is what testset show prints about a set.
type Counts struct {
	Queries    int
	Evaluation int // queries marked so; 0 in a set that is not split
	HeldOut    int
	Refusals   int // queries that a good system declines to answer
	Unjudged   int // queries that are marked so: no one has judged them yet
	NoRelevant int // other queries without a document or chunk above grade 0

	Strata []StratumCount // in the set's order; empty for queries without types
	Grades []GradeCount   // ascending; documents only

	Documents int    // distinct documents in all judgments
	Judgments int    // pairs of query and document
	Chunks    int    // pairs of query and chunk
	Passages  int    // judged parts of documents
	Pool      Spread // judged documents per query that is not unjudged, grade 0 included
	Relevant  Spread // documents above grade 0 per query, likewise
}

// A StratumCount is one stratum's share of a set.
type StratumCount struct {
	Name       string
	Queries    int
	Evaluation int
	HeldOut    int
	Judgments  int // pairs of query and document
	Relevant   int // of these, above grade 0
}

// A GradeCount says how often a grade was given.
type GradeCount struct {
	Grade     int
	Word      string
	Judgments int
	Queries   int // queries with at least one such judgment
}

// A Spread describes a number that every query has. Median is the mean of the two middle values when there are two.
type Spread struct {
	Min, Max     int
	Median, Mean float64
}

// Counts counts. It takes one pass over the judgments.
func (t *TestSet) Counts() Counts {
	c := Counts{Queries: len(t.Queries)}
	strata := map[string]*StratumCount{}
	c.Strata = make([]StratumCount, len(t.Strata))
	for i, name := range t.Strata {
		c.Strata[i].Name = name
		strata[name] = &c.Strata[i]
	}
	grades := map[int]*GradeCount{}
	for _, l := range t.scale() {
		c.Grades = append(c.Grades, GradeCount{Grade: l.Grade, Word: l.Word})
	}
	for i := range c.Grades {
		grades[c.Grades[i].Grade] = &c.Grades[i]
	}
	documents := map[string]struct{}{}
	var pool, relevant []int
	for i := range t.Queries {
		q := &t.Queries[i]
		above := countGrades(q, grades, documents)
		if !q.Unjudged {
			pool, relevant = append(pool, len(q.Relevant)), append(relevant, above)
		}
		c.add(t, q)
		if s := strata[q.Type]; s != nil {
			s.add(q, above)
		}
	}
	c.Documents = len(documents)
	c.Pool, c.Relevant = spreadOf(pool), spreadOf(relevant)
	return c
}

func (c *Counts) add(t *TestSet, q *Query) {
	c.Evaluation += count(q.Split == Evaluation)
	c.HeldOut += count(q.Split == HeldOut)
	c.Refusals += count(t.ShouldRefuse(q))
	c.Unjudged += count(q.Unjudged)
	c.NoRelevant += count(!q.Unjudged && !q.HasRelevant())
	c.Judgments += len(q.Relevant)
	c.Chunks += len(q.RelevantChunks)
	c.Passages += len(q.Passages)
}

func (s *StratumCount) add(q *Query, relevant int) {
	s.Queries++
	s.Evaluation += count(q.Split == Evaluation)
	s.HeldOut += count(q.Split == HeldOut)
	s.Judgments += len(q.Relevant)
	s.Relevant += relevant
}

// countGrades adds q's judgments and returns how many are above grade 0.
func countGrades(q *Query, grades map[int]*GradeCount, documents map[string]struct{}) int {
	above := 0
	var seen []int
	for _, j := range q.Relevant {
		documents[j.Doc] = struct{}{}
		above += count(j.Grade > 0)
		g := grades[j.Grade]
		if g == nil {
			continue // a set that was not validated
		}
		g.Judgments++
		if !slices.Contains(seen, j.Grade) {
			seen = append(seen, j.Grade)
			g.Queries++
		}
	}
	return above
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func spreadOf(values []int) Spread {
	if len(values) == 0 {
		return Spread{}
	}
	slices.Sort(values)
	sum := ordered.Sum(values)
	n := len(values)
	return Spread{
		Min: values[0], Max: values[n-1],
		Median: float64(values[(n-1)/2]+values[n/2]) / 2,
		Mean:   float64(sum) / float64(n),
	}
}
