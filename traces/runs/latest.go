package runs

import (
	"cmp"
	"path/filepath"
	"slices"
	"time"
)

// started returns when a trial did, the zero time where that is not said.
func started(t Trial) time.Time {
	at, err := moment(t.Result.StartedAt)
	if err != nil {
		return time.Time{}
	}
	return at
}

// latest keeps one trial of each task under a configuration of a run, and sorts.
func (t *Tree) latest() {
	slices.SortStableFunc(t.Trials, func(a, b Trial) int {
		return cmp.Or(
			slices.Compare([]string{a.RunID, a.RunDir, a.Config, a.Task}, []string{b.RunID, b.RunDir, b.Config, b.Task}),
			started(a).Compare(started(b)), cmp.Compare(a.Batch, b.Batch))
	})
	var kept []Trial
	for i, trial := range t.Trials {
		if i+1 < len(t.Trials) {
			if next := t.Trials[i+1]; next.RunDir == trial.RunDir && next.Config == trial.Config && next.Task == trial.Task {
				t.note("%s/%s/%s: passed over: a later trial of %s is there", trial.RunID, trial.Config, filepath.Base(trial.Dir), trial.Task)
				continue
			}
		}
		kept = append(kept, trial)
	}
	t.Trials = kept
}
