package agents

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/agents"
	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/read"
)

type traceExplainOptions struct {
	traceFlags
	output.Report
}

// newTraceExplain makes a verb that says how the traces are read.
func newTraceExplain(use string, args cobra.PositionalArgs, do func(io.Writer, traceExplainOptions, []string) error) *cobra.Command {
	var opts traceExplainOptions
	cmd := flags.Verb(use, args, func(cmd *cobra.Command, args []string) error {
		if err := errors.Join(opts.Check(), opts.read(nil)); err != nil {
			return err
		}
		return do(cmd.OutOrStdout(), opts, args)
	})
	opts.addProfile(cmd.Flags())
	opts.AddPlain(cmd.Flags(), reports.Text, reports.JSON)
	return cmd
}

func explainCall(stdout io.Writer, opts traceExplainOptions, args []string) error {
	var arguments map[string]json.RawMessage
	if len(args) == 2 {
		if err := json.Unmarshal([]byte(args[1]), &arguments); err != nil {
			return fmt.Errorf("the arguments of %s are no JSON object: %w", args[0], err)
		}
	}
	call := opts.convention.Call(args[0], arguments)
	said := traces.ToolCall{
		Schema: traces.ToolCallSchema, Profile: opts.convention.Profile(), ToolName: args[0], ToolCategory: call.Category,
		IsMCP: call.Tool.MCP, IsEvent: call.Tool.Retrieve, TargetFiles: append([]string{}, call.Files...), Symbols: append([]string{}, call.Symbols...),
		Shell: read.ShellOf(opts.convention, args[0], arguments).Explained(),
	}
	return opts.Write(stdout, output.Of(said, agents.WriteToolCall))
}

func explainPath(stdout io.Writer, opts traceExplainOptions, args []string) error {
	path, looks := opts.convention.File(args[0])
	said := traces.FilePath{
		Schema: traces.FilePathSchema, Profile: opts.convention.Profile(), Path: args[0], NormalizedPath: path, LooksLikeFile: looks,
	}
	return opts.Write(stdout, output.Of(said, agents.WriteFilePath))
}
