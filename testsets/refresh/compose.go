package refresh

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
)

// compose makes the new version: what stays as it was, then what is new by id.
func (m *material) compose(w *Workflow, r FinishRequest, fresh []testsets.Query) (*testsets.TestSet, error) {
	next := *m.set
	next.Version, next.Created, next.Parent = w.Plan.To, r.Now.UTC().Format(time.DateOnly), &testsets.Parent{Version: m.set.Version, SHA256: m.set.SHA256()}
	if stem := renamed(m.set.Name, m.set.Version, w.Plan.To); stem != m.set.Name+"_"+w.Plan.To {
		next.Name = stem // the version is a part of it
	}
	next.Queries = nil
	for _, q := range m.set.Queries {
		if !m.leaves[q.ID] {
			next.Queries = append(next.Queries, q)
		}
	}
	slices.SortFunc(fresh, func(a, b testsets.Query) int { return strings.Compare(a.ID, b.ID) })
	kept := len(next.Queries)
	next.Queries = append(next.Queries, fresh...)
	families(next.Queries)
	assign(m.set, next.Queries[kept:], next.Queries[:kept], w.Plan.Seed)
	return &next, next.Validate()
}

// assign puts new queries into the parts of a set that is split: each stratum
// gets back the held-out queries that it lost, drawn with the seed. Kept queries
// keep their part, and take new ones of their family into it.
func assign(old *testsets.TestSet, fresh, kept []testsets.Query, seed uint64) {
	if !slices.ContainsFunc(old.Queries, func(q testsets.Query) bool { return q.Split != testsets.Unsplit }) {
		return
	}
	parts := map[string]testsets.Split{}
	for i := range kept {
		if f := kept[i].Family; f != "" {
			parts[f] = kept[i].Split
		}
	}
	for at, stratum := range strataOf(old) {
		lost := heldOut(old.Queries, stratum) - heldOut(kept, stratum)
		var of []*testsets.Query
		for i := range fresh {
			q := &fresh[i]
			if q.Type != stratum {
				continue
			}
			if part, ok := parts[q.Family]; ok && q.Family != "" {
				q.Split = part
				lost -= count(part == testsets.HeldOut)
				continue
			}
			q.Split = testsets.Evaluation
			if q.Family != "" {
				parts[q.Family] = testsets.Evaluation // new ones that are near each other: nobody draws one alone
				continue
			}
			of = append(of, q)
		}
		rng := rand.New(rand.NewPCG(seed, uint64(2000+at)))
		rng.Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
		for _, q := range of[:max(0, min(lost, len(of)))] {
			q.Split = testsets.HeldOut
		}
	}
}

func heldOut(queries []testsets.Query, stratum string) int {
	n := 0
	for i := range queries {
		n += count(queries[i].Type == stratum && queries[i].Split == testsets.HeldOut)
	}
	return n
}

// provenance are the lines of the file beside the new version: its pool, then for
// each query what is known of it and of its labels.
func (m *material) provenance(w *Workflow, next *testsets.TestSet, labels map[label.Pair]labelOrigin, agreements []Agreement, now time.Time) ([]byte, error) {
	var b bytes.Buffer
	pool := poolOrigin{Version: w.Plan.To, Threshold: w.Plan.Threshold, Labellers: w.Plan.Labellers, Rule: w.Plan.Rule, Kappa: 1}
	for _, a := range agreements {
		pool.Kappa = min(pool.Kappa, a.Kappa)
	}
	if p := w.Plan.Pool; p != nil {
		pool.Depth = p.Depth
		for _, c := range p.Configs {
			pool.Configs = append(pool.Configs, c.Name)
		}
	}
	if err := appendJSON(&b, pool); err != nil {
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

// newOrigin writes what is known of a query that enters.
func (w *Workflow) newOrigin(b *bytes.Buffer, pairs []label.Pair, e *Entrant, labels map[label.Pair]labelOrigin, now time.Time) error {
	o := queryOrigin{
		QueryID: e.ID, Version: w.Plan.To, Since: now.UTC().Format(time.DateOnly), Frequency: e.Frequency, Clients: e.Clients,
		Band: string(e.Band), Probability: e.Probability, LogSHA256: w.Plan.Log.SHA256,
	}
	for _, k := range e.Masked {
		o.Masked = append(o.Masked, string(k))
	}
	if err := appendJSON(b, o); err != nil {
		return err
	}
	for _, p := range pairs {
		if p.Query != e.ID {
			continue
		}
		if err := appendJSON(b, labels[p]); err != nil {
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
	if err := appendJSON(b, o); err != nil {
		return err
	}
	for _, line := range m.known.labels[id] {
		b.Write(line)
		b.WriteByte('\n')
	}
	return nil
}
