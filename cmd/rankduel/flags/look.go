package flags

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"os/user"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/holdout"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/store"
)

// A Look is a look at held-out queries that is about to be taken.
type Look struct {
	*holdout.Memory
	Taken    result.Look
	Baseline string     // its hash; empty without one
	Level    float64    // of decisions: alpha by the configurations that were shown by now
	Late     *time.Time // when held-out scores were first shown, where a candidate is there only since then

	at       *Store
	path     string
	alpha    float64
	before   []result.Look // at the same queries
	findings []result.Finding
}

// of says what the look is at, and gives it its level: alpha divided by the number
// of configurations that these queries have shown, these included. A baseline is
// what the others are measured against, and is not one of them where it is that.
func (l *Look) of(shown []result.LookOfOne, baseline string) {
	l.Taken.Systems, l.Baseline = shown, baseline
	all := holdout.Configurations(append(slices.Clone(l.before), l.Taken))
	delete(all, baseline)
	l.Taken.Configurations = max(1, len(all))
	l.Level = l.alpha / float64(l.Taken.Configurations)
	var late []string
	for _, s := range shown {
		if at, is := l.Memory.Late(l.before, s.Hash); is && s.Hash != baseline {
			l.Late = &at
			late = append(late, s.Name)
		}
	}
	if len(late) > 0 {
		l.findings = append(l.findings, result.Warned(result.FindingNewQueries, fmt.Sprintf(
			"not known before these queries showed held-out scores on %s, and perhaps made of them: %s; to believe a gain on them needs new held-out queries",
			l.Late.Format(time.DateOnly), strings.Join(late, ", "))))
	}
}

// OfTables says it of systems that were scored, the first of which is the baseline if the others are compared with it.
func (l *Look) OfTables(ctx context.Context, systems []result.System, compared bool) error {
	if l == nil {
		return nil
	}
	stored, err := l.storedConfigurations(ctx)
	if err != nil {
		return err
	}
	shown := ordered.Each(systems, func(s result.System) result.LookOfOne {
		return result.LookOfOne{Name: s.Name, Hash: cmp.Or(stored[s.RunID], s.SHA256, s.RunID)}
	})
	baseline := ""
	if compared {
		baseline = shown[0].Hash
	}
	l.of(shown, baseline)
	return nil
}

// storedConfigurations returns the hashes of configurations by the ids of their runs.
func (l *Look) storedConfigurations(ctx context.Context) (map[string]string, error) {
	hashes := map[string]string{}
	err := (&Looks{at: l.at}).reading(ctx, func(db store.Store) error {
		runs, err := db.Runs(ctx)
		for _, run := range runs {
			if hash, err := holdout.ConfigurationOf(run.Config); err == nil {
				hashes[run.ID] = hash
			}
		}
		return err
	})
	if err != nil {
		return nil, &result.StoreError{Err: err}
	}
	return hashes, nil
}

// OfMade says it of the systems of an experiment, by what they are made of.
func (l *Look) OfMade(made map[string][]byte, baseline string) error {
	var shown []result.LookOfOne
	of := ""
	for _, name := range slices.Sorted(maps.Keys(made)) {
		hash, err := holdout.ConfigurationOf(made[name])
		if err != nil {
			return err
		}
		if name == baseline {
			of = hash
		}
		shown = append(shown, result.LookOfOne{Name: name, Hash: hash})
	}
	l.of(shown, of)
	return nil
}

// Into writes the look and adds what it says to the health of every pair.
func (l *Look) Into(ctx context.Context, command string, c *result.Comparison) error {
	if l == nil {
		return nil
	}
	var measures []string
	if len(c.Comparisons) > 0 {
		measures = ordered.Each(c.Comparisons[0].Measures, func(m result.MeasureComparison) string { return m.Measure })
	}
	findings, err := l.Write(ctx, command, measures)
	for i := range c.Comparisons {
		c.Comparisons[i].Health = append(c.Comparisons[i].Health, findings...)
	}
	return err
}

// IntoEach returns Into for systems that are scored alone.
func (l *Look) IntoEach(ctx context.Context, e *result.Evaluation) error {
	if l == nil {
		return nil
	}
	var measures []string
	if len(e.Runs) > 0 {
		measures = ordered.Each(e.Runs[0].Measures, func(m result.MeasureSummary) string { return m.Measure })
	}
	findings, err := l.Write(ctx, "eval", measures)
	for i := range e.Runs {
		e.Runs[i].Health = append(e.Runs[i].Health, findings...)
	}
	return err
}

// New reports whether the look shows a configuration that no look showed before.
func (l *Look) New() bool {
	shown := holdout.Configurations(l.before)
	return slices.ContainsFunc(l.Taken.Systems, func(s result.LookOfOne) bool { return !shown[s.Hash] })
}

// Write adds the look to the ledger and to what the store remembers, before
// anything of it is shown, and returns what the report says of it.
func (l *Look) Write(ctx context.Context, command string, measures []string) ([]result.Finding, error) {
	l.Taken.Time, l.Taken.Who, l.Taken.Command, l.Taken.Measures = time.Now(), whoLooks(ctx), command, measures
	queries := l.Taken.TestSet.Queries
	written, err := l.Ledger.Append(l.path, l.Taken)
	if err == nil {
		l.Taken = written
		err = l.seal(ctx, queries)
	}
	if err != nil {
		return nil, &result.StoreError{Err: fmt.Errorf("the look could not be written, so nothing is shown: %w", err)}
	}
	n := written.Configurations
	text := fmt.Sprintf("a look at held-out queries, number %d in %s (%.8s): ", written.Number, l.path, written.Hash)
	if n == 1 {
		return append(l.findings, result.Noted(result.FindingLooks, text+fmt.Sprintf("the only configuration that they have shown; decided at alpha %.2g", l.Level))), nil
	}
	return append(l.findings, result.Noted(result.FindingLooks, text+fmt.Sprintf("%d configurations were shown on them by now, this included; decided at alpha %.2g, which is %.2g/%d", n, l.Level, l.alpha, n))), nil
}

// seal has the store remember the look.
func (l *Look) seal(ctx context.Context, queries []result.HeldOutQuery) error {
	facts, err := l.Sealed(l.Taken, queries)
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, l.at.Address, l.at.OnWait())
	if err != nil {
		return err
	}
	return errors.Join(db.Seal(ctx, facts), db.Close())
}

// whoLooks returns who git would name as the author, or else the account.
func whoLooks(ctx context.Context) string {
	git := func(key string) string {
		out, err := exec.CommandContext(ctx, "git", "config", "--get", key).Output()
		if err != nil {
			return ""
		}
		return strings.TrimSpace(string(out))
	}
	if name, mail := git("user.name"), git("user.email"); name+mail != "" {
		return strings.TrimSpace(name + " <" + mail + ">")
	}
	if account, err := user.Current(); err == nil {
		return account.Username
	}
	return "unknown"
}
