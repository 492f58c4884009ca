package trial

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/experiment/holdout"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/store"
)

// requireLook returns a look at a test set that has held-out queries. Where the budget is
// spent but something was checked before, whether this is the same is known when
// it has been scored: the look keeps the refusal for then.
func requireLook(l *flags.Looks, dir, ref string, alpha float64) (*flags.Look, error) {
	look, err := l.Look(dir, ref, judgments.PartHeldOut, alpha)
	var spent *holdout.SpentError
	switch {
	case errors.As(err, &spent) && checkedRuns(look) != nil:
		look.Refused, err = err, nil
	case err == nil && look == nil:
		err = fmt.Errorf("test set %s has no held-out queries", ref)
	}
	return look, err
}

// checkedRuns returns the ids of runs that were checked on this version of the test set.
func checkedRuns(l *flags.Look) []string {
	var ids []string
	for _, look := range l.Ledger.Of(l.Taken.TestSet.SHA256) {
		if look.Scored == "" {
			continue
		}
		for _, s := range look.Systems {
			ids = append(ids, s.Hash)
		}
	}
	return ids
}

// settle finds out whether the same was asked before about the same scores: then
// the look that was written for it is the one of this check too. Otherwise this is
// another look, as far as the budget allows one.
func (p *holdoutParts) settle(release string, g holdout.Gains) error {
	l := p.look
	digest, err := holdout.Question{Release: release, Alpha: l.Alpha, Gains: g, Evaluation: p.asked(p.evaluation), HeldOut: p.asked(p.heldOut)}.Digest()
	if err != nil {
		return err
	}
	before, j, seen := l.Ledger.Seen(l.Taken.TestSet.SHA256, digest)
	if !seen {
		l.Taken.Scored = digest
		return l.Refused
	}
	if l.Level, err = stats.SpendAlpha(l.Alpha, j); err != nil {
		return err
	}
	beyond := ""
	if before.Spent {
		beyond = ", which was beyond the budget"
	}
	note := result.Noted(result.FindingLooks, fmt.Sprintf("seen before: look %d of %s%s, in %s (%.8s); decided at alpha %.2g as then, and no other look",
		before.Number, before.Time.Format(time.DateOnly), beyond, l.Path, before.Hash, l.Level))
	l.Taken, l.Again, l.Note = before, true, &note
	return nil
}

func (p *holdoutParts) asked(c *result.Comparison) holdout.PartScores {
	pair := p.pair(c)
	return holdout.PartScores{TestSet: c.TestSet, Profile: c.Profile, A: c.A, B: pair.B, Rows: pair.PerQuery}
}

// compared runs a plan. Where another look is refused, nothing is asked and
// nothing stored, so that scores which may not be seen are nowhere: what was
// checked before is recorded.
func (o *holdoutOptions) compared(ctx context.Context, stderr io.Writer, planned *plan.Plan, look *flags.Look) (*result.Comparison, error) {
	if look.Refused == nil {
		c, _, err := o.Execute(ctx, stderr, planned, nil)
		return c, err
	}
	db, err := o.OpenReadOnly(ctx)
	if err != nil { // run files need none
		if db, err = store.Open(ctx, ":memory:"); err != nil {
			return nil, &result.StoreError{Err: err}
		}
	}
	defer db.Close()
	states, err := run.StatesOf(ctx, db, checkedRuns(look))
	if err != nil {
		return nil, err
	}
	prepared, err := run.Prepare(ctx, planned, run.Options{Recorded: states, PerQuery: true, Clients: o.Clients})
	if err != nil {
		return nil, err
	}
	c, err := prepared.Run(ctx, db)
	if errors.Is(err, run.ErrRecordingGone) {
		return nil, look.Refused
	}
	return c, err
}
