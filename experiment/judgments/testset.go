package judgments

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// TestSetsDir is the folder in which sets are looked up by name[@version].
const TestSetsDir = "testsets"

// OpenTestSet reads the test set that ref names from the folder dir: a path, or a name[@version] that is
// looked up in dir/testsets and then in dir. The profile that it names has to be one.
func OpenTestSet(dir, ref string) (*testsets.TestSet, error) {
	set, err := find(dir, ref)
	if err != nil {
		return nil, err
	}
	if _, err := ProfileOf(set); err != nil {
		return nil, fmt.Errorf("%s: profile: %w", ref, err)
	}
	return set, nil
}

// ProfileOf returns the profile that a test set is scored under unless another one is asked for.
func ProfileOf(set *testsets.TestSet) (metrics.Profile, error) { return ProfileFor(set, "") }

// ProfileFor returns the profile of a name, or else that which a test set names, as it is for judgments of this kind.
// The set may be nil.
func ProfileFor(set *testsets.TestSet, name string) (metrics.Profile, error) {
	if set == nil {
		set = &testsets.TestSet{}
	}
	p, err := metrics.ProfileByName(cmp.Or(name, set.Profile, metrics.DefaultProfile))
	if slices.ContainsFunc(set.Queries, func(q testsets.Query) bool { return len(q.Passages) > 0 }) {
		p = p.ForPassages()
	}
	return p, err
}

func find(dir, ref string) (*testsets.TestSet, error) {
	path := ref
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, ref)
	}
	if set, err := testsets.Open(filepath.Join(dir, TestSetsDir), path); !errors.Is(err, testsets.ErrNotFound) {
		return set, err
	}
	var notFound, last error
	for _, folder := range []string{filepath.Join(dir, TestSetsDir), dir} {
		set, err := testsets.Find(folder, ref)
		if !errors.Is(err, testsets.ErrNotFound) {
			return set, err
		}
		if _, missing := os.Stat(folder); missing == nil && notFound == nil {
			notFound = err // of the folder that the user keeps sets in
		}
		last = err
	}
	return nil, cmp.Or(notFound, last)
}

// Describe counts what a test set holds.
func Describe(set *testsets.TestSet, perQuery bool) *result.TestSetDescription {
	c := set.Counts()
	d := &result.TestSetDescription{
		Schema: result.TestSetSchema, Name: set.Name, Version: set.Version, Description: set.Description, Profile: set.Profile, Created: set.Created,
		Parent: set.Parent, Provenance: set.Provenance, Draw: set.Draw, SHA256: set.SHA256(), Scale: set.Scale.String(),
		Queries: c.Queries, Evaluation: c.Queries - c.HeldOut, HeldOut: c.HeldOut, Refusals: c.Refusals, Unjudged: c.Unjudged,
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

// Unjudged takes all queries of a set as such without judgments yet, whatever it
// says: they can be asked, and not scored.
func Unjudged(set *testsets.TestSet) (*Judgments, error) {
	if len(set.Queries) == 0 {
		return nil, fmt.Errorf("%s: no queries", set.Label())
	}
	j := &Judgments{Info: result.TestSetInfo{
		Name: set.Name, Version: set.Version, SHA256: set.SHA256(), Part: PartAll, Unjudged: len(set.Queries), Strata: map[string]int{}, Order: set.Strata,
	}}
	for _, q := range set.Queries {
		j.queries = append(j.queries, Query{ID: q.ID, Stratum: q.Type, Text: q.Text, Group: q.Unit()})
	}
	j.setIndex()
	none, err := trec.NewQrels(func(func(trec.Judgment) bool) {})
	if err != nil {
		return nil, err
	}
	j.Documents = j.join(none)
	j.Chunks = j.Documents
	return j, nil
}

// NameAs gives queries the text, stratum and group that a test set has for them.
func (j *Judgments) NameAs(set *testsets.TestSet) {
	if j.queries == nil {
		for i := range j.Len() {
			j.queries = append(j.queries, Query{ID: j.Documents.Qrels.Query(i)})
		}
		j.setIndex()
	}
	for i := range set.Queries {
		q := &set.Queries[i]
		if at, known := j.index[q.ID]; known {
			j.queries[at].Text, j.queries[at].Stratum, j.queries[at].Group = q.Text, q.Type, q.Unit()
		}
	}
}
