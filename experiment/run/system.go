package run

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/fingerprint"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// A System is one that an experiment scores: a configuration under comparison,
// or a component on its own, which is a configuration of one.
type System struct {
	Role   result.Role
	Config plan.Config

	making making
	rerank rerank.Settings // with paths from the working folder
	id     string
	json   []byte // canonical, what the id is the hash of
}

// Made returns what the system is made of, as its run is stored.
func (s System) Made() []byte { return s.json }

// identity is everything that fixes a system's scores. Its hash is the run id.
type identity struct {
	Format int `json:"format"` // of this structure
	making
	Asked    string          `json:"components_asked,omitempty"` // empty: in parallel
	Repeats  int             `json:"repeats,omitempty"`          // whose mean the scores are; 0: they are of one
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

// making is everything that fixes a system's rankings.
type making struct {
	Components map[string]any  `json:"components"`
	Fusion     fusion.Settings `json:"fusion"`
	Training   *training       `json:"training,omitempty"` // of a fusion that has to be trained
	Depth      int             `json:"depth,omitempty"`    // of the components, where it is not top_k
	TopK       int             `json:"top_k"`
	Retrieved  int             `json:"retrieved,omitempty"` // from live components, where it is more than counts: engines may rank otherwise then
	Rerank     string          `json:"rerank,omitempty"`    // fingerprint
}

// training is what a trained fusion depends on besides its settings.
type training struct {
	Folds int  `json:"folds"`
	Seed  seed `json:"seed"`
}

// A seed is a number as far as canonical JSON tells numbers apart, and beyond that its digits as text.
type seed uint64

const exactInFloat64 = 1 << 53

func (s seed) MarshalJSON() ([]byte, error) {
	digits := strconv.AppendUint(nil, uint64(s), 10)
	if s > exactInFloat64 {
		digits = slices.Concat([]byte{'"'}, digits, []byte{'"'})
	}
	return digits, nil
}

// identityFormat changes when scores of the same inputs would change.
const identityFormat = 1

// System says what a configuration's rankings are made of, and gives its scores the id that follows from that.
func (p *Prepared) System(ctx context.Context, role result.Role, config plan.Config) (System, error) {
	s := System{Role: role, Config: config}
	made := config.Identity()
	s.making = making{Components: map[string]any{}, Fusion: made.Fusion, TopK: made.TopK}
	if made.Depth != made.TopK {
		s.making.Depth = made.Depth
	}
	if made.Folds > 0 {
		s.making.Training = &training{made.Folds, seed(p.plan.Seed())}
	}
	for _, name := range made.Components {
		s.making.Components[name] = p.sources[name].identity
		if p.sources[name].live() && p.plan.Depth() != made.Depth {
			s.making.Retrieved = p.plan.Depth()
		}
	}
	var err error
	if made.Rerank != nil {
		s.rerank = made.Rerank.Rebased(p.place.Resolve)
		if s.making.Rerank, err = s.rerank.Fingerprint(ctx); err != nil {
			return s, fmt.Errorf("rerank: %w", err)
		}
	}
	info := p.judgments.Info
	id := identity{
		Format: identityFormat, making: s.making,
		TestSet: testSetIdentity{info.Name, info.Version, info.SHA256, info.Part},
		Profile: p.plan.Profile.Name, Revision: p.plan.Profile.Revision, Measures: metrics.Texts(p.plan.Measures),
	}
	if p.judgments.Paths != nil {
		id.Paths = p.judgments.Paths.SHA256
	}
	if made.InSequence {
		id.Asked = result.AskedInSequence
	}
	if n := p.plan.Retrieve.Repeats; n > 1 {
		id.Repeats = n
	}
	hash, canonical, err := fingerprint.Canonical(id)
	if err != nil {
		return s, err
	}
	s.id, s.json = "run_"+hash[:16], canonical
	return s, nil
}

// key returns where a live component's rankings of this repeat are recorded.
func (r *Retrieved) key(s source) (result.RecordingKey, error) {
	repeat := 0
	if s.component.Varies() {
		repeat = r.repeat
	}
	id, _, err := fingerprint.Canonical(struct {
		Identity any `json:"identity"`
		Depth    int `json:"depth"`
		Repeat   int `json:"repeat,omitempty"`
	}{s.identity, r.plan.Depth(), repeat})
	return result.RecordingKey{Component: id, TestSet: cmp.Or(r.recordedFor, r.judgments.Info.SHA256)}, err
}

// rerankKey returns where the scores of a system's reranker in this repeat are recorded.
func (r *Retrieved) rerankKey(s System) (result.RecordingKey, error) {
	id, _, err := fingerprint.Canonical(struct {
		Kind   string `json:"kind"`
		Repeat int    `json:"repeat,omitempty"`
		making
	}{"rerank", r.repeat, s.making})
	return result.RecordingKey{Component: id, TestSet: cmp.Or(r.recordedFor, r.judgments.Info.SHA256)}, err
}

// recordings tells from which recordings a system's scores are made; empty when all its components are run files.
func (r *Retrieved) recordings(ctx context.Context, s System) (string, error) {
	keys, err := r.keys(s)
	if err != nil {
		return "", err
	}
	return r.known.Digest(ctx, keys, r.judgments.Requests())
}

// keys returns those under which what a system is made of is recorded, in all repeats.
func (r *Retrieved) keys(s System) (keys []result.RecordingKey, err error) {
	for _, one := range r.repeats {
		for _, name := range s.Config.Components {
			if src := r.sources[name]; src.live() {
				key, err := one.key(src)
				if err != nil {
					return nil, err
				}
				keys = append(keys, key)
			}
		}
		if s.Config.Rerank != nil {
			key, err := one.rerankKey(s)
			if err != nil {
				return nil, err
			}
			keys = append(keys, key)
		}
	}
	return keys, nil
}

// uses tells whether a component of a system is among the names.
func (s System) uses(names ...string) bool {
	return slices.ContainsFunc(s.Config.Components, func(name string) bool { return slices.Contains(names, name) })
}
