package gate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/execution"
	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/gates"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/experiment/scoring/scorelog"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/traces"
)

// gateSideFlags say what a gate's sides are read from.
type gateSideFlags struct {
	flags.Judgments
	execution.Experiment
	system                   string
	baseline, baselineSystem string
	columns                  string // of tables of scores

	// judged says that rules are held to what was measured, coverage and ids that do
	// not match among them: an experiment without a verdict is not the end then.
	judged  bool
	sources []result.GateSource
}

func (s *gateSideFlags) add(flags *pflag.FlagSet) {
	s.Judgments.Add(flags, compare.OfScoring|compare.OfHeldScores)
	s.Experiment.Add(flags, "a gate")
	store := flags.Lookup("store")
	store.Usage += "; a gate asks engines again, and reads runs and recordings only of a store that is named"
	s.Address, store.DefValue = noStore, noStore
	flags.BoolVar(&s.RetryFailed, "retry-failed", false, "of an experiment, ask again what failed in an earlier run")
	flags.StringVar(&s.columns, "columns", scorefile.ColumnMeasures, "what the columns of a table of scores are: "+scorefile.ColumnMeasures+" or "+scorefile.ColumnSystems)
	flags.StringVar(&s.system, "system", "", "the one of several systems in CURRENT: a configuration, a run")
}

// noStore is the store of a gate that names none: one in the working folder may have
// come with the change that is judged.
const noStore = ":memory:"

// gateSides are both sides of a gate; baseline is nil when there is none.
type gateSides struct {
	current  gate.Side
	baseline *gate.Side
	profile  metrics.Profile
}

// A gateInput is an argument of which it is known what it is.
type gateInput struct {
	inputs.File
	kind    gateKind
	data    []byte           // of documents
	tables  []*scoring.Table // of scores
	plan    *plan.Plan       // of experiments
	stored  result.StoredRun // of stored runs
	profile metrics.Profile
}

type gateKind int

const (
	gateDocument gateKind = iota // JSON of this program
	gateMeans                    // JSON of means
	gateExperiment
	gateRunFile
	gateScores // a table of scores by query
	gateStored
)

// identifyRun takes a run in several files, or that of a system that was run several
// times. The source of event documents forbids a gate.
func (s *gateSideFlags) identifyRun(in gateInput) (gateInput, error) {
	for _, one := range in.Each() {
		if documents, _ := traces.Files(one.Path, traces.EventsEnding); len(documents) > 0 {
			return in, fmt.Errorf("%s holds what coding agents found, of a benchmark whose runs nothing may pass or fail; its source forbids a gate (profile csb); `rankduel compare` sets two side by side", one.Path)
		}
		if _, _, err := one.RunSources(""); err != nil {
			return in, err
		}
	}
	if s.Qrels == "" && s.TestSet == "" {
		return in, fmt.Errorf("%s is a run; give the judgments too, with --qrels or --test-set", in.Path)
	}
	var err error
	in.kind = gateRunFile
	in.profile, _, err = s.Conventions(&s.Request)
	return in, err
}

// ownDocument is how a document of this program begins, whole or not.
var ownDocument = pattern.Lazy(`^\s*\{\s*"schema":\s*"rankduel/`)

// identify finds out what an argument is, and under which profile it is scored.
func (s *gateSideFlags) identify(ctx context.Context, arg string) (gateInput, error) {
	in := gateInput{File: inputs.NameFile(arg)}
	if in.Several() != nil || in.InFiles() {
		return s.identifyRun(in)
	}
	data, err := unpack.ReadFile(in.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && filepath.Ext(in.Path) == "":
		return s.identifyStored(ctx, in)
	case err != nil:
		return in, err
	}
	if execution.IsExperiment(in.Path) {
		in.kind = gateExperiment
		given := plan.Override{Request: s.Request}
		given.NoVerdict = true // rules decide
		if in.plan, err = s.Load(in.Path, given); err != nil {
			return in, err
		}
		in.profile = in.plan.Profile
		return in, nil
	}
	var head struct {
		Schema  string `json:"schema"`
		Profile string `json:"profile"`
	}
	object := bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) && json.Unmarshal(data, &head) == nil
	if syntax := new(json.SyntaxError); ownDocument().Match(data) && errors.As(json.Unmarshal(data, &head), &syntax) {
		line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
		return in, fmt.Errorf("%s:%d: this document of rankduel is damaged or cut off: %w; take it from version control, or write it again (`rankduel gate bless` writes baselines)", in.Path, line, syntax)
	}
	judged := s.Qrels != "" || s.TestSet != ""
	switch {
	case object && strings.HasPrefix(head.Schema, "rankduel/"):
		in.kind, in.data = gateDocument, data
		profile := head.Profile
		if profile == "" && head.Schema == result.BaselineSchema { // of means that someone wrote down
			profile = s.ProfileName(&s.Request)
		}
		if in.profile, err = gate.Conventions(profile); err != nil {
			err = fmt.Errorf("%s, %s: %w", in.Path, head.Schema, err)
		}
		return in, err
	case object && (gate.IsMeans(data) || head.Schema != "" && !judged): // rankings may be an object too
		in.kind, in.data = gateMeans, data
		in.profile, err = metrics.ProfileByName(s.profileOfMeans(data))
		return in, err
	}
	tables, unread := inputs.ReadScores(ctx, in.File, scorefile.Form{Columns: s.columns, Log: scorelog.Form{Sample: s.Systems.SampleID, Part: s.Systems.Filter}})
	switch {
	case unread == nil:
		in.kind, in.tables = gateScores, tables
		in.profile, err = gate.Conventions(gate.ScoresProfile)
		return in, err
	case judged:
		return s.identifyRun(in)
	}
	return in, fmt.Errorf("%s is not a document of this program; if it is a run file, give the judgments too, with --qrels or --test-set; if it is a table of scores by query: %w", in.Path, unread)
}

// profileOfMeans returns the profile that means are named by: that which was asked
// for, or that whose aggregate they are.
func (s *gateSideFlags) profileOfMeans(data []byte) string {
	if s.Measures.Profile != "" {
		return s.Measures.Profile
	}
	if _, err := scoring.ParseKebabAggregate(data); err == nil {
		return "kebab"
	}
	var spreads map[string]map[string]*float64
	if json.Unmarshal(data, &spreads) == nil {
		return "medkg"
	}
	return s.ProfileName(&s.Request)
}

// ofTable returns the system of that name in a table of scores, or the only one.
func (in *gateInput) ofTable(name string) (*scoring.Table, error) {
	var names []string
	for _, t := range in.tables {
		if t.Name == name || name == "" && len(in.tables) == 1 {
			return t, nil
		}
		if slices.Contains(metrics.Texts(t.Measures), name) {
			return nil, fmt.Errorf("%s: column %q is read as a measure; --columns systems reads the columns as systems", in.Path, name)
		}
		names = append(names, t.Name)
	}
	return nil, fmt.Errorf("%s: %w", in.Path, &gate.SystemError{Name: name, Known: names})
}

func (s *gateSideFlags) identifyStored(ctx context.Context, in gateInput) (gateInput, error) {
	in.kind = gateStored
	if s.Address == noStore {
		return in, fmt.Errorf("there is not a file %s, and no stored run: a gate reads a store only where --store names it", in.Path)
	}
	db, err := s.OpenReadOnly(ctx)
	if err != nil {
		return in, fmt.Errorf("there is not a file %s, and no stored run: %w", in.Path, err)
	}
	defer db.Close()
	if in.stored, err = flags.FindRun(ctx, db, in.Path); err != nil {
		return in, err
	}
	in.profile, err = metrics.ProfileByName(in.stored.Profile)
	return in, err
}

// checkUse refuses flags that would be ignored: those of judgments are for run files, an experiment has its own and
// takes some of them in its place, and everything else is scored already. The first of known is the current one.
func (s *gateSideFlags) checkUse(known ...gateInput) error {
	if s.baseline == "" && s.baselineSystem != "" {
		return fmt.Errorf("--baseline-system %s: of which baseline? name it with --baseline", s.baselineSystem)
	}
	has := func(kind gateKind) bool {
		return slices.ContainsFunc(known, func(in gateInput) bool { return in.kind == kind })
	}
	if s.columns != scorefile.ColumnMeasures && s.columns != scorefile.ColumnSystems {
		return fmt.Errorf("--columns %q: want %s or %s", s.columns, scorefile.ColumnMeasures, scorefile.ColumnSystems)
	}
	var errs []error
	unless := func(used bool, why string, names ...string) {
		if !used {
			errs = append(errs, flags.RefuseUnused(s.Flags, why, names...))
		}
	}
	unless(has(gateScores), "without scores of another program", "columns", "sample-id", "filter")
	unless(has(gateExperiment), "without an experiment, which alone asks components", "retry-failed", "cache-dir")
	unless(has(gateExperiment) || has(gateStored) || s.TestSet != "", "for files without a test set", "store")
	unless(s.Address != noStore, "without --store, which has what failed earlier", "retry-failed")
	if err := errors.Join(errs...); err != nil {
		return err
	}
	switch {
	case has(gateRunFile):
		return s.CheckReading(ordered.Each(known, func(in gateInput) inputs.File { return in.File }))
	case has(gateExperiment):
		return s.RefuseOthers(compare.OfExperiment, "for an experiment, whose file says it")
	}
	but := []string{"sample-id", "filter"} // seen to above
	if known[0].kind == gateMeans {
		but = append(but, "profile")
	}
	return s.RefuseOthers(0, "for scores that exist already; it is for run files", but...)
}

// read reads both sides, with the measures of the rules: the current one and, if one is given, the baseline.
func (s *gateSideFlags) read(ctx context.Context, stderr io.Writer, known []gateInput, rules gate.Rules) (gateSides, error) {
	current := known[0]
	sides := gateSides{profile: current.profile}
	var implied *gate.Side
	var err error
	if sides.current, implied, err = s.side(ctx, stderr, current, rules.Measures(), s.system); err != nil {
		return sides, err
	}
	if len(known) == 1 {
		sides.baseline = implied
		return sides, nil
	}
	in := known[1]
	in.profile = current.profile
	baseline, own, err := s.side(ctx, stderr, in, rules.Measures(), s.baselineSystem)
	if err != nil {
		return sides, err
	}
	if own != nil && s.baselineSystem == "" { // of an experiment or comparison that is given as the baseline
		baseline = *own
	}
	sides.baseline = &baseline
	if current.kind != gateScores || in.kind != gateScores {
		return sides, nil
	}
	now, err := current.ofTable(s.system)
	before, unread := in.ofTable(s.baselineSystem)
	if err = errors.Join(err, unread); err != nil {
		return sides, err
	}
	return sides, scorefile.SameTask([]*scoring.Table{before, now})
}

// side reads one side, and the baseline that it brings along. A name picks one of
// several systems, and has to be that of the only one.
func (s *gateSideFlags) side(ctx context.Context, stderr io.Writer, in gateInput, measures []metrics.Measure, name string) (side gate.Side, implied *gate.Side, err error) {
	side, implied, err = s.readSide(ctx, stderr, in, measures, name)
	if err == nil && name != "" && side.System.Name != name {
		err = fmt.Errorf("%s: %w", in.Path, &gate.SystemError{Name: name, Known: []string{side.System.Name}})
	}
	return side, implied, err
}

func (s *gateSideFlags) readSide(ctx context.Context, stderr io.Writer, in gateInput, measures []metrics.Measure, name string) (side gate.Side, implied *gate.Side, err error) {
	switch in.kind {
	case gateExperiment:
		return s.runSides(ctx, stderr, in.plan, measures, name)
	case gateStored:
		if err := flags.RefuseStoredHeldOut("a gate", in.stored.TestSet); err != nil {
			return side, nil, err
		}
		s.sources = append(s.sources, result.GateSource{Input: in.stored.ID, Store: s.Name(), Scored: true})
		side, err = gates.StoredSide(in.stored)
		return side, nil, err
	case gateRunFile:
		side, err = s.scoreSide(ctx, in, measures)
		return side, nil, err
	case gateScores:
		t, err := in.ofTable(name)
		if err != nil {
			return side, nil, err
		}
		return gates.SideOf(t), nil, nil
	}
	if side, err = gate.ReadDocument(in.Path, in.data, name, false, in.profile); err != nil {
		return side, nil, err
	}
	if err := flags.RefuseStoredHeldOut("a gate", side.TestSet); err != nil {
		return side, nil, err
	}
	if b, err := gate.ReadDocument(in.Path, in.data, name, true, in.profile); err == nil && b.System.Name != side.System.Name {
		implied = &b
	}
	return side, implied, nil
}

// scoreSide scores a run file by the profile's measures and those of the rules.
func (s *gateSideFlags) scoreSide(ctx context.Context, in gateInput, wanted []metrics.Measure) (gate.Side, error) {
	profile, measures, err := s.Conventions(&s.Request)
	if err != nil {
		return gate.Side{}, err
	}
	measures = slices.Clone(measures)
	for _, m := range wanted {
		if metrics.Index(measures, m) < 0 {
			measures = append(measures, m)
		}
	}
	if err := flags.RefuseHeldOut(ctx, &s.Store, "a gate", ".", s.TestSet, s.Request.Judgments.Part); err != nil {
		return gate.Side{}, err
	}
	tables, err := s.ScoreFiles(ctx, &s.Request, []inputs.File{in.File}, measures, profile, scoring.Options{KeepRanks: true, Hash: true})
	if err != nil {
		return gate.Side{}, err
	}
	return gates.SideOf(tables[0]), nil
}

// runSides runs an experiment and takes the system of that name, or its only
// candidate, and the experiment's own baseline.
func (s *gateSideFlags) runSides(ctx context.Context, stderr io.Writer, p *plan.Plan, measures []metrics.Measure, name string) (side gate.Side, implied *gate.Side, err error) {
	if len(p.Configs) == 1 {
		t, report, err := s.ExecuteOne(ctx, stderr, p, measures)
		if err != nil {
			return side, nil, err
		}
		s.note(p, report)
		return gates.SideOf(t), nil, nil
	}
	c, stored, err := s.Execute(ctx, stderr, p, measures)
	if c == nil || err != nil && (!s.judged || !compare.NoVerdict(err)) {
		return side, nil, err
	}
	s.note(p, c.Retrieval)
	if name == "" {
		if len(c.Comparisons) != 1 {
			return side, nil, fmt.Errorf("--system: %w", &gate.SystemError{Known: flags.SystemNames(append([]result.System{c.A}, flags.Candidates(c)...))})
		}
		name = c.Comparisons[0].B.Name
	}
	one, ok := stored[name]
	if !ok {
		return side, nil, fmt.Errorf("--system: %w", &gate.SystemError{Name: name, Known: flags.SystemNames(append([]result.System{c.A}, flags.Candidates(c)...))})
	}
	if side, err = gates.StoredSide(one); err != nil {
		return side, nil, err
	}
	side.System.Name = name // one that is another system under this name was stored under that one's
	if name != c.A.Name {
		b, err := gates.StoredSide(stored[c.A.Name])
		b.System.Name = c.A.Name
		return side, &b, err
	}
	return side, nil, nil
}

// note keeps where the rankings of an experiment are from: what a store has is believed as it is.
func (s *gateSideFlags) note(p *plan.Plan, r *result.RetrievalReport) {
	if r != nil {
		s.sources = append(s.sources, result.GateSource{Input: p.Path, Store: s.Name(), Asked: r.Calls, Reused: r.Reused, Scored: r.Cached})
	}
}

// saySources says that where there is no report that has it.
func (s *gateSideFlags) saySources(stderr io.Writer) {
	for _, line := range reports.GateSources(s.sources, document.Printable) {
		fmt.Fprintf(stderr, "rankduel: %s\n", line)
	}
}
