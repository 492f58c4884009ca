package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/testsets"
)

// Collections are the corpora of a plan, opened: what a judged document that is
// in none of them is missing from. They are opened once and asked later.
type collections struct {
	*Retrieved
	opened map[string]retrieval.Retriever
}

// open opens a component that has its documents at hand.
func (c *collections) open(ctx context.Context, name string) (r retrieval.Retriever, err error) {
	if r, ok := c.opened[name]; ok {
		return r, nil
	}
	if r, err = c.sources[name].open(ctx); err != nil {
		return nil, fmt.Errorf("component %q: %w", name, err)
	}
	c.opened[name] = r
	return r, nil
}

// checkCollections looks the judged documents up in the corpora of the components that are
// about to be asked, before the first of them is: judgments of another corpus, or
// of its state before it was indexed again, measure nothing but that.
func (r *Retrieved) checkCollections(ctx context.Context, asked []*recording.Component) error {
	c := &collections{r, map[string]retrieval.Retriever{}}
	for _, of := range asked {
		if len(of.Missing) == 0 && r.opts.Shard.Since.IsZero() || !r.hasTexts(of.Name) {
			continue
		}
		opened, err := c.open(ctx, of.Name)
		if err != nil {
			return err
		}
		of.Open = func(context.Context) (retrieval.Retriever, error) { return opened, nil }
		r.noteEmpty(of.Name, opened)
	}
	if len(c.opened) == 0 {
		return nil
	}
	stale := c.stale()
	if stale == nil {
		return nil
	}
	for _, planned := range r.plan.Components { // those that need not be asked may have what is missing
		if r.hasTexts(planned.Name) {
			if _, err := c.open(ctx, planned.Name); err != nil {
				return err
			}
		}
	}
	if stale = c.stale(); stale == nil {
		return nil
	}
	elsewhere := slices.ContainsFunc(r.plan.Components, func(p plan.Component) bool { return !r.hasTexts(p.Name) })
	if r.plan.StaleJudgments == plan.StaleWarn || elsewhere {
		r.noteStale(stale)
		return nil
	}
	return fmt.Errorf("%w; stale_judgments: warn measures without them", stale)
}

// stale returns the *testsets.ReferenceError of what no opened corpus has, at the level
// that the primary measure looks at; nil when there is none.
func (c *collections) stale() error {
	var texters []retrieval.Texter
	for _, r := range c.opened {
		t, ok := r.(retrieval.Texter)
		if !ok {
			return nil // it may have what the others lack
		}
		texters = append(texters, t)
	}
	has := func(id string) bool {
		return slices.ContainsFunc(texters, func(t retrieval.Texter) bool {
			_, ok := t.Text(id)
			return ok
		})
	}
	switch metrics.LevelOf(c.plan.Primary) {
	case metrics.DocumentLevel:
		return testsets.CheckReferences(c.set, has, nil)
	case metrics.ChunkLevel:
		return testsets.CheckReferences(c.set, nil, has)
	}
	return nil
}

func (p *Prepared) hasTexts(component string) bool {
	c := p.sources[component].component
	return c.Engine != nil && c.Kind.Texts
}

func (r *Retrieved) noteStale(err error) {
	var missing *testsets.ReferenceError
	if !errors.As(err, &missing) {
		return
	}
	ids := ordered.Each(append(missing.Docs, missing.Chunks...), func(m testsets.MissingID) string { return m.ID })
	f := result.Warned(result.FindingStale, fmt.Sprintf("%s of the test set in no corpus of the experiment, which nothing can find: %s", prose.Plural(len(ids), "judged id"), prose.FirstFew(ids)))
	for _, c := range r.columns {
		c.stale = []result.Finding{f}
	}
}

// A counter of what it leaves out, as an index of a corpus is.
type emptyCounter interface {
	// Empty is how many documents have no text, and how many records at the end
	// of the corpus hold nothing and are not documents.
	Empty() (documents, records int)
}

// noteEmpty says what of a corpus no one can find.
func (r *Retrieved) noteEmpty(component string, opened retrieval.Retriever) {
	counter, ok := opened.(emptyCounter)
	if !ok {
		return
	}
	documents, records := counter.Empty()
	if documents > 0 {
		r.addFinding(component, fmt.Sprintf("the corpus of %s has %s without text, which nothing can find", component, prose.Plural(documents, "document")))
	}
	if records > 0 {
		r.addFinding(component, fmt.Sprintf("the corpus of %s ends with %s that holds nothing and is not a document", component, prose.Plural(records, "record")))
	}
}

func (r *Retrieved) addFinding(component, text string) {
	c := r.columns[component]
	c.findings = append(c.findings, result.Noted(result.FindingEmpty, text))
}

// Texts looks documents up in the components that have their texts at hand; nil when none has. A text is a
// title, a line break and the rest, as the component keeps it. Opening them asks no engine anything.
func (p *Prepared) Texts(ctx context.Context) (text func(doc string) (string, bool), err error) {
	var texters []retrieval.Texter
	for _, planned := range p.plan.Components {
		if !p.hasTexts(planned.Name) {
			continue
		}
		r, unopened := p.sources[planned.Name].open(ctx)
		if unopened != nil {
			err = errors.Join(err, fmt.Errorf("component %q: %w", planned.Name, unopened))
			continue
		}
		if t, ok := r.(retrieval.Texter); ok {
			texters = append(texters, t)
		}
	}
	if len(texters) == 0 {
		return nil, err
	}
	return textIn(texters), err
}

// textIn looks a document up in the first that knows it.
func textIn(texters []retrieval.Texter) func(doc string) (string, bool) {
	return func(doc string) (string, bool) {
		for _, t := range texters {
			if text, known := t.Text(doc); known {
				return text, true
			}
		}
		return "", false
	}
}
