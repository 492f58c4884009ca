package program

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
)

func newVersionCommand() *cobra.Command {
	return flags.Verb("version", cobra.ExactArgs(0), func(cmd *cobra.Command, _ []string) error {
		return printVersion(cmd.OutOrStdout())
	})
}

func printVersion(w io.Writer) error {
	_, err := fmt.Fprintf(w, "rankduel %s%s (%s, %s/%s)\n", output.Version, output.Revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// errVersion ends the reading of flags at --version.
var errVersion = errors.New("the version is asked for")

// versionFlag is --version of every verb that has no flag of this name for something else.
type versionFlag struct{}

func (versionFlag) String() string { return "false" }

// Type returns that of a flag without a value.
func (versionFlag) Type() string { return "bool" }

// Set ends the reading of flags.
func (versionFlag) Set(text string) error {
	if asked, err := strconv.ParseBool(text); err != nil || !asked {
		return err
	}
	return errVersion
}

// thirdParty has, packed, a list, and below it each text once with what it is of. `make licenses` writes it.
//
//go:embed THIRD_PARTY.txt.gz
var thirdParty string

func newLicensesCommand() *cobra.Command {
	var full bool
	cmd := flags.Verb("licenses", cobra.ExactArgs(0), func(cmd *cobra.Command, _ []string) error {
		packed, err := gzip.NewReader(strings.NewReader(thirdParty))
		if err != nil {
			return err
		}
		text, err := io.ReadAll(packed)
		if !full {
			text, _, _ = bytes.Cut(text, []byte("\n===="))
		}
		_, unwritten := cmd.OutOrStdout().Write(text)
		return errors.Join(err, unwritten)
	})
	cmd.Flags().BoolVar(&full, "full", false, "print every notice and licence in full")
	return cmd
}
