package program

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/gates"
	"github.com/rankduel/rankduel/cmd/rankduel/keep"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/cmd/rankduel/score"
	"github.com/rankduel/rankduel/cmd/rankduel/service"
	"github.com/rankduel/rankduel/cmd/rankduel/topics"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/judgments"
	experiment "github.com/rankduel/rankduel/experiment/kebab"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/shards"
	"github.com/rankduel/rankduel/experiment/silver"
	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/prom"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/server/access"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/store/kebab"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/convert"
	"github.com/rankduel/rankduel/testsets/label/adjudicate"
	"github.com/rankduel/rankduel/traces"
)

// completeValues gives all verbs the values of their flags and arguments. It is called only where a shell asks.
func completeValues(root *cobra.Command) {
	flags := valuesOfFlags()
	forEach(root, func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			list, ok := flags[cmd.Name()+" --"+f.Name]
			if !ok {
				list, ok = flags[f.Name]
			}
			if ok {
				_ = cmd.RegisterFlagCompletionFunc(f.Name, list) // it is a flag of this command
			}
		})
		if list, ok := valuesOfArguments()[cmd.Name()]; ok {
			cmd.ValidArgsFunction = list
		}
	})
}

func forEach(cmd *cobra.Command, do func(*cobra.Command)) {
	do(cmd)
	for _, c := range cmd.Commands() {
		forEach(c, do)
	}
}

// valuesOfFlags are by the name of the flag, or of the verb and the flag where
// one of the name has other values elsewhere.
func valuesOfFlags() map[string]cobra.CompletionFunc {
	formats := output.Texts(reports.Formats())
	withKebab := append(output.Texts(reports.Formats()), string(reports.Kebab))
	values := map[string]cobra.CompletionFunc{}
	for _, f := range request.Fields() {
		if f.OneOf != nil {
			values[f.Name()] = words(f.OneOf()...)
		}
	}
	for _, row := range []struct {
		flags string
		are   cobra.CompletionFunc
	}{
		{"label-files, labels, plots, dir, rankings, run-dir, events-dir, output-dir, cache-dir, root, runs-dir", folders},
		{"rules, waivers, experiment, new-set, config, golden", files("yaml", "yml")},
		{"ledger, prioritised, pool, otel, next --labels", files("jsonl")},
		{"summary, impact, plan", files("json")},
		{"export, import", files("csv", "xlsx")},
		{"plot", files("svg")},
		{"prom-out", files("prom")},
		{"store", files("db", "sqlite")},
		{"tls-cert", files("pem", "crt")},
		{"tls-key", files("pem", "key")},
		{"test-set", testSets},
		{"refresh", componentNames},

		{"format", words(formats...)},
		{"shard-by", words(shards.ByFile, shards.ByRange, shards.ByQuery)},
		{"eval --format, merge --format", words(append(formats, string(reports.Trec), string(reports.Aggregate))...)},
		{"gate --format", words(output.Texts(reports.GateFormats())...)},
		{"aggregate --format, variants --format", words(output.Texts(reports.KebabFormats())...)},
		{"compare --format, export --format", words(withKebab...)},
		{"fuse --format, rankings-format", words(output.Texts(runfile.Writable())...)},
		{"import --format", words(string(reports.Text), string(reports.JSON))},
		{"init --format", words("native", "golden", "kebab")},
		{"form", words("native", "golden")},

		{"from", words(convert.Names(false)...)},
		{"export --to", words(convert.Names(true)...)},
		{"import --columns", spaceless("query=", "query_id=", "doc=", "grade=", "type=", "judge=", "clicks=", "impressions=")},
		{"topic-field", words("title", "desc", "narr", "query", "question", "narrative")},
		{"split --by", words(testsets.ByGroup, testsets.ByQuery)},
		{"start --rule, adjudicate --rule", words(adjudicate.Rules()...)},

		{"measure", listed(measureNames())},
		{"primary, guardrail", words(measureNames()...)},
		{"correction", words(compare.Corrections()...)}, // tukey needs --all-pairs
		{"sweep --interval", words(compare.IntervalAuto, compare.IntervalT)},
		{"by", words("stratum")},
		{"direction", words("higher", "lower", "none")},
		{"method", words(strings.Fields(score.MethodNames())...)},
		{"set", settingsOf(fusion.SettingKeys())},
		{"export --set", settingsOf(experiment.SettingNames())},
		{"mode", words(output.Texts(gate.Modes())...)},
		{"spending", words(silver.SpendLooks, silver.SpendAny)},
		{"evidence", words(string(gate.EvidenceAccepted), string(gate.EvidenceRequired))},
		{"on-inconclusive", words(gates.InconclusiveFail, gates.InconclusiveWarn, gates.InconclusivePass)},
		{"rel-info-format", words("qrels")},
		{"results-format", words("trec_results")},
		{"differing", words(keep.DifferingKeep, keep.DifferingReplace)},
		{"aggregate --profile", words("kebab", "kebab-code")},
		{"normalize --profile, impact --profile, report --profile, explain-call --profile, explain-path --profile", words(traces.Profiles()...)},
		{"prom-labels", listed(prom.LabelNames())},
		{"log-format", words(service.LogText, service.LogJSON)},
		{"scope", words(access.Scopes()...)},
	} {
		for flag := range strings.SplitSeq(row.flags, ", ") {
			values[flag] = row.are
		}
	}
	for flag, choices := range convert.Choices() {
		values["import --"+flag] = words(choices...)
	}
	return values
}

// valuesOfArguments are by the name of the verb. Files are what shells complete by themselves.
func valuesOfArguments() map[string]cobra.CompletionFunc {
	yaml := files("yaml", "yml")
	return map[string]cobra.CompletionFunc{
		"run": yaml, "sweep": yaml, "validate": yaml, "check": yaml,
		"demo": folders, "status": folders, "finish": folders,
		"pool": func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return folders(cmd, args, typed)
			}
			return storedRuns(true)(cmd, args, typed)
		},
		"verify":  files("json"),
		"copy":    files("db", "sqlite"),
		"explain": explainable,
		"compare": storedRuns(true),
		"split":   testSets, "diff": testSets, "log": testSets, "lint": testSets, "review": testSets,
		"show": runsOrSets, "export": runsOrSets,
		"aggregate": storedRuns(true),
		"variants":  storedRuns(true),
	}
}

// runsOrSets completes arguments of verbs that both families have.
func runsOrSets(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if cmd.Parent().Name() == "runs" {
		return storedRuns(false)(cmd, args, typed)
	}
	return testSets(cmd, args, typed)
}

func words(list ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)
}

// spaceless returns words that something follows.
func spaceless(list ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace)
}

// settingsOf returns keys that a value follows.
func settingsOf(keys []string) cobra.CompletionFunc {
	return spaceless(ordered.Each(keys, func(key string) string { return key + "=" })...)
}

// listed completes the last part of a list with commas.
func listed(list []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		return ordered.Each(list, func(last string) string { return before + last }), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

func files(endings ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(endings, cobra.ShellCompDirectiveFilterFileExt)
}

func folders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// measureNames returns those that the profiles report, and the families.
func measureNames() []string {
	names := map[string]bool{}
	for _, p := range metrics.Profiles() {
		for _, m := range p.Measures {
			names[m.String()] = true
		}
	}
	for _, d := range metrics.Builtin().Definitions() {
		names[d.Name] = true
	}
	for _, common := range []string{"nDCG@5", "nDCG@10", "nDCG@20", "RR@10", "P@10", "R@100", "R@1000", "AP@100", "Judged@10"} {
		names[common] = true
	}
	return slices.Sorted(maps.Keys(names))
}

func explainable(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return append(measureNames(), topics.Names()...), cobra.ShellCompDirectiveNoFileComp
}

// testSets returns those that can be given by name; files can be too.
func testSets(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return testsets.Names(judgments.TestSetsDir), cobra.ShellCompDirectiveDefault
}

// componentNames returns those of the experiment that was named.
func componentNames(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	loaded, err := plan.Load(args[0], kinds.All(httpclient.NewPool())...)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	names := ordered.Each(loaded.Components, func(c plan.Component) string { return c.Name })
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completionTime is how long a shell waits for values at most: a server may be far away, or gone.
const completionTime = 2 * time.Second

// storedRuns returns the ids that the store of --store has, with their names.
func storedRuns(orFiles bool) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		after := cobra.ShellCompDirectiveNoFileComp
		if orFiles {
			after = cobra.ShellCompDirectiveDefault
		}
		path, err := cmd.Flags().GetString("store")
		if err != nil {
			return nil, after
		}
		ctx, cancel := context.WithTimeout(cmd.Context(), completionTime)
		defer cancel()
		if kebab.Is(ctx, path) {
			return kebabRunIDs(ctx, path), after
		}
		db, err := store.OpenReadOnly(ctx, path)
		if err != nil {
			return nil, after
		}
		defer db.Close()
		runs, err := db.Runs(ctx)
		if err != nil {
			return nil, after
		}
		return ordered.Each(runs, func(r result.StoredRun) string { return r.ID + "\t" + r.Name }), after
	}
}

// kebabRunIDs returns the ids that a store of kebab has, with their suites.
func kebabRunIDs(ctx context.Context, path string) []string {
	db, err := kebab.Open(ctx, path)
	if err != nil {
		return nil
	}
	defer func() { _ = db.Close() }() // ids of a moment ago will do
	runs, err := db.Runs(ctx)
	if err != nil {
		return nil
	}
	return ordered.Each(runs, func(r result.KebabRun) string { return r.ID + "\t" + r.Suite })
}
