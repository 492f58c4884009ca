package score

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/cmd/rankduel/topics"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports/document"
)

// NewExplainCommand makes the verb explain.
func NewExplainCommand() *cobra.Command {
	return flags.Verb("explain [NAME]", cobra.MaximumNArgs(1), func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return listTopics(cmd.OutOrStdout())
		}
		return explain(cmd.OutOrStdout(), args[0])
	})
}

// explain looks a name up among measures, then everything else. A name that is written exactly as a topic's
// is not taken for a measure that is written otherwise: p is a p value, P is precision.
func explain(w io.Writer, name string) error {
	if strings.HasPrefix(name, "pass@") || strings.HasPrefix(name, "pass^") {
		name = "pass@k"
	}
	registry := metrics.Builtin()
	m, measureErr := registry.Parse(name)
	exact := topics.Named(func(topic string) bool { return topic == name })
	if measureErr == nil && (len(exact) == 0 || m.String() == name) {
		if d, ok := registry.DefinitionOf(m); ok {
			return explainMeasure(w, m.String(), d, inProfiles(m))
		}
	}
	if d, ok := registry.Lookup(name); ok && len(exact) == 0 {
		return explainMeasure(w, d.Name, d, "")
	}
	if len(exact) == 0 {
		exact = topics.Named(func(topic string) bool { return strings.EqualFold(topic, name) })
	}
	for i, t := range exact {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := explainTopic(w, t); err != nil {
			return err
		}
	}
	if len(exact) > 0 {
		return nil
	}
	if meant := prose.Meant(name, topics.Names()); meant != "" {
		return fmt.Errorf("nothing is named %q; %s", name, meant)
	}
	return fmt.Errorf("%q: %w; `rankduel explain` lists everything else that can be explained", name, measureErr)
}

func explainMeasure(w io.Writer, text string, d metrics.Definition, profiles string) error {
	rows := [][2]string{
		{"", d.Summary},
		{"formula", d.Formula},
		{"range", d.Range},
		{"unit", d.Unit},
		{"direction", d.Direction.String()},
		{"undefined", d.Undefined},
		{"agrees with", d.Agrees},
		{"differs from", d.Differs},
		{"other names", strings.Join(d.Aliases, ", ")},
		{"in profiles", profiles},
		{"source", d.Source},
	}
	return writeExplanation(w, text, rows)
}

// inProfiles says what the profiles call a measure, and how they round it.
func inProfiles(m metrics.Measure) string {
	var lines []string
	for _, p := range metrics.Profiles() {
		if key, ok := p.Named(m); ok {
			lines = append(lines, fmt.Sprintf("%s: %s (%s)", p.Name, key, p.Precision()))
		}
	}
	return strings.Join(lines, "\n")
}

func explainTopic(w io.Writer, t topics.Topic) error {
	return writeExplanation(w, t.Name+" ("+t.Kind+")", [][2]string{{"", t.Text}, {"source", t.Source}})
}

// writeExplanation prints a heading and labeled paragraphs, leaving out empty ones.
func writeExplanation(w io.Writer, heading string, rows [][2]string) error {
	var b strings.Builder
	b.WriteString(heading + "\n")
	for _, row := range rows {
		label, text := row[0], strings.TrimSpace(row[1])
		if text == "" {
			continue
		}
		if label != "" {
			fmt.Fprintf(&b, "\n%s:", label)
		}
		for line := range strings.Lines(text) {
			b.WriteString("\n  " + strings.TrimRight(line, "\n"))
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// asTyped quotes a name that a shell would not take for one word.
func asTyped(name string) string {
	if strings.ContainsAny(name, " *~'/") {
		return strconv.Quote(name)
	}
	return name
}

// listTopics lists all names by their kind.
func listTopics(w io.Writer) error {
	kinds, names := []string{"measure"}, map[string][]string{}
	for _, d := range metrics.Builtin().Definitions() {
		names["measure"] = append(names["measure"], d.Name)
	}
	for _, t := range topics.Topics() {
		if names[t.Kind] == nil {
			kinds = append(kinds, t.Kind)
		}
		names[t.Kind] = append(names[t.Kind], asTyped(t.Name))
	}
	var b strings.Builder
	screen := document.Screen{Width: output.HelpWidth}
	for _, kind := range kinds {
		fmt.Fprintf(&b, "%s:\n%s\n\n", kind, screen.Wrap("  "+strings.Join(names[kind], ", "), "  "))
	}
	b.WriteString("rankduel explain NAME says what one of them is\n")
	_, err := io.WriteString(w, b.String())
	return err
}
