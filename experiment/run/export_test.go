package run

import (
	"reflect"

	"github.com/rankduel/rankduel/experiment/result"
)

// ID returns the run id of the system's scores.
func (s System) ID() string { return s.id }

// JSON returns what the id is the hash of.
func (s System) JSON() []byte { return s.json }

// RerankKey returns where the scores of the system's reranker are recorded.
func (p *Prepared) RerankKey(s System) (result.RecordingKey, error) {
	return p.reading(nil, nil, 1).rerankKey(s)
}

// Identity is what a run id is made of.
var Identity = reflect.TypeFor[identity]()
