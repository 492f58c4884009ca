package score

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/metrics"
)

// checkAggregate refuses --format aggregate where there is no such thing.
func checkAggregate(profile metrics.Profile, runs int) error {
	if runs > 1 {
		return errors.New("--format aggregate is about one run; name one, or take --format json, which has the aggregate of each")
	}
	if profile.Layout != metrics.NoLayout {
		return nil
	}
	var with []string
	for _, p := range metrics.Profiles() {
		if p.Layout != metrics.NoLayout {
			with = append(with, p.Name)
		}
	}
	return fmt.Errorf("profile %s has no names of its own to sum up a run in; --format aggregate goes with --profile %s",
		profile.Name, strings.Join(with, ", "))
}
