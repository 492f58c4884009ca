package sets

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/experiment/bridge"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/testsets"
)

// A bridgeSide is what one system is scored from: its rankings, or scores that were stored.
type bridgeSide struct {
	flag   string
	files  []inputs.File
	stored []result.StoredRun
}

// name takes runs with names for A and B, in the order in which the names come.
func (o *refreshBridgeOptions) name(args []string) error {
	var names []string
	sides := []*[]string{&o.a, &o.b}
	if len(args) > 0 && len(o.a)+len(o.b) > 0 {
		return errors.New("systems are given by --a and --b or as NAME=RUN, not by both")
	}
	for _, arg := range args {
		file := inputs.NameFile(arg)
		if !file.Given {
			return fmt.Errorf("%s: give each system a name, as bm25=%[1]s: the old one first, then the new one", arg)
		}
		at := slices.Index(names, file.Name)
		if at < 0 {
			if at, names = len(names), append(names, file.Name); at == len(sides) {
				return fmt.Errorf("%s is a third system after %s; a bridge is from one to another", file.Name, strings.Join(names[:at], " and "))
			}
		}
		*sides[at] = append(*sides[at], arg)
	}
	return nil
}

func (o *refreshBridgeOptions) sides(ctx context.Context, old, next *testsets.TestSet) (a, b bridgeSide, err error) {
	if a, err = o.side(ctx, "--a", o.a, old, next); err != nil {
		return a, b, err
	}
	b, err = o.side(ctx, "--b", o.b, next)
	return a, b, err
}

// side tells run files from stored runs, which have to be of one of the versions.
func (o *refreshBridgeOptions) side(ctx context.Context, flag string, args []string, versions ...*testsets.TestSet) (bridgeSide, error) {
	side := bridgeSide{flag: flag}
	for _, arg := range args {
		file := inputs.NameFile(arg)
		if flags.IsRunFile(file.Path) {
			side.files = append(side.files, file)
			continue
		}
		run, err := o.Stored(ctx, file)
		if err == nil {
			err = flags.RefuseStoredHeldOut("a bridge", run.TestSet)
		}
		if err == nil && !ofVersion(run, versions) {
			err = fmt.Errorf("run %s is of %s with sha256 %.8s, which is not %s", run.ID, run.TestSet.Suite(), run.TestSet.SHA256, named(versions))
		}
		if err != nil {
			return side, fmt.Errorf("%s %s: %w", flag, arg, err)
		}
		side.stored = append(side.stored, run)
	}
	return side, nil
}

func ofVersion(run result.StoredRun, versions []*testsets.TestSet) bool {
	return slices.ContainsFunc(versions, func(v *testsets.TestSet) bool { return run.TestSet.SHA256 == v.SHA256() })
}

func named(versions []*testsets.TestSet) string {
	text := ""
	for i, v := range versions {
		if i > 0 {
			text += " or "
		}
		text += fmt.Sprintf("%s with %.8s", v.Label(), v.SHA256())
	}
	return text
}

// errNoScores is about a system that has nothing to be scored from.
var errNoScores = errors.New("no stored run is of this version; store one (`rankduel run` with it as the test set), or give the system's run file")

// on scores the side on the evaluation part of a version: by the run that was stored with it where there is
// one, else by the run files. A file without any of its queries says nothing about it.
func (s bridgeSide) on(ctx context.Context, set *testsets.TestSet, measures []metrics.Measure, profile metrics.Profile) (*scoring.Table, error) {
	judged, err := judgments.Of(set, judgments.PartEvaluation)
	if err != nil {
		return nil, err
	}
	if err := judged.Check(profile, measures); err != nil {
		return nil, err
	}
	var parts []*scoring.Table
	for _, run := range s.stored {
		if !ofVersion(run, []*testsets.TestSet{set}) {
			continue
		}
		table, err := bridge.Stored(run, judged, measures, profile)
		if err != nil {
			return nil, err
		}
		parts = append(parts, table)
	}
	if len(parts) == 0 {
		parts, err = s.score(ctx, judged, measures, profile)
	}
	if err != nil {
		return nil, err
	}
	return bridge.Gather(judged, parts)
}

// score scores the run files.
func (s bridgeSide) score(ctx context.Context, judged *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile) ([]*scoring.Table, error) {
	var parts []*scoring.Table
	strange := errNoScores
	for _, file := range s.files {
		table, err := file.Score(ctx, judged, measures, profile, scoring.Options{Name: file.Name})
		if errors.Is(err, scoring.ErrNoCommonQuery) {
			strange = err
			continue
		}
		if err != nil {
			return nil, err
		}
		parts = append(parts, table)
	}
	if len(parts) == 0 {
		return nil, strange
	}
	return parts, nil
}
