package experiments

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// mostResamples bounds what whoever may look can have computed; an experiment file may
// ask for more.
const mostResamples = 100_000

// Comparing says how runs are compared, as the query of /v1/comparisons: by the keys of
// an experiment file, with the defaults of `rankduel compare`.
type Comparing struct {
	Names       []string `query:"names" maxItems:"101" doc:"what the runs are called, the baseline first, with commas; without it as they were stored, by the first experiment that had such a configuration"`
	Primary     string   `query:"primary" maxLength:"200" doc:"the measure that decides; without it the one of the profile"`
	Guardrails  string   `query:"guardrails" maxLength:"2000" doc:"measures that must not be worse, with commas"`
	Alpha       float64  `query:"alpha" default:"0.05" exclusiveMinimum:"0" exclusiveMaximum:"0.5" doc:"significance level"`
	Margin      float64  `query:"margin" default:"0.02" exclusiveMinimum:"0" doc:"largest difference that does not matter"`
	MinCoverage float64  `query:"min_coverage" default:"0.95" minimum:"0" maximum:"1" doc:"least share of pairs that must have been measured"`
	Seed        uint64   `query:"seed" default:"42" doc:"of everything that is sampled"`
	Resamples   int      `query:"resamples" default:"10000" minimum:"100" doc:"bootstrap resamples and sign-flip rounds"`
	Test        string   `query:"test" default:"t" enum:"t,randomization" doc:"that decides"`
	Interval    string   `query:"interval" default:"auto" enum:"auto,t,robust,percentile,bca" doc:"the headline's"`
	Correction  string   `query:"correction" default:"holm" maxLength:"40" doc:"of p values within a family"`
	Family      string   `query:"family" default:"roles" enum:"roles,comparison" doc:"what one correction covers"`
	Equivalence string   `query:"equivalence" default:"range" enum:"range,observed" doc:"what equivalence allows for"`
	Ungrouped   bool     `query:"ungrouped" doc:"every query is a unit of its own, also where a test set groups wordings of one need"`
}

// Check refuses what would take long; own are the settings of the server's experiment.
func (q *Comparing) Check(own compare.Settings) error {
	if most := max(mostResamples, own.Resamples); q.Resamples > most {
		return asked(fmt.Errorf("resamples: %d, and this server draws %d at most", q.Resamples, most))
	}
	return nil
}

// Call gives the runs of a comparison, the baseline first, the names that are asked
// for.
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

// Settings are those that are asked for.
func (q *Comparing) Settings() (compare.Settings, compare.Roles) {
	s := compare.Settings{
		Alpha: q.Alpha, Margin: q.Margin, MinCoverage: &q.MinCoverage, Seed: &q.Seed, Resamples: q.Resamples, Test: q.Test,
		Interval: q.Interval, Correction: stats.Correction(q.Correction), Family: q.Family, Equivalence: q.Equivalence, Ungrouped: q.Ungrouped,
	}
	return s, compare.Roles{Primary: q.Primary, Guardrails: q.Guardrails}
}

// Query is how that is asked for: what is not the default.
func Query(s compare.Settings, roles compare.Roles) url.Values {
	q := url.Values{}
	set := func(key, is, usual string) {
		if is != usual {
			q.Set(key, is)
		}
	}
	s, usual := s.WithDefaults(), compare.Settings{}.WithDefaults()
	set("primary", roles.Primary, "")
	set("guardrails", roles.Guardrails, "")
	set("alpha", number(s.Alpha), number(usual.Alpha))
	set("margin", number(s.Margin), number(usual.Margin))
	set("min_coverage", number(*s.MinCoverage), number(*usual.MinCoverage))
	set("seed", strconv.FormatUint(*s.Seed, 10), strconv.FormatUint(*usual.Seed, 10))
	set("resamples", strconv.Itoa(s.Resamples), strconv.Itoa(usual.Resamples))
	set("test", s.Test, usual.Test)
	set("interval", s.Interval, usual.Interval)
	set("correction", string(s.Correction), string(usual.Correction))
	set("family", s.Family, usual.Family)
	set("equivalence", s.Equivalence, usual.Equivalence)
	set("ungrouped", strconv.FormatBool(s.Ungrouped), strconv.FormatBool(usual.Ungrouped))
	return q
}

// settingsOf are those of an experiment, with what it calls its runs: the same
// configuration may have been stored under the name that another one gave it.
func settingsOf(p *plan.Plan) string {
	roles := compare.Roles{Guardrails: strings.Join(metrics.Texts(p.Guardrails), ",")}
	if derived := compare.Primary(p.Profile, p.Measures); derived == nil || derived.String() != p.Primary.String() {
		roles.Primary = p.Primary.String()
	}
	q := Query(p.Compare, roles)
	names := []string{p.Baseline}
	for _, c := range p.Configs {
		if c.Name != p.Baseline {
			names = append(names, c.Name)
		}
	}
	if !strings.Contains(strings.Join(names, ""), ",") { // which would be two names
		q.Set("names", strings.Join(names, ","))
	}
	return q.Encode()
}

// number is a float as it is read back.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
