// Package fusion merges the rankings that several components (bm25, splade, dense, ...) returned for one query into one
// ranking. It works on hits that are already there: it retrieves nothing, judges nothing, and knows neither queries nor grades.
//
// Check [Settings] once by [Settings.Validate] with the names of the components, build the method with [New], and call Fuse per
// query. To fuse one query in many ways, as a sweep does, make a [Pool] of its lists once: that is a hundred times faster.
// [Builtin] lists the methods by name, [Norm] the normalizations; formula, range, edge cases and source are above each method,
// where `go doc -u retrieval/fusion rrf` shows them. Those that learn are [Trainer]s, see [CrossFit].
//
// The order of the hits is part of the result: to sort them again by score and id alone is to get another ranking. A component
// that failed for this query is left out of the lists by the caller, who must count and report it. docs/fusion.md has the rest.
package fusion

import (
	"errors"

	"github.com/rankduel/rankduel/retrieval"
)

// tieComponent is the component whose ranks break ties of the fused score.
const tieComponent = "bm25"

// ErrNoLists is returned by Fuse when no component has a list: nothing ran, which is not an empty ranking.
var ErrNoLists = errors.New("no component has a ranking")

// A List is what one component returned for the query, best hit first, each document once.
type List struct {
	Component string
	Hits      []retrieval.Hit
}
