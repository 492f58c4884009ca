package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/reports"
)

// execute is main without the process: arguments and streams in, exit code out.
func execute(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(guarded(stdout))
	root.SetErr(guarded(stderr))
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitDone
	}
	fmt.Fprintf(reports.Terminal(stderr, false), "rankduel: %s\n", strings.ReplaceAll(err.Error(), "\n", "\n  "))
	return exitCode(err)
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "rankduel",
		Short: "Decide which of two retrieval configurations is better, and how sure that is",
		Long: `rankduel runs or reads the rankings of two retrieval configurations, scores
every query against graded judgments, compares the paired differences and ends
in a verdict: better, worse, equivalent or inconclusive.

Start with ` + "`rankduel demo`" + `: it needs no input and no network.` + "\n" + exitHelp,
		RunE:          showHelp,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          knownVerb,
	}
	addConfig(root)
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(
		newDemoCommand(), newRunCommand(), newSweepCommand(), newEvalCommand(), newCompareCommand(), newFuseCommand(),
		newTestsetCommand(), newRunsCommand(), newExplainCommand(), newVersionCommand(),
	)
	root.SetHelpCommand(newHelpCommand())
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" { // like every command of commands
			c.Args, c.RunE = knownVerb, showHelp
		}
	}
	sayUsage(root)
	return root
}
