package program

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
)

// usage writes how a command is used, in the order of cobra's own help, with the
// flags wrapped by words.
func usage(cmd *cobra.Command) error {
	out := cmd.OutOrStderr()
	width := output.Width(out)
	if width < 60 { // unknown, or too narrow for two columns
		width = output.HelpWidth
	}
	var b strings.Builder
	b.WriteString("Usage:")
	if cmd.Runnable() {
		fmt.Fprintf(&b, "\n  %s", cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n  %s [command]", cmd.CommandPath())
	}
	if cmd.HasExample() {
		fmt.Fprintf(&b, "\n\nExamples:\n%s", cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\n\nAvailable Commands:")
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() || sub.Name() == "help" {
				fmt.Fprintf(&b, "\n  %-*s %s", sub.NamePadding(), sub.Name(), sub.Short)
			}
		}
	}
	addGroups(&b, cmd, width)
	addFlags(&b, "Global Flags", cmd.InheritedFlags(), width)
	if cmd.HasAvailableSubCommands() {
		more := fmt.Sprintf("Use %q for more information about a command.", cmd.CommandPath()+" [command] --help")
		b.WriteString("\n\n" + output.Wrap(more, 0))
	}
	b.WriteString("\n")
	_, err := io.WriteString(out, b.String())
	return err
}

func addFlags(b *strings.Builder, heading string, flags *pflag.FlagSet, width int) {
	if flags.HasAvailableFlags() {
		fmt.Fprintf(b, "\n\n%s:\n%s", heading, strings.TrimRight(flags.FlagUsagesWrapped(width), " \n"))
	}
}
