package recording

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash"
	"math"
	"strconv"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

// A Component is one that is asked: a live component of an experiment, or the reranking of one of its configurations.
type Component struct {
	Name  string
	Key   result.RecordingKey
	Depth int // hits that are asked for
	Open  func(context.Context) (retrieval.Retriever, error)

	// Repeat is how often the component was asked the queries before, under other keys.
	// Of is the component that was asked first, and is open for all; nil for that one.
	Repeat int
	Of     *Component

	Known   map[string]result.RecordingState // by query; kept up to date as rankings come
	Missing []retrieval.Query                // what is to be asked
	Report  result.ComponentRetrieval        // filled in as it is asked

	asked map[string]bool // queries that were answered in this run
}

// WasAsked tells whether the query was answered in this run.
func (c *Component) WasAsked(query string) bool { return c.asked[query] }

// Divide sorts queries into those that are recorded, which are counted, and those that are to be asked:
// failures only when retry is set, or when nothing but failures is known, as of a component that was down.
// One that found nothing at all was down too, and is asked everything. Those of other shards are neither.
func (c *Component) Divide(queries []retrieval.Query, retry bool, shard Shard) {
	retry = retry || AllFailed(c.Known, shard)
	silent := Silent(c.Known, queries, shard)
	for i, q := range queries {
		have, ok := c.Known[q.ID]
		switch {
		case !shard.Has(i):
		case ok && (shard.Fresh(have) || !silent && (have.Error == "" || !retry)):
			c.Report.Reused++
		default:
			c.Missing = append(c.Missing, q)
		}
	}
}

// down tells whether an error is that of an engine that is not there. One that
// hangs looks like a slow one, until it has answered something.
func (c *Component) down(err error) bool {
	return errors.Is(err, retrieval.ErrUnavailable) || errors.Is(err, context.DeadlineExceeded) && AllFailed(c.Known, Shard{})
}

// AllFailed tells a component that was down from one that fails on some
// queries: what was down is asked again. What came since shards began says nothing.
func AllFailed(known map[string]result.RecordingState, shard Shard) bool {
	for _, have := range known {
		if have.Error == "" && !shard.Fresh(have) {
			return false
		}
	}
	return true
}

// silentFrom is how many empty answers are no chance any more.
const silentFrom = 5

// Silent tells a component that answered several of the queries, and found nothing
// for any of them before shards began: an index that was empty, or was declared wrong.
func Silent(known map[string]result.RecordingState, queries []retrieval.Query, shard Shard) bool {
	nothing, answered := contentOf(result.Recording{}), 0
	for _, q := range queries {
		have, ok := known[q.ID]
		if !ok || have.Error != "" {
			continue
		}
		if have.Content != nothing && !shard.Fresh(have) {
			return false
		}
		answered++
	}
	return answered >= silentFrom
}

// Defaults of asking.
const (
	// DefaultTimeout bounds one query of one component.
	DefaultTimeout = 30 * time.Second
	// DefaultGiveUpAfter is how many calls in a row may find an engine unavailable.
	DefaultGiveUpAfter = 5
)

// Settings bound the asking of an experiment. The zero value is the default.
type Settings struct {
	Concurrency int           // queries under way at once; 0: one for each processor
	Timeout     time.Duration // for one query of one component; 0: 30 s
	WarmUp      int           // queries asked of each component before the first that counts; negative: none, even if it may be loading
	Repeats     int           // times that each query is asked, recorded and scored; 0 and 1: once

	// GiveUpAfter is how many calls in a row may find a component's engine
	// unavailable before the run stops; 0: 5, negative: no number.
	GiveUpAfter int
}

// Hooks are what a program that asks has to add: its clock, and someone who waits. The zero value is usable.
type Hooks struct {
	Clock     func() time.Time      // for latencies; nil means time.Now
	Progress  func(done, total int) // after each call, one at a time
	Refreshed bool                  // components are asked again that have older recordings
}

// contentOf returns a fingerprint of all that can be scored of a recording: its hits
// and its answer, not the texts of the hits; empty for a failure.
func contentOf(r result.Recording) string {
	if r.Error != "" {
		return ""
	}
	c := content{sha256.New()}
	c.number(uint64(len(r.Hits)))
	for _, h := range r.Hits {
		c.text(h.ID)
		c.number(math.Float64bits(h.Score))
		c.text(h.Document)
		c.number(uint64(len(h.Spans)))
		for _, s := range h.Spans {
			c.number(uint64(s.Start))
			c.number(uint64(s.End))
		}
		if h.Extent != (retrieval.Extent{}) { // content that was hashed without any keeps its hash
			c.number(uint64(h.Start))
			c.number(uint64(h.End))
			c.number(uint64(h.Tokens))
		}
	}
	if a := r.Answer; a != nil {
		c.text(a.Text)
		c.text(strconv.FormatBool(a.Grounded))
		for _, cited := range a.Citations {
			c.text(cited.Path)
		}
	}
	return hex.EncodeToString(c.Sum(nil)[:8])
}

// content hashes parts of known length, so that none runs into the next.
type content struct{ hash.Hash }

func (c content) number(n uint64) {
	var b [8]byte
	c.Write(binary.LittleEndian.AppendUint64(b[:0], n))
}

func (c content) text(s string) {
	c.number(uint64(len(s)))
	c.Write([]byte(s))
}
