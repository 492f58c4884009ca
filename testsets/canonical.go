package testsets

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// SHA256 returns the hash of what the set says, in 64 hexadecimal digits: the format,
// the grades with their words, the strata, and every key of every query.
//
// docs/testsets.md says what it does not depend on. A held-out part that was looked at does not become fresh by being
// renamed: name and version are not content, the part that each query belongs to is.
//
// The hash is SHA-256 over JSON lines in UTF-8, each ended by a line feed: a header with format (golden
// lists only), scale and strata, then the queries in the byte order of their ids, with the keys in the
// order in which [TestSet.MarshalLines] writes them, empty ones left out, and lists sorted.
func (t *TestSet) SHA256() string {
	h := sha256.New()
	strata := slices.Sorted(slices.Values(t.Strata))
	w := newJSONWriter()
	share := t.PassageShare
	if share == DefaultPassageShare {
		share = 0
	}
	w.write(&TestSet{Format: t.Format, Scale: t.scale(), Strata: none(strata), PassageShare: share})
	for _, i := range t.byID() {
		q := canonicalQuery(t.Queries[i])
		w.query(t.Format, &q)
		h.Write(w.Bytes())
		w.Reset()
	}
	h.Write(w.Bytes())
	return hex.EncodeToString(h.Sum(nil))
}

// byID returns the indexes of the queries in the byte order of their ids.
func (t *TestSet) byID() []int {
	return ordered.Places(len(t.Queries), func(a, b int) int { return strings.Compare(t.Queries[a].ID, t.Queries[b].ID) })
}

// canonicalQuery sorts what has no order in copies of its lists.
func canonicalQuery(q Query) Query {
	q.Relevant = slices.Clone(q.Relevant)
	ordered.Stable(q.Relevant, func(a, b Judgment) int {
		return cmp.Or(strings.Compare(a.Doc, b.Doc), cmp.Compare(a.Grade, b.Grade))
	})
	q.RelevantChunks = slices.Clone(q.RelevantChunks)
	ordered.Stable(q.RelevantChunks, func(a, b ChunkJudgment) int {
		return cmp.Or(strings.Compare(a.Chunk, b.Chunk), cmp.Compare(a.Grade, b.Grade))
	})
	q.Passages = slices.Clone(q.Passages)
	ordered.Stable(q.Passages, comparePassages)
	q.ExpectedSpans = slices.Clone(q.ExpectedSpans)
	ordered.Stable(q.ExpectedSpans, func(a, b Span) int { return strings.Compare(a.String(), b.String()) })
	for _, list := range []*[]string{&q.ExpectedDocs, &q.ExpectedChunks, &q.MustContain, &q.Forbidden, &q.Tags} {
		*list = none(slices.Sorted(slices.Values(*list)))
	}
	return q
}
