package refresh

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/parts"
)

// compose makes the new version: what stays as it was, then what is new by id.
func (m *material) compose(w *Workflow, r FinishRequest, fresh []testsets.Query) (*testsets.TestSet, []parts.Share, error) {
	next := *m.set
	next.Version, next.Created, next.Parent = w.Plan.To, r.Now.UTC().Format(time.DateOnly), &testsets.Parent{Version: m.set.Version, SHA256: m.set.SHA256()}
	if stem := renamed(m.set.Name, m.set.Version, w.Plan.To); stem != m.set.Name+"_"+w.Plan.To {
		next.Name = stem // the version is a part of it
	}
	next.Queries = nil
	for _, q := range m.set.Queries {
		if m.leaves[q.ID] == "" {
			next.Queries = append(next.Queries, q)
		}
	}
	ordered.Stable(fresh, func(a, b testsets.Query) int { return strings.Compare(a.ID, b.ID) })
	next.Queries = append(next.Queries, fresh...)
	families(next.Queries)
	divided, missed, err := divide(m.set, &next, w.Plan.Seed)
	if err != nil {
		return nil, nil, fmt.Errorf("the parts of %s: %w", next.Version, err)
	}
	return divided, missed, divided.Validate()
}

// divide draws the parts of the new queries of a set that is split. Kept queries keep their part, and take
// new ones of their family into it; what they leave of each stratum's quota is drawn with the seed. Strata
// whose quota is missed are returned.
func divide(old, next *testsets.TestSet, seed uint64) (*testsets.TestSet, []parts.Share, error) {
	held := old.Counts().HeldOut
	if held == 0 {
		return next, nil, nil
	}
	by := testsets.Draw{Seed: seed, Ratio: float64(held) / float64(len(old.Queries))}
	if d := old.Draw; d != nil {
		by.Ratio, by.By = d.Ratio, d.By
	}
	marked := next.WithSplit(ordered.Each(next.Queries, func(q testsets.Query) testsets.Split { return q.Split }), nil)
	for i := range marked.Queries {
		if q := &marked.Queries[i]; q.Source != fromLog && q.Split == testsets.Unsplit {
			q.Split = testsets.Evaluation // no mark is one, where others are held out
		}
	}
	d, err := parts.Draw(marked, by)
	if err != nil {
		return nil, nil, err
	}
	for i, q := range next.Queries {
		if q.Source != fromLog {
			d.Parts[i] = q.Split
		}
	}
	return next.WithSplit(d.Parts, &by), d.Missed(), nil
}

// provenance returns the lines of the file next to the new version: its pool, then for
// each query what is known of it and of its labels.
func (m *material) provenance(w *Workflow, next *testsets.TestSet, f *Finished, labels map[label.Pair]labelOrigin, now time.Time) ([]byte, error) {
	var b bytes.Buffer
	pool := poolOrigin{Version: w.Plan.To, Threshold: w.Plan.Threshold, Labellers: w.Plan.Labellers, Rule: w.Plan.Rule, Evidence: f.Evidence}
	for _, a := range f.Agreements {
		pool.Kappa, pool.Low = least(pool.Kappa, a.Kappa), least(pool.Low, a.Low)
	}
	if p := w.Plan.Pool; p != nil {
		pool.Depth = p.Depth
		for _, c := range p.Configs {
			pool.Configs = append(pool.Configs, c.Name)
		}
	}
	if err := plainjson.NewEncoder(&b).Encode(pool); err != nil {
		return nil, err
	}
	entrants := map[string]*Entrant{}
	for i := range m.entrants {
		entrants[m.entrants[i].ID] = &m.entrants[i]
	}
	for i := range next.Queries {
		id := next.Queries[i].ID
		if e := entrants[id]; e != nil {
			if err := w.newOrigin(&b, m.pairs, e, labels, now); err != nil {
				return nil, err
			}
			continue
		}
		if err := m.oldOrigin(&b, id); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// least returns the lesser of two numbers that may be undefined.
func least(a, b *float64) *float64 {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}

// newOrigin writes what is known of a query that enters.
func (w *Workflow) newOrigin(b *bytes.Buffer, pairs []label.Pair, e *Entrant, labels map[label.Pair]labelOrigin, now time.Time) error {
	o := queryOrigin{
		QueryID: e.ID, Version: w.Plan.To, Since: now.UTC().Format(time.DateOnly), Frequency: e.Frequency, Clients: e.Clients,
		Band: string(e.Band), Probability: e.Probability, LogSHA256: w.Plan.Log.SHA256,
	}
	for _, k := range e.Masked {
		o.Masked = append(o.Masked, string(k))
	}
	if err := plainjson.NewEncoder(b).Encode(o); err != nil {
		return err
	}
	for _, p := range pairs {
		if p.Query != e.ID {
			continue
		}
		if err := plainjson.NewEncoder(b).Encode(labels[p]); err != nil {
			return err
		}
	}
	return nil
}

// oldOrigin hands on what is known of a query that stays.
func (m *material) oldOrigin(b *bytes.Buffer, id string) error {
	o, ok := m.known.Queries[id]
	if !ok {
		o = queryOrigin{QueryID: id, Version: m.set.Version, Since: m.set.Created}
	}
	if err := plainjson.NewEncoder(b).Encode(o); err != nil {
		return err
	}
	for _, line := range m.known.labels[id] {
		b.Write(line)
		b.WriteByte('\n')
	}
	return nil
}
