package scripttest

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/program"
)

// Read returns a file, or fails the test.
func Read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Decode keeps numbers as they are written.
func Decode(t *testing.T, data []byte, into any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		t.Fatal(err)
	}
}

// Gunzip returns what a compressed file holds.
func Gunzip(t *testing.T, path string) []byte {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(Read(t, path)))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Shared returns a file of the collection of open data next to the checkout.
func Shared(t *testing.T, path ...string) string {
	t.Helper()
	full := filepath.Join(append([]string{"..", "..", "..", "..", "shared"}, path...)...)
	if _, err := os.Stat(full); err != nil {
		t.Skipf("the shared data is not next to this checkout: %v", err)
	}
	return full
}

// Does runs the program in this process, and wants an exit code.
func Does(t *testing.T, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if code := program.Execute(args, strings.NewReader(""), &out, &errs); code != want {
		t.Fatalf("%v: exit code %d, want %d: %s", args, code, want, &errs)
	}
	return out.String(), errs.String()
}

// Said runs the command and returns its standard output.
func Said(t *testing.T, args ...string) []byte {
	t.Helper()
	stdout, _ := Does(t, program.ExitDone, args...)
	return []byte(stdout)
}

// Write writes a file with the folders that it needs.
func Write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// Verbs lists every command that does something, those of cobra too.
func Verbs(t *testing.T) []*cobra.Command {
	t.Helper()
	var list []*cobra.Command
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		list = append(list, cmd)
		for _, c := range cmd.Commands() {
			walk(c)
		}
	}
	walk(program.NewRoot())
	if len(list) < 15 {
		t.Fatalf("only %d commands were found", len(list))
	}
	return list
}
