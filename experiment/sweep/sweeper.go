package sweep

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/pipeline"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/sweep/selection"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// A sweeper scores every setting on every query in one pass over the components' rankings, and keeps one number for
// each pair: a query is pooled once for all settings of the same components, and only judged documents are ranked.
type sweeper struct {
	prepared  *run.Prepared
	plan      *plan.Plan
	judgments *judgments.Judgments
	retrieved *run.Retrieved

	settings []setting
	sets     []componentSet // the different choices of components
	measure  metrics.Measure
	items    *judgments.Items
	zero     bool // an undefined score counts as 0
	nested   selection.Nested
	folds    [][]int // by repeat, then by query

	scores   [][]float64 // by setting, then by query; NaN where undefined or failed
	failures []string    // by query: why some setting has no ranking; empty where all have
	learned  map[int]*learned
	reranked []rerankedSetting
}

// A setting is one setting, ready for use.
type setting struct {
	plan.Config
	set     int             // of components
	methods []fusion.Method // one for all queries, or one for each
}

// A componentSet is a choice of components, and how long they took together.
type componentSet struct {
	components []string
	asked      string
	settings   []int       // those that use it
	latencies  [][]float64 // one column by query; NaN where it was not measured
}

// maxSweptScores bounds the memory of a sweep: 2 GB of scores. They are float64, as everywhere, so that the
// mean of a setting is to the last digit what a run of it reports.
const maxSweptScores = 250_000_000

func newSweeper(p *run.Prepared) (*sweeper, error) {
	settings, queries := p.Plan().Sweep.Settings, p.Judgments().Len()
	if n := len(settings) * queries; n > maxSweptScores {
		return nil, fmt.Errorf("%d settings on %d queries are %d scores, more than %d; take coarser steps, or fewer values at once",
			len(settings), queries, n, maxSweptScores)
	}
	s := &sweeper{
		prepared: p, plan: p.Plan(), judgments: p.Judgments(), zero: p.Plan().Profile.Undefined == metrics.Zero,
		failures: make([]string, queries), learned: map[int]*learned{},
	}
	var err error
	if s.measure, err = chosenBy(s.plan); err != nil {
		return nil, err
	}
	s.nested = nested(s.plan.Sweep, s.plan.Seed())
	for repeat := range s.nested.Repeats {
		s.folds = append(s.folds, s.nested.Divide(s.queries(), repeat))
	}
	s.items = s.judgments.At(metrics.LevelOf(s.measure))
	s.scores = scoring.NewColumns(len(settings), queries)
	at := map[string]int{}
	for i, config := range settings {
		key := config.Asked + "\x00" + strings.Join(config.Components, "\x00")
		set, known := at[key]
		if !known {
			set = len(s.sets)
			at[key] = set
			s.sets = append(s.sets, componentSet{components: config.Components, asked: config.Asked, latencies: scoring.NewColumns(1, queries)})
		}
		if config.Rerank == nil {
			s.sets[set].settings = append(s.sets[set].settings, i)
		}
		s.settings = append(s.settings, setting{Config: config, set: set})
	}
	for i := range s.sets { // cut pools are made once for each depth
		slices.SortStableFunc(s.sets[i].settings, func(a, b int) int { return s.settings[a].Depth - s.settings[b].Depth })
	}
	return s, nil
}

// queries returns those of the judgments, as the division into folds sees them.
func (s *sweeper) queries() []selection.Query {
	list := make([]selection.Query, s.judgments.Len())
	for q := range s.judgments.Len() {
		query := s.judgments.Query(q)
		list[q] = selection.Query{ID: query.ID, Stratum: query.Stratum}
		if !s.plan.Compare.Ungrouped {
			list[q].Group = query.Group
		}
	}
	return list
}

// chosenBy returns the measure to choose by. A choice takes the largest mean, so it has to be a measure
// whose mean is the result and that is better when it is higher.
func chosenBy(p *plan.Plan) (metrics.Measure, error) {
	m := p.Primary
	if direction := metrics.DirectionOf(m); direction != metrics.HigherIsBetter {
		return nil, fmt.Errorf("a sweep cannot choose by %s, which is %s; take another primary measure", m, direction)
	}
	if metrics.LevelOf(m) == metrics.AnswerLevel {
		return nil, fmt.Errorf("a sweep cannot choose by %s: no fusion has answers; take a primary measure of rankings", m)
	}
	return m, nil
}

func (s *sweeper) score(ctx context.Context, progress func(run.Progress)) error {
	if err := s.buildMethods(ctx); err != nil {
		return err
	}
	if err := s.rerank(ctx); err != nil {
		return err
	}
	free := make(chan *workspace, runtime.GOMAXPROCS(0))
	for range cap(free) {
		free <- &workspace{pools: make([]fusion.Pool, len(s.sets)), judged: judgedPool{cutoff: s.measure.Cutoff()}}
	}
	done := 0
	return s.retrieved.EachBatch(ctx, s.read(), func(from, n int, columns map[string][]result.Ranking) error {
		var group errgroup.Group
		group.SetLimit(cap(free))
		for i := range n {
			group.Go(func() error {
				desk := <-free
				defer func() { free <- desk }()
				parts := run.Row(columns, i)
				s.rerankedQuery(from+i, parts)
				return s.query(desk, from+i, parts)
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		if done += n; progress != nil {
			progress(run.Progress{Done: done, Total: s.judgments.Len()})
		}
		return nil
	})
}

// buildMethods makes every setting's method, and trains where that has to be.
func (s *sweeper) buildMethods(ctx context.Context) error {
	for i := range s.settings {
		setting := &s.settings[i]
		if setting.Rerank != nil {
			continue // its system has a pipeline of its own
		}
		if setting.Fusion.Trained() {
			if err := s.learn(ctx, i); err != nil {
				return fmt.Errorf("setting %q: %w", setting.Name, err)
			}
			continue
		}
		method, err := fusion.New(setting.Fusion)
		if err != nil {
			return fmt.Errorf("setting %q: %w", setting.Name, err)
		}
		setting.methods = []fusion.Method{method}
	}
	return nil
}

// A workspace is one worker's memory.
type workspace struct {
	pools  []fusion.Pool // by choice of components
	lists  []fusion.List
	fused  []float64
	judged judgedPool
}

// query scores one query under every setting.
func (s *sweeper) query(desk *workspace, q int, parts map[string]result.Ranking) error {
	for at := range s.sets {
		set := &s.sets[at]
		if ms := pipeline.Latency(plan.Config{Components: set.components, Asked: set.asked}, parts); ms != nil {
			set.latencies[0][q] = *ms
		}
		if failure := pipeline.Failure(set.components, parts); failure != "" {
			s.failures[q] = failure
			continue
		}
		desk.lists = desk.lists[:0]
		for _, name := range set.components {
			desk.lists = append(desk.lists, fusion.List{Component: name, Hits: parts[name].Hits})
		}
		if err := desk.pools[at].Reset(desk.lists); err != nil {
			return fmt.Errorf("query %s: %w", s.judgments.Query(q).ID, err) // of documents that come twice, which were dropped
		}
		var cut *fusion.Pool
		for _, i := range set.settings {
			if to := desk.pools[at].AtDepth(s.settings[i].Depth); to != cut {
				cut = to
				desk.judged.find(cut, desk.lists, s.items, q, metrics.LevelOf(s.measure))
			}
			s.one(desk, i, q, cut)
		}
	}
	return nil
}

// one scores one setting on one query.
func (s *sweeper) one(desk *workspace, i, q int, pool *fusion.Pool) {
	setting := &s.settings[i]
	method := setting.methods[0]
	if len(setting.methods) > 1 {
		method = setting.methods[q]
	}
	v, err := s.scoreBy(desk, method, setting.TopK, pool)
	if err != nil {
		s.failures[q] = setting.Name + ": " + err.Error() // such as an infinite score: this query's, not the sweep's
		return
	}
	s.scores[i][q] = v
	if l := s.learned[i]; l != nil {
		if err := l.score(s, desk, q, setting.TopK, pool); err != nil {
			s.failures[q] = setting.Name + ": " + err.Error()
		}
	}
}

// scoreBy returns the measure of the pool fused by a method; NaN where it is undefined.
func (s *sweeper) scoreBy(desk *workspace, method fusion.Method, topK int, pool *fusion.Pool) (float64, error) {
	var err error
	if desk.fused, err = method.Scores(pool, desk.fused); err != nil {
		return 0, fmt.Errorf("fusion: %w", err)
	}
	v, defined := s.measure.Score(desk.judged.join(pool, desk.fused, topK))
	if !defined && !s.zero {
		return math.NaN(), nil
	}
	if s.plan.Profile.RoundsQueries {
		v = s.plan.Profile.Round(v)
	}
	return v, nil
}

// nested returns the settings of the cross-validation.
func nested(p *plan.SweepPlan, seed uint64) selection.Nested {
	return selection.Nested{
		Folds: cmp.Or(p.Folds, selection.DefaultFolds), Repeats: cmp.Or(p.Repeats, selection.DefaultRepeats), Seed: seed,
	}
}
