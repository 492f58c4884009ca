package program

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
)

// thirdParty has a list, and below it each text once with what it is of. `make licenses`
// writes it.
//
//go:embed THIRD_PARTY.txt
var thirdParty string

func newLicensesCommand() *cobra.Command {
	var full bool
	cmd := flags.Verb("licenses", cobra.ExactArgs(0), func(cmd *cobra.Command, _ []string) error {
		text, _, _ := strings.Cut(thirdParty, "\n====")
		if full {
			text = thirdParty
		}
		_, err := fmt.Fprint(cmd.OutOrStdout(), text)
		return err
	})
	cmd.Flags().BoolVar(&full, "full", false, "print every notice and licence in full")
	return cmd
}
