package program

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
)

// sayMore adds to every complaint about the number of arguments which ones there are,
// and to every verb that writes which files it wrote.
func sayMore(cmd *cobra.Command) {
	if run := cmd.RunE; run != nil {
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			files := output.NamedFiles(cmd.Flags())
			err := run(cmd, args)
			files.SayWritten(cmd.ErrOrStderr())
			return err
		}
	}
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
		sayMore(c)
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
