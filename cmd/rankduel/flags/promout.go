package flags

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/reports/prom"
)

// Prometheus say how results are shown to Prometheus, and where.
type Prometheus struct {
	out, prefix string
	labels      []string
	system      string
	Gate        bool   // it is about a gate
	owner       string // who writes the file: the verb, and what it is about
	Collector   *prom.Collector
	options     prom.Options
	dataset     string   // what the samples of an attempt that fails are about
	configs     []string // those that are published
	published   bool
}

// Add adds the flags of a file for Prometheus.
func (p *Prometheus) Add(flags *pflag.FlagSet) {
	flags.StringVar(&p.out, "prom-out", "", "write the measures for Prometheus too, into a file for node_exporter's textfile collector (.prom)")
	p.AddNames(flags)
}

// AddNames is for verbs that write no file.
func (p *Prometheus) AddNames(flags *pflag.FlagSet) {
	flags.StringVar(&p.prefix, "prom-prefix", "", "first word of the names of the metrics (default: "+prom.DefaultPrefix+", under profile medkg "+prom.PrefixOf("medkg")+")")
	flags.StringSliceVar(&p.labels, "prom-labels", nil, "labels of every metric: dataset, config (default: none)")
}

// AddSystem is for verbs that evaluate several configurations.
func (p *Prometheus) AddSystem(flags *pflag.FlagSet) {
	p.Add(flags)
	flags.StringVar(&p.system, "prom-system", "", "the configuration whose measures are written (default: the baseline, or all with the label config)")
}

// Around does something whose result goes to the file, about an owner. When it
// comes to none, the file says so: the measures of the last time do not stay.
func (p *Prometheus) Around(owner string, given *pflag.FlagSet, stderr io.Writer, do func() error) error {
	if p.out == "" {
		for _, name := range []string{"prom-prefix", "prom-labels", "prom-system"} {
			if given.Changed(name) {
				return fmt.Errorf("--%s is about the file of --prom-out; name one", name)
			}
		}
		return do()
	}
	if err := p.open(owner); err != nil {
		return err
	}
	if prom.Unread(p.out) {
		fmt.Fprintf(document.Terminal(stderr, false), "rankduel: warning: --prom-out %s: node_exporter reads only files whose names end in .prom\n", p.out)
	}
	err := do()
	if !p.published {
		p.fail()
	}
	if unwritten := p.Collector.WriteFile(p.out, p.owner); unwritten != nil {
		err = errors.Join(err, fmt.Errorf("--prom-out %s: %w, what was there is as it was: %w", p.out, output.ErrNotWritten, unwritten))
	}
	return err
}

func (p *Prometheus) open(owner string) error {
	if err := p.MakeCollector(); err != nil {
		return err
	}
	var err error
	if p.dataset, err = filepath.Abs(owner); err != nil {
		return err
	}
	p.owner, p.configs = "run "+p.dataset, []string{""} // until more is known
	if p.Gate {
		p.owner = "gate " + p.dataset
	}
	if err := prom.CheckFile(p.out, p.owner); err != nil {
		return fmt.Errorf("--prom-out %s: %w", p.out, err)
	}
	return nil
}

// MakeCollector makes a collector of the names that are wanted.
func (p *Prometheus) MakeCollector() error {
	labels, err := prom.ParseLabels(p.labels)
	if err != nil {
		return fmt.Errorf("--prom-labels: %w", err)
	}
	p.options = prom.Options{Prefix: p.prefix, Labels: labels}
	if p.Collector, err = prom.New(p.options); err != nil {
		return fmt.Errorf("--prom-prefix: %w", err)
	}
	return nil
}

// fail says that there is no result.
func (p *Prometheus) fail() {
	if p.Gate {
		p.PublishGate(&result.Gate{State: result.GateFault, TestSet: result.TestSetInfo{Name: p.dataset}})
		return
	}
	for _, config := range p.configs {
		p.Collector.Fail(p.dataset, config, time.Now())
	}
}

// PublishGate shows what a gate ended in.
func (p *Prometheus) PublishGate(g *result.Gate) {
	if p.Collector != nil {
		p.Collector.Follow(g.Profile)
		p.Collector.PublishGate(g, time.Now())
		p.published = true
	}
}

// Choose chooses what is published of an experiment, before it is run.
func (p *Prometheus) Choose(e *plan.Plan) error {
	if p.Collector == nil {
		return nil
	}
	p.Collector.Follow(e.Profile.Name)
	names := ordered.Each(e.Configs, func(config plan.Config) string { return config.Name })
	configs, err := prom.Choose(names, e.Baseline, p.system, p.options.Labels)
	if err != nil {
		return fmt.Errorf("--prom-system: %w", err)
	}
	p.configs = configs
	if set, err := e.OpenTestSet(); err == nil { // else the run says what is wrong
		p.dataset = set.Name
	}
	return nil
}

// Publish shows a comparison, which came with an error if it is not a measurement.
// The rows of its runs are read from the store.
func (p *Prometheus) Publish(ctx context.Context, db result.Recorder, c *result.Comparison, fault error) error {
	if p.Collector == nil || c == nil {
		return nil
	}
	var errs []error
	for _, config := range p.configs {
		e, found := prom.OfComparison(c, config, time.Now())
		if !found {
			continue // said by a gauge that fails
		}
		e.Fault = fault != nil
		stored, err := db.Run(ctx, c.Retrieval.RunIDs[config])
		if err != nil {
			errs = append(errs, &result.StoreError{Err: err})
		}
		e.LatencyMS = prom.Times(stored.Rows)
		if err := p.Collector.Publish(e); err != nil {
			errs = append(errs, fmt.Errorf("--prom-out: %w", err))
			continue
		}
		p.published = true
	}
	return errors.Join(errs...)
}
