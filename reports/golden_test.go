package reports_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares whole reports with files that were read and approved by
// eye. Their numbers are the inputs of the test in fixtures_test.go.
func TestGolden(t *testing.T) {
	screen := reports.Options{Width: 80}
	aged := reports.Options{Width: 80, Now: recordedAt.AddDate(0, 0, 3)}
	terminal := reports.Options{Width: 100, Details: true}
	all := reports.Options{Width: 100, Verbose: true, PerQuery: true}
	for _, test := range []struct {
		file    string
		options reports.Options
		write   func(b *bytes.Buffer, f reports.Format, o reports.Options) error
	}{
		{"brief-better.txt", screen, comparisonOf(better())},
		{"brief-worse.txt", screen, comparisonOf(worse())},
		{"brief-equivalent.txt", screen, comparisonOf(equivalent())},
		{"brief-inconclusive.txt", screen, comparisonOf(inconclusive())},
		{"brief-vetoed.txt", screen, comparisonOf(vetoed())},
		{"brief-degenerate.txt", screen, comparisonOf(degenerate())},
		{"brief-foreign.txt", screen, comparisonOf(foreign())},
		{"brief-timed.txt", screen, comparisonOf(timed())},
		{"brief-faulty.txt", screen, comparisonOf(faulty())},
		{"brief-unmatched.txt", screen, comparisonOf(unmatched())},
		{"unmatched.txt", terminal, comparisonOf(unmatched())},
		{"brief-better-color.txt", reports.Options{Width: 80, Color: true}, comparisonOf(better())},
		{"brief-better-wide.txt", reports.Options{Width: 120}, comparisonOf(better())},
		{"brief-several.txt", screen, comparisonOf(several())},
		{"brief-ranked.txt", screen, comparisonOf(rankedSystems())},
		{"brief-ranked-pairs.txt", reports.Options{Width: 80, AllPairs: true}, comparisonOf(rankedSystems())},
		{"ranked-pairs.txt", reports.Options{Width: 100, Details: true, AllPairs: true}, comparisonOf(rankedSystems())},
		{"ranked.md", terminal, comparisonOf(rankedSystems())},
		{"better.tex", screen, comparisonOf(better())},
		{"degenerate.tex", screen, comparisonOf(degenerate())},
		{"foreign.tex", screen, comparisonOf(foreign())},
		{"ranked.tex", screen, comparisonOf(rankedSystems())},
		{"ranked-pairs.tex", reports.Options{AllPairs: true}, comparisonOf(rankedSystems())},
		{"evaluation.tex", screen, evaluationOf(1)},
		{"evaluations.tex", screen, evaluationOf(2)},
		{"run.tex", screen, runOf},
		{"better.txt", terminal, comparisonOf(better())},
		{"better.md", terminal, comparisonOf(better())},
		{"better.json", terminal, comparisonOf(better())},
		{"better-color.txt", reports.Options{Width: 100, Color: true, Details: true}, comparisonOf(better())},
		{"better-narrow.txt", reports.Options{Width: 72, Details: true}, comparisonOf(better())},
		{"worse.txt", terminal, comparisonOf(worse())},
		{"worse.md", terminal, comparisonOf(worse())},
		{"equivalent.txt", terminal, comparisonOf(equivalent())},
		{"inconclusive.txt", terminal, comparisonOf(inconclusive())},
		{"vetoed.txt", terminal, comparisonOf(vetoed())},
		{"degenerate.txt", terminal, comparisonOf(degenerate())},
		{"degenerate-color.txt", reports.Options{Width: 100, Color: true, Details: true}, comparisonOf(degenerate())},
		{"degenerate.md", terminal, comparisonOf(degenerate())},
		{"several.txt", terminal, comparisonOf(several())},
		{"several.md", terminal, comparisonOf(several())},
		{"foreign.txt", terminal, comparisonOf(foreign())},
		{"foreign-unlimited.txt", reports.Options{Details: true}, comparisonOf(foreign())},
		{"foreign.md", terminal, comparisonOf(foreign())},
		{"verbose.txt", all, comparisonOf(verbose())},
		{"verbose.md", all, comparisonOf(verbose())},
		{"queries.csv", all, comparisonOf(verbose())},
		{"unjudged.txt", reports.Options{Width: 100, Details: true}, comparisonOf(holes())},
		{"unjudged-brief.txt", reports.Options{Width: screenColumns}, comparisonOf(holes())},
		{"unjudged.md", terminal, comparisonOf(holes())},
		{"unjudged.csv", reports.Options{Unjudged: true}, comparisonOf(holes())},
		{"timed.txt", terminal, comparisonOf(timed())},
		{"timed.md", terminal, comparisonOf(timed())},
		{"evaluation.txt", all, evaluationOf(1)},
		{"evaluation.md", all, evaluationOf(1)},
		{"evaluation.json", all, evaluationOf(1)},
		{"evaluation.csv", terminal, evaluationOf(1)},
		{"evaluation-queries.csv", all, evaluationOf(1)},
		{"evaluations.txt", terminal, evaluationOf(2)},
		{"evaluations.md", terminal, evaluationOf(2)},
		{"evaluations.csv", terminal, evaluationOf(2)},
		{"evaluations-queries.csv", all, evaluationOf(2)},
		{"runs.txt", reports.Options{}, runsOf},
		{"runs-narrow.txt", screen, runsOf},
		{"runs.md", terminal, runsOf},
		{"runs.json", terminal, runsOf},
		{"runs.csv", terminal, runsOf},
		{"run.txt", all, runOf},
		{"run.md", terminal, runOf},
		{"run.json", terminal, runOf},
		{"run.csv", all, runOf},
		{"gate.txt", aged, gateOf},
		{"gate.md", screen, gateOf},
		{"gateplan.txt", screen, gatePlanOf},
		{"gateplan.md", screen, gatePlanOf},
		{"holdout.txt", aged, holdoutOf},
		{"holdout.md", screen, holdoutOf},
		{"looks.txt", screen, looksOf},
		{"looks.md", screen, looksOf},
		{"power.txt", aged, powerOf},
		{"power.md", screen, powerOf},
	} {
		t.Run(test.file, func(t *testing.T) {
			format, err := reports.FormatForFile(test.file)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := test.write(&b, format, test.options); err != nil {
				t.Fatal(err)
			}
			golden(t, test.file, b.String())
		})
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	path := filepath.Join("testdata", file+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

type writing = func(b *bytes.Buffer, f reports.Format, o reports.Options) error

func comparisonOf(c *result.Comparison) writing {
	return func(b *bytes.Buffer, f reports.Format, o reports.Options) error {
		return reports.Comparison(b, c, f, o)
	}
}

func evaluationOf(runs int) writing {
	return func(b *bytes.Buffer, f reports.Format, o reports.Options) error {
		return reports.Evaluation(b, evaluation(runs), f, o)
	}
}

func runsOf(b *bytes.Buffer, f reports.Format, o reports.Options) error {
	return reports.Runs(b, listed(storedRuns()), f, o)
}

func runOf(b *bytes.Buffer, f reports.Format, o reports.Options) error {
	return reports.StoredRun(b, storedRuns()[0], f, o)
}
