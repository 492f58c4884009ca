package program

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
)

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

// newHelpCommand returns cobra's, but an unknown verb is an error.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err == nil {
				err = flags.RefuseUnknownVerb(about, rest)
			}
			if err != nil {
				return err
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}
