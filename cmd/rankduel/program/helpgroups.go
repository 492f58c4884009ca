package program

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// firstFlags are what most uses of a verb need, in the order in which help has them: of
// each verb the first six that it has.
var firstFlags = []string{
	"qrels", "test-set", "baseline", "rule", "from", "run", "run-dir", "measure", "primary", "addr", "output", "format",
	"details", "profile", "store",
}

// flagGroups are the others by what they are about. What is in none is about the verb alone.
var flagGroups = []struct {
	title string
	names []string
}{
	{"Scoring", []string{
		"bounds", "columns", "direction", "duplicates", "exact", "gains", "judged-only", "labels", "level", "measure", "missing", "order", "part", "paths",
		"profile", "range", "scores", "systems", "ties", "undefined", "unjudged", "min-coverage",
	}},
	{"Statistics", []string{
		"all-pairs", "alpha", "by", "correction", "equivalence", "family", "guardrail", "interval", "looks", "margin", "objective", "primary", "resamples", "seed",
		"test", "ungrouped",
	}},
	{"Engines, recordings and stores", []string{
		"cache-dir", "fresh", "ledger", "max-age", "refresh", "repeats", "retry-failed", "store", "workers",
	}},
	{"Output", []string{
		"caption", "corpus", "details", "for-spreadsheet", "format", "help", "html-no-text", "label", "no-color", "otel", "output", "per-query", "plots", "prom-labels", "prom-out", "prom-prefix",
		"quiet", "rankings", "rankings-format", "single-file", "verbose", "width",
	}},
}

// fewFlags is how many are listed without groups.
const fewFlags = 12

// addGroups lists the flags of a verb: those that matter first, then the others in groups.
func addGroups(b *strings.Builder, cmd *cobra.Command, width int) {
	var all []*pflag.Flag
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			all = append(all, f)
		}
	})
	take := func(of func(*pflag.Flag) bool) *pflag.FlagSet {
		set := pflag.NewFlagSet("", pflag.ContinueOnError)
		all = slices.DeleteFunc(all, func(f *pflag.Flag) bool {
			if of(f) {
				set.AddFlag(f)
			}
			return of(f)
		})
		return set
	}
	if len(all) <= fewFlags {
		addFlags(b, "Flags", take(func(*pflag.Flag) bool { return true }), width)
		return
	}
	kebab := take(ofKebab)
	var first []string
	for _, name := range firstFlags {
		if len(first) < 6 && slices.ContainsFunc(all, func(f *pflag.Flag) bool { return f.Name == name }) {
			first = append(first, name)
		}
	}
	addFlags(b, "Flags that matter first", take(func(f *pflag.Flag) bool { return slices.Contains(first, f.Name) }), width)
	var groups strings.Builder
	for _, g := range flagGroups {
		addFlags(&groups, g.title, take(func(f *pflag.Flag) bool { return slices.Contains(g.names, f.Name) }), width)
	}
	addFlags(b, "Of this verb alone", take(func(*pflag.Flag) bool { return true }), width)
	b.WriteString(groups.String())
	if usesKebab(cmd) {
		addFlags(b, "Of runs of kebab", kebab, width)
	} else if kebab.HasFlags() {
		fmt.Fprintf(b, "\n\nOf runs of kebab there are more: %s --profile kebab --help", cmd.CommandPath())
	}
}

func ofKebab(f *pflag.Flag) bool {
	return f.Name == "golden" || strings.HasPrefix(f.Usage, "of runs of kebab")
}

// usesKebab tells whether a command line, or the environment, is about kebab.
func usesKebab(cmd *cobra.Command) bool {
	profile := cmd.Flags().Lookup("profile")
	return cmd.Flags().Changed("golden") || profile != nil && strings.HasPrefix(profile.Value.String(), "kebab") ||
		os.Getenv("KEBAB_EVAL_GOLDEN")+os.Getenv("KB_EVAL_GOLDEN") != ""
}
