package program_test

import (
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/cmd/rankduel/program"
)

// free are flags whose values no one can list: numbers, names of one's own and
// files of any ending.
var free = []string{
	"doc-field", "list-separator", "grade-field", "query-field", "text-field", "group-field",
	"name", "version", "map", "judge", "clicks", "strata-from", "query-text", "qrels-split", "index", "field",
	"alpha", "margin", "min-coverage", "seed", "resamples", "range", "objective", "systems", "workers", "qrels", "paths", "output", "corpus", "chunks",
	"run", "level", "max-retrieved", "collection-size", "zscores", "debug-level", "depth", "top-k", "folds", "tag", "repeats", "width", "looks", "unjudged",
	"rule", "max-age", "system", "baseline", "baseline-system", "queries", "replicates", "budget", "tried", "candidate", "power", "effect",
	"gate", "protect", "caption", "label", "sd", "candidates", "as", "scale", "guideline", "threshold", "worst", "addr", "heldout",
	"to", "date", "replace", "strata", "type", "log", "log-query", "log-client", "log-count", "min-clients", "past", "labellers",
	"title-field",
	"a", "b", "n", "silver", "cannot-judge", "sample", "repeat-column", "sample-id", "filter", "query-cost", "silver-lambda", "model", "anchors", "program", "http", "label-cost", "pool-out",
	"weights", "population", "adjust",
	"title-field", "tasks", "task", "strip", "prom-prefix", "prom-system",
	"shard", "shards", "every", "jobs", "queue", "keep-jobs", "lease", "service", "max-body", "max-queries", "concurrency", "waiting", "time-limit", "grace",
}

// Every flag either completes its values or is one whose values no one can
// list.
func TestEveryFlagCompletes(t *testing.T) {
	flags := program.ValuesOfFlags()
	used := map[string]bool{}
	program.ForEach(program.NewRoot(), func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() == "bool" || strings.HasPrefix(cmd.CommandPath(), "rankduel completion") {
				return
			}
			used[f.Name] = true
			if _, own := flags[cmd.Name()+" --"+f.Name]; own {
				return // completed for this verb, whatever it is for others
			}
			_, listed := flags[f.Name]
			if listed == slices.Contains(free, f.Name) {
				t.Errorf("%s --%s: listed %v, want it either to be completed or to be free", cmd.CommandPath(), f.Name, listed)
			}
		})
	})
	for name := range flags {
		if _, flag, ok := strings.Cut(name, " --"); ok {
			name = flag
		}
		if !used[name] && name != "config" { // that is a flag of all verbs
			t.Errorf("no verb has --%s", name)
		}
	}
}

// A server that takes the connection and says nothing does not hold a shell up.
func TestCompletionOfAStoreThatHangs(t *testing.T) {
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	began := time.Now()
	out, _ := scripttest.Does(t, program.ExitDone, "__complete", "runs", "show", "--store", "postgres://"+l.Addr().String()+"/db", "run_")
	if took := time.Since(began); took > 2*program.CompletionTime || !strings.HasPrefix(out, ":") {
		t.Errorf("it took %v and said %q", took, out)
	}
}

// What is completed is taken: every listed word is a value of its flag.
func TestCompletedValuesAreTaken(t *testing.T) {
	split := filepath.Join(t.TempDir(), "split.json") // a set with both parts
	if err := os.WriteFile(split, []byte(`{"name": "split", "version": "v1", "queries": [
		{"query_id": "q1", "query_text": "one", "split": "evaluation", "query_type": "paraphrase", "relevant_docs": [{"doc_id": "d1", "grade": 1}]},
		{"query_id": "q2", "query_text": "two", "split": "heldout", "query_type": "paraphrase", "relevant_docs": [{"doc_id": "d2", "grade": 1}]}]}`), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"compare", "eval"} {
		for _, flag := range []string{"profile", "part", "test", "interval", "correction", "family", "equivalence", "order", "duplicates", "gains", "missing", "columns", "direction"} {
			cmd, _, err := program.NewRoot(verb).Find([]string{verb})
			if err != nil {
				t.Fatal(err)
			}
			if cmd.Flags().Lookup(flag) == nil {
				continue
			}
			words, _ := program.ValuesOfFlags()[flag](cmd, nil, "")
			for _, word := range words {
				args := []string{verb, "none.trec", "none2.trec", "--" + flag, word}
				switch flag {
				case "missing", "columns", "direction":
					args = append(args, "--scores")
				case "part":
					args = append(args, "--test-set", split)
				default:
					args = append(args, "--qrels", "none.txt")
				}
				var said strings.Builder
				if code := program.Execute(args, strings.NewReader(""), &said, &said); code != program.ExitInput || !strings.Contains(said.String(), "no such file") {
					t.Errorf("%s: %s", strings.Join(args, " "), said.String())
				}
			}
		}
	}
}
