package run

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/silver"
	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/testsets"
)

// Options tune a run. The zero value is usable.
type Options struct {
	CacheDir    string           // for built indexes; "" builds them again
	Clock       func() time.Time // nil means time.Now
	CommitHash  string           // of the code under test, stored with the run
	RetryFailed bool             // ask again what failed before
	Refresh     []string         // components to ask again altogether
	Fresh       bool             // ask all of them again
	PerQuery    bool             // report every pair
	Shard       recording.Shard  // what [Prepared.AskShard] asks, and since when others ask the rest

	// Unjudged are queries without judgments yet, in place of those of the test set. They can be asked,
	// with [Prepared.Ask], and what came of it read, with [Prepared.Rankings]; nothing can be scored.
	Unjudged *testsets.TestSet

	// Recorded computes everything again from what is recorded: no engine is asked, not even for its state,
	// and nothing is stored. What is not recorded is an error that wraps ErrRecordingGone. The states are
	// those that stored runs name: see States.
	Recorded *States

	// Hashed remembers hashes of inputs for a process that prepares again and again,
	// as retrieval.Place has it; nil reads them each time.
	Hashed func(path string, hash func() (string, error)) (string, error)

	Progress func(Progress) // called after each retrieval, one at a time
	Warn     func(string)   // told once each of what makes later runs slower, and changes nothing here

	// Clients of rerankers; those of engines were handed to the plan. Nil is a pool of its own.
	Clients *httpclient.Pool
}

// Progress says how far the retrieval of a run is.
type Progress struct {
	Done, Total int // retrieval calls of this run
	Reused      int // rankings that were recorded before
}

// Prepared is a plan that was checked and can be run, as often as one likes.
type Prepared struct {
	questions
	plan    *plan.Plan
	opts    Options
	place   retrieval.Place
	sources map[string]source
	systems []System // the configurations, then the components alone

	silver      *Prepared // the same over all queries that a model labelled; nil without
	recordedFor string    // the test set whose recordings these are; "": that of judgments

	mu     sync.Mutex
	warned map[string]bool
}

// warn says something once.
func (p *Prepared) warn(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.opts.Warn != nil && !p.warned[text] {
		p.warned[text] = true
		p.opts.Warn(text)
	}
}

// questions are queries with what is known of their documents.
type questions struct {
	judgments *judgments.Judgments
	set       *testsets.TestSet // the part that counts
	labels    *silver.Labels    // people's and a model's; nil without the latter
}

// prepare checks everything but the judgments.
func prepare(ctx context.Context, planned *plan.Plan, of questions, opts Options) (*Prepared, error) {
	if opts.Clients == nil {
		opts.Clients = httpclient.NewPool()
	}
	p := &Prepared{
		questions: of, plan: planned, opts: opts, sources: map[string]source{}, warned: map[string]bool{},
		place: retrieval.Place{Resolve: planned.Resolve, CacheDir: opts.CacheDir, Hashed: opts.Hashed},
	}
	if err := checkRefresh(planned, opts.Refresh); err != nil {
		return nil, err
	}
	for _, c := range planned.Components {
		if opts.Fresh && c.Engine != nil {
			p.opts.Refresh = append(slices.Clip(p.opts.Refresh), c.Name)
		}
	}
	for i := range planned.Components {
		c := &planned.Components[i]
		src, err := p.newSource(ctx, c)
		if err != nil {
			return nil, fmt.Errorf("component %q: %w", c.Name, err)
		}
		src.warn = p.warn
		p.sources[c.Name] = src
	}
	return p, p.planSystems(ctx)
}

// checkRefresh refuses names of components that cannot be asked again.
func checkRefresh(p *plan.Plan, names []string) error {
	for _, name := range names {
		i := slices.IndexFunc(p.Components, func(c plan.Component) bool { return c.Name == name })
		switch {
		case i < 0:
			return fmt.Errorf("refresh %q: no such component in %s", name, p.Path)
		case p.Components[i].Run != "":
			return fmt.Errorf("refresh %q: it comes from the run file %s, which is read each time it changes", name, p.Components[i].Run)
		}
	}
	return nil
}

// planSystems lists the configurations, then the components alone, and gives each its run id.
func (p *Prepared) planSystems(ctx context.Context) error {
	for _, c := range p.plan.Configs {
		s, err := p.System(ctx, result.RoleConfig, c)
		if err != nil {
			return fmt.Errorf("config %q: %w", c.Name, err)
		}
		p.systems = append(p.systems, s)
	}
	for _, c := range p.plan.Components {
		s, err := p.System(ctx, result.RoleComponent, p.plan.Alone(c.Name))
		if err != nil {
			return fmt.Errorf("config %q: %w", c.Name, err)
		}
		p.systems = append(p.systems, s)
	}
	return nil
}

// Plan returns what was prepared.
func (p *Prepared) Plan() *plan.Plan { return p.plan }

// Judgments returns those of the plan's part of its test set.
func (p *Prepared) Judgments() *judgments.Judgments { return p.judgments }

// Made returns, by the names of the systems, what each is made of, as its run is stored.
func (p *Prepared) Made() map[string][]byte {
	made := ordered.Map(p.systems, func(s System) (string, []byte) { return s.Config.Name, s.json })
	return made
}

// Systems names the systems of the plan: its configurations, then its components alone.
func (p *Prepared) Systems() []string {
	return ordered.Each(p.systems, func(s System) string { return s.Config.Name })
}
