package plan

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// An Identity is what a configuration says about how its rankings are made and what they cost. Configurations with the
// same one are the same under two names: a sweep tries one, and a run's scores take their id from it alone.
type Identity struct {
	Components []string        // sorted
	Fusion     fusion.Settings // defaults written out
	Folds      int             // 0 unless the fusion has to be trained
	Depth      int
	TopK       int
	InSequence bool // several components are asked one after the other
	Rerank     *rerank.Settings
}

// Identity returns the configuration's.
func (c Config) Identity() Identity { return c.identity(c.Fusion.Trained()) }

func (c Config) identity(trained bool) Identity {
	id := Identity{
		Components: slices.Sorted(slices.Values(c.Components)), Fusion: c.Fusion.Resolved(), Depth: c.Depth, TopK: c.TopK,
		InSequence: c.Asked == result.AskedInSequence && len(c.Components) > 1, Rerank: c.Rerank,
	}
	if trained {
		id.Folds = c.Folds
	}
	return id
}

// text returns the same for two identities exactly when they are.
func (id Identity) text() string {
	text, err := json.Marshal(id)
	if err != nil {
		return fmt.Sprintf("%+v", id) // a weight that is not finite, which is a fault already
	}
	return string(text)
}
