package experiment

import (
	"hash/fnv"
	"io"
	"slices"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/stats"
)

// repeatBlock is how many calls are made before they are repeated: enough that
// a repetition does not meet the engine with its answer still at hand.
const repeatBlock = 64

// repeatedly makes each call as often as the plan says, all of them before any
// of them again, and records the median latency and whether the ranking stayed
// the same.
func (a *asking) repeatedly(calls []call) error {
	kept := make([]Recording, len(calls))
	if err := a.once(calls, kept); err != nil {
		return err
	}
	times := make([][]float64, len(calls))
	first := make([]uint64, len(calls))
	for i := range kept {
		first[i], times[i] = fingerprint(kept[i].Hits), []float64{kept[i].LatencyMS}
	}
	again := make([]Recording, len(calls))
	for range a.fetch.settings.Repeat - 1 {
		err := a.fetch.each(a.ctx, len(calls), func(i int) {
			if kept[i].Error == "" {
				again[i], _ = a.fetch.fetch(a.ctx, calls[i].from, calls[i].query, a.runner.plan.depth())
			}
		}, func(i int) {
			if kept[i].Error != "" || a.ctx.Err() != nil {
				return
			}
			calls[i].of.report.RepeatedCalls++
			kept[i].Repeats++
			if again[i].Error != "" || fingerprint(again[i].Hits) != first[i] {
				kept[i].Changed++
			}
			if again[i].Error == "" {
				times[i] = append(times[i], again[i].LatencyMS)
			}
		})
		if err != nil {
			return err
		}
	}
	for i := range kept {
		if kept[i].Error != "" || kept[i].QueryID == "" {
			continue
		}
		if kept[i].Changed > 0 {
			calls[i].of.report.ChangedQueries++
		}
		slices.Sort(times[i])
		kept[i].LatencyMS = stats.Quantile7(times[i], .5)
		a.journal.add(a.ctx, calls[i].of.key, kept[i])
	}
	return nil
}

// fingerprint tells rankings apart by the ids and their order.
func fingerprint(hits []retrieval.Hit) uint64 {
	h := fnv.New64a()
	for _, hit := range hits {
		io.WriteString(h, hit.ID)
		h.Write([]byte{0})
	}
	return h.Sum64()
}
