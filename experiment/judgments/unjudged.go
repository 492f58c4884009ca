package judgments

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

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
		j.queries = append(j.queries, Query{ID: q.ID, Stratum: q.Type, Text: q.Text, Group: q.Group})
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
