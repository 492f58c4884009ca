package keep

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/cmd/rankduel/replay"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/verify"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/store"
)

type verifyOptions struct {
	verbs map[string]replay.Verb
	output.Report
	flags.Store
	root  string
	given *pflag.FlagSet
}

// NewVerifyCommand makes the verb; verbs are those that write reports, which it runs again.
func NewVerifyCommand(verbs map[string]replay.Verb) *cobra.Command {
	opts := verifyOptions{verbs: verbs}
	cmd := opts.Verb("verify REPORT.json", cobra.ExactArgs(1), opts.run)
	opts.AddPlain(cmd.Flags(), reports.Text, reports.JSON, reports.Markdown)
	cmd.Flags().StringVar(&opts.root, "root", "", "folder that the paths of inputs are looked for from (default: the working folder, then the report's)")
	cmd.Flags().StringVar(&opts.Address, "store", "", "store with the runs and recordings, a file or postgres://USER@HOST/DATABASE (default: the report's, if it is a file)")
	opts.given = cmd.Flags()
	return cmd
}

func (o *verifyOptions) run(cmd *cobra.Command, args []string) error {
	o.Stderr = cmd.ErrOrStderr()
	ctx, path := cmd.Context(), args[0]
	data, err := unpack.ReadFile(path)
	if err != nil {
		return err
	}
	doc, err := verify.Read(path, data)
	if err != nil {
		return err
	}
	roots := []string{".", filepath.Dir(path)}
	if o.root != "" {
		roots = []string{o.root}
	}
	again := &replay.Report{Document: doc, Roots: roots, Store: o.Store}
	if err := again.Open(ctx); err != nil {
		return err
	}
	defer again.Close()
	v, err := verify.Check(ctx, doc, verify.Options{Program: output.Program(), Roots: roots, Stored: again.Stored, Compute: o.computing(again)})
	if v == nil {
		return err
	}
	if err := o.Write(cmd.OutOrStdout(), output.Of(v, reports.Verification)); err != nil {
		return err
	}
	if err != nil && again.DB == nil && store.IsServer(doc.Provenance.Store) {
		return fmt.Errorf("%w; %s", err, again.WhichStore())
	}
	if err != nil {
		return err
	}
	if v.Outcome == result.VerifiedDiffers || v.Outcome == result.VerifiedOther {
		return fmt.Errorf("%s: %w", path, output.ErrNotEqual)
	}
	return nil
}

// computing returns what computes the document of a report from its inputs, by the verb that wrote it.
func (o *verifyOptions) computing(r *replay.Report) func(context.Context, []string) ([]byte, []result.Input, error) {
	return func(ctx context.Context, at []string) ([]byte, []result.Input, error) {
		if err := output.KeepInputs(o.given, at...); err != nil {
			return nil, nil, err
		}
		command := r.Document.Provenance.Command
		again, known := o.verbs[command]
		if !known {
			return nil, nil, fmt.Errorf("%s %w: it says that `rankduel %.40q` wrote it; want run, compare or eval", r.Document.Path, verify.ErrUnknown, command)
		}
		var out bytes.Buffer
		read, err := again(ctx, r, at, &out)
		return out.Bytes(), read, err
	}
}
