package api

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
	"github.com/rankduel/rankduel/server/experiments"
)

// pageHits is how deep the ranked lists of a page go.
const pageHits = 100

// names are what may be named in requests.
type names struct {
	Body struct {
		Configs    []string `json:"configs"`
		Baseline   string   `json:"baseline"`
		Evaluated  string   `json:"evaluated" doc:"the configuration of /v1/evaluate"`
		Components []string `json:"components"`
		Measures   []string `json:"measures"`
		Primary    string   `json:"primary,omitempty" doc:"the measure that decides"`
	}
}

// part is a piece of a page.
type part struct {
	ContentType string `header:"Content-Type"`
	Policy      string `header:"Content-Security-Policy"`
	Body        []byte
}

// page adds what the page of the service asks for next to the documents.
func (o *operations) page() {
	huma.Register(o.API, huma.Operation{
		OperationID: "names", Method: http.MethodGet, Path: "/v1/names", Summary: "Configurations, components and measures that may be named",
	}, func(context.Context, *struct{}) (*names, error) {
		p, n := o.System.Plan(), &names{}
		n.Body.Configs, n.Body.Components = []string{}, []string{}
		for _, c := range p.Configs {
			n.Body.Configs = append(n.Body.Configs, c.Name)
		}
		for _, c := range p.Components {
			n.Body.Components = append(n.Body.Components, c.Name)
		}
		if p.Primary != nil {
			n.Body.Primary = p.Primary.String()
		}
		n.Body.Baseline, n.Body.Evaluated, n.Body.Measures = p.Baseline, o.System.Config(), metrics.Texts(p.Measures)
		return n, nil
	})
	huma.Register(o.API, huma.Operation{
		OperationID: "comparison-page", Method: http.MethodGet, Path: "/v1/comparisons/page", Summary: "The static part of the page of a comparison",
		Parameters: experiments.Parameters(),
	}, func(ctx context.Context, in *pairQuery) (*part, error) {
		s, err := o.served(ctx, in)
		if err != nil {
			return nil, o.problem(ctx, err)
		}
		return &part{"text/html; charset=utf-8", "sandbox; default-src 'none'", []byte(s.Static)}, nil
	})
	huma.Register(o.API, huma.Operation{
		OperationID: "comparison-data", Method: http.MethodGet, Path: "/v1/comparisons/data", Summary: "Its queries (" + reports.DataSchema + "), or a chunk of their ranked lists",
		Parameters: experiments.Parameters(),
	}, func(ctx context.Context, in *struct {
		A     string   `query:"a" required:"true" minLength:"1" maxLength:"300"`
		B     []string `query:"b" required:"true" minItems:"1" maxItems:"100"`
		Chunk int      `query:"chunk" minimum:"-1" default:"-1" doc:"which chunk; without it the summary of all queries"`
		experiments.Comparing
	},
	) (*part, error) {
		s, err := o.served(ctx, &pairQuery{in.A, in.B, in.Comparing})
		if err != nil {
			return nil, o.problem(ctx, err)
		}
		data := s.Summary
		if in.Chunk >= 0 {
			if in.Chunk >= len(s.Chunks) {
				return nil, huma.Error404NotFound("there are fewer chunks")
			}
			data = s.Chunks[in.Chunk]
		}
		return &part{"application/octet-stream", "sandbox; default-src 'none'", data}, nil
	})
}

// served makes the parts of the page of a comparison, or finds them made.
func (o *operations) served(ctx context.Context, in *pairQuery) (*html.Served, error) {
	runs, p, err := o.named(ctx, in)
	if err != nil {
		return nil, err
	}
	key := in.Query().Encode() + fmt.Sprintf(" %q", in.Names)
	for _, i := range p.Inputs {
		key += " " + i.Path + " " + i.SHA256
	}
	if s := o.pages.find(key); s != nil {
		return s, nil
	}
	d, err := o.reported(ctx, in, runs, p)
	if err != nil {
		return nil, err
	}
	s, err := html.Serve(d, html.Options{})
	if err == nil {
		o.pages.keep(key, s)
	}
	return s, err
}

// reported returns what the HTML report shows of a comparison of runs.
func (o *operations) reported(ctx context.Context, in *pairQuery, runs []result.StoredRun, p *result.Provenance) (*reports.Data, error) {
	c, systems, err := o.compareRuns(ctx, in, runs, p, false)
	if err != nil {
		return nil, err
	}
	details := make([]result.SystemDetail, len(systems))
	for i, t := range systems {
		d := t.Detail(pageHits)
		details[i] = d.Kept("this run was stored by a version that kept no rankings with it")
	}
	return &reports.Data{Comparison: c, Systems: details, Version: o.Version, Command: in.command(runs, c.Settings)}, nil
}

// pages are those that were made last: a page asks for its parts one by one.
type pages struct {
	mu   sync.Mutex
	made []madePage
}

type madePage struct {
	key string
	*html.Served
}

// pagesKept is how many there are.
const pagesKept = 8

func (p *pages) find(key string) *html.Served {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.made {
		if m.key == key {
			return m.Served
		}
	}
	return nil
}

func (p *pages) keep(key string, s *html.Served) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.made = append(p.made, madePage{key, s})
	if len(p.made) > pagesKept {
		p.made = p.made[1:]
	}
}
