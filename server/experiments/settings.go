package experiments

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/setting"
)

// mostResamples bounds what anyone who may look can have computed; an experiment file may ask for more.
const mostResamples = 100_000

// Comparing says how runs are compared, as the query of /v1/comparisons: by the keys of an experiment file.
type Comparing struct {
	Names []string `query:"names" maxItems:"101" doc:"what the runs are called, the baseline first, with commas; without it as they were stored, by the first experiment that had such a configuration"`
	asked *request.Request
}

// Parameters describes the settings in a query, besides the names.
func Parameters() []*huma.Param {
	var list []*huma.Param
	for _, f := range request.Of(compare.OfStored) {
		s := f.Schema()
		list = append(list, &huma.Param{Name: f.Key, In: "query", Description: s.About, Schema: SchemaOf(s)})
	}
	return list
}

// SchemaOf returns a schema as OpenAPI has it.
func SchemaOf(s setting.Schema) *huma.Schema {
	h := &huma.Schema{
		Type: s.Type, Description: s.About, Default: s.Default,
		Minimum: s.Min, Maximum: s.Max, ExclusiveMinimum: s.Above, ExclusiveMaximum: s.Below,
	}
	for _, word := range s.Enum {
		h.Enum = append(h.Enum, word)
	}
	if s.Items != nil {
		h.Items = SchemaOf(*s.Items)
	}
	return h
}

// Resolve reads the settings from the address.
func (q *Comparing) Resolve(ctx huma.Context) []error {
	at := ctx.URL()
	var faults []setting.Fault
	q.asked, faults = request.ReadQuery(request.Of(compare.OfStored), at.Query())
	if len(faults) == 0 {
		faults = q.asked.Faults()
	}
	return ordered.Each(faults, func(f setting.Fault) error { return &huma.ErrorDetail{Location: "query." + f.Key, Message: f.Text} })
}

// Check refuses what would take long, and what a comparison of n runs has no use for; own
// are the settings of the server's experiment.
func (q *Comparing) Check(n int, own compare.Settings) error {
	return errors.Join(checkResamples(q.asked.Settings, own), asked(setting.Join(q.asked.Settings.FaultsOf(n))))
}

func checkResamples(s, own compare.Settings) error {
	if most := max(mostResamples, own.Resamples); s.Resamples > most {
		return asked(fmt.Errorf("resamples: %d, and this server draws %d at most", s.Resamples, most))
	}
	return nil
}

// Call gives the runs of a comparison, the baseline first, the names that are asked for.
func (q *Comparing) Call(runs []result.StoredRun) error {
	if len(q.Names) == 0 {
		return nil
	}
	if len(q.Names) != len(runs) || slices.Contains(q.Names, "") {
		return asked(fmt.Errorf("names: want %d, one for each run and the baseline's first, and got %s", len(runs), prose.Quoted(q.Names)))
	}
	for i, name := range q.Names {
		runs[i].Name = name
	}
	return nil
}

// Settings returns those that are asked for.
func (q *Comparing) Settings() (compare.Settings, compare.Roles) {
	return q.asked.Settings, q.asked.Measures.Roles
}

// Query returns how that is asked for: what is not the default.
func (q *Comparing) Query() url.Values { return q.asked.Query(request.Of(compare.OfStored)) }

// Record returns how that is written into a document.
func (q *Comparing) Record() (map[string]json.RawMessage, error) {
	return q.asked.Record(request.Of(compare.OfStored))
}

// settingsOf returns those of an experiment, with what it calls its runs: the same
// configuration may have been stored under the name that another one gave it.
func settingsOf(p *plan.Plan) string {
	r := p.Request()
	if derived := compare.Primary(p.Profile, p.Measures); derived != nil && derived.String() == p.Primary.String() {
		r.Measures.Primary = ""
	}
	q := r.Query(request.Of(compare.OfStored))
	others := slices.DeleteFunc(ordered.Each(p.Configs, func(c plan.Config) string { return c.Name }), func(name string) bool { return name == p.Baseline })
	names := append([]string{p.Baseline}, others...)
	if !strings.Contains(strings.Join(names, ""), ",") { // which would be two names
		q.Set("names", strings.Join(names, ","))
	}
	return q.Encode()
}
