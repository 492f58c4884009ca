package program_test

import (
	"slices"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/score"
	"github.com/rankduel/rankduel/cmd/rankduel/trial"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/internal/setting"
)

// changeNoNumber are flags of the verbs that write verifiable documents which fix
// no number of them, or are noted as inputs.
var changeNoNumber = []string{
	"qrels", "test-set", "paths", "store", "silver", "sample", // inputs
	"output", "quiet", "verbose", "no-color", "width", "details", "by", "for-spreadsheet", "caption", "label", "html-no-text", "single-file", "corpus", "plots", "no-summary",
	"workers", "shards", "cache-dir", "rankings", "rankings-format", "prom-out", "otel", "prom-prefix", "prom-labels", "prom-system",
	"fresh", "refresh", "retry-failed", // the recordings that come of it are
	"ledger", "budget", "spend", // the level that comes of it is noted as alpha
	"shard", "shard-by", // the document comes of all shards
	"run", "query-eval", // other names of an argument and of --per-query
	"rel-info-format", "results-format", "zscores", "debug-level", // have one value
	"golden", "rule", "rules", "mode", "runs-dir", "strict-chunker-version", "write-report", // of runs of kebab, whose comparison is not verified
	"config", "help", "version", // flags of all verbs
}

// A flag of a verb whose documents are verified either is in them or changes
// none of their numbers. What is neither would make reports that do not verify.
func TestEveryFlagIsNotedOrChangesNothing(t *testing.T) {
	for _, make := range []func() *cobra.Command{func() *cobra.Command { return score.NewEvalCommand(nil) }, score.NewCompareCommand, func() *cobra.Command { return trial.NewRunCommand(nil) }} {
		cmd := make()
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			noted := f.Name == "per-query" || slices.ContainsFunc(request.Fields(), func(row setting.Field[request.Request]) bool { return row.Name() == f.Name })
			if both := slices.Contains(changeNoNumber, f.Name); noted == both && f.Name != "format" {
				t.Errorf("%s --%s: fixes numbers %v, changes none %v; want one of them", cmd.Name(), f.Name, noted, both)
			}
		})
	}
}
