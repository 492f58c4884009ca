package sets

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
)

func newRefreshCommand() *cobra.Command {
	return flags.Family("refresh", newRefreshStartCommand(), newRefreshStatusCommand(), newRefreshPoolCommand(), newRefreshLabelCommand(),
		newRefreshAgreementCommand(), newRefreshAdjudicateCommand(), newRefreshFinishCommand(), newRefreshBridgeCommand())
}

// oneFolder takes the folder of a refresh.
func oneFolder(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%s takes the folder of a refresh, as refresh start wrote it; got %d arguments", cmd.CommandPath(), len(args))
	}
	return nil
}
