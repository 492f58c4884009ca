package program

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A file that any verb is asked to write is none that it is asked to read, by
// whichever name: every verb with such a flag is tried with every argument and every
// flag that takes text.
func TestNoVerbWritesOverAnInput(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	const text = "q1 0 d1 1\n"
	if err := os.WriteFile("in.json", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("d", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("in.json", "link.json"); err != nil {
		t.Skip(err)
	}
	names := []string{"in.json", "link.json", "d/../in.json", filepath.Join(dir, "in.json")}
	tried := 0
	for _, cmd := range runnable(NewRoot()) {
		verb := strings.Fields(cmd.CommandPath())[1:]
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !slices.Contains([]string{"output", "prom-out", "otel", "plot", "export", "new-set"}, f.Name) {
				return
			}
			for i, read := range readings(t, cmd, verb) {
				name := names[i%len(names)]
				tried++
				args := slices.Concat(verb, []string{"--" + f.Name, name}, read)
				var stderr bytes.Buffer
				code := Execute(args, strings.NewReader(""), &bytes.Buffer{}, &stderr)
				if code != ExitInput || !strings.Contains(stderr.String(), name+" would overwrite the input") {
					t.Errorf("%q: exit code %d, %s", args, code, &stderr)
				}
				if left, err := os.ReadFile("in.json"); err != nil || string(left) != text {
					t.Fatalf("%q: in.json has %q, %v", args, left, err)
				}
			}
		})
	}
	if tried < 200 {
		t.Errorf("only %d ways were tried", tried)
	}
}

// A device in the place of a file has no end: every verb refuses one, as an argument and in
// each flag that takes text.
func TestNoVerbReadsADevice(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Symlink("/dev/zero", "in.json"); err != nil {
		t.Skip(err)
	}
	tried := 0
	for _, cmd := range runnable(NewRoot()) {
		verb := strings.Fields(cmd.CommandPath())[1:]
		for _, read := range readings(t, cmd, verb) {
			tried++
			var stderr bytes.Buffer
			code := Execute(slices.Concat(verb, read), strings.NewReader(""), &bytes.Buffer{}, &stderr)
			if code != ExitInput || !strings.Contains(stderr.String(), "in.json is a device and not a file") {
				t.Errorf("%q %q: exit code %d, %s", verb, read, code, &stderr)
			}
		}
	}
	if tried < 200 {
		t.Errorf("only %d ways were tried", tried)
	}
}

// runnable lists the commands that do something.
func runnable(root *cobra.Command) []*cobra.Command {
	var list []*cobra.Command
	for _, c := range root.Commands() {
		if c.Runnable() && !c.HasSubCommands() || c.Name() == "gate" {
			list = append(list, c)
		}
		list = append(list, runnable(c)...)
	}
	return list
}

// readings returns the ways in which a verb can be told to read in.json: as one of its
// arguments, and by each flag that takes text.
func readings(t *testing.T, cmd *cobra.Command, verb []string) [][]string {
	t.Helper()
	var ways [][]string
	least := slices.IndexFunc([]int{0, 1, 2, 3}, func(n int) bool { return cmd.ValidateArgs(make([]string, n)) == nil })
	fill := slices.Repeat([]string{"other"}, max(least, 0))
	if cmd.ValidateArgs(make([]string, max(least, 1))) == nil {
		for i := range max(least, 1) {
			args := slices.Repeat([]string{"other"}, max(least, 1))
			args[i] = "in.json"
			ways = append(ways, args, slices.Concat(args[:i], []string{"name=in.json"}, args[i+1:]))
		}
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		kinds := []string{"string", "stringArray", "stringSlice"}
		if writes := []string{"output", "prom-out", "otel", "plot", "export", "new-set"}; slices.Contains(kinds, f.Value.Type()) && !slices.Contains(writes, f.Name) && !slices.Contains([]string{"config", "html-theme"}, f.Name) {
			ways = append(ways, slices.Concat(fill, []string{"--" + f.Name, "in.json"}))
		}
	})
	return ways
}
