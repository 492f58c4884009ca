package refresh

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets"
)

// quotas share n out over strata in proportion to their sizes, by the largest
// remainder; of equal remainders the stratum that comes first has the one more.
func quotas(n int, sizes []int) []int {
	sum := ordered.Sum(sizes)
	out := make([]int, len(sizes))
	if sum == 0 {
		return out
	}
	left := n
	for i, s := range sizes {
		out[i] = n * s / sum
		left -= out[i]
	}
	order := ordered.Places(len(sizes), func(i, j int) int { return cmp.Compare(n*sizes[j]%sum, n*sizes[i]%sum) })
	for _, i := range order[:left] {
		out[i]++
	}
	return out
}

// strataOf returns the strata of a set in its order, one without a name for a set without strata.
func strataOf(set *testsets.TestSet) []string {
	if len(set.Strata) == 0 {
		return []string{""}
	}
	return set.Strata
}

// sizes returns the judged queries of each stratum.
func sizes(set *testsets.TestSet) []int {
	strata := strataOf(set)
	out := make([]int, len(strata))
	for i := range set.Queries {
		if at := slices.Index(strata, set.Queries[i].Type); at >= 0 && !set.Queries[i].Unjudged {
			out[at]++
		}
	}
	return out
}

// quotasOf says how many queries of each stratum are replaced: as was asked for, or in proportion.
func quotasOf(set *testsets.TestSet, replace int, asked map[string]int) ([]StratumQuota, error) {
	strata, have := strataOf(set), sizes(set)
	shares := quotas(replace, have)
	if len(asked) > 0 {
		sum := 0
		for name, n := range asked {
			if !slices.Contains(strata, name) {
				return nil, fmt.Errorf("strata: the set has no stratum %q; it has %v", name, set.Strata)
			}
			sum += n
		}
		if sum != replace {
			return nil, fmt.Errorf("strata: %d queries in all, and %d are to be replaced", sum, replace)
		}
		for i, name := range strata {
			shares[i] = asked[name]
		}
	}
	list := make([]StratumQuota, len(strata))
	for i, name := range strata {
		if shares[i] > have[i] || shares[i] < 0 {
			return nil, fmt.Errorf("strata: %d queries of %s cannot leave, it has %d", shares[i], named(name), have[i])
		}
		list[i] = StratumQuota{name, shares[i]}
	}
	return list, nil
}

func named(stratum string) string {
	if stratum == "" {
		return "the set"
	}
	return "stratum " + stratum
}
