package output

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/internal/unpack"
)

// fileOutputs are the flags of all verbs that name a file to write. What any other flag or
// an argument names may be read.
var fileOutputs = []string{"output", "prom-out", "otel", "plot", "export", "new-set"}

// KeepNamed refuses to write over a file that an argument or another flag names, and to read
// a device, which has no end. filesOf returns the files of a name. Of folders it keeps those
// of a corpus; of others some files are read, and the verb knows which.
func KeepNamed(set *pflag.FlagSet, args []string, filesOf func(name string) []string) error {
	inputs := slices.DeleteFunc(slices.Clone(args), IsFolder)
	set.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(fileOutputs, f.Name) {
			inputs = append(inputs, slices.DeleteFunc(values(f), func(v string) bool { return f.Name != "corpus" && IsFolder(v) })...)
		}
	})
	for _, input := range inputs {
		if info, err := statInput(input); err == nil && !info.IsDir() && input != "-" {
			if err := unpack.CheckEnds(input, info); err != nil {
				return err
			}
		}
	}
	for _, input := range slices.Clone(inputs) {
		inputs = append(inputs, filesOf(input)...)
	}
	return KeepInputs(set, inputs...)
}

// KeepInputs refuses to write, to where flags say, over one of these files, by
// whichever path or link it is named. An input may be NAME=FILE, and - is standard input.
func KeepInputs(set *pflag.FlagSet, inputs ...string) error {
	var errs []error
	for _, name := range fileOutputs {
		f := set.Lookup(name)
		if f == nil {
			continue
		}
		asked := "--" + name
		if f.Shorthand != "" {
			asked = "-" + f.Shorthand
		}
		for _, path := range values(f) {
			errs = append(errs, KeepFrom(asked+" "+path, path, inputs))
		}
	}
	return errors.Join(errs...)
}

// Named are files to write that flags name, as they were before.
type Named []namedFile

type namedFile struct {
	path   string
	before os.FileInfo // nil for none
}

// NamedFiles returns them, none where nothing is to be said.
func NamedFiles(set *pflag.FlagSet) Named {
	var named Named
	for _, name := range fileOutputs {
		if f := set.Lookup(name); f != nil && f.Changed && f.Annotations[reported] == nil && !isQuiet(set) {
			for _, path := range values(f) {
				info, _ := os.Stat(path)
				named = append(named, namedFile{path, info})
			}
		}
	}
	return named
}

// SayWritten says which of them were written since.
func (n Named) SayWritten(stderr io.Writer) {
	for _, f := range n {
		now, err := os.Stat(f.path)
		if err == nil && now.Mode().IsRegular() && (f.before == nil || !os.SameFile(f.before, now) || !f.before.ModTime().Equal(now.ModTime())) {
			fmt.Fprintf(stderr, "rankduel: wrote %s\n", f.path)
		}
	}
}

func isQuiet(set *pflag.FlagSet) bool {
	f := set.Lookup("quiet")
	return f != nil && f.Value.String() == "true"
}

// reported marks a flag whose files are in what the verb reports.
const reported = "reported"

// Reports marks -o as a flag whose files are in what the verb reports.
func Reports(set *pflag.FlagSet) {
	set.Lookup("output").Annotations = map[string][]string{reported: {}}
}

// values returns what a flag has, each entry of a list.
func values(f *pflag.Flag) []string {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		return list.GetSlice()
	}
	return []string{f.Value.String()}
}

// IsFolder reports whether there is a folder at a path.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// KeepFrom refuses one file to write, as it was asked for, that is one of the inputs, or is in one that is a folder.
func KeepFrom(asked, path string, inputs []string) error {
	out, err := os.Stat(path)
	if err != nil || !out.Mode().IsRegular() {
		return nil // not there yet, or nothing that could be lost
	}
	for _, input := range inputs {
		in, err := statInput(input)
		switch {
		case err != nil:
		case os.SameFile(in, out):
			return fmt.Errorf("%s would overwrite the input %s; give another name", asked, input)
		case in.IsDir() && isWithin(path, input):
			return fmt.Errorf("%s would overwrite a file of the folder %s, which is read; give another name", asked, input)
		}
	}
	return nil
}

// isWithin reports whether a file is in a folder, or in one below it, whatever the links.
func isWithin(file, folder string) bool {
	for _, path := range []*string{&file, &folder} {
		if real, err := filepath.EvalSymlinks(*path); err == nil {
			*path, _ = filepath.Abs(real)
		}
	}
	below, err := filepath.Rel(folder, file)
	return err == nil && filepath.IsLocal(below)
}

func statInput(input string) (os.FileInfo, error) {
	if input == "-" {
		return os.Stdin.Stat()
	}
	info, err := os.Stat(input)
	if _, file, named := strings.Cut(input, "="); err != nil && named {
		return os.Stat(file)
	}
	return info, err
}
