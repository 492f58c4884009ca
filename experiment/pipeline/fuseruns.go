package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

// A NamedRun is a run as a fusion knows it.
type NamedRun struct {
	Name string
	Run  *runfile.Run
}

// FuseOptions say how runs are fused.
type FuseOptions struct {
	Fusion fusion.Settings
	Depth  int // hits of each run that count; 0: all
	TopK   int // hits of the fused rankings; 0: all

	// Judgments, Folds and Seed are for a fusion that has to be trained: each
	// query is fused by what the judgments of the other folds taught.
	Judgments *judgments.Judgments
	Folds     int // 0: DefaultFolds
	Seed      uint64
}

// A FusedRun is what came of fusing runs. Queries come in the order of the first run, then as they come in the others.
type FusedRun struct {
	Results []runfile.Result
	Missing map[string]int // by run: queries of other runs that it lacks
	Failed  int            // queries that one of the runs could not answer, or that could not be fused
	Unseen  int            // queries that are not judged, or not answered by all runs: a trained fusion leaves them out
	Tied    int            // hits with the fused score of the hit before
}

// FuseRuns merges run files query by query. A query that a run lacks is fused without it, and counted.
func FuseRuns(ctx context.Context, runs []NamedRun, opts FuseOptions) (FusedRun, error) {
	names := ordered.Each(runs, func(r NamedRun) string { return r.Name })
	trained := opts.Fusion.Trained()
	check := opts.Fusion.Validate
	if trained {
		check = opts.Fusion.ValidateTraining
	}
	if err := check(names); err != nil {
		return FusedRun{}, err
	}
	if trained && opts.Judgments == nil {
		return FusedRun{}, fmt.Errorf("fusion_method %s learns from judged queries: give the judgments", opts.Fusion.Resolved().Method)
	}
	f := fuser{runs: runs, opts: opts, out: FusedRun{Missing: map[string]int{}}}
	method := func(string) (fusion.Method, bool) { return f.method, true }
	var err error
	if trained {
		method, err = f.train()
	} else {
		f.method, err = fusion.New(opts.Fusion)
	}
	if err != nil {
		return FusedRun{}, err
	}
	for _, query := range f.queries() {
		if err := ctx.Err(); err != nil {
			return FusedRun{}, err
		}
		if m, ok := method(query); ok {
			f.fuse(query, m)
		} else {
			f.out.Unseen++
		}
	}
	return f.out, nil
}

type fuser struct {
	runs   []NamedRun
	opts   FuseOptions
	method fusion.Method
	out    FusedRun
}

// queries of all runs, each once.
func (f *fuser) queries() []string {
	var list []string
	seen := map[string]bool{}
	for _, r := range f.runs {
		for _, id := range r.Run.Queries() {
			if !seen[id] {
				seen[id] = true
				list = append(list, id)
			}
		}
	}
	return list
}

// lists returns the rankings of one query by the runs that have it.
func (f *fuser) lists(query string) (lists []fusion.List, missing []string, failure string) {
	for _, r := range f.runs {
		result, ok := r.Run.Result(query)
		switch {
		case !ok:
			missing = append(missing, r.Name)
		case result.Error != "":
			failure = r.Name + ": " + result.Error
		default:
			hits := result.Hits
			if f.opts.Depth > 0 {
				hits = hits[:min(f.opts.Depth, len(hits))]
			}
			lists = append(lists, fusion.List{Component: r.Name, Hits: hits})
		}
	}
	return lists, missing, failure
}

func (f *fuser) fuse(query string, method fusion.Method) {
	lists, missing, failure := f.lists(query)
	result := runfile.Result{QueryID: query, Error: failure}
	if failure == "" {
		total := 0
		for _, l := range lists {
			total += len(l.Hits)
		}
		k := cmp.Or(f.opts.TopK, total)
		hits, err := method.Fuse(lists, k)
		if err != nil {
			result.Error = "fusion: " + err.Error()
		}
		result.Hits = hits
	}
	for _, name := range missing {
		f.out.Missing[name]++
	}
	if result.Error != "" {
		f.out.Failed++
	}
	f.out.Tied += tied(result.Hits)
	f.out.Results = append(f.out.Results, result)
}

func tied(hits []retrieval.Hit) int {
	n := 0
	for i := 1; i < len(hits); i++ {
		if hits[i].Score == hits[i-1].Score {
			n++
		}
	}
	return n
}

// train cross-fits over the queries that are judged and answered by all runs.
func (f *fuser) train() (func(query string) (fusion.Method, bool), error) {
	trainer, err := fusion.NewTrainer(f.opts.Fusion)
	if err != nil {
		return nil, err
	}
	var examples []fusion.Example
	at := map[string]int{}
	for i := range f.opts.Judgments.Len() {
		id := f.opts.Judgments.Query(i).ID
		lists, missing, failure := f.lists(id)
		if failure != "" || len(missing) > 0 {
			continue
		}
		at[id] = len(examples)
		examples = append(examples, fusion.Example{Query: id, Lists: lists, Relevant: f.opts.Judgments.RelevantSet(i)})
	}
	if len(examples) == 0 {
		return nil, errors.New("no judged query is answered by all runs: compare the ids in the files")
	}
	folds := cmp.Or(f.opts.Folds, plan.DefaultFolds)
	methods, err := fusion.CrossFit(trainer, examples, folds, f.opts.Seed)
	if err != nil {
		return nil, err
	}
	return func(query string) (fusion.Method, bool) {
		i, ok := at[query]
		if !ok {
			return fusion.Method{}, false
		}
		return methods[i], true
	}, nil
}

// Lacking names the runs that lack queries, sorted.
func (f FusedRun) Lacking() []string { return slices.Sorted(maps.Keys(f.Missing)) }
