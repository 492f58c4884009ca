package topics

import (
	"strings"

	"github.com/rankduel/rankduel/metrics"
)

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
