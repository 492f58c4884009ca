package metrics_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/metrics"
)

// refText writes a measure text of the tests.
func refText(name, params string, rel int, condensed bool, k int) string {
	var p []string
	if params != "" {
		p = append(p, params)
	}
	if rel > 1 {
		p = append(p, fmt.Sprintf("rel=%d", rel))
	}
	if condensed {
		p = append(p, "judged=only")
	}
	if len(p) > 0 {
		name += "(" + strings.Join(p, ",") + ")"
	}
	if k > 0 {
		name += fmt.Sprintf("@%d", k)
	}
	return name
}

// example returns the shortest text of a family.
func example(d metrics.Definition) string {
	switch d.Cut {
	case metrics.CutRequired:
		return d.Name + "@10"
	case metrics.CutRecall:
		return d.Name + "@0.2"
	}
	return d.Name
}

// rankingDefinitions returns the families that judge rankings, not answers.
func rankingDefinitions() []metrics.Definition {
	return slices.DeleteFunc(metrics.Builtin().Definitions(), func(d metrics.Definition) bool {
		m, err := metrics.Parse(example(d))
		return err == nil && metrics.LevelOf(m) == metrics.AnswerLevel
	})
}
