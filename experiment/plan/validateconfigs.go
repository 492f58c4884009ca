package plan

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval"
)

func (c *checker) checkComponents() {
	if len(c.plan.Components) == 0 {
		c.fault(c.doc.line("components"), "components is missing: name what can be retrieved, such as `bm25: {run: runs/bm25.trec}`")
	}
	for _, comp := range c.plan.Components {
		line := c.doc.line("components", comp.Name)
		if comp.Name == "" {
			c.fault(line, "a component has an empty name; reports could not show it")
			continue
		}
		sources := c.declared[comp.Name].sources()
		switch {
		case len(sources) == 0:
			c.fault(line, "component %q has no source: give it `run: FILE`, `embedded: {corpus: FILE}` or another of %s", comp.Name, prose.Quoted(sourceKinds(c.file.kinds)))
		case len(sources) > 1:
			c.fault(line, "component %q has %d sources, %s; keep one", comp.Name, len(sources), strings.Join(sources, " and "))
		case comp.Run != "":
			c.checkFile(line, comp.Name, comp.Run)
			if err := comp.Reading.Validate(); err != nil {
				c.fault(line, "component %q: %s", comp.Name, prose.OneLine(err))
			}
		default:
			c.checkEngine(line, comp.Name, comp.Engine)
		}
	}
}

func (c *checker) checkEngine(line int, component string, e retrieval.Engine) {
	if err := e.Validate(); err != nil {
		c.fault(line, "component %q: %s", component, prose.OneLine(err))
		return
	}
	for _, path := range e.Inputs() {
		c.checkFile(line, component, path)
	}
}

func (c *checker) checkFile(line int, component, path string) {
	if _, err := os.Stat(c.plan.Resolve(path)); err != nil {
		c.fault(line, "component %q: cannot read %s: %v (relative paths start at the experiment file's folder)", component, c.plan.Resolve(path), errors.Unwrap(err))
	}
}

func (c *checker) checkConfigs() {
	if least := map[bool]int{true: 1, false: 2}[c.given.NoVerdict]; len(c.plan.Configs) < least && c.doc.at("sweep") == nil {
		c.fault(c.doc.line("configs"), "%v", result.ErrNoCandidate)
	}
	known := c.doc.keys("components")
	for _, config := range c.plan.Configs {
		line := c.doc.line("configs", config.Name)
		if config.Name == "" {
			c.fault(line, "a configuration has an empty name; reports could not show it")
		}
		for _, name := range config.Components {
			if !slices.Contains(known, name) {
				c.fault(line, "config %q names the component %q; the components are %s", config.Name, name, prose.Quoted(known))
			}
		}
		c.checkFusion(line, config)
		c.checkRerank(config)
		if asked := []string{result.AskedInParallel, result.AskedInSequence}; config.Asked != "" && !slices.Contains(asked, config.Asked) {
			c.fault(line, "config %q: components_asked %q: want one of %s", config.Name, config.Asked, prose.Quoted(asked))
		}
		if config.TopK < 1 {
			c.fault(line, "config %q: top_k %d, want at least 1", config.Name, config.TopK)
			continue
		}
		for _, m := range c.plan.Measures {
			if m.Cutoff() > config.TopK {
				c.fault(line, "config %q goes %d hits deep, but %s looks at %d: set `top_k: %d`",
					config.Name, config.TopK, m, m.Cutoff(), m.Cutoff())
			}
		}
	}
	for _, comp := range c.plan.Components {
		if _, taken := c.plan.Config(comp.Name); taken {
			c.fault(c.doc.line("configs", comp.Name), "%q names a component and a configuration; the report could not tell them apart", comp.Name)
		}
	}
}

func (c *checker) checkFusion(line int, config Config) {
	check := config.Fusion.Validate
	if config.Fusion.Trained() {
		check = config.Fusion.ValidateTraining
	}
	if err := check(config.Components); err != nil {
		c.fault(line, "config %q: %s", config.Name, prose.OneLine(err))
	}
	written := c.doc.at("configs", config.Name, "folds") != nil
	switch {
	case written && !config.Fusion.Trained():
		c.fault(line, "config %q: folds are set, but fusion_method %s learns nothing", config.Name, config.Fusion.Resolved().Method)
	case config.Folds < 2:
		c.fault(line, "config %q: folds %d, want at least 2", config.Name, config.Folds)
	}
}

func (c *checker) checkRerank(config Config) {
	if config.Rerank != nil {
		for _, text := range config.rerankFaults(c.plan) {
			c.fault(c.doc.line("configs", config.Name, "rerank"), "config %q: %s", config.Name, text)
		}
	}
}

// rerankFaults says what is wrong with the reranking of a configuration that has one.
func (c Config) rerankFaults(of *Plan) []string {
	if err := c.Rerank.Validate(); err != nil {
		return []string{"rerank: " + prose.OneLine(err)}
	}
	var faults []string
	if n := c.Rerank.TopN; n != nil && *n > c.TopK {
		faults = append(faults, fmt.Sprintf("rerank looks at top_n %d hits of a ranking of top_k %d", *n, c.TopK))
	}
	if path := c.Rerank.Corpus; path != "" {
		if _, err := os.Stat(of.Resolve(path)); err != nil {
			faults = append(faults, fmt.Sprintf("rerank: cannot read %s: %v (relative paths start at the experiment file's folder)", of.Resolve(path), errors.Unwrap(err)))
		}
	}
	return faults
}

// Warnings lists what is allowed in the declarations of components and rerankers and yet often a slip:
// secrets that seem to be written in plain text. No value is quoted.
func (p *Plan) Warnings() []string {
	var list []string
	for _, c := range p.Components {
		engine, ok := c.Engine.(interface{ Warnings() []string })
		if !ok {
			continue
		}
		for _, w := range engine.Warnings() {
			list = append(list, fmt.Sprintf("%s: component %q: %s", p.Path, c.Name, w))
		}
	}
	configs := slices.Clone(p.Configs)
	if p.Sweep != nil {
		configs = append(configs, p.Sweep.Settings...)
	}
	for _, c := range configs {
		if c.Rerank == nil {
			continue
		}
		for _, w := range c.Rerank.Warnings() {
			list = append(list, fmt.Sprintf("%s: rerank of %q: %s", p.Path, c.Name, w))
		}
	}
	return list
}
