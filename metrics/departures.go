package metrics

import (
	"fmt"
	"slices"
)

// Exact returns the profile without its rounding.
func (p Profile) Exact() Profile {
	if p.Decimals < 0 {
		return p
	}
	exact := p.departing(fmt.Sprintf("figures are as they were computed, and not rounded as under profile %s (%s)", p.Name, p.Precision()))
	exact.Decimals, exact.RoundsQueries = -1, false
	return exact
}

// Treating returns the profile with another rule for undefined scores of rankings.
// Those of answers stay undefined: there is no answer to score.
func (p Profile) Treating(u Undefined) Profile {
	if p.Undefined == u {
		return p
	}
	what := "are left out"
	if u == Zero {
		what = "count 0"
	}
	other := p.departing(fmt.Sprintf("undefined scores %s, other than under profile %s", what, p.Name))
	other.Undefined = u
	return other
}

// Departures say in words where the figures are not those of the profile whose
// name they have, because someone asked for that.
func (p Profile) Departures() []string { return slices.Clone(p.departs) }

func (p Profile) departing(how string) Profile {
	p.departs = append(slices.Clone(p.departs), how)
	return p
}
