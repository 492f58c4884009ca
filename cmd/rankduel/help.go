package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is that of help where nobody says how wide the terminal is.
const helpWidth = 80

// usage writes how a command is used, in the order of cobra's own help, with the
// flags wrapped by words.
func usage(cmd *cobra.Command) error {
	out := cmd.OutOrStderr()
	width := terminalWidth(out)
	if width < 60 { // unknown, or too narrow for two columns
		width = helpWidth
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
	addFlags(&b, "Flags", cmd.LocalFlags(), width)
	addFlags(&b, "Global Flags", cmd.InheritedFlags(), width)
	if cmd.HasAvailableSubCommands() {
		more := fmt.Sprintf("Use %q for more information about a command.", cmd.CommandPath()+" [command] --help")
		b.WriteString("\n\n" + wrapped(more, 0))
	}
	b.WriteString("\n")
	_, err := io.WriteString(out, b.String())
	return err
}

// wrapped breaks a text of words into lines of the width of help; the first has
// some columns less.
func wrapped(text string, taken int) string {
	var b strings.Builder
	column := taken
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case column+1+len(word) > helpWidth:
			b.WriteString("\n")
			column = 0
		default:
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

func addFlags(b *strings.Builder, heading string, flags *pflag.FlagSet, width int) {
	if flags.HasAvailableFlags() {
		fmt.Fprintf(b, "\n\n%s:\n%s", heading, strings.TrimRight(flags.FlagUsagesWrapped(width), " \n"))
	}
}
