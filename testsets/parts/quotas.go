package parts

import (
	"cmp"
	"math/big"
	"strconv"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets"
)

// A stratification tells the stratum of each query, by number. Queries that no one judged yet are strata of
// their own next to the judged ones of their name: a part of them alone could not be scored.
type stratification struct {
	names    []string
	unjudged []bool
	sizes    []int
	of       []int // by query
}

// strataOf returns the strata of a set, first all that are judged and then the others, each in the set's
// order: that of the queries plays no part. A set without any is one.
func strataOf(set *testsets.TestSet) *stratification {
	s := &stratification{of: make([]int, len(set.Queries))}
	type stratum struct {
		name     string
		unjudged bool
	}
	at := map[stratum]int{}
	add := func(name string, unjudged bool) int {
		i, known := at[stratum{name, unjudged}]
		if !known {
			i = len(s.names)
			at[stratum{name, unjudged}] = i
			s.names, s.unjudged, s.sizes = append(s.names, name), append(s.unjudged, unjudged), append(s.sizes, 0)
		}
		return i
	}
	names := set.Strata
	if len(names) == 0 {
		names = []string{""}
	}
	for _, unjudged := range []bool{false, true} {
		for _, name := range names {
			add(name, unjudged)
		}
	}
	for i := range set.Queries {
		n := add(set.Queries[i].Type, set.Queries[i].Unjudged)
		s.of[i] = n
		s.sizes[n]++
	}
	return s
}

// shares returns what is held out of each stratum, judged or not.
func (s *stratification) shares(held, quotas []int) []Share {
	var out []Share
	at := map[string]int{}
	for n, name := range s.names {
		i, known := at[name]
		if !known {
			i = len(out)
			at[name] = i
			out = append(out, Share{Stratum: name})
		}
		out[i].Queries += s.sizes[n]
		out[i].HeldOut += held[n]
		out[i].Quota += quotas[n]
	}
	return out
}

// shareUnjudged returns what is held out of the queries without judgments yet.
func (s *stratification) shareUnjudged(held, quotas []int) Share {
	var out Share
	for n, unjudged := range s.unjudged {
		if unjudged {
			out.Queries += s.sizes[n]
			out.HeldOut += held[n]
			out.Quota += quotas[n]
		}
	}
	return out
}

// quotas shares ratio of all out among strata, by largest remainder; of equal ones the larger stratum is first, then
// the earlier. The ratio is the decimal number that was written, and all is done in fractions: 0.29 of 100 is 29.
func quotas(ratio float64, sizes []int) []int {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(ratio, 'g', -1, 64))
	out := make([]int, len(sizes))
	rest := make([]*big.Rat, len(sizes))
	left := roundHalfUp(of(r, ordered.Sum(sizes)))
	for i, n := range sizes {
		share := of(r, n)
		whole := new(big.Int).Quo(share.Num(), share.Denom())
		out[i] = int(whole.Int64())
		rest[i] = share.Sub(share, new(big.Rat).SetInt(whole))
		left -= out[i]
	}
	order := ordered.Places(len(sizes), func(a, b int) int {
		return cmp.Or(rest[b].Cmp(rest[a]), cmp.Compare(sizes[b], sizes[a]))
	})
	for _, i := range order[:max(left, 0)] {
		out[i]++
	}
	return out
}

func of(ratio *big.Rat, n int) *big.Rat {
	return new(big.Rat).Mul(ratio, new(big.Rat).SetInt64(int64(n)))
}

func roundHalfUp(x *big.Rat) int {
	twice := new(big.Int).Add(new(big.Int).Mul(x.Num(), big.NewInt(2)), x.Denom())
	return int(twice.Quo(twice, new(big.Int).Mul(x.Denom(), big.NewInt(2))).Int64())
}
