package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/rankduel/rankduel/experiment/holdout"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/store"
)

// required is a look at a test set that has held-out queries. Where the budget is
// spent but something was checked before, whether this is the same is known when
// it has been scored: the look keeps the refusal for then.
func (l *lookFlags) required(dir, ref string, alpha float64) (*heldOutLook, error) {
	look, err := l.look(dir, ref, judgments.PartHeldOut, alpha)
	var spent *holdout.SpentError
	switch {
	case errors.As(err, &spent) && look.checks() != nil:
		look.spent, err = err, nil
	case err == nil && look == nil:
		err = fmt.Errorf("test set %s has no held-out queries", ref)
	}
	return look, err
}

// checks are the ids of runs that were checked on this version of the test set.
func (l *heldOutLook) checks() []string {
	var ids []string
	for _, look := range l.read.Of(l.taken.TestSet.SHA256) {
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
	digest, err := holdout.Question{Release: release, Alpha: l.alpha, Gains: g, Evaluation: p.asked(p.evaluation), HeldOut: p.asked(p.heldOut)}.Digest()
	if err != nil {
		return err
	}
	before, j, seen := l.read.Seen(l.taken.TestSet.SHA256, digest)
	if !seen {
		l.taken.Scored = digest
		return l.spent
	}
	if l.level, err = stats.SpendAlpha(l.alpha, j); err != nil {
		return err
	}
	beyond := ""
	if before.Spent {
		beyond = ", which was beyond the budget"
	}
	note := result.Noted(result.FindingLooks, fmt.Sprintf("seen before: look %d of %s%s, in %s (%.8s); decided at alpha %.2g as then, and no other look",
		before.Number, before.Time.Format(time.DateOnly), beyond, l.path, before.Hash, l.level))
	l.taken, l.again, l.note = before, true, &note
	return nil
}

func (p *holdoutParts) asked(c *result.Comparison) holdout.Asked {
	pair := p.pair(c)
	return holdout.Asked{TestSet: c.TestSet, Profile: c.Profile, A: c.A, B: pair.B, Rows: pair.PerQuery}
}

// compared runs a plan. Where another look is refused, nothing is asked and
// nothing stored, so that scores which may not be seen are nowhere: what was
// checked before is recorded.
func (o *holdoutOptions) compared(ctx context.Context, stderr io.Writer, planned *plan.Plan, look *heldOutLook) (*result.Comparison, error) {
	if look.spent == nil {
		c, _, err := o.execute(ctx, stderr, planned, nil)
		return c, err
	}
	db, err := o.openReadOnly(ctx)
	if err != nil { // run files need none
		if db, err = store.Open(ctx, ":memory:"); err != nil {
			return nil, &result.StoreError{Err: err}
		}
	}
	defer db.Close()
	states, err := run.StatesOf(ctx, db, look.checks())
	if err != nil {
		return nil, err
	}
	prepared, err := run.Prepare(ctx, planned, run.Options{Recorded: states, PerQuery: true, Clients: o.clients})
	if err != nil {
		return nil, err
	}
	c, err := prepared.Run(ctx, db)
	if errors.Is(err, run.ErrRecordingGone) {
		return nil, look.spent
	}
	return c, err
}
