package plan

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// checkSweep unfolds the sweep section and checks every setting. One fault of
// many settings of an entry is reported once.
func (c *checker) checkSweep(file *sweepFile) {
	if file == nil {
		if c.doc.at("sweep") != nil && !c.faulty(c.doc.line("sweep")) {
			c.fault(c.doc.line("sweep"), "sweep is empty: it needs a `grid`, such as `grid: [{fusion_method: rrf, rrf_k: [10, 60]}]`")
		}
		return
	}
	if c.plan.Silver != "" {
		c.fault(c.doc.line("silver"), "silver has no use with a sweep, whose settings are chosen by people's labels; put the sweep into a file of its own")
	}
	u := unfolding{checker: c, seen: map[string]string{}, named: map[string]string{}, trained: map[string]bool{}}
	u.measure = c.plan.Primary              // nil when it has a fault of its own
	for _, config := range c.plan.Configs { // checked as configurations
		line := c.doc.line("configs", config.Name)
		if u.learnsBeforeRerank(config) {
			c.fault(line, "sweep: config %q: "+learnsBeforeRerank+", or move the sweep to a file without this configuration", config.Name, config.Fusion.Resolved().Method)
			continue
		}
		u.add(line, config)
	}
	if len(file.Grid) == 0 && !c.faulty(c.doc.line("sweep", "grid")) {
		c.fault(c.doc.line("sweep", "grid"), "sweep: grid is missing: list entries such as `{fusion_method: rrf, rrf_k: [10, 60]}`")
	}
	for i := range file.Grid {
		u.entry(c.gridLine(i), &file.Grid[i])
	}
	p := &SweepPlan{
		Settings: u.settings, Duplicates: u.duplicates, Baseline: file.Baseline,
		Folds: value(file.Folds), Repeats: value(file.Repeats),
	}
	c.plan.Sweep = p
	c.checkSweepNumbers(file)
	switch {
	case len(p.Settings) == 0 || u.full:
	case len(p.Settings) == 1:
		c.fault(c.doc.line("sweep", "grid"), "sweep: there is one setting only; a choice needs two")
	case p.Baseline == "" && len(c.plan.Configs) > 0:
		p.Baseline = c.plan.Baseline
	default:
		named := cmp.Or(p.Baseline, p.Settings[0].Name)
		var ok bool
		if p.Baseline, ok = u.baseline(named); !ok {
			c.fault(c.doc.line("sweep", "baseline"), "sweep: baseline %q is not a component and not among the settings, which are called like %q; `rankduel sweep --list` prints them", named, p.Settings[0].Name)
		}
		p.Settings = u.settings
	}
}

func (c *checker) checkSweepNumbers(file *sweepFile) {
	for key, given := range map[string]struct {
		n     *int
		least int
	}{"folds": {file.Folds, 2}, "repeats": {file.Repeats, 1}} {
		if given.n != nil && *given.n < given.least {
			c.fault(c.doc.line("sweep", key), "sweep: %s %d, want at least %d", key, *given.n, given.least)
		}
	}
}

func (c *checker) gridLine(i int) int {
	grid := c.doc.at("sweep", "grid")
	if grid == nil || grid.Kind != yaml.SequenceNode || i >= len(grid.Content) {
		return c.doc.line("sweep", "grid")
	}
	return grid.Content[i].Line
}

// An unfolding collects the settings of a sweep.
type unfolding struct {
	*checker
	measure    metrics.Measure
	settings   []Config
	duplicates int
	full       bool
	seen       map[string]string // by what settings mean, the name of the one that is kept
	named      map[string]string // what the setting of a name means, duplicates too
	trained    map[string]bool   // whether a method learns
}

// learns is Settings.Trained, looked up once for each method.
func (u *unfolding) learns(s Config) bool {
	is, known := u.trained[s.Fusion.Method]
	if !known {
		is = s.Fusion.Trained()
		u.trained[s.Fusion.Method] = is
	}
	return is
}

func (u *unfolding) entry(line int, e *sweepEntryFile) {
	reported := map[string]bool{}
	fault := func(format string, args ...any) {
		if text := fmt.Sprintf("sweep: "+format, args...); !reported[text] {
			reported[text] = true
			u.fault(line, "%s", text)
		}
	}
	for _, depth := range e.Depth {
		if depth < 1 {
			fault("depth %d, want at least 1", depth)
			return
		}
	}
	if asked := []string{"", result.AskedInParallel, result.AskedInSequence}; !slices.Contains(asked, e.Asked) {
		fault("components_asked %q: want one of %s", e.Asked, prose.Quoted(asked[1:]))
	}
	if e.Rerank == nil && len(e.RerankTopN) > 0 {
		fault("rerank_top_n is set, but there is no rerank")
	}
	base := Config{Components: u.doc.keys("components"), TopK: DefaultTopK, Folds: DefaultFolds}
	if n := len(u.settings) + u.duplicates + e.size(base); n > MaxSettings {
		u.full = true
		fault("more than %d settings; take coarser steps, or fewer values at once", MaxSettings)
		return
	}
	e.unfold(base, func(s Config) bool {
		if u.check(s, e, fault) {
			u.add(line, s)
		}
		return true
	})
}

func (u *unfolding) check(s Config, e *sweepEntryFile, fault func(format string, args ...any)) bool {
	known, ok := u.doc.keys("components"), true
	bad := func(format string, args ...any) {
		ok = false
		fault(format, args...)
	}
	for _, name := range s.Components {
		if !slices.Contains(known, name) {
			bad("the component %q is named; the components are %s", name, prose.Quoted(known))
		}
	}
	check := s.Fusion.Validate
	if u.learns(s) {
		check = s.Fusion.ValidateTraining
	}
	if err := check(s.Components); err != nil {
		bad("%s", prose.OneLine(err))
	}
	switch {
	case e.TrainFolds != nil && !u.learns(s):
		bad("folds are set, but fusion_method %s learns nothing; the folds of the sweep belong next to `grid`", s.Fusion.Resolved().Method)
	case s.Folds < 2:
		bad("folds %d, want at least 2", s.Folds)
	}
	if u.learnsBeforeRerank(s) {
		bad(learnsBeforeRerank, s.Fusion.Resolved().Method)
	}
	if s.Rerank != nil {
		for _, text := range s.rerankFaults(u.plan) {
			bad("%s", text)
		}
	}
	switch {
	case s.TopK < 1:
		bad("top_k %d, want at least 1", s.TopK)
	case u.measure != nil && u.measure.Cutoff() > s.TopK:
		bad("top_k %d, but %s looks at %d hits", s.TopK, u.measure, u.measure.Cutoff())
	}
	return ok
}

// learnsBeforeRerank is the fault of a setting that no fold can be kept out of: a reranker is asked once
// per query, for the candidates of one trained fusion, and the cross-validation needs those of many.
const learnsBeforeRerank = "fusion_method %s learns from judgments and its result is reranked, so that no fold could be kept out of its training; take a method that learns nothing, or leave the rerank out"

func (u *unfolding) learnsBeforeRerank(s Config) bool { return s.Rerank != nil && u.learns(s) }

// add takes a setting unless an earlier one means the same.
func (u *unfolding) add(line int, s Config) {
	if s.Name == "" {
		s.Name = fusion.Settings{}.Resolved().Method
	}
	meaning := s.identity(u.learns(s)).text()
	_, duplicate := u.seen[meaning]
	other, taken := u.named[s.Name]
	switch {
	case duplicate:
		u.duplicates++
		if !taken {
			u.named[s.Name] = meaning
		}
	case taken && other != meaning:
		u.fault(line, "sweep: two different settings are called %q; give the configuration another name", s.Name)
	default:
		u.seen[meaning], u.named[s.Name] = s.Name, meaning
		u.settings = append(u.settings, s)
	}
}

// baseline returns the setting that is meant by a name: its own, that of a setting which means the same, or
// that of a component, which joins the settings where the grid does not try it alone.
func (u *unfolding) baseline(name string) (setting string, ok bool) {
	if meaning, known := u.named[name]; known {
		return u.seen[meaning], true
	}
	if !slices.Contains(u.doc.keys("components"), name) {
		return "", false
	}
	alone := Config{Name: name, Components: []string{name}, TopK: DefaultTopK, Folds: DefaultFolds}.resolved()
	if kept, there := u.seen[alone.identity(u.learns(alone)).text()]; there {
		return kept, true
	}
	u.add(0, alone)
	return name, true
}

// ErrNoSweep says that an experiment has nothing to sweep over.
var ErrNoSweep = errors.New("the experiment has no `sweep` section; add one such as `sweep: {grid: [{fusion_method: rrf, rrf_k: [10, 60]}]}`")
