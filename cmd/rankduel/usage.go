package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// showHelp is what a command of commands does. Without it cobra would print
// the help for an unknown verb too, and exit with 0.
func showHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// knownVerb refuses what is no verb of a command of commands, and says which
// one may have been meant.
func knownVerb(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return fmt.Errorf("unknown command %q for %q; did you mean %s?", args[0], cmd.CommandPath(), strings.Join(near, " or "))
	}
	return fmt.Errorf("unknown command %q for %q; `%s --help` lists what there is", args[0], cmd.CommandPath(), cmd.CommandPath())
}

// sayUsage adds to every complaint about the number of arguments which ones
// there are.
func sayUsage(cmd *cobra.Command) {
	takesArguments := strings.Contains(cmd.Use, " ") // one of verbs alone says what it has
	if check := cmd.Args; check != nil && (takesArguments || !cmd.HasSubCommands()) {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return fmt.Errorf("%w; usage: %s", err, cmd.UseLine())
			}
			return nil
		}
	}
	for _, c := range cmd.Commands() {
		sayUsage(c)
	}
}

// newHelpCommand is cobra's, but an unknown verb is an error.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err == nil {
				err = knownVerb(about, rest)
			}
			if err != nil {
				return err
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}
