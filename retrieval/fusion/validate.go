package fusion

import (
	"errors"
	"slices"

	"github.com/rankduel/rankduel/internal/prose"
)

// Validate reports every fault of the settings for a configuration with these components at once, joined.
// A method that has to be trained first is a fault; see [Settings.ValidateTraining].
func (s Settings) Validate(components []string) error { return s.validate(components, false) }

// ValidateTraining returns Validate where judged queries to train on are at hand, for [NewTrainer]. A method
// that cannot be trained is a fault.
func (s Settings) ValidateTraining(components []string) error { return s.validate(components, true) }

func (s Settings) validate(components []string, training bool) error {
	var faults prose.Faults
	faults.If(len(components) == 0, "no component to fuse")
	sorted := slices.Sorted(slices.Values(components))
	for i := 1; i < len(sorted); i++ {
		faults.If(sorted[i] == sorted[i-1], "component %q is named twice", sorted[i])
	}
	return errors.Join(append(faults, Builtin().check(s, slices.Compact(sorted), training)...)...)
}
