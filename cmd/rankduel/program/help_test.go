package program_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/cmd/rankduel/program"
)

// Help fits 80 columns, of every verb there is.
func TestHelpFits(t *testing.T) {
	verbs := 0
	program.ForEach(program.NewRoot(), func(cmd *cobra.Command) {
		if path := cmd.CommandPath(); strings.HasPrefix(path, "rankduel completion ") {
			return // cobra's own
		}
		verbs++
		var out bytes.Buffer
		cmd.SetOut(&out)
		cmd.InitDefaultHelpFlag()
		if err := cmd.Help(); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String(), "(default )") {
			t.Errorf("%s: a default without a value:\n%s", cmd.CommandPath(), out.String())
		}
		for line := range strings.Lines(out.String()) {
			if line = strings.TrimRight(line, "\n"); utf8.RuneCountInString(line) > output.HelpWidth {
				t.Errorf("%s: %d columns: %s", cmd.CommandPath(), utf8.RuneCountInString(line), line)
			}
		}
	})
	if verbs < 20 {
		t.Errorf("%d verbs were seen, want all", verbs)
	}
}
