package testsets

import (
	"errors"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
)

// All names the whole set in [TestSet.Part]; queries are never marked with it.
const All = "all"

// ErrNoQueries is returned when a part of a set holds no query.
var ErrNoQueries = errors.New("no queries")

// Part returns the evaluation part, the held-out part ("heldout") or "all" of the set; "" means "evaluation". A set
// without split marks is all evaluation, and its held-out part is an error that says how to split it. A part without
// queries is [ErrNoQueries]. The part shares its queries' lists with t, and its hash is that of its queries alone.
func (t *TestSet) Part(part string) (*TestSet, error) {
	out := *t
	out.Queries = nil
	switch Split(part) {
	case All:
		out.Queries = t.Queries
	case Evaluation, Unsplit:
		out.Queries = t.marked(Evaluation)
		if !t.isSplit() {
			out.Queries = t.Queries
		}
	case HeldOut:
		if !t.isSplit() {
			return nil, fmt.Errorf("test set %s has no held-out part: mark each query `split: evaluation` or `split: heldout`", t.Label())
		}
		out.Queries = t.marked(HeldOut)
	default:
		return nil, fmt.Errorf("unknown part %q of test set %s: use evaluation, heldout or all", part, t.Label())
	}
	if len(out.Queries) == 0 {
		return nil, fmt.Errorf("test set %s, part %s: %w", t.Label(), part, ErrNoQueries)
	}
	return &out, nil
}

func (t *TestSet) isSplit() bool {
	return slices.ContainsFunc(t.Queries, func(q Query) bool { return q.Split != Unsplit })
}

func (t *TestSet) marked(s Split) []Query {
	return ordered.Where(t.Queries, func(q Query) bool { return q.Split == s })
}

// Label returns how a set is referred to: name@version, or the name alone when it has no version.
func (t *TestSet) Label() string {
	if t.Version == "" {
		return t.Name
	}
	return t.Name + "@" + t.Version
}
