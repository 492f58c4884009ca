// Package parts draws which queries of a test set are held out, and finds
// queries of one part that have a near-duplicate in the other.
//
// A draw is stratified: of each stratum the same share is held out, in whole queries. What asks the same
// stays in one part. Queries that are in a part already keep it, so that a set in which some queries were
// replaced is drawn with the same function.
//
// The usual path: [Draw], then testsets.Document.Split or testsets.TestSet.WithSplit; [Leaks] of what came out.
package parts

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets"
)

// A Division is the parts that were drawn.
type Division struct {
	Parts    []testsets.Split // of each query, in the set's order
	Strata   []Share          // in the set's order; one without a name where queries have no types
	Unjudged Share            // of these, queries without judgments yet: they are drawn apart
	HeldOut  int              // queries
	Quota    int              // queries that were wanted
	Bound    int              // queries that were drawn together with others
	together []string         // their ids
	Kept     int              // queries that had a part already, and keep it
}

// A Share is how much of one stratum is held out.
type Share struct {
	Stratum string
	Queries int
	HeldOut int
	Quota   int // queries that were wanted: the share of the stratum, by largest remainder
}

// Missed returns the strata of which more or fewer queries are held out than wanted: because queries that
// belong together do not fit, or because more were kept there.
func (d *Division) Missed() []Share {
	return ordered.Where(d.Strata, func(s Share) bool { return s.HeldOut != s.Quota })
}

// ErrNoPart is returned where one part would have no query.
var ErrNoPart = errors.New("a part without queries")

// Draw divides a set. Marked queries keep their part, be it beyond their stratum's quota; the others
// are drawn, and fill what is left of it. The quotas are those of the largest remainders: ⌊ratio·n⌋
// queries of each stratum of n, judged and unjudged ones apart, and one more of those with the largest
// fractions until ratio of all queries, rounded half up, is reached. Units are drawn in random order as
// long as they fit. A unit is a family, and by ByGroup (or no By) also queries of one group or of the
// same words (package near). The draw depends on the queries' ids, not on their order or the processor.
func Draw(set *testsets.TestSet, by testsets.Draw) (*Division, error) {
	if !(by.Ratio > 0 && by.Ratio < 1) {
		return nil, fmt.Errorf("ratio %v: want a share between 0 and 1, such as 0.2", by.Ratio)
	}
	strata := strataOf(set)
	quotas := quotas(by.Ratio, strata.sizes)
	d := &Division{Parts: make([]testsets.Split, len(set.Queries)), Quota: ordered.Sum(quotas)}
	if d.Quota == 0 || d.Quota == len(set.Queries) {
		return nil, fmt.Errorf("%w: %v of %d queries is %d; use another ratio, or more queries", ErrNoPart, by.Ratio, len(set.Queries), d.Quota)
	}
	b := bins{division: d, strata: strata, quotas: quotas, held: make([]int, len(quotas))}
	units := unitsOf(set, by.By != testsets.ByQuery)
	for _, u := range units {
		if len(u) > 1 {
			d.Bound += len(u)
			for _, q := range u {
				d.together = append(d.together, set.Queries[q].ID)
			}
		}
	}
	free := b.keep(set, units)
	shuffle(free, by.Seed)
	b.fill(free)
	for i := range d.Parts {
		if d.Parts[i] == testsets.Unsplit {
			d.Parts[i] = testsets.Evaluation
		}
	}
	d.Strata, d.Unjudged = strata.shares(b.held, quotas), strata.shareUnjudged(b.held, quotas)
	if d.HeldOut = ordered.Sum(b.held); d.HeldOut == 0 || d.HeldOut == len(set.Queries) {
		remedy := "use another ratio"
		if by.By != testsets.ByQuery && len(unitsOf(set, false)) > len(units) {
			remedy += ", or --by query"
		}
		return nil, fmt.Errorf("%w: %d of %d queries belong together, and nothing near %d of them can be held out; %s", ErrNoPart, d.Bound, len(set.Queries), d.Quota, remedy)
	}
	return d, nil
}

// shuffle puts units into random order, by Fisher and Yates. The generator and the way to bound it are
// written down here, because a split is drawn again years later.
func shuffle(units []unit, seed uint64) {
	rng := rand.NewPCG(seed, 0x73706c6974) // "split"
	for i := len(units) - 1; i > 0; i-- {
		j := below(rng, uint64(i)+1)
		units[i], units[j] = units[j], units[i]
	}
}

// below draws a number under n: what would favour some of them is drawn again.
func below(rng *rand.PCG, n uint64) int {
	limit := -n % n // 2⁶⁴ mod n
	for {
		if u := rng.Uint64(); u >= limit {
			return int(u % n)
		}
	}
}
