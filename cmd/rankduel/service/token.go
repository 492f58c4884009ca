package service

import (
	"errors"
	"fmt"
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
	return flags.Family("token", newTokenAddCommand(), newTokenListCommand(), newTokenRemoveCommand())
}

// tokenOptions say which token is made, and where.
type tokenOptions struct {
	flags.Store
	scope string
}

func newTokenAddCommand() *cobra.Command {
	var opts tokenOptions
	cmd := flags.Verb("add NAME", cobra.ExactArgs(1), opts.run)
	opts.Add(cmd.Flags())
	cmd.Flags().StringVar(&opts.scope, "scope", string(access.Read), "what it allows: "+strings.Join(access.Scopes(), ", "))
	return cmd
}

func (o *tokenOptions) run(cmd *cobra.Command, args []string) error {
	o.Stderr = cmd.ErrOrStderr()
	allowed, err := access.ParseScope(o.scope)
	if err != nil {
		return fmt.Errorf("--scope: %w", err)
	}
	token, secret, err := access.New(args[0], allowed, time.Now())
	if err != nil {
		return err
	}
	if o.Address == ":memory:" {
		return errors.New("--store :memory: keeps no token; name the store of the server")
	}
	db, err := store.Open(cmd.Context(), o.Address, o.OnWait())
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.AddToken(cmd.Context(), token); err != nil {
		return err
	}
	fmt.Fprintf(o.Stderr, "rankduel: token %s, scope %s: keep the secret, it is not shown again\n", token.Name, token.Scope)
	_, err = fmt.Fprintln(cmd.OutOrStdout(), secret)
	return err
}

func newTokenListCommand() *cobra.Command {
	var opts struct {
		flags.Store
		output.Report
	}
	cmd := opts.Verb("list", cobra.ExactArgs(0), func(cmd *cobra.Command, _ []string) error {
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
		return opts.Write(cmd.OutOrStdout(), output.Of(tokens, reports.Tokens))
	})
	opts.AddPlain(cmd.Flags())
	opts.AddSheet(cmd.Flags())
	opts.Store.Add(cmd.Flags())
	return cmd
}

func newTokenRemoveCommand() *cobra.Command {
	var at flags.Store
	cmd := flags.Verb("rm NAME", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
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
	})
	at.Add(cmd.Flags())
	return cmd
}
