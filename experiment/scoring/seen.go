package scoring

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A Seen is what reading a run, or a share of one, noticed that is in none of its rows.
type Seen struct {
	Stats    trec.RunStats `json:"stats"`
	Order    trec.Order    `json:"order"`
	Unscored int           `json:"unscored"` // see [runfile.Stats]
	Extra    Beyond        `json:"extra"`
	Strange  []string      `json:"extra_ids"` // some, or all by Options
	Levels   SeenLevels    `json:"levels"`
	Answers  int           `json:"answers"`
	Chunked  bool          `json:"chunked"` // a hit says which document it is a chunk of
}

// SeenLevels are of documents, under "", and of chunks.
type SeenLevels map[metrics.Level]SeenLevel

// A SeenLevel says whether any id was judged; where none was, how many queries have hits,
// and the first hits of the first of them, after the query.
type SeenLevel struct {
	Found   bool        `json:"found"`
	Queries int         `json:"queries"`
	First   [][2]string `json:"first"`

	// Blind are hits of which nothing says what they cover, where passages are judged; some of them are named.
	Blind    int         `json:"blind,omitempty"`
	BlindIDs [][2]string `json:"blind_ids,omitempty"`
}

// Add adds what another share, a later one, noticed.
func (s *Seen) Add(o Seen) {
	s.Stats.Add(o.Stats)
	s.Extra.add(o.Extra)
	s.Order, s.Chunked = cmp.Or(s.Order, o.Order), s.Chunked || o.Chunked
	s.Unscored, s.Answers = s.Unscored+o.Unscored, s.Answers+o.Answers
	s.Strange = slices.Sorted(slices.Values(slices.Concat(s.Strange, o.Strange)))
	levels := SeenLevels{}
	maps.Copy(levels, s.Levels)
	for level, other := range o.Levels {
		l := levels[level]
		levels[level] = SeenLevel{l.Found || other.Found, l.Queries + other.Queries, slices.Concat(l.First, other.First), l.Blind + other.Blind, slices.Concat(l.BlindIDs, other.BlindIDs)}
	}
	s.Levels = levels
}

// once returns an error where several shares have a query that no one judged, as far as its id was kept.
func (s *Seen) once() error {
	for i := 1; i < len(s.Strange); i++ {
		if id := s.Strange[i]; id == s.Strange[i-1] {
			return InTwo(id, "one file or shard", "another, and no one judged it")
		}
	}
	return nil
}

// InTwo says as an error that a query is in two places.
func InTwo(query, one, other string) error {
	return fmt.Errorf("the query %q is in %s and in %s: its lines do not stand together; write them into one file, or score the run with --shard-by query", query, one, other)
}

// noted is what workers notice together.
type noted struct {
	mu sync.Mutex
	Seen
}

func (n *noted) note(change func(*Seen)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	change(&n.Seen)
}

// A Beyond counts the queries of a run that are not judged, and which of them failed or are empty.
type Beyond struct{ Queries, Failed, Empty int }

func (b *Beyond) add(o Beyond) {
	b.Queries, b.Failed, b.Empty = b.Queries+o.Queries, b.Failed+o.Failed, b.Empty+o.Empty
}
