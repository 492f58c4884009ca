package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// stored takes the scores of every one of some systems that was run before; nil for the others, in their order.
func (r *Retrieved) stored(ctx context.Context, systems []System) ([]*scoring.Table, error) {
	tables := make([]*scoring.Table, len(systems))
	if r.opts.Recorded != nil {
		return tables, nil // computed again
	}
	for i, s := range systems {
		if s.uses(r.opts.Refresh...) {
			continue
		}
		stored, err := r.recorder.Run(ctx, s.id)
		if errors.Is(err, result.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, &result.StoreError{Err: err}
		}
		t, err := scoring.Restore(stored, r.plan.Measures...)
		if err != nil {
			return nil, err
		}
		made, err := r.recordings(ctx, s)
		if err != nil {
			return nil, err
		}
		silent, err := r.silent(ctx, s)
		if err != nil {
			return nil, err
		}
		if silent || made != t.Recordings || r.opts.RetryFailed && t.Count(result.Failed) > 0 {
			continue
		}
		if t, err = scoring.Merge(r.judgments, t); err != nil {
			return nil, &result.StoreError{Err: fmt.Errorf("stored run %s: %w", s.id, err)}
		}
		t.Name, t.Role = s.Config.Name, s.Role
		tables[i] = t
		if s.Role == result.RoleComponent {
			r.noteStored(t)
		}
	}
	return tables, nil
}

// silent tells whether a live component of a system found nothing at all and is to be asked again.
func (r *Retrieved) silent(ctx context.Context, s System) (bool, error) {
	for _, c := range r.plan.Components {
		src := r.sources[c.Name]
		if !s.uses(c.Name) || !src.live() {
			continue
		}
		key, err := r.key(src)
		if err != nil {
			return false, err
		}
		known, err := r.known.Of(ctx, key)
		if err != nil {
			return false, err
		}
		if recording.Silent(known, r.judgments.Requests(), r.opts.Shard) {
			return true, nil
		}
	}
	return false, nil
}

// noteStored reports the failures of a component that came from the store.
func (r *Retrieved) noteStored(t *scoring.Table) {
	for at := range t.Len() {
		q := t.Query(at)
		if q.Status == result.Failed {
			note(r.report, result.RecordedFailure{Component: t.Name, QueryID: q.QueryID, Error: q.Error})
		}
	}
}

// score fuses and scores the systems that have no table yet, in one pass, and stores them.
func (r *Retrieved) score(ctx context.Context, systems []System, tables []*scoring.Table) error {
	var open []System
	var at []int // of the systems
	for i, s := range systems {
		if tables[i] == nil {
			open, at = append(open, s), append(at, i)
		}
	}
	scored, err := r.averaged(ctx, open, r.topKept())
	if err != nil {
		return err
	}
	// Configurations come last: one that is a component as it is has that component's run id, and keeps its own name.
	for i, t := range slices.Backward(scored) {
		if err := r.store(ctx, open[i], t); err != nil {
			return err
		}
		tables[at[i]] = t
	}
	return nil
}

// averaged returns the tables of systems, each of the mean over all repeats.
func (r *Retrieved) averaged(ctx context.Context, systems []System, top int) ([]*scoring.Table, error) {
	if len(r.repeats) == 1 {
		return r.tables(ctx, systems, top)
	}
	runs := make([][]*scoring.Table, len(systems))
	for _, one := range r.repeats {
		tables, err := one.tables(ctx, systems, 0)
		if err != nil {
			return nil, err
		}
		for i, t := range tables {
			runs[i] = append(runs[i], t)
		}
	}
	tables := make([]*scoring.Table, len(systems))
	for i, s := range systems {
		t, err := scoring.Average(s.Config.Name, runs[i])
		if err != nil {
			return nil, err
		}
		first := runs[i][0]
		t.Role, t.RunID, t.Recordings, t.Recorded = first.Role, first.RunID, first.Recordings, first.Recorded
		tables[i] = t
	}
	return tables, nil
}

// Tables fuses and scores systems in one pass, with all that their readers should
// know, and stores nothing but what rerankers say.
func (r *Retrieved) Tables(ctx context.Context, systems []System) ([]*scoring.Table, error) {
	return r.tables(ctx, systems, 0)
}

// topKept returns how many hits of each ranking are stored with a run: two pages of
// what the measure that decides looks at, and no fewer than a reader sees at once.
func (r *Retrieved) topKept() int {
	const atOnce, most = 20, 100
	if p := r.plan.Primary; p != nil {
		return min(most, max(atOnce, 2*p.Cutoff()))
	}
	return atOnce
}

// tables returns Tables that keep so many hits at the top of each ranking.
func (r *Retrieved) tables(ctx context.Context, systems []System, top int) ([]*scoring.Table, error) {
	rankers, err := r.rankers(ctx, systems)
	if err != nil || len(rankers) == 0 {
		return nil, err
	}
	tallies := r.tallies(rankers, top)
	add := func(i, q int, ranking result.Ranking) { tallies[i].Add(q, ranking) }
	all, err := r.rerank(ctx, rankers, add)
	if err != nil {
		return nil, err
	}
	if !all {
		tallies = r.tallies(rankers, top)
		err = r.eachQuery(ctx, r.read(rankers), func(q int, parts map[string]result.Ranking) {
			for i, k := range rankers {
				add(i, q, k.Ranking(q, parts))
			}
		})
	}
	if err != nil {
		return nil, err
	}
	tables := make([]*scoring.Table, len(systems))
	for i, s := range systems {
		t := tallies[i].Finish()
		t.Role, t.RunID = s.Role, s.id
		if t.Recordings, err = r.recordings(ctx, s); err != nil {
			return nil, err
		}
		if t.Recorded, err = r.recorded(ctx, s); err != nil {
			return nil, err
		}
		t.Health = append(t.Health, r.findings(s, t, tallies[i].Retrieved)...)
		tables[i] = t
	}
	return tables, nil
}

// tallies returns empty ones of each ranker.
func (r *Retrieved) tallies(rankers []Ranker, top int) []*scoring.Tally {
	list := make([]*scoring.Tally, len(rankers))
	for i, k := range rankers {
		list[i] = scoring.NewTally(k.Config.Name, r.judgments, r.plan.Measures, r.plan.Profile)
		list[i].KeepTop(top)
	}
	return list
}

func (r *Retrieved) store(ctx context.Context, s System, t *scoring.Table) error {
	if r.opts.Recorded != nil {
		return nil
	}
	stored, err := r.storedRun(s, t)
	if err != nil {
		return err
	}
	if err := r.recorder.SaveRun(ctx, stored); err != nil {
		return &result.StoreError{Err: err}
	}
	return nil
}

func (r *Retrieved) storedRun(s System, t *scoring.Table) (result.StoredRun, error) {
	summary := t.Summarize(false)
	if p := r.plan.Primary; p != nil {
		summary.Primary = p.String()
	}
	aggregate, err := json.Marshal(summary)
	if err != nil {
		return result.StoredRun{}, err
	}
	run := result.StoredRun{
		ID: s.id, Name: s.Config.Name, Suite: r.judgments.Info.Suite(), TestSet: r.judgments.Info, Profile: r.plan.Profile.Name,
		Config: s.json, Aggregate: aggregate, CommitHash: r.opts.CommitHash, CreatedAt: r.now().UTC(),
		Rows: t.Rows(),
	}
	return run, nil
}
