package plan

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sort"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/setting"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// A Reader knows what an experiment file may name. The zero value knows run files and the measures of package metrics.
type Reader struct {
	Kinds    []retrieval.Kind  // of engines that components can be
	Measures *metrics.Registry // with some of the caller's own; nil: those of package metrics
	Given    Override          // in place of what the file says
}

// Load reads and checks an experiment file, whose components may be run files and engines of these kinds.
func Load(path string, kinds ...retrieval.Kind) (*Plan, error) {
	return Reader{Kinds: kinds}.Load(path)
}

// Parse returns Load for a file already read; path gives relative paths their folder and messages their name.
func Parse(path string, data []byte, kinds ...retrieval.Kind) (*Plan, error) {
	return Reader{Kinds: kinds}.Parse(path, data)
}

// Load reads and checks an experiment file. Every fault is reported at once, as an *Error with its line. The test set
// is read where it has to say which profile it is scored under; nothing else is opened but to see that it exists.
func (r Reader) Load(path string) (*Plan, error) {
	f, err := unpack.Open(path)
	if err != nil {
		return nil, fmt.Errorf("experiment: %w; `rankduel demo` writes one to start from", err)
	}
	data, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("experiment: %w", err)
	}
	return r.Parse(path, data)
}

// Parse returns Load for a file already read, as [Parse] is.
func (r Reader) Parse(path string, data []byte) (*Plan, error) {
	t := newFileType(r.Kinds)
	file, doc, faults := decodePlanFile(data, t)
	if doc.root == nil || doc.root.Kind != yaml.MappingNode {
		return nil, &Error{Path: path, Faults: faults}
	}
	file.asked.Override(&r.Given.Request)
	p := file.plan(path, doc, &file.asked, file.components)
	c := checker{plan: p, doc: doc, given: r.Given, file: t, declared: file.components, measures: r.Measures, faults: faults}
	file.faults = slices.DeleteFunc(file.faults, func(f setting.Fault) bool { return c.given.Has(f.Key) || c.faulty(doc.line(f.Key)) })
	c.check(&file)
	file.asked.Given = r.Given.Given // what the file says, it says itself
	if len(c.faults) > 0 {
		sort.SliceStable(c.faults, func(i, j int) bool { return c.faults[i].Line < c.faults[j].Line })
		return nil, &Error{Path: path, Faults: c.faults}
	}
	return p, nil
}

// A checker walks a plan and notes what is wrong with it and where.
type checker struct {
	plan     *Plan
	doc      document
	given    Override
	file     fileType
	declared map[string]declaration
	measures *metrics.Registry
	faults   []Fault
}

func (c *checker) fault(line int, format string, args ...any) {
	c.faults = append(c.faults, Fault{Line: line, Text: fmt.Sprintf(format, args...)})
}

// faultOf is a fault of what a key says, or of what was given in its place.
func (c *checker) faultOf(key, format string, args ...any) {
	if c.given.Has(key) {
		c.fault(0, "(given in place of the file's) "+format, args...)
		return
	}
	c.fault(c.doc.line(key), format, args...)
}

// faulty tells whether a line has a fault already: what was not read there need not be checked.
func (c *checker) faulty(line int) bool {
	return slices.ContainsFunc(c.faults, func(f Fault) bool { return f.Line == line })
}

func (c *checker) check(file *decoded) {
	for _, section := range []string{"components", "configs"} {
		if slices.Contains(c.doc.keys(section), "<<") {
			c.fault(c.doc.line(section, "<<"), "%s: a merge key (<<) cannot bring in names; write them out", section)
		}
	}
	c.checkWhole()
	for _, f := range file.faults {
		c.fault(c.doc.line(f.Key), "%s", f.Text)
	}
	c.checkTestSet()
	c.checkMeasures(&file.asked.Measures)
	c.checkComponents()
	c.checkConfigs()
	c.checkBaseline()
	c.checkSweep(file.Sweep)
	c.checkSettings(&file.planFile)
}

func (c *checker) checkTestSet() {
	p := c.plan
	if p.TestSet == "" {
		c.fault(c.doc.line("test_set"), "test_set is missing: name the file with the queries and judgments")
	} else if _, err := os.Stat(p.Resolve(p.TestSet)); err != nil {
		// Not a path: the look-up by name reads the set, and only that it is not there is a fault of this file.
		if _, err := c.testSet(); errors.Is(err, testsets.ErrNotFound) {
			c.fault(c.doc.line("test_set"), "%v", err)
		}
	}
}

// checkMeasures settles profile, measures, primary and guardrails.
func (c *checker) checkMeasures(asked *request.Measures) {
	p := c.plan
	var err error
	if p.Profile, err = judgments.ProfileFor(c.knownSet(), asked.Profile); err != nil {
		c.faultOf("profile", "profile: %v", err)
		return
	}
	p.Profile = p.Profile.With(c.measures)
	if p.Measures, err = p.Profile.MeasuresOf(asked.Names, p.Paths != ""); err != nil {
		c.faultOf("measures", "measures: %v", err)
		return
	}
	if err = metrics.CheckRuns(p.Measures, max(1, p.Retrieve.Repeats)); err != nil {
		c.faultOf("measures", "measures: %v; say so with repeats", err)
	}
	if len(asked.Names) == 0 { // counts and geometric means have no verdict; eval prints them
		p.Measures = slices.DeleteFunc(slices.Clone(p.Measures), func(m metrics.Measure) bool { return !compare.Decides(m) })
	}
	for key, path := range map[string]string{"paths": p.Paths, "silver": p.Silver, "sample": p.Sample} {
		if _, err := os.Stat(p.Resolve(path)); path != "" && err != nil {
			c.fault(c.doc.line(key), "cannot read %s: %v (relative paths start at the experiment file's folder)", p.Resolve(path), errors.Unwrap(err))
		}
	}
	if p.Sample != "" && p.Silver == "" {
		c.fault(c.doc.line("sample"), "sample has no use without silver, the labels of a model")
	}
	if c.checkObjective(asked); p.Compare.Objective != nil && asked.Primary == "" {
		p.Primary = p.Compare.Objective.Better
	} else if asked.Primary != "" && !c.leftOut("primary", asked.Primary) {
		p.Primary = c.oneOfTheMeasures("primary", "primary", asked.Primary)
	} else if p.Primary = compare.Primary(p.Profile, p.Measures); p.Primary == nil {
		c.faultOf("measures", "none of the measures %s can decide: they have no direction, or are no means over queries; add one such as nDCG@10", strings.Join(metrics.Texts(p.Measures), ", "))
	}
	for _, text := range asked.Guardrails {
		if c.leftOut("guardrails", text) {
			continue
		}
		if m := c.oneOfTheMeasures("guardrails", "guardrail", text); m != nil {
			p.Guardrails = append(p.Guardrails, m)
		}
	}
	if err := (compare.Roles{Ranges: asked.Ranges}).Take(&p.Compare, p.Profile.ParseList); err != nil {
		c.faultOf("ranges", "%v", err)
	}
}

// checkObjective reads what is aimed at, whose measures have to be among the plan's.
func (c *checker) checkObjective(asked *request.Measures) {
	s := compare.Settings{}
	err := compare.Roles{Primary: asked.Primary, Objective: asked.Objective}.Take(&s, c.plan.Profile.ParseList)
	if s.Objective == nil || c.given.waives("objective") {
		return
	}
	if err == nil {
		err, c.plan.Compare.Objective = s.Objective.Check(c.plan.Measures, s), s.Objective
	}
	if err != nil {
		c.faultOf("objective", "%v", err)
	}
}

// knownSet returns the test set, which says how it is scored, nil where it cannot be read. What is wrong with it is
// said by anyone who prepares the plan.
func (c *checker) knownSet() *testsets.TestSet {
	if c.plan.TestSet == "" {
		return nil
	}
	set, err := c.testSet()
	if err != nil {
		return nil
	}
	return set
}

func (c *checker) testSet() (*testsets.TestSet, error) {
	set, err := c.plan.OpenTestSet()
	if err == nil {
		c.plan.read.ref, c.plan.read.set = c.plan.TestSet, set
	}
	return set, err
}

// leftOut tells whether the measure of a role is not among those that were given
// in place of the file's, and no one asks for it.
func (c *checker) leftOut(key, text string) bool {
	m, err := c.plan.Profile.Parse(text)
	return err == nil && c.given.waives(key) && metrics.Index(c.plan.Measures, m) < 0
}

// oneOfTheMeasures reads a measure that has to be among the plan's; nil, with a fault, when it cannot be read.
func (c *checker) oneOfTheMeasures(key, word, text string) metrics.Measure {
	m, err := c.plan.Profile.Parse(text)
	if err != nil {
		c.faultOf(key, "%s: %v", key, err)
		return nil
	}
	if err := compare.CheckDecides(m); err != nil {
		c.faultOf(key, "%s: %v", key, err)
	}
	if metrics.Index(c.plan.Measures, m) < 0 {
		remedy := ""
		if c.given.Has("measures") && !c.given.Has(key) { // the file alone is right
			remedy = fmt.Sprintf(", which were given in place of the file's; add it to them, or name another %s next to them", word)
		}
		c.faultOf(key, "%s %s is not among the measures %s%s", word, m, strings.Join(metrics.Texts(c.plan.Measures), ", "), remedy)
	}
	return m
}

func (c *checker) checkBaseline() {
	p := c.plan
	if p.Baseline == "" && len(p.Configs) > 0 {
		p.Baseline = p.Configs[0].Name
	}
	if _, ok := p.Config(p.Baseline); !ok && len(p.Configs) > 0 {
		c.fault(c.doc.line("baseline"), "baseline %q is not among the configs %s", p.Baseline, prose.Quoted(c.doc.keys("configs")))
	}
}

func (c *checker) checkSettings(file *planFile) {
	s := c.plan.Compare
	for _, f := range slices.Concat(s.Faults(), s.FaultsOf(len(c.plan.Configs)), s.FaultsOfSilver(c.plan.Silver != "", c.plan.configNames()...)) {
		c.faultOf(f.Key, "%s", f.Text)
	}
	varies := slices.ContainsFunc(c.plan.Components, func(one Component) bool { return one.Varies() }) ||
		slices.ContainsFunc(c.plan.Configs, func(one Config) bool { return one.Rerank != nil })
	if c.plan.Retrieve.Repeats > 1 && !varies {
		c.faultOf("repeats", "repeats %d changes nothing: run files and embedded indexes answer alike each time; leave it out, or compare several run files of a system, `rankduel compare NAME=FILE,FILE …`", c.plan.Retrieve.Repeats)
	}
	if s := &c.plan.Compare; c.plan.Retrieve.Repeats > 1 && (s.Bounds || s.Unjudged > 0) {
		c.faultOf("repeats", "bounds and unjudged are of one ranking of a query, and repeats %d gives several; leave them out", c.plan.Retrieve.Repeats)
	}
	if err := c.plan.Compare.ReadColumns(c.plan.readColumns); err != nil {
		c.faultOf("weights", "weights, adjust: %v", err)
	}
	for key, given := range map[string]struct {
		n     *int
		least int
	}{
		"concurrency": {file.Concurrency, 1}, "warm_up": {file.WarmUp, 0},
		"give_up_after": {file.GiveUpAfter, 1},
	} {
		if given.n != nil && *given.n < given.least {
			c.fault(c.doc.line(key), "%s %d, want at least %d", key, *given.n, given.least)
		}
	}
	if file.MaxAge != "" {
		oldest, err := setting.Age(file.MaxAge)
		if err != nil {
			c.fault(c.doc.line("max_age"), "max_age %q, want an age such as 24h or 7d", file.MaxAge)
		}
		c.plan.MaxAge = oldest
	}
	if s := c.plan.StaleJudgments; s != StaleError && s != StaleWarn {
		c.fault(c.doc.line("stale_judgments"), "stale_judgments %q: want %s or %s", s, StaleError, StaleWarn)
	}
	if file.Timeout != "" {
		d, err := time.ParseDuration(file.Timeout)
		if err != nil || d <= 0 {
			c.fault(c.doc.line("timeout"), "timeout %q, want a time such as 30s or 500ms", file.Timeout)
		}
		c.plan.Retrieve.Timeout = d
	}
}

// readColumns reads a table of weights or covariates that the experiment names.
func (p *Plan) readColumns(file string) (*scoring.Table, error) {
	f, err := trec.File(p.Resolve(file)).Open()
	if err != nil {
		return nil, err
	}
	t, err := scorefile.ReadColumns(file, f)
	return t, errors.Join(err, f.Close())
}
