package sets

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/sets"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/convert"
)

type exportOptions struct {
	convert.ExportOptions
	output.Report
	to, path string
	force    bool
}

func newTestsetExportCommand() *cobra.Command {
	var opts exportOptions
	cmd := opts.Verb("export SET --to FORMAT [-o OUT]", cobra.ExactArgs(1), opts.run)
	cmd.Long = formatList(true)
	flags := cmd.Flags()
	flags.StringVar(&opts.to, "to", "", "format to write (required)")
	flags.StringVarP(&opts.path, "output", "o", "", "file, or folder for formats of several files; default: standard output")
	output.Reports(flags)
	flags.BoolVar(&opts.force, "force", false, "overwrite files that exist")
	flags.StringVar(&opts.Index, "index", "", "for elasticsearch and rre: the index that has the documents")
	flags.StringVar(&opts.Field, "field", "", "for elasticsearch: the field that queries are matched with; default: text")
	opts.AddReport(flags, reports.Text, reports.JSON)
	return cmd
}

func (o *exportOptions) run(cmd *cobra.Command, args []string) error {
	stdout, ref := cmd.OutOrStdout(), args[0]
	if o.to == "" {
		return fmt.Errorf("give the format: --to %s", strings.Join(convert.Names(true), ", "))
	}
	set, err := judgments.OpenTestSet(".", ref)
	if err != nil {
		return err
	}
	o.Tabs = strings.HasSuffix(strings.TrimSuffix(strings.ToLower(o.path), ".gz"), ".tsv")
	exported, err := convert.Export(set, o.to, o.ExportOptions)
	if err != nil {
		return err
	}
	c := conversion("export", o.to, []string{ref}, set, exported.Notes)
	out := writtenFiles{force: o.force}
	found, _ := testsets.Candidates(judgments.TestSetsDir, ref) // of a name; the set was read
	out.inputs = append(found, ref)
	switch {
	case exported.Files[0].Path != "" && o.path == "":
		return fmt.Errorf("%s is %d files: give a folder for them with -o", o.to, len(exported.Files))
	case exported.Files[0].Path != "":
		out.add(o.path, exported.Files)
	default:
		out.set(o.path, exported.Files[0].Data)
	}
	if c.Written, err = out.write(stdout); err != nil {
		return err
	}
	if o.path == "" {
		stdout = cmd.ErrOrStderr() // the data is there
	}
	return o.Print(stdout, output.Of(c, sets.WriteConversion))
}

func conversion(direction, format string, sources []string, set *testsets.TestSet, notes []convert.Note) *result.Conversion {
	c := &result.Conversion{
		Schema: result.ConversionSchema, Direction: direction, Format: format, Sources: sources,
		Written: []string{}, Notes: []result.ConversionNote{},
	}
	if set != nil {
		c.TestSet, c.Unjudged = judgments.Describe(set, false), set.Counts().Unjudged
	}
	for _, n := range notes {
		c.Notes = append(c.Notes, result.ConversionNote{Kind: string(n.Kind), Code: n.Code, Count: n.Count, Text: n.Text})
	}
	return c
}

// writtenFiles are what a conversion writes: all or, where one exists, none.
type writtenFiles struct {
	force  bool
	inputs []string       // what was read, files or folders
	files  []convert.File // with whole paths; an empty one is standard output
}

func (w *writtenFiles) set(path string, data []byte) {
	w.files = append(w.files, convert.File{Path: path, Data: data})
}

func (w *writtenFiles) add(folder string, files []convert.File) {
	for _, f := range files {
		w.set(filepath.Join(folder, filepath.FromSlash(f.Path)), f.Data)
	}
}

func (w *writtenFiles) write(stdout io.Writer) ([]string, error) {
	var paths []string
	for _, f := range w.files {
		if err := errors.Join(mayWrite(w.force, f.Path), output.KeepFrom("-o "+f.Path, f.Path, w.inputs)); err != nil {
			return nil, err
		}
	}
	for _, f := range w.files {
		if f.Path == "" {
			if _, err := stdout.Write(f.Data); err != nil {
				return nil, err
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(f.Path), 0o777); err != nil {
			return nil, err
		}
		if err := outfile.Write(f.Path, f.Data); err != nil {
			return nil, fmt.Errorf("-o %s: %w: %w", f.Path, output.ErrNotWritten, err)
		}
		paths = append(paths, filepath.ToSlash(f.Path))
	}
	return paths, nil
}

// mayWrite refuses a file that exists, unless it may be overwritten: the versions of a test set are files that stay.
func mayWrite(force bool, path string) error {
	if path == "" || force {
		return nil
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("-o %s exists and is left as it is; give another name, or --force", path)
	}
	return nil
}
