package experiment

import (
	"fmt"

	"github.com/rankduel/rankduel/retrieval/fusion"
)

// identity is everything that fixes an arm's scores. Its hash is the run id.
type identity struct {
	Format int `json:"format"` // of this structure
	making
	Asked    string          `json:"components_asked,omitempty"` // empty: in parallel
	TestSet  testSetIdentity `json:"test_set"`
	Profile  string          `json:"profile"`
	Revision int             `json:"profile_revision,omitempty"` // 0 as long as its numbers have not changed
	Measures []string        `json:"measures"`
	Paths    string          `json:"paths_sha256,omitempty"` // empty when no measure looks them up
}

type testSetIdentity struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	SHA256  string `json:"sha256"`
	Part    string `json:"part"`
}

// making is everything that fixes an arm's rankings.
type making struct {
	Components map[string]any  `json:"components"`
	Fusion     fusion.Settings `json:"fusion"`
	Training   *training       `json:"training,omitempty"` // of a fusion that has to be trained
	Depth      int             `json:"depth,omitempty"`    // of the components, where it is not top_k
	TopK       int             `json:"top_k"`
	Retrieved  int             `json:"retrieved,omitempty"` // from live components, where it is more than counts: engines may answer otherwise then
	Rerank     string          `json:"rerank,omitempty"`    // fingerprint
}

// training is what a trained fusion depends on besides its settings.
type training struct {
	Folds int    `json:"folds"`
	Seed  uint64 `json:"seed"`
}

// identityFormat changes when scores of the same inputs would change.
const identityFormat = 1

// identify says what an arm's rankings are made of.
func (r *Runner) identify(s *arm) error {
	m := making{Components: map[string]any{}, Fusion: s.config.Fusion.Resolved(), TopK: s.config.TopK}
	if depth := s.config.depth(); depth != s.config.TopK {
		m.Depth = depth
	}
	if s.config.Fusion.Trained() {
		m.Training = &training{s.config.Folds, r.plan.seed()}
	}
	for _, name := range s.config.Components {
		m.Components[name] = r.sources[name].identity
		if r.sources[name].component.Run == "" && r.plan.depth() != s.config.depth() {
			m.Retrieved = r.plan.depth()
		}
	}
	if s.config.Rerank != nil {
		s.rerank = s.config.Rerank.Rebased(r.place.resolve)
		var err error
		if m.Rerank, err = s.rerank.Fingerprint(); err != nil {
			return fmt.Errorf("rerank: %w", err)
		}
	}
	s.making = m
	return nil
}
