// Package labels has the verbs of labels: few labels of people, many of a model.
package labels

import (
	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
)

// NewLabelsCommand makes the verb labels with all of its own.
func NewLabelsCommand() *cobra.Command {
	return flags.Family("labels", newSampleCommand(), newNextCommand(), newAskCommand(), newJudgeCommand())
}
