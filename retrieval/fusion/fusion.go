// Package fusion merges the rankings that several components (bm25, splade, dense, ...) returned for
// one query into one ranking. It works on hits that are already there: it retrieves nothing, judges
// nothing, and knows neither queries nor grades.
//
// The usual path: fill [Settings] from a configuration file, call [Settings.Validate] with the names of
// the components once, before anything is retrieved, build the method with [New], and call Fuse per query.
//
//	fusion_method: rrf        # or
//	rrf_k: 60
//
//	fusion_method: weighted
//	weights: {bm25: 0.3, splade: 0.4, dense: 0.3}
//
// [Builtin] lists the methods, under the names that ranx has for them, and [Norm] describes the
// normalizations. Methods are chosen by name, so their functions are not exported; formula, range, edge cases
// and source are written above each of them, where go doc -u shows them: one with go doc -u retrieval/fusion rrf, all
// with go doc -u -all. Ranks are all that rrf, isr, rbc, bordafuse, condorcet and their relatives look at;
// sum, mnz, wsum and theirs add up scores, which have to be normalized first; posfuse, bayesfuse and others
// learn from judged queries what a hit is worth ([Trainer], [CrossFit]). No method is best everywhere: rrf
// asks for nothing and is hard to beat without judgments, a weighted sum usually is the one to beat with them.
//
// To fuse one query in many ways, as a sweep does, make a [Pool] of its lists once, let each method score it
// and ask for what a measure needs, with [Pool.Top] or [Pool.Ranks]. That is a hundred times faster than Fuse.
//
// # Order
//
// Fused score descending. Ties, which reciprocal ranks make common, go to the document that the component
// named bm25 ranks better (documents it does not have come last), and then to the smaller document id in
// byte order. The first half is the rule of the medical retrieval service whose configurations these are; both
// halves together are the only rule that reproduces its published figures. The order of the hits is therefore
// part of the result: to sort them again by score and id alone is to get another ranking.
//
// The scores of a document are added in ascending order of size, whatever the order or the names of the
// components, so that ranks (1, 2, 7) and (7, 1, 2) tie exactly and not up to rounding.
//
// # Missing components
//
// A component that answered with no hits takes part with an empty list. A component that failed for this
// query is left out of the lists by the caller, who must count and report it: Fuse cannot know what it was
// not given. The effect is that of an empty list: documents lose that component's share, the other weights
// are not scaled up, and scores of such a query are not comparable with scores of other queries.
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
