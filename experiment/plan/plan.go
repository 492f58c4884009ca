// Package plan reads experiment files: what is compared, over which test set,
// with which measures, and what a sweep tries.
package plan

import (
	"cmp"
	"path/filepath"
	"slices"
	"time"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/rerank"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// DefaultTopK is the depth of a configuration that does not say another.
const DefaultTopK = 100

// DefaultFolds is into how many parts the queries are divided when a fusion has to be trained.
const DefaultFolds = 5

// A Plan is an experiment as its file describes it. Components and Configs
// keep the order of the file; relative paths in it are relative to the file.
type Plan struct {
	Path       string // of the file, for messages and relative paths
	TestSet    string // path, or name[@version]
	Part       string // evaluation, heldout or all
	Profile    metrics.Profile
	Measures   []metrics.Measure
	Silver     string            // file with a model's labels of all queries, in TREC form; "": people's alone
	Sample     string            // file with the order in which people label; "": there is none
	Paths      string            // file with the paths that answers may cite; empty when no measure asks for it
	Primary    metrics.Measure   // the one the verdict is about; one of Measures
	Guardrails []metrics.Measure // among Measures
	Components []Component
	Configs    []Config
	Sweep      *SweepPlan // nil without that section
	Baseline   string
	Compare    compare.Settings
	Retrieve   recording.Settings

	// MaxAge is how old a recording of a live component may be before it is made again; 0: any age.
	MaxAge time.Duration

	// StaleJudgments says what judged ids are that no corpus of the components has: StaleError or StaleWarn.
	StaleJudgments string

	asked *request.Request // the file's settings, with what was given in their place

	read struct { // the test set, where checking the plan took that
		ref string
		set *testsets.TestSet
	}
}

// OpenTestSet reads the test set. Where that was done to check the plan, such as
// for its profile, it is the set of then: when it has changed, load the plan again.
func (p *Plan) OpenTestSet() (*testsets.TestSet, error) {
	if p.read.set != nil && p.read.ref == p.TestSet {
		return p.read.set, nil
	}
	return judgments.OpenTestSet(filepath.Dir(p.Path), p.TestSet)
}

// What judged ids are that are in no corpus.
const (
	StaleError = "error" // nothing is run: the default
	StaleWarn  = "warn"  // said, and measured without them
)

// A Component can be retrieved on its own, by name: from a run file, or from an
// engine of one of the kinds that were handed to Load.
type Component struct {
	Name    string
	Run     string           // the run file; empty when it is an engine
	Reading runfile.Options  // of the run file: its format, what ranks its hits, and what a duplicate is
	Kind    retrieval.Kind   // of the engine
	Engine  retrieval.Engine // nil when it is a run file
	Written string           // what the file says of it, as JSON, whatever its layout
}

// Varies tells a component that may answer differently when it is asked again from a run
// file and from an index in this process.
func (c *Component) Varies() bool { return c.Engine != nil && !c.Kind.Texts }

// A Config is one of the configurations under comparison: components, how they are fused, and how deep the result goes.
type Config struct {
	Name       string
	Components []string // in file order; all of the plan's when none are named
	Fusion     fusion.Settings
	Depth      int // how many hits of each component count
	TopK       int
	Rerank     *rerank.Settings // nil: the fused ranking is the result
	Asked      string           // how the components are asked in service, for the latency
	Folds      int              // for a fusion that has to be trained: into how many parts the queries are divided
}

// A planFile is what the YAML may hold besides components, and the settings of
// package request. Pointers tell "not given" from a zero that was written.
type planFile struct {
	TestSet     string                `yaml:"test_set"`
	Silver      string                `yaml:"silver"`
	Sample      string                `yaml:"sample"`
	Paths       string                `yaml:"paths"`
	Configs     map[string]configFile `yaml:"configs"`
	Sweep       *sweepFile            `yaml:"sweep"`
	Concurrency *int                  `yaml:"concurrency"`
	Timeout     string                `yaml:"timeout"`
	WarmUp      *int                  `yaml:"warm_up"`
	GiveUpAfter *int                  `yaml:"give_up_after"`
	MaxAge      string                `yaml:"max_age"`
	Stale       string                `yaml:"stale_judgments"`
}

// A componentFile is what every component may hold; the keys of the kinds of engines come next to it.
type componentFile struct {
	Run        string          `yaml:"run"`
	Format     runfile.Format  `yaml:"format"`
	Order      trec.Order      `yaml:"order"`
	Duplicates trec.Duplicates `yaml:"duplicates"`
}

type configFile struct {
	Components      []string `yaml:"components"`
	fusion.Settings `yaml:",inline"`
	TopK            *int             `yaml:"top_k"`
	Asked           string           `yaml:"components_asked"`
	Folds           *int             `yaml:"folds"`
	Rerank          *rerank.Settings `yaml:"rerank"`
}

func (f *planFile) plan(path string, doc document, asked *request.Request, declared map[string]declaration) *Plan {
	p := &Plan{
		Path: path, TestSet: f.TestSet, Paths: f.Paths, Silver: f.Silver, Sample: f.Sample, Part: cmp.Or(asked.Judgments.Part, judgments.PartEvaluation),
		Baseline: asked.Systems.Baseline, Compare: asked.Settings, asked: asked,
		StaleJudgments: cmp.Or(f.Stale, StaleError),
		Retrieve: recording.Settings{
			Concurrency: value(f.Concurrency), WarmUp: value(f.WarmUp),
			Repeats: asked.Systems.Repeats, GiveUpAfter: value(f.GiveUpAfter),
		},
	}
	for _, name := range doc.keys("components") {
		d := declared[name]
		c := Component{Name: name, Written: doc.text(componentsKey, name), Run: d.Run, Reading: runfile.Options{Format: d.Format, Order: d.Order, Duplicates: d.Duplicates}}
		if len(d.engines) > 0 {
			c.Kind, c.Engine = d.engines[0].kind, d.engines[0].engine
		}
		p.Components = append(p.Components, c)
	}
	for _, name := range doc.keys("configs") {
		c := f.Configs[name]
		config := Config{Name: name, Components: c.Components, Fusion: c.Settings, TopK: DefaultTopK, Asked: c.Asked, Folds: DefaultFolds, Rerank: c.Rerank}
		if c.TopK != nil {
			config.TopK = *c.TopK
		}
		if c.Folds != nil {
			config.Folds = *c.Folds
		}
		if len(config.Components) == 0 {
			config.Components = doc.keys("components")
		}
		p.Configs = append(p.Configs, config.resolved())
	}
	return p
}

func value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}

// Resolve makes a path of the plan usable from the working folder.
func (p *Plan) Resolve(path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(p.Path), path)
}

// LabelSources returns where Silver and Sample are read, and whether a request brought them.
func (p *Plan) LabelSources() (silver, sample trec.Source, sent bool) {
	if p.asked.Has("silver") {
		return trec.Bytes(p.Silver, []byte(p.asked.Judgments.Silver)), trec.Bytes(p.Sample, []byte(p.asked.Judgments.Sample)), true
	}
	return trec.File(p.Resolve(p.Silver)), trec.File(p.Resolve(p.Sample)), false
}

// Inputs lists the files that the experiment reads, the experiment itself
// first, as they are found from the working folder.
func (p *Plan) Inputs() []string {
	paths := []string{p.Path}
	for _, named := range p.named() {
		if named != "" {
			paths = append(paths, p.Resolve(named))
		}
	}
	return paths
}

func (p *Plan) named() []string {
	list := append([]string{p.TestSet, p.Paths, p.Silver, p.Sample}, p.Compare.Files()...)
	configs := p.Configs
	if p.Sweep != nil {
		configs = slices.Concat(configs, p.Sweep.Settings)
	}
	for _, c := range configs {
		if c.Rerank != nil && !slices.Contains(list, c.Rerank.Corpus) { // settings of a sweep share theirs
			list = append(list, c.Rerank.Corpus)
		}
	}
	for _, c := range p.Components {
		list = append(list, c.Run)
		if c.Engine != nil {
			list = append(list, c.Engine.Inputs()...)
		}
	}
	return list
}

// Config returns the configuration of that name.
func (p *Plan) Config(name string) (Config, bool) {
	i := slices.IndexFunc(p.Configs, func(c Config) bool { return c.Name == name })
	if i < 0 {
		return Config{}, false
	}
	return p.Configs[i], true
}

// Depth returns how deep each component is retrieved: once, for the deepest configuration, those of a sweep among them.
func (p *Plan) Depth() int {
	depth := 0
	for _, c := range p.Configs {
		depth = max(depth, c.Depth)
	}
	if p.Sweep != nil {
		for _, c := range p.Sweep.Settings {
			depth = max(depth, c.Depth)
		}
	}
	return depth
}

// Alone returns the configuration of one component as it is.
func (p *Plan) Alone(component string) Config {
	return Config{Name: component, Components: []string{component}, TopK: p.Depth()}.resolved()
}

// resolved writes out what was left open.
func (c Config) resolved() Config {
	c.Depth = cmp.Or(c.Depth, c.TopK)
	c.Asked = cmp.Or(c.Asked, result.AskedInParallel)
	return c
}

// Seed returns that of everything random in the plan.
func (p *Plan) Seed() uint64 { return *p.Compare.WithDefaults().Seed }
