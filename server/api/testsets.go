package api

import (
	"context"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/sets"
)

// A setsAnswer lists the test sets that may be named.
type setsAnswer struct {
	Body struct {
		Schema   string      `json:"schema"`
		TestSets []listedSet `json:"test_sets" doc:"that of the experiment first"`
		Faulty   []string    `json:"faulty" doc:"files that are no test set, and why"`
	}
}

// A listedSet is a test set in a list.
type listedSet struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	SHA256   string `json:"sha256"`
	Profile  string `json:"profile,omitempty"`
	Queries  int    `json:"queries"`
	HeldOut  int    `json:"heldout_queries"`
	Unjudged int    `json:"unjudged_queries"`
}

const setsSchema = "rankduel/testsets/v1"

func (o *operations) testsets() {
	huma.Register(o.API, huma.Operation{
		OperationID: "list-testsets", Method: http.MethodGet, Path: "/v1/testsets", Summary: "Test sets that may be named: the experiment's, and those next to it",
	}, func(context.Context, *struct{}) (*setsAnswer, error) {
		a := &setsAnswer{}
		a.Body.Schema, a.Body.TestSets, a.Body.Faulty = setsSchema, []listedSet{}, []string{}
		for _, n := range o.System.Sets().All() {
			if n.Err != nil {
				a.Body.Faulty = append(a.Body.Faulty, n.Err.Error())
				continue
			}
			c := n.Set.Counts()
			a.Body.TestSets = append(a.Body.TestSets, listedSet{
				Name: n.Set.Name, Version: n.Set.Version, SHA256: n.Set.SHA256(), Profile: n.Set.Profile,
				Queries: c.Queries, HeldOut: c.HeldOut, Unjudged: c.Unjudged,
			})
		}
		return a, nil
	})
	huma.Register(o.API, documents(huma.Operation{
		OperationID: "get-testset", Method: http.MethodGet, Path: "/v1/testsets/{name}", Summary: "What a test set holds",
	}, result.TestSetSchema), func(ctx context.Context, in *struct {
		Name     string `path:"name" maxLength:"300" doc:"name or name@version"`
		PerQuery bool   `query:"per_query" doc:"also every query"`
	},
	) (*written, error) {
		set, err := o.System.Sets().Open(in.Name)
		if err != nil {
			return nil, o.problem(ctx, err)
		}
		return o.document(ctx, func(w io.Writer) error {
			return sets.WriteSet(w, judgments.Describe(set, in.PerQuery), reports.JSON, reports.Options{})
		})
	})
}
