package prom

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
)

// A Collector keeps the last evaluation of each system, and counts. It is safe for concurrent use.
type Collector struct {
	options Options

	mu     sync.Mutex
	series map[subject]*series
}

// A subject is what the labels of a sample say; empty where a label is not
// wanted, so that what was published last is the one that is shown.
type subject struct{ dataset, config string }

// A series is what is known of a subject.
type series struct {
	subject
	last      *Evaluation // nil before the first, and after an attempt that failed
	measures  []family
	tried     time.Time // zero before the first attempt
	succeeded time.Time // zero before the first success
	failed    bool      // the last attempt
	gate      result.GateState
	gated     time.Time // zero before the first gate

	done, faults           float64 // attempts
	queriesFailed, missing float64
	latency                latencies
	timed                  bool // latency has the times of an evaluation
}

// New makes a collector in which nothing is published yet.
func New(o Options) (*Collector, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	return &Collector{options: o, series: map[subject]*series{}}, nil
}

// Follow calls the metrics as the source of a profile does, unless a prefix was
// asked for. Call it before anything is published; the first one counts.
func (c *Collector) Follow(profile string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.options.Prefix == "" {
		c.options.Prefix = PrefixOf(profile)
	}
}

// Publish shows an evaluation in place of the one before it under the same labels. It is an error when two
// of its measures would have one name, and then nothing changes.
func (c *Collector) Publish(e Evaluation) error {
	labels := c.options.Labels.of(e.TestSet.Name, e.Config)
	c.mu.Lock()
	defer c.mu.Unlock()
	measures, err := e.measured(c.options, labels)
	if err != nil {
		return err
	}
	s := c.of(e.TestSet.Name, e.Config)
	s.last, s.measures = &e, measures
	s.tried, s.failed = e.Ended, e.Fault
	if e.Fault {
		s.faults++
	} else {
		s.done++
		s.succeeded = e.Ended
	}
	s.queriesFailed += float64(e.System.FailedQueries)
	s.missing += float64(e.System.MissingQueries)
	if e.Asked > 0 || !s.timed {
		for _, ms := range e.LatencyMS {
			s.latency.observe(ms / 1000)
		}
		s.timed = s.timed || len(e.LatencyMS) > 0
	}
	return nil
}

// Fail says that an attempt came to no evaluation. The measures of the one before it are not shown any
// longer. An empty name, as of an experiment that cannot be read, stands for every one that was published.
func (c *Collector) Fail(dataset, config string, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var about []*series
	for _, s := range c.series {
		if (dataset == "" || s.dataset == "" || s.dataset == dataset) && (config == "" || s.config == "" || s.config == config) {
			about = append(about, s)
		}
	}
	if len(about) == 0 {
		about = []*series{c.of(dataset, config)}
	}
	for _, s := range about {
		s.last, s.measures = nil, nil
		s.tried, s.failed = at, true
		s.faults++
	}
}

// PublishGate shows what a gate ended in.
func (c *Collector) PublishGate(g *result.Gate, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.of(g.TestSet.Name, g.Current.Name)
	s.gate, s.gated = g.State, at
}

// once leaves out samples that were there before.
func once(list []sample) []sample {
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(s sample) bool {
		key := s.key()
		before := seen[key]
		seen[key] = true
		return before
	})
}

func (c *Collector) of(dataset, config string) *series {
	var who subject
	if c.options.Labels.Dataset {
		who.dataset = dataset
	}
	if c.options.Labels.Config {
		who.config = config
	}
	s, known := c.series[who]
	if !known {
		s = &series{subject: who}
		c.series[who] = s
	}
	return s
}

// families returns what is shown: measures by name, then what is known about the evaluation. History tells whether
// counters are, which count from the start of a process and mean nothing in a file that one evaluation wrote.
func (c *Collector) families(history bool) []family {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := slices.Collect(maps.Values(c.series))
	ordered.Stable(all, func(a, b *series) int {
		return cmp.Or(cmp.Compare(a.dataset, b.dataset), cmp.Compare(a.config, b.config))
	})
	at := map[string]int{}
	var list []family
	for _, s := range all {
		for _, f := range s.measures {
			i, known := at[f.name]
			if !known {
				i = len(list)
				at[f.name] = i
				list = append(list, family{name: f.name, help: f.help, kind: f.kind})
			}
			list[i].samples = append(list[i].samples, f.samples...)
		}
	}
	ordered.Stable(list, func(a, b family) int { return cmp.Compare(a.name, b.name) })
	for _, a := range about {
		if a.history && !history {
			continue
		}
		f := family{name: c.options.name(a.name), help: a.help(), kind: a.kind}
		for _, s := range all {
			who := s.subject
			if a.shared {
				who.config = ""
			}
			f.samples = append(f.samples, a.of(s, c.options.Labels.of(who.dataset, who.config))...)
		}
		if a.shared {
			f.samples = once(f.samples)
		}
		list = append(list, f)
	}
	return list
}
