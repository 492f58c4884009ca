package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// gateSideFlags say what a gate's sides are read from.
type gateSideFlags struct {
	judgmentFlags
	executionFlags
	system                   string
	baseline, baselineSystem string

	// judged says that rules are held to what was measured, coverage and ids that do
	// not match among them: an experiment without a verdict is not the end then.
	judged bool
}

func (s *gateSideFlags) add(flags *pflag.FlagSet) {
	s.judgmentFlags.add(flags)
	s.executionFlags.add(flags, "a gate")
	flags.StringVar(&s.system, "system", "", "the one of several systems in CURRENT: a configuration, a run")
}

// gateSides are both sides of a gate; baseline is nil when there is none.
type gateSides struct {
	current  gate.Side
	baseline *gate.Side
	profile  metrics.Profile
}

// A gateInput is an argument of which it is known what it is.
type gateInput struct {
	namedFile
	kind    gateKind
	data    []byte           // of documents
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
	gateStored
)

// refuseFolder says why a folder is no side of a gate, above all one of event
// documents, whose source forbids it.
func (in *gateInput) refuseFolder() error {
	if _, err := in.runSource(""); err != nil {
		return err
	}
	return fmt.Errorf("%s holds what coding agents found, of a benchmark whose runs nothing may pass or fail; its source forbids a gate (profile csb); `rankduel compare` sets two side by side", in.path)
}

// identify finds out what an argument is, and under which profile it is scored.
func (s *gateSideFlags) identify(ctx context.Context, arg string) (gateInput, error) {
	in := gateInput{namedFile: nameFile(arg)}
	if isFolder(in.path) {
		return in, in.refuseFolder()
	}
	data, err := os.ReadFile(in.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && filepath.Ext(in.path) == "":
		return s.identifyStored(ctx, in)
	case err != nil:
		return in, err
	}
	if isExperiment(in.path) {
		in.kind = gateExperiment
		given := s.override()
		given.NoVerdict = true // rules decide
		if in.plan, err = s.load(in.path, given); err != nil {
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
	judged := s.qrels != "" || s.testSet != ""
	switch {
	case object && strings.HasPrefix(head.Schema, "rankduel/"):
		in.kind, in.data = gateDocument, data
		profile := head.Profile
		if profile == "" && head.Schema == result.BaselineSchema { // of means that somebody wrote down
			profile = s.profileName()
		}
		if in.profile, err = metrics.ProfileByName(profile); err != nil {
			err = fmt.Errorf("%s, %s: %w", in.path, head.Schema, err)
		}
		return in, err
	case object && (flat(data) || head.Schema != "" && !judged): // rankings may be an object too
		in.kind, in.data = gateMeans, data
		in.profile, err = metrics.ProfileByName(s.profileName())
		return in, err
	case judged:
		in.kind = gateRunFile
		in.profile, _, err = s.conventions()
		return in, err
	}
	return in, fmt.Errorf("%s is no document of this program; if it is a run file, give the judgments too, with --qrels or --test-set", in.path)
}

// flat tells an object of numbers from one of rankings.
func flat(data []byte) bool {
	var values map[string]*float64
	return json.Unmarshal(data, &values) == nil
}

func (s *gateSideFlags) identifyStored(ctx context.Context, in gateInput) (gateInput, error) {
	in.kind = gateStored
	db, err := s.openReadOnly(ctx)
	if err != nil {
		return in, fmt.Errorf("there is no file %s, and no stored run: %w", in.path, err)
	}
	defer db.Close()
	if in.stored, err = find(ctx, db, in.path); err != nil {
		return in, err
	}
	in.profile, err = metrics.ProfileByName(in.stored.Profile)
	return in, err
}

// checkUse refuses flags that would be ignored: those of judgments are for run
// files, an experiment has its own and takes some of them in its place, and
// everything else is scored already. The first of known is the current one.
func (s *gateSideFlags) checkUse(known ...gateInput) error {
	if s.baseline == "" && s.baselineSystem != "" {
		return fmt.Errorf("--baseline-system %s: of which baseline? name it with --baseline", s.baselineSystem)
	}
	has := func(kind gateKind) bool {
		return slices.ContainsFunc(known, func(in gateInput) bool { return in.kind == kind })
	}
	switch {
	case has(gateRunFile):
		return s.checkReading(filesOf(known))
	case has(gateExperiment):
		return unused(s.given, "for an experiment, whose file says it", scoringFlags()...)
	}
	names := append(scoringFlags(), "measure", "part")
	if known[0].kind != gateMeans {
		names = append(names, "profile")
	}
	return unused(s.given, "for scores that exist already; it is for run files", names...)
}

func filesOf(known []gateInput) []namedFile {
	files := make([]namedFile, len(known))
	for i, in := range known {
		files[i] = in.namedFile
	}
	return files
}

// read reads both sides, with the measures of the rules: the current one and, if
// one is given, the baseline.
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
	return sides, nil
}

// side reads one side, and the baseline that it brings along. A name picks one of
// several systems, and has to be that of the only one.
func (s *gateSideFlags) side(ctx context.Context, stderr io.Writer, in gateInput, measures []metrics.Measure, name string) (side gate.Side, implied *gate.Side, err error) {
	side, implied, err = s.readSide(ctx, stderr, in, measures, name)
	if err == nil && name != "" && side.System.Name != name {
		err = fmt.Errorf("%s: %w", in.path, &gate.SystemError{Name: name, Known: []string{side.System.Name}})
	}
	return side, implied, err
}

func (s *gateSideFlags) readSide(ctx context.Context, stderr io.Writer, in gateInput, measures []metrics.Measure, name string) (side gate.Side, implied *gate.Side, err error) {
	switch in.kind {
	case gateExperiment:
		return s.runSides(ctx, stderr, in.plan, measures, name)
	case gateStored:
		if err := refuseStoredHeldOut("a gate", in.stored.TestSet); err != nil {
			return side, nil, err
		}
		side, err = fromStored(in.stored)
		return side, nil, err
	case gateRunFile:
		side, err = s.scoreSide(ctx, in, measures)
		return side, nil, err
	}
	if side, err = gate.ReadDocument(in.path, in.data, name, false, in.profile); err != nil {
		return side, nil, err
	}
	if err := refuseStoredHeldOut("a gate", side.TestSet); err != nil {
		return side, nil, err
	}
	if b, err := gate.ReadDocument(in.path, in.data, name, true, in.profile); err == nil && b.System.Name != side.System.Name {
		implied = &b
	}
	return side, implied, nil
}

// scoreSide scores a run file by the profile's measures and those of the rules.
func (s *gateSideFlags) scoreSide(ctx context.Context, in gateInput, wanted []metrics.Measure) (gate.Side, error) {
	profile, measures, err := s.conventions()
	if err != nil {
		return gate.Side{}, err
	}
	measures = slices.Clone(measures)
	for _, m := range wanted {
		if metrics.Index(measures, m) < 0 {
			measures = append(measures, m)
		}
	}
	if err := refuseHeldOut("a gate", ".", s.testSet, s.part); err != nil {
		return gate.Side{}, err
	}
	judged, err := s.judgmentFlags.read(ctx, profile, measures)
	if err != nil {
		return gate.Side{}, err
	}
	tables, err := s.score(ctx, judged, []namedFile{in.namedFile}, measures, profile, scoring.Options{KeepRanks: true, Hash: true})
	if err != nil {
		return gate.Side{}, err
	}
	return sideOf(tables[0]), nil
}

func fromStored(stored result.StoredRun) (gate.Side, error) {
	t, err := scoring.Restore(stored)
	if err != nil {
		return gate.Side{}, err
	}
	side := sideOf(t)
	side.System.RunID = stored.ID
	return side, nil
}

// runSides runs an experiment and takes the system of that name, or its only
// candidate, and the experiment's own baseline.
func (s *gateSideFlags) runSides(ctx context.Context, stderr io.Writer, p *plan.Plan, measures []metrics.Measure, name string) (side gate.Side, implied *gate.Side, err error) {
	c, stored, err := s.execute(ctx, stderr, p, measures)
	if c == nil || err != nil && (!s.judged || !compare.NoVerdict(err)) {
		return side, nil, err
	}
	if name == "" {
		if len(c.Comparisons) != 1 {
			return side, nil, fmt.Errorf("--system: %w", &gate.SystemError{Known: namesOf(append([]result.System{c.A}, candidates(c)...))})
		}
		name = c.Comparisons[0].B.Name
	}
	one, ok := stored[name]
	if !ok {
		return side, nil, fmt.Errorf("--system: %w", &gate.SystemError{Name: name, Known: namesOf(append([]result.System{c.A}, candidates(c)...))})
	}
	if side, err = fromStored(one); err != nil {
		return side, nil, err
	}
	side.System.Name = name // one that is another system under this name was stored under that one's
	if name != c.A.Name {
		b, err := fromStored(stored[c.A.Name])
		b.System.Name = c.A.Name
		return side, &b, err
	}
	return side, nil, nil
}
