package api

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/rankduel/rankduel/server/jobapi"
	"github.com/rankduel/rankduel/server/labelapi"
)

// Mount adds the operations to a mux.
func Mount(mux *http.ServeMux, cfg Config) {
	cfg.Limits = cfg.Limits.withDefaults()
	h := huma.DefaultConfig("rankduel", cfg.Version)
	h.Info.Description = "Which of two retrieval configurations is better, and how sure that is. docs/server.md has examples."
	h.DocsPath, h.SchemasPath, h.CreateHooks = "", "", nil // a page of documentation would load a script from elsewhere
	h.Transformers = []huma.Transformer{withoutValues}
	h.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer"}}
	h.Security = []map[string][]string{{"token": {}}}
	o := &operations{cfg, humago.New(mux, h), &turns{running: make(chan struct{}, cfg.Limits.Running), room: int64(cfg.Limits.Running + cfg.Limits.Waiting)}, &pages{}}
	o.UseMiddleware(o.once)
	o.health()
	o.evaluate()
	o.runs()
	if cfg.Jobs != nil {
		jobapi.Mount(o.API, jobapi.Config{Jobs: cfg.Jobs, Experiments: cfg.Experiments, Log: cfg.Log, Problem: o.problem})
	}
	o.comparisons()
	o.testsets()
	o.reports()
	o.page()
	o.whoami()
	if cfg.Labels != nil {
		labelapi.Mount(o.API, labelapi.Config{Labels: cfg.Labels, Log: cfg.Log})
	}
	o.tokens()
}
