package program_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/cmd/rankduel/program"
)

// A tryout is what a line comes to: all that can be seen of it.
type tryout struct {
	code       int
	said, left string
}

// tryLine runs a line in a folder of its own.
func tryLine(t *testing.T, files fs.FS, args []string) tryout {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	stdin := ""
	if at := slices.Index(args, "<"); at >= 0 {
		stdin = string(scripttest.Read(t, args[at+1]))
		args = slices.Delete(slices.Clone(args), at, at+2)
	}
	var stdout, stderr bytes.Buffer
	code := program.Execute(args, strings.NewReader(stdin), &stdout, &stderr)
	var left strings.Builder
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(path, ".db") || strings.Contains(path, ".sqlite") {
			return err
		}
		fmt.Fprintf(&left, "%s %x\n", path, sha256.Sum256(masked(scripttest.Read(t, path), dir)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return tryout{code, string(masked(stdout.Bytes(), dir)) + "\x00" + string(masked(stderr.Bytes(), dir)), left.String()}
}

var changing = regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:.]+(Z|[+-]\d\d:\d\d)?|run_[0-9a-f]+|rd_\w+|[0-9.]+ ?(ms|µs|ns|s|min)\b|"(ms|seconds|took)": ?[0-9.]+`)

// masked leaves out of a text what differs from one time to the next.
func masked(text []byte, dir string) []byte {
	return changing.ReplaceAll(bytes.ReplaceAll(text, []byte(dir), []byte("DIR")), []byte("…"))
}

// byForm are flags that say how a result looks, how fast it comes and what is said next to it.
var byForm = []string{"help", "config", "width", "no-color", "quiet", "verbose", "workers", "serve"}

const remembers = "it remembers looks at held-out queries"

// byData are flags that change nothing where the examples' files have nothing for them, with the
// reason; a name may be of a flag, or of a verb and a flag.
var byData = map[string]string{
	"duplicates": "no query has a document twice", "order": "scores, ranks and lines say the same", "undefined": "no score is undefined",
	"exact": "no score is rounded in text", "ungrouped": "no query has a group", "ledger": "a look is written of held-out queries alone",
	"min-coverage": "all queries are measured", "range": "the range plays no part in these verdicts", "guardrail": "no guardrail is worse",
	"seed": "nothing is sampled, or the draw changes no digit", "resamples": "nothing is sampled",
	"test": "both tests give the same digits", "equivalence": "no verdict is equivalent", "force": "no file is there", "gains": "all grades are integers",
	"max-age": "recordings are of today", "on-inconclusive": "nothing is inconclusive", "worst": "there are no more disagreements",
	"strip": "no path has the prefix", "again": "nothing was done before", "labels": "it is the default",
	"strict-chunker-version": "one chunker made both", "differing": "the stores agree",
	"all-zero": "every query has a relevant document", "without-text": "every query has a text", "drop-unanswered": "every query is answered",
	"rules": "its measures are there already", "latency": "no time was measured", "direction": "the measures are known",
	"retry-failed": "nothing failed", "collection-size": "no measure asks for it", "list-separator": "no cell is a list",
	"query-cost": "no run is repeated", "rel-info-format": "it takes what trec_eval takes", "results-format": "it takes what trec_eval takes",

	"compare --store": remembers, "eval --store": remembers, "holdout ledger --store": remembers, "testset review --store": remembers, "testset split --store": remembers,
	"testset refresh bridge --store": "both are run files", "run --cache-dir": "the index is small", "power --cache-dir": "the index is small", "gate --cache-dir": "the index is small",
	"compare --per-query": "of runs of kebab in JSON alone", "compare --details": "all is on one screen", "runs variants --details": "all is on one screen", "compare --by": "there is one stratum", "eval --by": "there is one stratum", "traces eval --dry-run": "it writes nothing there",
	"merge --details": "all is on one screen", "merge --by": "there is one stratum", "merge --for-spreadsheet": "no cell would be computed", "merge --margin": "the verdict does not depend on it", "merge --format": "one part is written",
	"eval --per-query": "-q says it, or the format is of all queries", "testset agreement --pool": "no disagreement is listed", "testset agreement --evidence": "kappa is far from the threshold", "testset label --batch": "there is one pool", "testset label --guideline": "it is not asked for", "testset refresh pool --store": "all are run files", "testset refresh start --min-clients": "two asked each", "traces eval --output-dir": "a dry run writes nothing",
	"runs export --for-spreadsheet": "no cell would be computed", "runs export --set": "it is in the store that is written", "eval --query-eval": "the format is of all queries", "eval --profile": "the format has its own", "eval --max-retrieved": "there is one hit",
	"labels ask --concurrency": "one document is asked about", "labels ask --time-limit": "the judge is quick", "labels ask --max-age": "nothing was asked before", "labels ask --store": "nothing of it is shown", "labels ask --pool-out": "it is another file",
	"labels judge --alpha": "all grades are equal", "labels judge --margin": "all grades are equal",
	"compare --for-spreadsheet": "no cell would be computed", "compare --margin": "scores whose unit is not known", "compare --columns": "each file is one system", "testset import --columns": "the columns are known",
	"labels sample --test-set": "no query has a group",
	"testset import --corpus":  "the collection has every document", "testset label --scale": "no grade is asked for", "testset label --test-set": "it has the grades of the default",
	"testset split --output": "a dry run writes nothing", "traces report --seed": "there is one task", "testset import --clicks": "there are no clicks",
}

// Every flag of every verb changes what its examples come to, or is refused. What an example
// has nothing for is listed with a reason.
func TestEveryFlagHasAnEffect(t *testing.T) {
	if os.Getenv("RANKDUEL_SOAK") == "" {
		t.Skip("every flag with every example takes minutes; RANKDUEL_SOAK=1 does it, and scripts try the refusals one by one")
	}
	files := os.DirFS(exampleFolder(t, t.TempDir()))
	tried := 0
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, c := range cmd.Commands() {
			walk(c)
		}
		if verb := verbOf(cmd); verb == "serve" || verb == "demo" || verb == "sweep" { // they serve until they are stopped, or take long
			return
		}
		for line := range strings.Lines(strings.ReplaceAll(cmd.Example, " \\\n", "")) {
			if !strings.ContainsAny(line, "|*") && !strings.Contains(line, "--prom-out") {
				tried += tryFlags(t, files, cmd, lineArgs(line))
			}
		}
	}
	walk(program.NewRoot("__complete"))
	if tried < 500 {
		t.Errorf("only %d flags were tried", tried)
	}
}

func lineArgs(line string) []string {
	var args []string
	for _, m := range regexp.MustCompile(`'([^']*)'|(\S+)`).FindAllStringSubmatch(line, -1) {
		args = append(args, m[1]+m[2])
	}
	return args[1:]
}

// tryFlags adds every flag that a line has not, one by one, and returns how many.
func tryFlags(t *testing.T, files fs.FS, cmd *cobra.Command, args []string) (tried int) {
	t.Helper()
	want := tryLine(t, files, args)
	if want.code == program.ExitInput {
		t.Errorf("%q: %s", args, want.said)
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		name := verbOf(cmd) + " --" + f.Name
		if slices.Contains(byForm, f.Name) || slices.Contains(args, "--"+f.Name) || f.Shorthand != "" && slices.Contains(args, "-"+f.Shorthand) {
			return
		}
		tried++
		for _, value := range plausible(cmd, f) {
			if tryLine(t, files, slices.Insert(slices.Clone(args), len(strings.Fields(verbOf(cmd))), "--"+f.Name+"="+value)) != want {
				return
			}
		}
		if byData[f.Name]+byData[name] == "" {
			t.Errorf("%q: --%s changes nothing, and is taken", args, f.Name)
		}
	})
	return tried
}

func verbOf(cmd *cobra.Command) string { return strings.TrimPrefix(cmd.CommandPath(), "rankduel ") }

// plausible returns values of a flag that are not its default.
func plausible(cmd *cobra.Command, f *pflag.Flag) []string {
	if v, ok := flagValues[verbOf(cmd)+" --"+f.Name]; ok {
		return v
	}
	if v, ok := flagValues[f.Name]; ok {
		return v
	}
	switch f.Value.Type() {
	case "bool":
		return []string{map[string]string{"true": "false", "false": "true"}[f.DefValue]}
	case "int", "uint64", "intSlice":
		return []string{"2"}
	case "float64", "float64Slice":
		return []string{"0.3"}
	case "duration":
		return []string{"7s"}
	}
	if complete, ok := cmd.GetFlagCompletionFunc(f.Name); ok {
		list, _ := complete(cmd, nil, "")
		return slices.DeleteFunc(list, func(s string) bool { return s == f.DefValue || strings.HasSuffix(s, "=") })
	}
	return []string{"nosuch"}
}

var flagValues = map[string][]string{
	"output": {"zz.json"}, "qrels": {"qrels.txt"}, "test-set": {"testset.yaml"}, "store": {"k.sqlite"}, "golden": {"golden.yaml"},
	"corpus": {"corpus.jsonl"}, "paths": {"own.md"}, "primary": {"R@5"}, "measure": {"R@5"}, "guardrail": {"R@5"}, "range": {"0.5"}, "objective": {"better nDCG@10; R@10 drop <= 0.01"},
	"rule": {"R@10: drop <= 1%"}, "rules": {"rules.yaml"}, "ledger": {"other.jsonl"}, "profile": {"trec"}, "plots": {"plots"}, "plot": {"p.svg"},
	"system": {"b"}, "candidate": {"hybrid"}, "baseline": {"a.trec"}, "run": {"b.trec"}, "systems": {"bm25"}, "export": {"e.csv"}, "import": {"cem.csv"},
	"prom-out": {"x.prom"}, "otel": {"o.jsonl"}, "prom-labels": {"config"}, "prom-prefix": {"pp_"}, "cache-dir": {"cachedir"}, "guideline": {"own.md"}, "set": {"rrf_k=2"},
	"width": {"100"}, "map": {"3=1,0=0"}, "scale": {"0-5"}, "threshold": {"0.9"}, "date": {"2020-01-01"}, "labels": {"labels"}, "addr": {"127.0.0.1:0"},
	"new-set": {"v9.yaml"}, "max-age": {"7d"}, "waivers": {"w.yaml"}, "protect": {"main"}, "margin": {"0.3"}, "past": {"a.trec"},
	"rankings": {"rk"}, "runs-dir": {"rd"}, "dir": {"dd"}, "label-files": {"lf"}, "set-name": {"n"}, "from": {"csv"}, "version": {"v9"}, "top-k": {"2"},
	"order": {"file", "rank"}, "level": {"3"}, "format": {"json"}, "folds": {"3"}, "depth": {"3"}, "unjudged": {"3"}, "looks": {"4"}, "seed": {"7"}, "evidence": {"required"},
	"pool": {"pool.jsonl"}, "traces eval --output-dir": {"od"}, "events-dir": {"nosuch"}, "run-dir": {"nosuch"}, "output-dir": {"nosuch"}, "root": {"nosuch"},
	"testset import --columns": {"query=query,doc=document,grade=grade"}, "testset init --format": {"golden"}, "refresh": {"nosuch"},
	"testset refresh adjudicate --rule": {"lower"}, "testset refresh start --rule": {"lower"}, "traces report --output": {"zz.html"},
}

// What has no use next to another flag, or for such files, is refused by its name.
func TestIdleFlagsAreRefused(t *testing.T) {
	files := os.DirFS(exampleFolder(t, t.TempDir()))
	for flag, line := range map[string]string{
		"--golden":          "compare --scores a.csv b.csv --golden g.yaml",
		"--rule":            "compare --scores a.csv b.csv --rule x",
		"--silver":          "compare run_0196a0 run_0196b1 --store k.sqlite --golden golden.yaml --silver llm.qrels",
		"--store":           "compare a.trec b.trec --qrels qrels.txt --store k.sqlite",
		"--ties":            "eval a.trec --qrels qrels.txt --shard 0/1 -o a.rdx --ties",
		"--shard-by":        "eval a.trec --qrels qrels.txt --shard-by query",
		"--alpha":           "merge bm25.rdx --alpha 0.1",
		"--ledger":          "eval a.trec --qrels qrels.txt --ledger x.jsonl",
		"--mode":            "compare run_0196a0 run_0196b1 --store k.sqlite --golden golden.yaml --mode point",
		"--runs-dir":        "compare run_0196a0 run_0196b1 --store k.sqlite --golden golden.yaml --runs-dir x",
		"--gate":            "power --sd 0.2 --gate 0.3",
		"--cache-dir":       "power a.trec b.trec --qrels qrels.txt --cache-dir x",
		"--candidate":       "holdout check a.trec b.trec --test-set testset.yaml --candidate x",
		"--dry-run":         "runs aggregate per_query.jsonl --golden golden.yaml --dry-run",
		"--set":             "runs export run_1f3a9c --set rrf_k=2",
		"--for-spreadsheet": "runs export run.jsonl --format kebab --for-spreadsheet",
		"--by":              "token list --by stratum",
		"--per-query":       "eval per_query.jsonl --profile kebab --format aggregate --test-set golden.yaml --per-query",
		"--format":          "testset init --form kebab --format native x.yaml",
		"--guideline":       "testset label pool.jsonl --as ben --export x.csv --guideline own.md",
		"--log-query":       "testset refresh start testset.yaml --labellers ada,ben --log-query x",
		"--measure":         "gate plan dense.trec --baseline bm25.trec --qrels qrels.txt --measure RR",
		"--max-retrieved":   "compare run_1f3a9c run_77b0e2 --max-retrieved 5",
		"--rankings-format": "run experiment.yaml --rankings-format json",
		"--max-age":         "gate dense.trec --baseline bm25.trec --qrels qrels.txt --max-age 7d",
		"--query-eval":      "eval per_query.jsonl --profile kebab --format aggregate --test-set golden.yaml -q",
		"--all":             "traces report --summary run_retrieval_summary.json --all",
		"--retry-failed":    "gate dense.trec --baseline bm25.trec --qrels qrels.txt --retry-failed",
	} {
		got := tryLine(t, files, strings.Fields(line))
		if _, stderr, _ := strings.Cut(got.said, "\x00"); got.code != program.ExitInput || !strings.Contains(stderr, flag) {
			t.Errorf("%s: exit code %d, %s, want %s refused", line, got.code, stderr, flag)
		}
	}
}
