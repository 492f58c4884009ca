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
	context.AfterFunc(ctx, stop) // a second ctrl-C ends what does not stop by itself
	if asksVersion(args) {
		args = []string{"version"}
	}
	root := newRoot(args...)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(guarded(stdout))
	root.SetErr(guarded(stderr))
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitDone
	}
	fmt.Fprintf(reports.Terminal(stderr, false), "rankduel: %s\n", strings.ReplaceAll(message(err), "\n", "\n  "))
	return exitCode(err)
}

// A verb is made when it is wanted: the flags of all of them take longer than
// most of the work of version.
type verb struct {
	name string
	make func() *cobra.Command
}

func allVerbs() []verb {
	return []verb{
		{"demo", newDemoCommand},
		{"run", newRunCommand},
		{"sweep", newSweepCommand},
		{"eval", newEvalCommand},
		{"compare", newCompareCommand},
		{"gate", newGateCommand},
		{"power", newPowerCommand},
		{"holdout", newHoldoutCommand},
		{"verify", newVerifyCommand},
		{"fuse", newFuseCommand},
		{"testset", newTestsetCommand},
		{"runs", newRunsCommand},
		{"serve", newServeCommand},
		{"token", newTokenCommand},
		{"store", newStoreCommand},
		{"traces", newTracesCommand},
		{"explain", newExplainCommand},
		{"version", newVersionCommand},
	}
}

// newRoot makes the command with the verb that args begin with, or with all of
// them, where args begin with something else.
func newRoot(args ...string) *cobra.Command {
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
	root.PersistentFlags().Bool("version", false, "print the version")
	root.SetGlobalNormalizationFunc(sameFlag)
	root.SetFlagErrorFunc(flagError)
	root.SetUsageFunc(usage)
	root.SetHelpCommand(newHelpCommand())
	addVerbs(root, args)
	sayUsage(root)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		completeValues(root)
	}
	return root
}

func addVerbs(root *cobra.Command, args []string) {
	for _, v := range allVerbs() {
		if len(args) > 0 && args[0] == v.name {
			root.AddCommand(v.make())
			root.CompletionOptions.DisableDefaultCmd = true
			return
		}
	}
	for _, v := range allVerbs() {
		root.AddCommand(v.make())
	}
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" { // like every command of commands
			c.Args, c.RunE = knownVerb, showHelp
		}
	}
}
