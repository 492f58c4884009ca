package fusion

import (
	"errors"
	"fmt"
	"slices"
)

// Settings choose a fusion method. The zero value passes a single component's ranking through.
type Settings struct {
	// Method is a name of [Builtin]; empty means "single".
	Method string `yaml:"fusion_method,omitempty" json:"fusion_method,omitempty"`

	// RRFK is the constant k ≥ 1 of reciprocal rank fusion; nil means [DefaultRRFK].
	// It is a pointer so that a written 0 is a fault and not the default.
	RRFK *int `yaml:"rrf_k,omitempty" json:"rrf_k,omitempty"`

	// Weights has one entry per component, each finite and ≥ 0, not all 0. They need not add up to 1.
	Weights map[string]float64 `yaml:"weights,omitempty" json:"weights,omitempty"`
}

// Validate reports every fault of the settings for a configuration with these components at once, joined.
func (s Settings) Validate(components []string) error {
	var faults []error
	if len(components) == 0 {
		faults = append(faults, errors.New("no component to fuse"))
	}
	sorted := slices.Sorted(slices.Values(components))
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			faults = append(faults, fmt.Errorf("component %q is named twice", sorted[i]))
		}
	}
	return errors.Join(append(faults, Builtin().check(s, slices.Compact(sorted))...)...)
}

// Resolved returns the settings with their defaults written out, for keys and reports: two settings that
// mean the same resolve to the same value.
func (s Settings) Resolved() Settings {
	if s.Method == "" {
		s.Method = Single{}.Name()
	}
	if s.Method == (RRF{}).Name() && s.RRFK == nil {
		s.RRFK = new(DefaultRRFK)
	}
	return s
}

// New builds the method of valid settings. It repeats those checks of [Settings.Validate] that do not need
// the components, so that settings nobody validated cannot give meaningless scores.
func New(s Settings) (Method, error) {
	return Builtin().New(s)
}

// unused reports settings that belong to another method, which are more likely a mistake than a wish.
func (s Settings) unused(rrfK, weights bool) []error {
	var faults []error
	if rrfK && s.RRFK != nil {
		faults = append(faults, fmt.Errorf("rrf_k is set, but fusion_method %s has no use for it", s.Resolved().Method))
	}
	if weights && s.Weights != nil {
		faults = append(faults, fmt.Errorf("weights are set, but fusion_method %s has no use for them", s.Resolved().Method))
	}
	return faults
}
