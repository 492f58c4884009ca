package wingtest

import (
	"context"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
)

// An answered engine is the declared one, but for what it opens.
type answered struct {
	retrieval.Engine
	by retrieval.Retriever
}

// Open implements retrieval.Engine.
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
}
