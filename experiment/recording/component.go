package recording

import (
	"context"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

// A Component is one that is asked: a live component of an experiment, or the
// reranking of one of its configurations.
type Component struct {
	Name  string
	Key   result.RecordingKey
	Depth int // hits that are asked for
	Open  func(context.Context) (retrieval.Retriever, error)

	Known   map[string]result.RecordingState // by query; kept up to date as rankings come
	Missing []retrieval.Query                // what is to be asked
	Report  result.ComponentRetrieval        // filled in as it is asked

	asked map[string]bool // queries that were answered in this run
}

// Asked tells whether the query was answered in this run.
func (c *Component) Asked(query string) bool { return c.asked[query] }

// Divide sorts queries into those that are recorded, which are counted, and
// those that are to be asked: failures only when retry is set, or when nothing
// but failures is known, as of a component that was down.
func (c *Component) Divide(queries []retrieval.Query, retry bool) {
	retry = retry || AllFailed(c.Known)
	for _, q := range queries {
		if have, ok := c.Known[q.ID]; ok && (have.Error == "" || !retry) {
			c.Report.Reused++
			continue
		}
		c.Missing = append(c.Missing, q)
	}
}

// AllFailed tells a component that was down from one that fails on some
// queries: what was down is asked again.
func AllFailed(known map[string]result.RecordingState) bool {
	for _, have := range known {
		if have.Error == "" {
			return false
		}
	}
	return true
}
