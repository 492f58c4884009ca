package wingtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/kinds"
)

// LiveDir returns the folder of an experiment over a small set of n queries with the components bm25,
// splade and dense, whose retrievers the test supplies; configs is the YAML of the configurations.
func LiveDir(t testing.TB, n int, configs string) string {
	t.Helper()
	set, err := SmallSet(t, n).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	return WriteFiles(t, map[string]string{
		"set.yaml":     string(set),
		"corpus.jsonl": `{"_id": "d0", "title": "", "text": "a document"}` + "\n",
		"experiment.yaml": `
test_set: set.yaml
measures: [RR, R@10]
components:
  bm25: {embedded: {corpus: corpus.jsonl}}
  splade: {embedded: {corpus: corpus.jsonl, k1: 1.2}}
  dense: {embedded: {corpus: corpus.jsonl, model: lsa}}
` + configs,
	})
}

// Prepared loads and prepares dir/experiment.yaml.
func Prepared(t testing.TB, dir string, opts run.Options) *run.Prepared {
	t.Helper()
	planned, err := plan.Load(dir+"/experiment.yaml", kinds.All(nil)...)
	if err != nil {
		t.Fatal(err)
	}
	runner, err := run.Prepare(t.Context(), planned, opts)
	if err != nil {
		t.Fatal(err)
	}
	return runner
}

// AnsweredBy gives the components of a plan their retrievers; the same one
// answers splade, which no configuration needs, and dense.
func AnsweredBy(r *run.Prepared, bm25, dense retrieval.Retriever) *run.Prepared {
	Answer(r, "bm25", bm25)
	Answer(r, "splade", dense)
	Answer(r, "dense", dense)
	return r
}

// AtRank finds the relevant document of a SmallSet query at a rank.
func AtRank(rank int) retrieval.Func {
	return func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		return Answering(q, rank), nil
	}
}

// ErrDown is what an engine says that is down.
var ErrDown = errors.New("connection refused")

// An answered engine is the declared one, but for what it opens.
type answered struct {
	retrieval.Engine
	by retrieval.Retriever
}

func (e answered) Open(context.Context, retrieval.Place) (retrieval.Retriever, error) {
	return e.by, nil
}

// Answer supplies the retriever of a live component. Everything else about the
// component, what it is identified by included, stays as planned.
func Answer(p *run.Prepared, component string, by retrieval.Retriever) {
	components := p.Plan().Components
	i := slices.IndexFunc(components, func(c plan.Component) bool { return c.Name == component })
	if i < 0 || components[i].Engine == nil {
		panic(fmt.Sprintf("no live component is named %q", component))
	}
	components[i].Engine = answered{components[i].Engine, by}
	components[i].Kind.Texts = false // an engine of someone else's
}
