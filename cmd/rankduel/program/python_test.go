package program_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/program"
)

// TestPythonSettings holds the keywords of the Python package to the flags of the verbs; with -update it writes them.
func TestPythonSettings(t *testing.T) {
	const file = "../../../python/src/rankduel/_settings.py"
	var b strings.Builder
	b.WriteString(`"""Settings by keyword: made from the flags of the program by its tests, not by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, Union
`)
	for _, verb := range []struct{ class, words string }{
		{"Eval", "eval"},
		{"Compare", "compare"},
		{"Gate", "gate"},
		{"Bless", "gate bless"},
		{"Power", "power"},
		{"Fuse", "fuse"},
		{"Sweep", "sweep"},
	} {
		words := strings.Fields(verb.words)
		cmd, _, err := program.NewRoot(words...).Find(words)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(pythonSettings(t, verb.class, cmd))
	}
	if f := flag.Lookup("update"); f.Value.String() == "true" {
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := os.ReadFile(file); err != nil || string(kept) != b.String() {
		t.Errorf("%s differs from the flags (%v): go test ./cmd/rankduel/program -run TestPythonSettings -update writes it", file, err)
	}
}

// argumentsInPython are flags that its functions have as arguments, or that change what is printed and not what is computed.
var argumentsInPython = []string{
	"baseline", "config", "corpus", "format", "help", "html-no-text", "measure", "no-color", "output", "per-query", "plots",
	"qrels", "query-eval", "quiet", "rule", "rules", "run", "scores", "single-file", "test-set", "verbose", "version", "width", "tag",
}

func pythonSettings(t *testing.T, class string, cmd *cobra.Command) string {
	t.Helper()
	types := map[string]string{
		"bool": "bool", "string": "str", "int": "int", "uint": "int", "uint64": "int", "float64": "float",
		"duration": "str", "stringArray": "Union[str, Sequence[str]]", "strings": "Union[str, Sequence[str]]",
		"stringSlice": "Union[str, Sequence[str]]", "float64Slice": "Union[float, Sequence[float]]",
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n\nclass %sSettings(TypedDict, total=False):\n    \"\"\"Flags of `rankduel %s`.\"\"\"\n\n", class, strings.TrimPrefix(cmd.CommandPath(), "rankduel "))
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if slices.Contains(argumentsInPython, f.Name) || f.Hidden {
			return
		}
		kind, ok := types[f.Value.Type()]
		if !ok {
			t.Fatalf("--%s of %s is a %s: give it a type of Python", f.Name, cmd.CommandPath(), f.Value.Type())
		}
		fmt.Fprintf(&b, "    %s: %s  # %s\n", strings.ReplaceAll(f.Name, "-", "_"), kind, strings.Join(strings.Fields(f.Usage), " "))
	})
	fmt.Fprintf(&b, "\n\n%s = frozenset(%sSettings.__annotations__)\n", strings.ToUpper(class), class)
	return b.String()
}
