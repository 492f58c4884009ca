package flags

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/internal/prose"
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

// RefuseUnknownVerb refuses what is not a verb of a command of commands, and says which one may have been meant.
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

// RefuseEmpty refuses a flag that was given nothing and means nothing then, as a variable
// that is not set leaves it: --protect "$BASE".
func RefuseEmpty(set *pflag.FlagSet) error {
	var errs prose.Faults
	set.Visit(func(f *pflag.Flag) {
		empty := f.Value.Type() == "string" && f.Value.String() == "" && f.DefValue == ""
		errs.If(empty, "--%s is empty; give it a value, or leave it out", f.Name)
	})
	return errs.Join()
}

// RefuseZero refuses a written zero, which the library would read as "the default".
func RefuseZero(flag string, zero bool) error {
	if zero {
		return fmt.Errorf("--%s 0 is out of range", flag)
	}
	return nil
}
