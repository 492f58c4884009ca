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
	return flags.Family("token", newTokenAddCommand(), newTokenListCommand(), newTokenRemoveCommand())
}

func newTokenAddCommand() *cobra.Command {
	var at flags.Store
	var scope string
	cmd := flags.Verb("add NAME", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		at.Stderr = cmd.ErrOrStderr()
		return addToken(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), at, args[0], scope)
	})
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
