package run

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/silver"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Prepare reads the test set, hashes the inputs and checks everything that can be checked before the first
// retrieval. Engines that can tell are asked for the state of their index. It writes nothing.
func Prepare(ctx context.Context, planned *plan.Plan, opts Options) (*Prepared, error) {
	if opts.Unjudged != nil {
		j, err := judgments.Unjudged(opts.Unjudged)
		if err != nil {
			return nil, err
		}
		return prepare(ctx, planned, questions{judgments: j, set: opts.Unjudged}, opts)
	}
	of, err := judged(ctx, planned)
	if err != nil {
		return nil, err
	}
	if planned.Paths != "" {
		if of.judgments.Paths, err = judgments.ReadPaths(ctx, trec.File(planned.Resolve(planned.Paths))); err != nil {
			return nil, fmt.Errorf("paths: %w", err)
		}
	}
	p, err := prepare(ctx, planned, of, opts)
	if err != nil || of.labels == nil {
		return p, err
	}
	p.silver = &Prepared{ // the same systems once more, over all queries that a model labelled: they are asked once for both
		questions: questions{judgments: p.labels.Model, set: p.set}, plan: p.plan, opts: p.opts, place: p.place, sources: p.sources,
		warned: map[string]bool{}, recordedFor: p.judgments.Info.SHA256,
	}
	return p, p.silver.planSystems(ctx)
}

// CheckLabels says of the labels of a plan, people's and a model's, what Prepare would.
func CheckLabels(ctx context.Context, planned *plan.Plan) error {
	_, err := judged(ctx, planned)
	return err
}

// judged reads and checks the labels of a plan.
func judged(ctx context.Context, planned *plan.Plan) (of questions, err error) {
	set, err := planned.OpenTestSet()
	if err == nil {
		of.judgments, err = judgments.Of(set, planned.Part)
	}
	if err == nil {
		err = of.judgments.Check(planned.Profile, planned.Measures)
	}
	if err == nil {
		of.set, err = set.Part(planned.Part)
	}
	if err != nil || planned.Silver == "" {
		return of, err
	}
	if err = of.readSilver(ctx, planned); err != nil && !strings.HasPrefix(err.Error(), "silver") { // as labels that were sent are called
		err = fmt.Errorf("silver: %w", err)
	}
	return of, err
}

// readSilver reads and checks labels of a model for these questions.
func (of *questions) readSilver(ctx context.Context, planned *plan.Plan) error {
	from, sample, sent := planned.LabelSources()
	model, err := judgments.Read(ctx, from, trec.QrelsOptions{Duplicates: trec.DuplicatesError})
	if err == nil {
		err = model.Check(planned.Profile, planned.Measures)
	}
	if err != nil {
		return err
	}
	model.Info.Name = planned.Silver
	model.NameAs(of.set)
	var unknown []string
	for i := range model.Len() {
		if q := model.Query(i); q.Text == "" {
			unknown = append(unknown, q.ID)
		}
	}
	if len(unknown) > 0 {
		return fmt.Errorf("%s labels the queries %s, which part %s of the test set lacks; add them to it, marked `unjudged: true` until people label them", planned.Silver, prose.FirstFew(unknown), planned.Part)
	}
	if i := slices.IndexFunc(planned.Configs, func(c plan.Config) bool { return c.Fusion.Trained() }); i >= 0 {
		return fmt.Errorf("config %q is trained on labels, and would be another system by the model's; leave it out", planned.Configs[i].Name)
	}
	of.labels = &silver.Labels{Human: of.judgments, Model: model}
	if planned.Sample != "" {
		of.labels.Sample, err = silver.ReadSample(sample)
	}
	if err == nil && !sent {
		of.labels.Asked, err = silver.OriginOf(planned.Resolve(planned.Silver), model)
	}
	if err == nil {
		err = of.labels.Check(metrics.LevelOf(planned.Primary))
	}
	return err
}
