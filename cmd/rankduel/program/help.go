package program

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
)

// usage writes how a command is used, in the order of cobra's own help, with the flags wrapped by words.
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

//go:embed verbs.md
var verbsPage string

// describe gives a verb and those below it what verbs.md says of them. What a verb has in Long stands for {list} there.
func describe(cmd *cobra.Command) {
	said := map[string]string{}
	for section := range strings.SplitSeq(verbsPage, "\n## ") {
		name, text, _ := strings.Cut(section, "\n")
		said[name] = strings.TrimSpace(text)
	}
	describeFrom(said, cmd)
}

func describeFrom(said map[string]string, cmd *cobra.Command) {
	for _, verb := range cmd.Commands() {
		describeFrom(said, verb)
	}
	text, known := said[strings.TrimPrefix(cmd.CommandPath(), "rankduel ")]
	if !known { // one of cobra's own, which says it itself
		return
	}
	text, examples, _ := strings.Cut(text, "\n\n```sh\n")
	short, long, _ := strings.Cut(text, "\n\n")
	computes := !cmd.HasSubCommands() || !cmd.HasParent()
	if long != "" && computes && !strings.Contains(long, "\nExit codes:") {
		long += "\n" + output.ExitHelp
	}
	cmd.Short, cmd.Long = short, strings.Replace(long, "{list}", cmd.Long, 1)
	for line := range strings.Lines(strings.TrimSuffix(examples, "\n```")) {
		cmd.Example += "  " + line
	}
}

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
