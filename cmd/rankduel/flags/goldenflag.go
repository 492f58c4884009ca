package flags

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/kebab"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/testsets"
)

// GoldenList says which golden list runs of kebab are held against.
type GoldenList struct{ Golden string }

// goldenVariables are where kebab looks for the path of its list, and goldenDefault where it looks without them.
var goldenVariables = []string{"KEBAB_EVAL_GOLDEN", "KB_EVAL_GOLDEN"}

const goldenDefault = "fixtures/golden_queries.yaml"

// Add adds the flag of the golden list.
func (g *GoldenList) Add(flags *pflag.FlagSet) {
	flags.StringVar(&g.Golden, "golden", "", "golden list of kebab (default: $KEBAB_EVAL_GOLDEN, $KB_EVAL_GOLDEN or "+goldenDefault+")")
}

// Path returns the golden list's, as kebab finds it.
func (g *GoldenList) Path() (string, error) {
	if g.Golden != "" {
		return g.Golden, nil
	}
	for _, name := range goldenVariables {
		if path := os.Getenv(name); path != "" {
			return path, nil
		}
	}
	if _, err := os.Stat(goldenDefault); err == nil {
		return goldenDefault, nil
	}
	return "", fmt.Errorf("no golden list: give --golden FILE, or set %s; there is no %s here", goldenVariables[0], goldenDefault)
}

// Read reads the list for a profile. paths are those that answers may cite, nil where it is not known.
func (g *GoldenList) Read(stderr io.Writer, profile string, paths []string) (*kebab.Golden, error) {
	path, err := g.Path()
	if err != nil {
		return nil, err
	}
	set, err := judgments.OpenTestSet(".", path)
	if err != nil {
		return nil, err
	}
	if err := sayWarnings(stderr, set); err != nil {
		return nil, err
	}
	conventions, err := metrics.ProfileByName(profile)
	if err != nil {
		return nil, err
	}
	return kebab.NewGolden(set, conventions, paths)
}

// sayWarnings says what draws a warning in a list, the first of many.
func sayWarnings(stderr io.Writer, set *testsets.TestSet) error {
	const most = 3
	warnings := set.Warnings()
	var errs []error
	for _, w := range warnings[:min(most, len(warnings))] {
		_, err := fmt.Fprintf(stderr, "warning: %v\n", w)
		errs = append(errs, err)
	}
	if n := len(warnings) - most; n > 0 {
		_, err := fmt.Fprintf(stderr, "warning: and %d more; rankduel testset validate lists all\n", n)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// KebabStore returns where kebab keeps its store unless it is told otherwise.
func KebabStore() string {
	data := os.Getenv("XDG_DATA_HOME")
	if data == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		data = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(data, "kebab", "kebab.sqlite")
}

// KebabRun returns the run of kebab that a file holds, by the name that it was given;
// false where it is the id of a run.
func KebabRun(ctx context.Context, f inputs.File) (kebab.Run, bool) {
	if !IsRowFile(f.Path) {
		return kebab.Run{}, false
	}
	run := kebab.FromFile(ctx, f.Path)
	if f.Given {
		run.ID = f.Name
	}
	return run, true
}

// IsRowFile tells an argument that is a file of rows and no id of a run.
func IsRowFile(arg string) bool {
	info, err := os.Stat(arg)
	return err == nil && !info.IsDir() || strings.HasSuffix(arg, ".jsonl") || arg == "-"
}
