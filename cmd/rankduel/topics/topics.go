// Package topics holds the prose of `rankduel explain`: what each name in a
// report computes, in which unit, and from which source.
package topics

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// A Topic explains one name that appears in reports, settings or JSON.
type Topic struct {
	Kind   string // "test", "interval", "verdict", ...
	Name   string
	Text   string
	Source string
}

//go:embed topics.yaml
var prose []byte

// Topics lists everything that can be explained besides measures, grouped by kind.
func Topics() []Topic { return slices.Clone(all()) }

var all = sync.OnceValue(func() []Topic {
	var groups []struct {
		Kind   string
		Topics []struct {
			Names        []string
			Text, Source string
		}
	}
	if err := yaml.Unmarshal(prose, &groups); err != nil {
		panic(fmt.Sprintf("topics.yaml: %v", err)) // it is compiled in
	}
	var topics []Topic
	for _, g := range groups {
		for _, t := range g.Topics {
			for _, name := range t.Names {
				topics = append(topics, Topic{g.Kind, name, t.Text, t.Source})
			}
		}
		if g.Topics == nil {
			topics = append(topics, ofProgram(g.Kind)...)
		}
	}
	return topics
})

// ofProgram explains what says itself what it is.
func ofProgram(kind string) []Topic {
	var topics []Topic
	switch kind {
	case "profile":
		for _, p := range metrics.Profiles() {
			topics = append(topics, Topic{kind, p.Name, profileText(p), ""})
		}
	case "fusion":
		for _, e := range fusion.Builtin().Entries() {
			topics = append(topics, Topic{kind, e.Name, e.Summary, ""})
		}
	}
	return topics
}

// Named returns all topics of a name: a word may be a finding and a warning.
func Named(is func(name string) bool) []Topic {
	return slices.DeleteFunc(Topics(), func(t Topic) bool { return !is(t.Name) })
}

// Names lists each name once, however many topics have it.
func Names() []string {
	names := ordered.Each(all(), func(t Topic) string { return t.Name })
	slices.Sort(names)
	return slices.Compact(names)
}

// profileText says everything that a profile fixes.
func profileText(p metrics.Profile) string {
	lines := []string{p.Summary, "measures, and what it calls them:"}
	for _, m := range p.Measures {
		line := "  " + m.String()
		if key, ok := p.Named(m); ok {
			line += "  " + key
		}
		lines = append(lines, line)
	}
	undefined := map[metrics.Undefined]string{
		metrics.Exclude:   "is left out of the mean and counted",
		metrics.Zero:      "counts 0; without an answer to judge it is left out even so",
		metrics.LoadError: "is refused when the test set is read",
	}[p.Undefined]
	failed, lacking, extra := "is left out of the means", "is an empty ranking and scores 0", "is ignored"
	if p.CountsFailed {
		failed = "stays in the means, scored by what it brought back: a miss when that is nothing"
	}
	if p.OfRun {
		lacking, extra = "is left out", "counts in the totals and among the empty results"
	}
	none := "null"
	if p.ZeroMeans {
		none = "0, null for citations and refusals"
	}
	lines = append(lines,
		"a query without what a measure needs: "+undefined,
		"a mean over no query: "+none,
		"a failed query: "+failed,
		"a judged query that the run lacks: "+lacking,
		"a query of the run that is not judged: "+extra,
		"nDCG without gain=: "+p.Defaults.Gain.String(),
		"rounding: "+p.Precision(),
	)
	if layout := layoutText(p.Layout); layout != "" {
		lines = append(lines, "its own sum, `aggregate` in JSON and --format aggregate: "+layout)
	}
	if p.NoGate {
		lines = append(lines, "it gates nothing")
	}
	return strings.Join(lines, "\n")
}

func layoutText(l metrics.Layout) string {
	switch l {
	case metrics.FlatLayout:
		return "{name: number}"
	case metrics.NestedLayout:
		return `{name: number, name: {"k": number}, "total_queries": n, "failed_queries": n}`
	case metrics.SpreadLayout:
		return `{name: {"mean", "median", "std"}}, std n-1, 0 of one query`
	case metrics.TasksLayout:
		return `{name@k: {"mean", "std", "median", "n"}, "_totals": {"n_tasks", "mean_retrieved", "mean_ground_truth", "mean_overlap"}}, std n-1, 0 of one task; {"n_tasks": 0} without a ground truth`
	}
	return ""
}
