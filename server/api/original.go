package api

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/danielgtaylor/huma/v2"

	"github.com/rankduel/rankduel/server/system"
)

// An originalBody is what the evaluation service of the medical graph is sent: the name of a set, or queries, with keys
// of the request next to them. tenant_id and metadata change no number and are read by no one.
type originalBody struct {
	Name       string          `json:"test_set_name"`
	Version    string          `json:"test_set_version"`
	TopK       *int            `json:"top_k"`
	Components []string        `json:"components"`
	Rerank     *bool           `json:"rerank"`
	Filters    map[string]any  `json:"filters"`
	UseCache   *bool           `json:"use_cache"`
	Queries    json.RawMessage `json:"queries"`
}

// besideSet are its keys that are not of a test set.
var besideSet = []string{
	"tenant_id", "test_set_name", "test_set_version", "top_k", "components", "rerank", "rerank_top_k", "filters", "metadata", "use_cache",
}

// takeOriginal reads the keys of the original next to a set, or in place of one.
func (r *evaluateRequest) takeOriginal(s *system.System) error {
	config, _ := s.Plan().Config(s.Config())
	reranks := config.Rerank != nil
	var b originalBody
	err := json.Unmarshal(r.body, &b)
	if typed, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && typed.Field != "" {
		return huma.Error422UnprocessableEntity(fmt.Sprintf("%s is %s, want %s", typed.Field, typed.Value, typed.Type))
	}
	if err != nil {
		return nil // whatever reads the set says what is wrong, and where
	}
	switch {
	case b.TopK != nil && r.TopK != 0:
		return huma.Error422UnprocessableEntity("top_k is given twice: in the address and in the body")
	case b.TopK != nil && (*b.TopK < 1 || *b.TopK > maxTopK):
		return huma.Error422UnprocessableEntity(fmt.Sprintf("top_k is %d, want 1 to %d", *b.TopK, maxTopK))
	case len(b.Components) > 0 && len(r.Components) > 0:
		return huma.Error422UnprocessableEntity("components are given twice: in the address and in the body")
	case b.Rerank != nil && *b.Rerank != reranks:
		return huma.Error422UnprocessableEntity(fmt.Sprintf("rerank: of configuration %s it is %t; serve another one with --system, or leave it out", config.Name, reranks))
	case len(b.Filters) > 0:
		return huma.Error422UnprocessableEntity("filters: they are of the experiment's components; leave them out")
	case b.UseCache != nil && !*b.UseCache:
		return huma.Error422UnprocessableEntity("use_cache: a server asks engines again with --every, and not for a client; leave it out")
	}
	if b.TopK != nil {
		r.TopK = *b.TopK
	}
	if len(b.Components) > 0 {
		r.Components = b.Components
	}
	r.name, r.version = b.Name, b.Version
	if len(b.Queries) > len("null") || b.Name == "" {
		return nil
	}
	if r.TestSet != "" {
		return huma.Error422UnprocessableEntity("test_set and test_set_name are two test sets; give one")
	}
	if r.TestSet, r.body = b.Name, nil; b.Version != "" {
		r.TestSet += "@" + b.Version
	}
	return nil
}

// maxTopK is the deepest that the original goes.
const maxTopK = 100
