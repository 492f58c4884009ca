package program

import (
	_ "embed"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
)

//go:embed verbs.md
var verbsPage string

// describe gives a verb and those below it what verbs.md says of them. What a verb
// has in Long stands for {list} there.
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
