package refresh

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/adjudicate"
	"github.com/rankduel/rankduel/testsets/label/kappa"
)

// planSchema is the first line of refresh.yaml.
const planSchema = "rankduel/refresh/v1"

// The defaults of what may be asked for.
const (
	DefaultReplace    = 20
	DefaultThreshold  = kappa.DefaultThreshold
	DefaultRule       = string(adjudicate.Third)
	DefaultMinClients = 2
	DefaultSeed       = 42
	DefaultDepth      = 10
)

// A Plan is refresh.yaml.
type Plan struct {
	Schema    string         `yaml:"schema"`
	From      SetRef         `yaml:"from"`
	To        string         `yaml:"to"`   // version of the new set
	Date      string         `yaml:"date"` // of the start, from which ages are counted
	Seed      uint64         `yaml:"seed"`
	Replace   int            `yaml:"replace"`
	Strata    []StratumQuota `yaml:"strata"`
	Threshold string         `yaml:"threshold"`          // that kappa has to exceed
	Evidence  string         `yaml:"evidence,omitempty"` // "required": its lower end has to exceed it
	Rule      string         `yaml:"rule"`
	Labellers []string       `yaml:"labellers"`
	Log       LogRef         `yaml:"log"`
	Types     []string       `yaml:"types,omitempty"` // rules of strata, STRATUM=PATTERN
	PastRuns  []RunRef       `yaml:"past_runs,omitempty"`
	Pool      *PoolPlan      `yaml:"pool,omitempty"`
	Steps     []Step         `yaml:"steps"`
}

// A SetRef names a version of a set.
type SetRef struct {
	Name    string `yaml:"name"`
	Version string `yaml:"version"`
	SHA256  string `yaml:"sha256"`
	File    string `yaml:"file"` // from the folder of the refresh
}

// A StratumQuota is how many queries of a stratum are replaced. Name is empty in a set without strata.
type StratumQuota struct {
	Name    string `yaml:"name"`
	Replace int    `yaml:"replace"`
}

// A LogRef says which log queries were drawn from.
type LogRef struct {
	File       string `yaml:"file"`
	SHA256     string `yaml:"sha256"`
	Searches   int    `yaml:"searches"`
	Empty      int    `yaml:"without_text"` // records that ask nothing, and are not searches
	Distinct   int    `yaml:"distinct"`
	MinClients int    `yaml:"min_clients"`
	// What was left out of the draw, in distinct queries.
	TooFewClients int `yaml:"too_few_clients"`
	InSet         int `yaml:"in_set"`
	NoStratum     int `yaml:"no_stratum"`
}

// A RunRef names what was read of a system.
type RunRef struct {
	Name    string `yaml:"name"`
	SHA256  string `yaml:"sha256,omitempty"`
	Measure string `yaml:"measure,omitempty"`
	Queries int    `yaml:"queries"`
}

// A PoolPlan says what was pooled.
type PoolPlan struct {
	Depth   int      `yaml:"depth"`
	Configs []RunRef `yaml:"configs"`
}

// A Step is what was done, by what it read and what it wrote: SHA-256 by file.
type Step struct {
	Name  string            `yaml:"step"`
	Read  map[string]string `yaml:"read,omitempty"`
	Wrote map[string]string `yaml:"wrote,omitempty"`
}

// parsePlan reads refresh.yaml strictly.
func parsePlan(name string, data []byte) (*Plan, error) {
	var p Plan
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(&p); err != nil {
		if errors.Is(err, io.EOF) {
			err = errors.New("it is empty")
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if p.Schema != planSchema {
		return nil, fmt.Errorf("%s: schema %q, want %s", name, p.Schema, planSchema)
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &p, nil
}

// check reports everything that a plan cannot be.
func (p *Plan) check() error {
	var errs prose.Faults
	_, err := kappa.ParseRule(p.Threshold, p.Evidence)
	errs.If(err != nil, "%w", err)
	err = adjudicate.Rule(p.Rule).Check()
	errs.If(err != nil, "%w", err)
	errs.If(len(p.Labellers) < 2, "%s: agreement needs two, and one person's labels become no test set (--labellers NAME,NAME)", prose.Plural(len(p.Labellers), "labeller"))
	for i, name := range p.Labellers {
		err = label.CheckName(name)
		errs.If(err != nil, "%w", err)
		errs.If(slices.Contains(p.Labellers[:i], name), "labeller %s is there twice: agreement is between two people", name)
	}
	errs.If(p.Replace < 1, "replace %d, want at least 1", p.Replace)
	errs.If(p.Replace > 0 && p.Replace < kappa.MinQueries && p.Evidence == kappa.Required, "replace %d, and evidence is required: labels of fewer than %d queries never pass by it; replace more", p.Replace, kappa.MinQueries)
	errs.If(p.To == "", "the new version has no name, and the old one, %q, ends in no number to count on from; give it one (--to VERSION)", p.From.Version)
	errs.If(p.To != "" && p.To == p.From.Version, "the new version is called %s, as the old one is", p.To)
	return errs.Join()
}

// savePlan writes refresh.yaml as it is read, the last act of every step.
func (w *Workflow) savePlan() error {
	var b bytes.Buffer
	b.WriteString("# Written by rankduel testset refresh; what people edit are the tables next to it.\n")
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := errors.Join(e.Encode(w.Plan), e.Close()); err != nil {
		return err
	}
	return w.write(w.path(planFile), b.Bytes())
}
