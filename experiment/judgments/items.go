package judgments

import (
	"cmp"
	"encoding/binary"
	"iter"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Items are the judgments at one level, documents or chunks.
type Items struct {
	Qrels     *trec.Qrels
	at        []int32      // query → position in the qrels, -1 when nothing was judged; nil: the same
	kinds     []kind       // that are different
	of        []int32      // by query, which kind
	real      bool         // judged by real-valued gains
	subtopics []*Subtopics // by query, as far as there are any
	passages  []*Passages  // likewise: their judgments are named by them
}

// A kind is what queries have judged, but for the ids: of a million there are few.
type kind struct {
	ideal       []int     // grades of the relevant ones, descending
	gains       []float64 // those above 0, likewise; nil unless real
	nonRelevant int
}

// An Item is the part of the join of one query that no ranking changes.
type Item struct {
	qrels *trec.Qrels
	kind
	InQrels   int           // position in the qrels, -1 when nothing was judged
	Real      bool          // judged by real-valued gains
	Subtopics *Subtopics    // nil without judgments by subtopic
	Passages  *Passages     // nil where hits are known by their ids
	Text      *metrics.Text // that a ranking covers of them
}

// Query returns what is judged of query i in the order of the set.
func (items *Items) Query(i int) Item {
	item := Item{qrels: items.Qrels, InQrels: i, kind: items.kinds[items.of[i]]}
	if items.at != nil {
		item.InQrels = int(items.at[i])
	}
	item.Real = items.real && item.InQrels >= 0
	if i < len(items.subtopics) {
		item.Subtopics = items.subtopics[i]
	}
	if i < len(items.passages) {
		item.Passages = items.passages[i]
	}
	return item
}

// HasPassages tells whether a query has passages, which hits are matched with by place and text.
func (items *Items) HasPassages() bool { return items.passages != nil }

// join prepares what every ranking of a query is measured against.
func (j *Judgments) join(qrels *trec.Qrels) *Items {
	n := qrels.Len()
	if j.queries != nil {
		n = len(j.queries)
	}
	items := &Items{Qrels: qrels, of: make([]int32, 0, n), real: j.realGains}
	var k kind
	known, key := map[string]int32{}, []byte(nil)
	for i := range n {
		at := i
		if j.queries != nil {
			var ok bool
			if at, ok = qrels.Index([]byte(j.queries[i].ID)); !ok {
				at = -1
			}
			items.at = append(items.at, int32(at))
		}
		key = items.look(at, &k, key[:0])
		number, ok := known[string(key)]
		if !ok {
			number = int32(len(items.kinds))
			known[string(key)] = number
			items.kinds = append(items.kinds, kind{append([]int(nil), k.ideal...), append([]float64(nil), k.gains...), k.nonRelevant})
		}
		if s := newSubtopics(qrels, at); s != nil {
			items.subtopics = append(append(items.subtopics, make([]*Subtopics, i-len(items.subtopics))...), s)
		}
		items.of = append(items.of, number)
	}
	return items
}

// look makes k the kind of the query at a place of the qrels, or -1, and appends what tells kinds apart to key.
func (items *Items) look(at int, k *kind, key []byte) []byte {
	k.ideal, k.gains, k.nonRelevant = k.ideal[:0], k.gains[:0], 0
	if at >= 0 {
		for judgment := range items.Qrels.Judgments(at) {
			if items.real && judgment.Gain > 0 {
				k.gains = append(k.gains, judgment.Gain)
			}
			switch {
			case judgment.Grade > 0:
				k.ideal = append(k.ideal, judgment.Grade)
			case judgment.Grade == 0:
				k.nonRelevant++
			}
		}
	}
	slices.SortFunc(k.ideal, func(a, b int) int { return b - a })
	slices.SortFunc(k.gains, func(a, b float64) int { return cmp.Compare(b, a) })
	key = binary.AppendUvarint(key, uint64(k.nonRelevant))
	key = binary.AppendUvarint(key, uint64(len(k.ideal)))
	for _, grade := range k.ideal {
		key = binary.AppendUvarint(key, uint64(grade))
	}
	for _, gain := range k.gains {
		key = binary.BigEndian.AppendUint64(key, math.Float64bits(gain))
	}
	return key
}

// Judged starts the join of a query: what is known without a ranking.
func (item Item) Judged() metrics.Judged {
	return metrics.Judged{Ideal: item.ideal, IdealGains: item.gains, NonRelevant: item.nonRelevant, Text: item.Text}
}

// Ranks lists where the relevant documents of a query stood: 0 where they are not among the matches of its
// ranking, or are below a depth, if there is one.
func (item Item) Ranks(matches []trec.Match, depth int) []result.RankedRelevant {
	list := make([]result.RankedRelevant, 0, len(item.ideal))
	for n, judgment := range item.relevant() {
		r := result.RankedRelevant{DocID: judgment.Doc, Grade: judgment.Grade}
		i := slices.IndexFunc(matches, func(m trec.Match) bool { return m.Judgment == n })
		if i >= 0 && (depth == 0 || matches[i].Rank <= depth) {
			r.Rank = matches[i].Rank
		}
		list = append(list, r)
	}
	return list
}

// Place sets the ranks of relevant documents, which are in the order of the judgments, among those of all judgments.
func (item Item) Place(ranks []int32, relevant []result.RankedRelevant) {
	for n := range item.relevant() {
		if len(relevant) > 0 {
			ranks[n], relevant = int32(relevant[0].Rank), relevant[1:]
		}
	}
}

// relevant returns the judgments of relevant documents, with their places among all of the query.
func (item Item) relevant() iter.Seq2[int, trec.Judgment] {
	return func(yield func(int, trec.Judgment) bool) {
		if item.InQrels < 0 {
			return
		}
		n := 0
		for judgment := range item.qrels.Judgments(item.InQrels) {
			if judgment.Grade > 0 && !yield(n, judgment) {
				return
			}
			n++
		}
	}
}
