package trial

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/examples"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/schemas"
)

// NewDemoCommand makes the verb demo.
func NewDemoCommand() *cobra.Command {
	return flags.Verb("demo [DIR]", cobra.MaximumNArgs(1), func(cmd *cobra.Command, args []string) error {
		dir := "rankduel-demo"
		if len(args) == 1 {
			dir = args[0]
		}
		return demo(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), dir)
	})
}

func demo(ctx context.Context, stdout, stderr io.Writer, dir string) error {
	if dir == "" {
		return errors.New("the name of the folder is empty; leave it out for rankduel-demo")
	}
	if err := writeExample(dir); err != nil {
		return err
	}
	file, page := filepath.Join(dir, "hybrid.yaml"), filepath.Join(dir, "report.html")
	opts := newRunOptions()
	opts.Address = filepath.Join(dir, "rankduel.db")
	opts.Files = []string{page, filepath.Join(dir, "report.md"), filepath.Join(dir, "report.json")}
	opts.Page.Command = strings.Join([]string{"rankduel run", prose.ShellWord(file), "--store", prose.ShellWord(opts.Address), "-o", prose.ShellWord(page)}, " ")
	if err := runExperiment(ctx, stdout, stderr, opts, file); err != nil {
		return err
	}
	_, err := fmt.Fprintf(stdout, `
The example is in %s, its report in %s: open it in a browser.
Change a weight in %s and run it again:
  rankduel run %s --store %s
50 queries do not tell two ways to fuse apart; this report says how many would:
  rankduel run %s --store %s
Or see what a reranker adds, or which weights are best:
  rankduel run %s --store %s
  rankduel sweep %s --store %s
`, dir, page, file, file, opts.Address,
		filepath.Join(dir, "experiment.yaml"), opts.Address, filepath.Join(dir, "rerank.yaml"), opts.Address, filepath.Join(dir, "sweep.yaml"), opts.Address)
	return err
}

// writeExample writes the clinical example and the schemas that the first lines of its files name.
func writeExample(dir string) error {
	// In the repository the schemas are next to the folder of the examples.
	local := func(data []byte) []byte {
		return bytes.ReplaceAll(data, []byte("$schema=../../schemas/"), []byte("$schema=./schemas/"))
	}
	if err := copyNew(dir, examples.Clinical(), local); err != nil {
		return err
	}
	return copyNew(filepath.Join(dir, "schemas"), schemas.Files(), bytes.Clone)
}

// copyNew copies a folder with a change to each file. Files that are there
// already stay as they are: they may be what the user has changed.
func copyNew(dir string, from fs.FS, change func([]byte) []byte) error {
	return fs.WalkDir(from, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(dir, path)
		if entry.IsDir() {
			return os.MkdirAll(target, 0o777)
		}
		data, err := fs.ReadFile(from, path)
		if err != nil {
			return err
		}
		return create(target, change(data))
	})
}

// create writes a file unless it exists. It appears whole or not at all, since another demo may be reading it.
func create(path string, data []byte) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	part, err := outfile.Create(path, 0o666)
	if err != nil {
		return err
	}
	defer part.Discard()
	if _, err := part.Write(data); err != nil {
		return err
	}
	return part.Commit()
}
