package run

import (
	"context"
	"fmt"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Prepare reads the test set, hashes the inputs and checks everything that can
// be checked before the first retrieval. Engines that can tell are asked for the
// state of their index. It writes nothing.
func Prepare(ctx context.Context, planned *plan.Plan, opts Options) (*Prepared, error) {
	if opts.Unjudged != nil {
		j, err := judgments.Unjudged(opts.Unjudged)
		if err != nil {
			return nil, err
		}
		return prepare(ctx, planned, questions{j, opts.Unjudged}, opts)
	}
	set, err := planned.OpenTestSet()
	if err != nil {
		return nil, err
	}
	j, err := judgments.Of(set, planned.Part)
	if err != nil {
		return nil, err
	}
	if err := j.Check(planned.Profile, planned.Measures); err != nil {
		return nil, err
	}
	if planned.Paths != "" {
		if j.Paths, err = judgments.ReadPaths(ctx, trec.File(planned.Resolve(planned.Paths))); err != nil {
			return nil, fmt.Errorf("paths: %w", err)
		}
	}
	part, err := set.Part(planned.Part)
	if err != nil {
		return nil, err
	}
	p, err := prepare(ctx, planned, questions{j, part}, opts)
	if err == nil && planned.Silver != "" {
		err = p.prepareSilver(ctx)
	}
	return p, err
}

// prepareSilver prepares the same systems once more, over all queries that a model
// labelled: they are asked once for both.
func (p *Prepared) prepareSilver(ctx context.Context) error {
	model, err := judgments.Read(ctx, trec.File(p.plan.Resolve(p.plan.Silver)), trec.QrelsOptions{Duplicates: trec.DuplicatesError})
	if err != nil {
		return fmt.Errorf("silver: %w", err)
	}
	if err := model.Check(p.plan.Profile, p.plan.Measures); err != nil {
		return fmt.Errorf("silver: %w", err)
	}
	model.Info.Name = p.plan.Silver
	model.NameAs(p.set)
	var unknown []string
	for i := range model.Len() {
		if q := model.Query(i); q.Text == "" {
			unknown = append(unknown, q.ID)
		}
	}
	if len(unknown) > 0 {
		return fmt.Errorf("silver: %s labels the queries %s, which part %s of the test set lacks; add them to it, marked `unjudged: true` until people label them", p.plan.Silver, prose.FirstFew(unknown), p.plan.Part)
	}
	for _, c := range p.plan.Configs {
		if c.Fusion.Trained() {
			return fmt.Errorf("silver: config %q is trained on labels, and would be another system by the model's; leave it out", c.Name)
		}
	}
	p.silver = &Prepared{
		plan: p.plan, opts: p.opts, judgments: model, set: p.set, place: p.place, sources: p.sources,
		warned: map[string]bool{}, recordedFor: p.judgments.Info.SHA256,
	}
	return p.silver.planSystems(ctx)
}
