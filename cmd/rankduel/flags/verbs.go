package flags

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// Verb returns a command that does one thing with its arguments.
func Verb(use string, args cobra.PositionalArgs, run func(cmd *cobra.Command, args []string) error) *cobra.Command {
	return &cobra.Command{Use: use, Args: args, RunE: run}
}

// Family returns a command of commands.
func Family(name string, verbs ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: name, Args: RefuseUnknownVerb, RunE: ShowHelp}
	cmd.AddCommand(verbs...)
	return cmd
}

// ShowHelp returns what a command of commands does. Without it cobra would print
// the help for an unknown verb too, and exit with 0.
func ShowHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// RefuseUnknownVerb refuses what is not a verb of a command of commands, and says which
// one may have been meant.
func RefuseUnknownVerb(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return fmt.Errorf("unknown command %q for %q; did you mean %s?", args[0], cmd.CommandPath(), strings.Join(near, " or "))
	}
	return fmt.Errorf("unknown command %q for %q; `%s --help` lists what there is", args[0], cmd.CommandPath(), cmd.CommandPath())
}
