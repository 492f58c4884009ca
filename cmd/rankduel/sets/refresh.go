package sets

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
)

func newRefreshCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "refresh", Short: "Make the next version of a test set, step by step", Args: flags.RefuseUnknownVerb, RunE: flags.ShowHelp,
		Long: `Make the next version of a test set: some queries leave, new ones from a query
log enter and are labelled by two people, and the version is written with where
all of it came from. Each step reads and writes files of one folder, which is
made for version control; status says where it stands and what to type next.`,
	}
	cmd.AddCommand(newRefreshStartCommand(), newRefreshStatusCommand(), newRefreshPoolCommand(), newRefreshLabelCommand(), newRefreshAgreementCommand(), newRefreshAdjudicateCommand(), newRefreshFinishCommand())
	cmd.AddCommand(newRefreshBridgeCommand())
	return cmd
}

// oneFolder takes the folder of a refresh.
func oneFolder(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%s takes the folder of a refresh, as refresh start wrote it; got %d arguments", cmd.CommandPath(), len(args))
	}
	return nil
}
