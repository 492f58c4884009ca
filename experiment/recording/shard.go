package recording

import (
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// A Shard is which queries of an experiment one of several processes asks. What is asked
// again, each decides by what was recorded before they began, so that all decide alike. The
// zero value has all queries, and decides by all that is recorded.
type Shard struct {
	I     int       `json:"i,omitempty"`    // from 1; 0: all queries, behind all shards
	N     int       `json:"n,omitempty"`    // the number of shards
	Since time.Time `json:"since,omitzero"` // when they began; zero: there are none
}

// Has tells whether query i of the experiment is in the shard.
func (s Shard) Has(i int) bool { return s.I == 0 || i%s.N == s.I-1 }

// Fresh tells what was recorded since the shards began: it is not asked again.
func (s Shard) Fresh(have result.RecordingState) bool {
	return !s.Since.IsZero() && !have.At.Before(s.Since.Truncate(time.Second)) // of which recordings have no part
}
