package recording

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"hash/fnv"
	"math"
	"slices"
	"strconv"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/stats"
)

// repeatBlock is how many calls are made before they are repeated: enough that
// a repetition does not meet the engine with its ranking still at hand.
const repeatBlock = 64

// repeatedly makes each call as often as the plan says, all of them before any
// of them again, and records the median latency and whether the ranking stayed
// the same. A repetition that fails counts as a call and for nothing else: its
// query was answered before.
func (a *asking) repeatedly(calls []call) error {
	kept := make([]result.Recording, len(calls))
	if err := a.once(calls, kept); err != nil {
		return err
	}
	times := make([][]float64, len(calls))
	first := make([]uint64, len(calls))
	for i := range kept {
		first[i], times[i] = calls[i].of.fingerprint(kept[i].Hits), []float64{kept[i].LatencyMS}
	}
	var err error
	for range a.fetch.Settings.Repeat - 1 {
		if err = a.again(calls, kept, first, times); err != nil {
			break // what was repeated until then counts
		}
	}
	for i := range kept {
		if kept[i].Repeats == 0 {
			continue
		}
		if kept[i].Changed > 0 {
			calls[i].of.Report.ChangedQueries++
		}
		slices.Sort(times[i])
		kept[i].LatencyMS = stats.Quantile7(times[i], .5)
		a.keep(calls[i].of, kept[i])
	}
	return err
}

// again repeats the calls that were answered, once.
func (a *asking) again(calls []call, kept []result.Recording, first []uint64, times [][]float64) error {
	got, unavailable := make([]result.Recording, len(calls)), make([]bool, len(calls))
	return a.fetch.Each(a.ctx, len(calls), func(i int) {
		if kept[i].Error == "" {
			got[i], unavailable[i] = a.fetch.Fetch(a.ctx, calls[i].from, calls[i].query, calls[i].of.Depth)
		}
	}, func(i int) {
		of := calls[i].of
		if kept[i].Error != "" || got[i].Error != "" && a.ctx.Err() != nil {
			return
		}
		of.Report.RepeatedCalls++
		of.Report.Retries += got[i].Attempts - 1
		if unavailable[i] {
			a.missed(of, got[i].Error)
			return
		}
		a.release(of)
		if got[i].Error != "" {
			return // no ranking is not another ranking
		}
		kept[i].Repeats++
		if of.fingerprint(got[i].Hits) != first[i] {
			kept[i].Changed++
		}
		times[i] = append(times[i], got[i].LatencyMS)
	})
}

// fingerprint tells rankings apart by the ids and their order. That of a rerank
// is the order of its scores.
func (c *Component) fingerprint(hits []retrieval.Hit) uint64 {
	if c.Report.Step == result.StepRerank {
		hits = slices.Clone(hits)
		slices.SortStableFunc(hits, func(a, b retrieval.Hit) int { return cmp.Compare(b.Score, a.Score) })
	}
	h := fnv.New64a()
	for _, hit := range hits {
		h.Write([]byte(hit.ID))
		h.Write([]byte{0})
	}
	return h.Sum64()
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
