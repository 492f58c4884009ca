package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/agents"
	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/gate"
	"github.com/rankduel/rankduel/cmd/rankduel/keep"
	"github.com/rankduel/rankduel/cmd/rankduel/labels"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/cmd/rankduel/replay"
	"github.com/rankduel/rankduel/cmd/rankduel/score"
	"github.com/rankduel/rankduel/cmd/rankduel/service"
	"github.com/rankduel/rankduel/cmd/rankduel/sets"
	"github.com/rankduel/rankduel/cmd/rankduel/trial"
	"github.com/rankduel/rankduel/reports/document"
)

// Execute is main without the process: arguments and streams in, exit code out.
func Execute(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second ctrl-C ends what does not stop by itself
	root := NewRoot(args...)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(output.Guard(stdout))
	root.SetErr(output.Guard(stderr))
	err := execute(ctx, root, args)
	if errors.Is(err, errVersion) {
		err = printVersion(root.OutOrStdout())
	}
	if err == nil {
		return ExitDone
	}
	fmt.Fprintf(document.Terminal(stderr, false), "rankduel: %s\n", strings.ReplaceAll(output.Message(err), "\n", "\n  "))
	return exitCode(err)
}

// patience is how long a verb may take to end after it was interrupted, unless it has a flag --grace for that.
const patience = 5 * time.Second

// execute runs the verb that args name. One that waits for a pipe or a device does not see
// that it was interrupted: it is left. What it stores is kept as at a crash.
func execute(ctx context.Context, root *cobra.Command, args []string) error {
	done := make(chan error, 1)
	go func() { done <- root.ExecuteContext(ctx) }()
	late := make(chan struct{})
	forget := context.AfterFunc(ctx, func() {
		if verb, _, err := root.Find(args); err == nil && verb.Flags().Lookup("grace") == nil {
			time.AfterFunc(patience, func() { close(late) })
		}
	})
	defer forget()
	select {
	case err := <-done:
		return err
	case <-late:
		return context.Canceled
	}
}

// A verb is made when it is wanted: the flags of all of them take longer than most of the work of version.
type verb struct {
	name string
	make func() *cobra.Command
}

func allVerbs() []verb {
	return []verb{
		{"demo", trial.NewDemoCommand},
		{"run", func() *cobra.Command { return trial.NewRunCommand(service.Split) }},
		{"sweep", trial.NewSweepCommand},
		{"eval", func() *cobra.Command { return score.NewEvalCommand(service.SplitFiles) }},
		{"compare", score.NewCompareCommand},
		{"merge", score.NewMergeCommand},
		{"gate", gate.NewGateCommand},
		{"power", score.NewPowerCommand},
		{"doctor", score.NewDoctorCommand},
		{"holdout", trial.NewHoldoutCommand},
		{"verify", func() *cobra.Command {
			return keep.NewVerifyCommand(map[string]replay.Verb{"eval": score.ReplayEval, "compare": score.ReplayCompare, "run": trial.ReplayRun})
		}},
		{"fuse", score.NewFuseCommand},
		{"testset", sets.NewTestsetCommand},
		{"labels", labels.NewLabelsCommand},
		{"runs", keep.NewRunsCommand},
		{"serve", service.NewServeCommand},
		{"work", func() *cobra.Command { return service.NewWorkCommand(score.Shard) }},
		{"token", service.NewTokenCommand},
		{"store", keep.NewStoreCommand},
		{"traces", agents.NewTracesCommand},
		{"explain", score.NewExplainCommand},
		{"licenses", newLicensesCommand},
		{"version", newVersionCommand},
	}
}

// NewRoot makes the command with the verb that args begin with, or with all of
// them, where args begin with something else.
func NewRoot(args ...string) *cobra.Command {
	root := &cobra.Command{
		Use:           "rankduel",
		RunE:          flags.ShowHelp,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          flags.RefuseUnknownVerb,
	}
	addConfig(root)
	root.PersistentFlags().VarPF(versionFlag{}, "version", "", "print the version").NoOptDefVal = "true"
	root.SetGlobalNormalizationFunc(sameFlag)
	root.SetFlagErrorFunc(flagError)
	root.SetUsageFunc(usage)
	root.SetHelpCommand(newHelpCommand())
	addVerbs(root, args)
	describe(root)
	sayMore(root)
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
			c.Args, c.RunE = flags.RefuseUnknownVerb, flags.ShowHelp
		}
	}
}
