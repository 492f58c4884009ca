package program

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/testsets"
)

// addConfig gives every verb --config: a YAML mapping of flag names to values that stand in for flags not given. A key
// that the verb does not have is a fault only if no verb has it, so that one file can serve several verbs.
func addConfig(root *cobra.Command) {
	var path string
	root.PersistentFlags().StringVar(&path, "config", "", "`FILE` in YAML with defaults for flags, such as alpha: 0.01")
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		given := flags.Given(cmd.Flags())
		if path != "" {
			if err := applyConfig(cmd, path); err != nil {
				return err
			}
		}
		return errors.Join(flags.RefuseEmpty(cmd.Flags()), flags.RefuseIdle(cmd.Flags(), given), output.KeepNamed(cmd.Flags(), args, testSetsOf))
	}
}

func applyConfig(cmd *cobra.Command, path string) error {
	data, err := unpack.ReadFile(path)
	if err != nil {
		return fmt.Errorf("--config: %w", err)
	}
	var doc yaml.Node
	file := yaml.NewDecoder(bytes.NewReader(data))
	if err := file.Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("--config %s: %w", path, err)
	}
	if err := file.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return fmt.Errorf("--config %s: want one document of YAML, and there is more behind it", path)
	}
	if len(doc.Content) == 0 {
		return nil
	}
	mapping := doc.Content[0]
	if mapping.Kind != yaml.MappingNode {
		return fmt.Errorf("--config %s:%d: want a mapping of flag names to values", path, mapping.Line)
	}
	if err := mapping.Decode(map[string]yaml.Node{}); err != nil { // a key twice
		return fmt.Errorf("--config %s: %w", path, err)
	}
	all := NewRoot()
	var errs []error
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if err := applyKey(cmd, all, mapping.Content[i].Value, mapping.Content[i+1]); err != nil {
			errs = append(errs, fmt.Errorf("--config %s:%d: %w", path, mapping.Content[i].Line, err))
		}
	}
	return errors.Join(errs...)
}

// applyKey sets one flag, every item of a list in turn.
func applyKey(cmd, all *cobra.Command, name string, value *yaml.Node) error {
	if name == "config" || !anyHas(all, name) {
		return fmt.Errorf("no verb has a flag %q", name)
	}
	flag := cmd.Flags().Lookup(name)
	if flag == nil || flag.Changed {
		return nil
	}
	values := []*yaml.Node{value}
	if value.Kind == yaml.SequenceNode {
		values = value.Content
	}
	for _, v := range values {
		if v.Kind != yaml.ScalarNode {
			return fmt.Errorf("%s: want a value or a list of values", name)
		}
		if err := cmd.Flags().Set(name, v.Value); err != nil {
			return err
		}
	}
	return nil
}

func anyHas(cmd *cobra.Command, flag string) bool {
	if cmd.Flags().Lookup(flag) != nil {
		return true
	}
	return slices.ContainsFunc(cmd.Commands(), func(c *cobra.Command) bool { return anyHas(c, flag) })
}

// testSetsOf returns the files of a test set that is given by its name.
func testSetsOf(name string) []string {
	files, _ := testsets.Candidates(judgments.TestSetsDir, name)
	return files
}
