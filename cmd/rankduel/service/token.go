package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/server/access"
	"github.com/rankduel/rankduel/store"
)

// NewTokenCommand makes the verb token with all of its own.
func NewTokenCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "token", Short: "Say who may ask a server: add, list and remove tokens", Args: flags.RefuseUnknownVerb, RunE: flags.ShowHelp}
	cmd.AddCommand(newTokenAddCommand(), newTokenListCommand(), newTokenRemoveCommand())
	return cmd
}

func newTokenAddCommand() *cobra.Command {
	var at flags.Store
	var scope string
	cmd := &cobra.Command{
		Use:   "add NAME",
		Short: "Make a token and print its secret, once",
		Long: `Make a token for a person or a program and print its secret, which is kept
nowhere: the store has its hash. A server on the store takes it from then on, as
"Authorization: Bearer SECRET". NAME stands in the server's log.

Scopes: read looks at runs, comparisons, test sets and gauges; label answers
what a server asks people to label (serve --labels), by NAME, and sees nothing
else; run does both, evaluates, starts jobs and cancels its own; admin also
cancels those of others and lists tokens.` + "\n" + output.ExitHelp,
		Example: `  rankduel token add ci --scope run
  rankduel token add grafana --scope read --store results.db
  rankduel token add ada --scope label`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			at.Stderr = cmd.ErrOrStderr()
			return addToken(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), at, args[0], scope)
		},
	}
	at.Add(cmd.Flags())
	cmd.Flags().StringVar(&scope, "scope", string(access.Read), "what it allows: "+strings.Join(access.Scopes(), ", "))
	return cmd
}

func addToken(ctx context.Context, stdout, stderr io.Writer, at flags.Store, name, scope string) error {
	allowed, err := access.ParseScope(scope)
	if err != nil {
		return fmt.Errorf("--scope: %w", err)
	}
	token, secret, err := access.New(name, allowed, time.Now())
	if err != nil {
		return err
	}
	if at.Address == ":memory:" {
		return errors.New("--store :memory: keeps no token; name the store of the server")
	}
	db, err := store.Open(ctx, at.Address, at.OnWait())
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.AddToken(ctx, token); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "rankduel: token %s, scope %s: keep the secret, it is not shown again\n", token.Name, token.Scope)
	_, err = fmt.Fprintln(stdout, secret)
	return err
}

func newTokenListCommand() *cobra.Command {
	var opts struct {
		flags.Store
		output.Report
	}
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the tokens of a store, without their secrets",
		Long:    "List the tokens of a store by name. Secrets are not in it, nor their hashes.\n" + output.ExitHelp,
		Example: "  rankduel token list\n  rankduel token list --format json",
		Args:    cobra.ExactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := opts.Check(); err != nil {
				return err
			}
			opts.Stderr = cmd.ErrOrStderr()
			db, err := opts.OpenReadOnly(cmd.Context())
			if err != nil {
				return err
			}
			defer db.Close()
			tokens, err := db.Tokens(cmd.Context())
			if err != nil {
				return err
			}
			return opts.Write(cmd.OutOrStdout(), func(w io.Writer, f reports.Format, o reports.Options) error {
				return reports.Tokens(w, tokens, f, o)
			})
		},
	}
	opts.AddPlain(cmd.Flags())
	opts.AddSheet(cmd.Flags())
	opts.Store.Add(cmd.Flags())
	return cmd
}

func newTokenRemoveCommand() *cobra.Command {
	var at flags.Store
	cmd := &cobra.Command{
		Use:     "rm NAME",
		Short:   "Remove a token: servers refuse it from then on",
		Long:    "Remove a token. Servers on the store refuse it from then on.\n" + output.ExitHelp,
		Example: "  rankduel token rm old",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			at.Stderr = cmd.ErrOrStderr()
			db, err := store.OpenExisting(cmd.Context(), at.Address, at.OnWait())
			if err != nil {
				return err
			}
			defer db.Close()
			if err := db.RemoveToken(cmd.Context(), args[0]); err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "rankduel: token %s removed\n", args[0])
			return nil
		},
	}
	at.Add(cmd.Flags())
	return cmd
}
