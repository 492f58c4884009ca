package reports

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports/document"
)

// Plain writes a setting as it was given: 0.05, not 0.0500.
func Plain(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// comparisonSettings returns the line that, with the inputs, makes the numbers again.
func comparisonSettings(c *result.Comparison, safe func(string) string) string {
	s := c.Settings
	parts := prose.Notes{
		"alpha " + Plain(s.Alpha),
		"margin " + Plain(s.Margin),
		"seed " + strconv.FormatUint(s.Seed, 10),
		document.Plural(s.Resamples, "resample", "resamples"),
		"test " + s.Test,
		"interval " + s.Interval,
		"correction " + s.Correction + over(s.Family, safe),
	}
	parts.If(s.Weights != "", "weights %s", safe(s.Weights))
	parts.If(len(s.Population) > 0, "population %s", safe(strings.Join(s.Population, " ")))
	parts.If(len(s.Adjust) > 0, "adjust %s", safe(strings.Join(s.Adjust, " ")))
	parts.If(len(s.Guardrails) > 0, "guardrails %s", safe(strings.Join(s.Guardrails, " ")))
	return "settings: " + strings.Join(append(parts, testSet(c.TestSet, c.Profile, safe)), ", ")
}

// over says which tests a correction covers.
func over(f result.Family, safe func(string) string) string {
	switch {
	case f.Size == 0:
		return ""
	case f.Name == "":
		return " over " + document.Plural(f.Size, "test", "tests")
	}
	return " over " + document.Plural(f.Size, "test", "tests") + " (" + safe(f.Name) + ")"
}

// testSet names the judgments and the profile behind every number.
func testSet(t result.TestSetInfo, profile string, safe func(string) string) string {
	parts := prose.Notes{"profile " + safe(profile), "test set " + safe(versioned(t))}
	if t.SHA256 != "" {
		parts[1] += " sha256 " + document.Short(t.SHA256)
	}
	parts.If(t.Part != "", "part %s", safe(t.Part))
	return strings.Join(append(parts, fmt.Sprintf("n = %d", t.Queries)), ", ")
}

func versioned(t result.TestSetInfo) string {
	if t.Version == "" {
		return t.Name
	}
	return t.Name + "@" + t.Version
}

// identities says which run is behind each name, "" where nothing is known.
func identities(c *result.Comparison, safe func(string) string) string {
	var parts []string
	for _, s := range systemsOf(c) {
		if s.RunID != "" {
			parts = append(parts, safe(s.Name)+" run "+safe(document.Short(s.RunID)))
		} else if s.SHA256 != "" {
			parts = append(parts, safe(s.Name)+" sha256 "+document.Short(s.SHA256))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "systems: " + strings.Join(parts, ", ")
}

// retrieval says what had to be retrieved and what was there already, "" when the comparison did not retrieve.
func retrieval(r *result.RetrievalReport) string {
	switch {
	case r == nil:
		return ""
	case r.Cached:
		return "retrieval: nothing to do, every configuration was stored before"
	}
	calls := document.Plural(r.Calls, "call", "calls")
	if r.Reranks > 0 {
		calls += " and " + document.Plural(r.Reranks, "rerank", "reranks")
	}
	return fmt.Sprintf("retrieval: %s, %d recorded before, %d failed", calls, r.Reused, r.Failed)
}

// asking says how fast the components answered and what it took besides one call a query, "" when none was asked.
func asking(r *result.RetrievalReport, safe func(string) string) string {
	if r == nil {
		return ""
	}
	var parts []string
	for _, c := range r.Components {
		if c.Calls == 0 {
			continue
		}
		name := safe(c.Component)
		if c.Step != "" {
			name = c.Step + " of " + name
		}
		part := name + " " + document.Plural(c.Calls, "call", "calls")
		if document.Given(c.QueriesPerSecond) {
			part += " (" + document.PerSecond(*c.QueriesPerSecond) + " queries/s)"
		}
		for _, more := range []struct {
			n         int
			one, many string
		}{
			{c.Retries, "retry", "retries"},
			{c.WarmUpCalls, "warm-up call", "warm-up calls"},
		} {
			if more.n > 0 {
				part += ", " + document.Plural(more.n, more.one, more.many)
			}
		}
		if c.WarmUpMS > 0 {
			part += ", " + document.Duration(c.WarmUpMS) + " to load and warm up, which is in no latency"
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return ""
	}
	return "asked in " + document.Duration(r.DurationMS) + ", all components at once: " + strings.Join(parts, "; ")
}

// failures lists queries that a component could not answer.
func failures(r *result.RetrievalReport) document.Table {
	t := document.NewTable(document.Names("component"), document.IDs("query"), document.Texts("error"))
	for _, f := range r.Failures {
		t.Add(f.Component, f.QueryID, f.Error)
	}
	return t
}

// failuresTitle heads the list and says so when it is not complete.
func failuresTitle(r *result.RetrievalReport) string {
	if r.Failed > len(r.Failures) {
		return fmt.Sprintf("failed queries (the first %d of %d)", len(r.Failures), r.Failed)
	}
	return "failed queries"
}

// failuresAsZero says what the verdict would be had failed queries scored 0, or whatever is the worst.
func failuresAsZero(f *result.FailuresAsZero) string {
	return fmt.Sprintf("with failed queries scored %v: %s, %s, %s, n = %d", f.Score, f.Verdict, document.Signed(f.MeanDifference), document.PSentence(f.PValue), f.N)
}

func systemsOf(c *result.Comparison) []result.System {
	return append([]result.System{c.A}, ordered.Each(c.Comparisons, func(p result.Pair) result.System { return p.B })...)
}
