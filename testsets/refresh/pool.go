package refresh

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
)

// A Ranking is what a system found for the new queries.
type Ranking struct {
	Config string
	SHA256 string
	Docs   map[string][]string // best first, by query id

	// Of rankings that were not asked for this refresh: Kept is how many hits of
	// each are known, 0 when all are, and Texts what was asked by that id.
	Kept  int
	Texts map[string]string
}

// fits says whether a ranking is of these queries, and deep enough.
func (r Ranking) fits(entrants []Entrant, depth int) error {
	if r.Kept > 0 && r.Kept < depth {
		return fmt.Errorf("%s: the first %d hits of its rankings are known, and the pool takes %d; give its run file, or --depth %d", r.Config, r.Kept, depth, r.Kept)
	}
	for _, e := range entrants {
		if text := r.Texts[e.ID]; text != "" && text != e.Text {
			return fmt.Errorf("%s: its query %q is %q, and here it is %q; run the system on the queries of %s", r.Config, e.ID, text, e.Text, enteringFile)
		}
	}
	return nil
}

// A Document is what a labeller reads.
type Document struct{ Title, Text string }

// A PoolRequest is what is pooled. Depth 0 means that of the old version's pool where it is known, else 10.
type PoolRequest struct {
	Rankings []Ranking
	Depth    int
	Text     func(doc string) (Document, bool)
}

// A Pooled says what there is to grade.
type Pooled struct {
	Queries, Pairs, Depth int
	Systems               []string
	PerQuery              float64 // documents of a new query
	OldPerQuery           float64 // judged documents of a kept one
	Warnings              []string
}

// Queries returns the new ones, as a set without judgments yet: what systems are asked.
func (w *Workflow) Queries() (*testsets.TestSet, error) {
	set, err := w.oldSet()
	if err != nil {
		return nil, err
	}
	entrants, err := w.entering(set)
	if err != nil {
		return nil, err
	}
	next := &testsets.TestSet{Name: set.Name, Version: w.Plan.To}
	for _, e := range entrants {
		next.Queries = append(next.Queries, testsets.Query{ID: e.ID, Text: e.Text, Unjudged: true})
	}
	return next, nil
}

// Pool writes the documents to be graded: for each new query the first hits of all rankings, by id, without
// a word of who found them or where. That is in pool.key.jsonl, which no labeller is shown.
func (w *Workflow) Pool(r PoolRequest) (*Pooled, error) {
	set, err := w.oldSet()
	if err != nil {
		return nil, err
	}
	_, left := w.leaving(set)
	entrants, entered := w.entering(set)
	if err := errors.Join(left, entered, w.checkGuideline(set.Scale), r.check()); err != nil {
		return nil, err
	}
	depth, err := w.depth(r.Depth)
	if err != nil {
		return nil, err
	}
	pairs, configs, warnings, err := union(entrants, r.Rankings, depth)
	if err != nil {
		return nil, err
	}
	lines, keys, err := PoolFiles(pairs, nil, r.Text)
	if err != nil {
		return nil, err
	}
	p := &Pooled{Queries: len(entrants), Pairs: len(pairs), Depth: depth, PerQuery: float64(len(pairs)) / float64(len(entrants)), OldPerQuery: set.Counts().Pool.Mean}
	p.Systems = ordered.Each(configs, func(c RunRef) string { return c.Name })
	p.Warnings = append(warnings, p.warnings(entrants)...)
	w.Plan.Pool = &PoolPlan{Depth: depth, Configs: configs}
	return p, w.savePool(lines, keys, configs)
}

// PoolOf returns the lines of a pool for a test set that is not refreshed, with the texts
// of its queries, and what its user should know.
func PoolOf(set *testsets.TestSet, r PoolRequest) (lines []byte, warnings []string, err error) {
	var entrants []Entrant
	texts := map[string]string{}
	for _, q := range set.Queries {
		entrants, texts[q.ID] = append(entrants, Entrant{ID: q.ID, Text: q.Text}), q.Text
	}
	if err := r.check(); err != nil {
		return nil, nil, err
	}
	pairs, _, warnings, err := union(entrants, r.Rankings, r.Depth)
	if err == nil {
		lines, _, err = PoolFiles(pairs, texts, r.Text)
	}
	return lines, warnings, err
}

func (r PoolRequest) check() error {
	if len(r.Rankings) == 0 {
		return errors.New("no rankings to pool; name run files or stored runs that answer the new queries")
	}
	if r.Depth < 0 {
		return fmt.Errorf("depth %d, want at least 1", r.Depth)
	}
	for i, a := range r.Rankings {
		for _, b := range r.Rankings[:i] {
			if a.Config == b.Config {
				return fmt.Errorf("two rankings are called %s; NAME=FILE gives one of them another name", a.Config)
			}
		}
	}
	return nil
}

// union finds the pairs of the first hits, with who found them.
func union(entrants []Entrant, rankings []Ranking, depth int) (pairs []label.KeyLine, configs []RunRef, warnings []string, err error) {
	at := map[[2]string]int{}
	for _, r := range rankings {
		if err := r.fits(entrants, depth); err != nil {
			return nil, nil, nil, err
		}
		ref := RunRef{Name: r.Config, SHA256: r.SHA256}
		for _, e := range entrants {
			docs := r.Docs[e.ID]
			ref.Queries += count(len(docs) > 0)
			for i, doc := range docs[:min(depth, len(docs))] {
				pair := [2]string{e.ID, doc}
				n, ok := at[pair]
				if !ok {
					n = len(pairs)
					at[pair] = n
					pairs = append(pairs, label.KeyLine{QueryID: e.ID, DocID: doc})
				}
				pairs[n].By = append(pairs[n].By, label.FoundBy{Config: r.Config, Rank: i + 1})
			}
		}
		switch {
		case ref.Queries == 0:
			return nil, nil, nil, fmt.Errorf("%s answers none of the queries (%s, …); run the system on their ids and texts", r.Config, entrants[0].ID)
		case ref.Queries < len(entrants):
			warnings = append(warnings, fmt.Sprintf("%s answers %d of %d queries; what it would have found for the others is judged only where another found it", r.Config, ref.Queries, len(entrants)))
		}
		configs = append(configs, ref)
	}
	ordered.Stable(pairs, func(a, b label.KeyLine) int {
		return cmp.Or(strings.Compare(a.QueryID, b.QueryID), strings.Compare(a.DocID, b.DocID))
	})
	return pairs, configs, warnings, nil
}

// PoolFiles returns the two files. A document without text cannot be graded, and all of them are named at once.
func PoolFiles(pairs []label.KeyLine, queries map[string]string, text func(string) (Document, bool)) (lines, keys []byte, err error) {
	var pool, key bytes.Buffer
	toPool, toKey := plainjson.NewEncoder(&pool), plainjson.NewEncoder(&key)
	var blank []string
	for _, p := range pairs {
		d, ok := text(p.DocID)
		if !ok || strings.TrimSpace(d.Title+d.Text) == "" {
			blank = append(blank, fmt.Sprintf("%q", p.DocID))
			continue
		}
		if err := errors.Join(toPool.Encode(label.PoolLine{QueryID: p.QueryID, QueryText: queries[p.QueryID], DocID: p.DocID, Title: d.Title, Text: d.Text}), toKey.Encode(p)); err != nil {
			return nil, nil, err
		}
	}
	if len(blank) > 0 {
		n := len(blank)
		slices.Sort(blank)
		blank = slices.Compact(blank)
		return nil, nil, fmt.Errorf("%s of documents without text in the corpus: %s; give the corpus that was searched (--corpus)", prose.Plural(n, "pair"), strings.Join(blank[:min(20, len(blank))], ", "))
	}
	return pool.Bytes(), key.Bytes(), nil
}

// The bounds of what is warned of: figures are in docs/refresh.md.
const (
	fewSystems  = 4
	shallowPool = 0.7 // of the old one's documents a query
)

// warnings returns what a person should know before anybody grades.
func (p *Pooled) warnings(entrants []Entrant) []string {
	var out prose.Notes
	out.If(len(p.Systems) < fewSystems, "%s; 4 are better, one of them unlike the rest: with two, systems outside the pool are scored .07 too low", prose.Plural(len(p.Systems), "system"))
	out.If(p.OldPerQuery > 0 && p.PerQuery < shallowPool*p.OldPerQuery, "%.1f documents a new query, %.1f a query of the old version: a shallower pool alone raises the mean of the new version; pool deeper, or more systems", p.PerQuery, p.OldPerQuery)
	without := 0
	for _, e := range entrants {
		without += count(e.Need == "")
	}
	out.If(without > 0, "without a need written: %d of %s; two people who guess it differently disagree about everything", without, prose.Plural(len(entrants), "query"))
	return out
}

// depth returns how deep to pool.
func (w *Workflow) depth(asked int) (int, error) {
	if asked > 0 {
		return asked, nil
	}
	known, err := readProvenance(w.setPath())
	if err != nil || known.Pool == nil {
		return DefaultDepth, err
	}
	return known.Pool.Depth, nil
}

func (w *Workflow) savePool(lines, keys []byte, configs []RunRef) error {
	if err := errors.Join(w.write(w.path(keyFile), keys), w.write(w.path(poolFile), lines)); err != nil {
		return err
	}
	read, err := w.hashes(guidelineFile, leavingFile, enteringFile)
	if err != nil {
		return err
	}
	for _, c := range configs {
		read["run "+c.Name] = c.SHA256
	}
	return w.record(Step{Name: stepPool, Read: read, Wrote: map[string]string{poolFile: hashOf(lines), keyFile: hashOf(keys)}})
}
