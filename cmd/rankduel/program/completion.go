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
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/internal/httpclient"
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

// values lists what a flag, or the next argument, may be.
type values func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective)

// completeValues gives all verbs the values of their flags and arguments. It is
// called only where a shell asks.
func completeValues(root *cobra.Command) {
	flags := valuesOfFlags()
	forEach(root, func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			list, ok := flags[cmd.Name()+" --"+f.Name]
			if !ok {
				list, ok = flags[f.Name]
			}
			if ok {
				_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.CompletionFunc(list)) // it is a flag of this command
			}
		})
		if list, ok := valuesOfArguments()[cmd.Name()]; ok {
			cmd.ValidArgsFunction = cobra.CompletionFunc(list)
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
func valuesOfFlags() map[string]values {
	runForms := words(output.Texts(runfile.Writable())...)
	yaml := files("yaml", "yml")
	list := map[string]values{
		"from":                words(convert.Names(false)...),
		"export --to":         words(convert.Names(true)...),
		"import --format":     words(string(reports.Text), string(reports.JSON)),
		"import --duplicates": words(convert.DuplicateRules()...),
		"import --columns":    spaceless([]string{"query=", "query_id=", "doc=", "grade=", "type=", "judge=", "clicks=", "impressions="}),
		"all-zero":            words(convert.AllZeroRules()...),
		"without-text":        words("keep", "drop"),
		"answers":             words("drop", "must-contain"),
		"query-ids":           words(convert.IDRules()...),
		"doc-ids":             words(convert.IDRules()[:2]...),
		"topic-field":         words("title", "desc", "narr", "query", "question", "narrative"),
		"label-files":         folders,

		"measure":          listed(measureNames()),
		"primary":          words(measureNames()...),
		"guardrail":        words(measureNames()...),
		"sweep --interval": words(compare.IntervalAuto, compare.IntervalT),
		"by":               words("stratum"),
		"split --by":       words(testsets.ByGroup, testsets.ByQuery),
		"format":           words(output.Texts(reports.Formats())...),
		"eval --format":    words(append(output.Texts(reports.Formats()), string(reports.Trec), string(reports.Aggregate))...),
		"fuse --format":    runForms,
		"rankings-format":  runForms,
		"gate --format":    words(output.Texts(reports.GateFormats())...),
		"mode":             words(output.Texts(gate.Modes())...),
		"evidence":         words(string(gate.EvidenceAccepted), string(gate.EvidenceRequired)),
		"on-inconclusive":  words(gates.InconclusiveFail, gates.InconclusiveWarn, gates.InconclusivePass),
		"rules":            yaml,
		"waivers":          yaml,
		"ledger":           files("jsonl"),
		"plot":             files("svg"),
		"export":           files("csv", "xlsx"),
		"import":           files("csv", "xlsx"),
		"prioritised":      files("jsonl"),
		"labels":           folders,
		"plots":            folders,
		"pool":             files("jsonl"),
		"direction":        words("higher", "lower", "none"),
		"method":           words(strings.Fields(score.MethodNames())...),
		"set":              spaceless(fusionKeys()),
		"form":             words("native", "golden"),
		"rel-info-format":  words("qrels"),
		"results-format":   words("trec_results"),
		"start --rule":     words(adjudicate.Rules()...),

		"adjudicate --rule": words(adjudicate.Rules()...),
		"dir":               folders,
		"experiment":        yaml,
		"new-set":           yaml,
		"refresh":           componentNames,
		"store":             files("db", "sqlite"),
		"differing":         words(keep.DifferingKeep, keep.DifferingReplace),
		"config":            yaml,
		"test-set":          testSets,
		"rankings":          folders,
		"run-dir":           folders,
		"events-dir":        folders,
		"output-dir":        folders,
		"summary":           files("json"),
		"impact":            files("json"),

		"normalize --profile":    words(traces.Profiles()...),
		"impact --profile":       words(traces.Profiles()...),
		"report --profile":       words(traces.Profiles()...),
		"explain-call --profile": words(traces.Profiles()...),
		"explain-path --profile": words(traces.Profiles()...),
		"otel":                   files("jsonl"),
		"prom-out":               files("prom"),
		"prom-labels":            listed(prom.LabelNames()),
		"cache-dir":              folders,
		"log-format":             words(service.LogText, service.LogJSON),
		"scope":                  words(access.Scopes()...),
		"tls-cert":               files("pem", "crt"),
		"tls-key":                files("pem", "key"),
		"root":                   folders,
	}
	for _, f := range request.Fields() {
		if f.OneOf != nil {
			list[f.Name()] = words(f.OneOf()...)
		}
	}
	list["correction"] = words(compare.Corrections()...) // tukey needs --all-pairs
	maps.Copy(list, valuesOfKebabFlags())
	return list
}

// valuesOfArguments are by the name of the verb. Files are what shells complete
// by themselves.
func valuesOfArguments() map[string]values {
	yaml := files("yaml", "yml")
	return map[string]values{
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
		"show": func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if cmd.Parent().Name() == "runs" {
				return storedRuns(false)(cmd, args, typed)
			}
			return testSets(cmd, args, typed)
		},
		"export": func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if cmd.Parent().Name() == "runs" {
				return storedRuns(false)(cmd, args, typed)
			}
			return testSets(cmd, args, typed)
		},
		"aggregate": storedRuns(true),
		"variants":  storedRuns(true),
	}
}

func words(list ...string) values {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return list, cobra.ShellCompDirectiveNoFileComp
	}
}

// spaceless returns words that something follows.
func spaceless(list []string) values {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// listed completes the last part of a list with commas.
func listed(list []string) values {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		whole := make([]string, len(list))
		for i, word := range list {
			whole[i] = before + word
		}
		return whole, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

func files(endings ...string) values {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return endings, cobra.ShellCompDirectiveFilterFileExt
	}
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

func fusionKeys() []string {
	var keys []string
	for _, key := range fusion.SettingKeys() {
		keys = append(keys, key+"=")
	}
	return keys
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
	var names []string
	for _, c := range loaded.Components {
		names = append(names, c.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completionTime is how long a shell waits for values at most: a server may be
// far away, or gone.
const completionTime = 2 * time.Second

// storedRuns returns the ids that the store of --store has, with their names.
func storedRuns(orFiles bool) values {
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
		var ids []string
		for _, r := range runs {
			ids = append(ids, r.ID+"\t"+r.Name)
		}
		return ids, after
	}
}
