package convert

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/delimited"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/textfaults"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/testsets"
)

// An input is what an import reads.
type input struct {
	opts   *Options
	files  []*file
	folder string // when the only source is one
}

// A file is read when someone asks for it: collections are large.
type file struct {
	path  string // as it was given
	rel   string // in the folder; the base name otherwise
	stdin io.Reader

	read     bool
	text     string
	encoding string
	err      error
	top      string
	topRead  bool
}

// open lists the files of the sources.
func open(o *Options, sources []string) (*input, error) {
	in := &input{opts: o}
	for _, src := range sources {
		if src == "-" {
			if o.Stdin == nil {
				return nil, errors.New("nothing stands on standard input")
			}
			in.files = append(in.files, &file{path: "standard input", rel: "-", stdin: o.Stdin})
			continue
		}
		info, err := os.Stat(src)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			f := &file{path: src, rel: filepath.Base(src)}
			if info.Mode()&os.ModeNamedPipe != 0 { // it can be read once
				if f.stdin, err = unpack.Open(src); err != nil {
					return nil, err
				}
			}
			in.files = append(in.files, f)
			continue
		}
		if len(sources) == 1 {
			in.folder = src
		}
		if err := in.walk(src); err != nil {
			return nil, err
		}
	}
	if len(in.files) == 0 {
		return nil, fmt.Errorf("%s: the folder is empty", strings.Join(sources, ", "))
	}
	return in, nil
}

// deepest is how far below a folder files are looked for.
const deepest = 3

func (in *input) walk(dir string) error {
	return fs.WalkDir(os.DirFS(dir), ".", func(rel string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case rel != "." && strings.HasPrefix(e.Name(), "."), e.IsDir() && strings.Count(rel, "/") >= deepest:
			if e.IsDir() {
				return fs.SkipDir
			}
		case !e.IsDir():
			in.files = append(in.files, &file{path: filepath.Join(dir, filepath.FromSlash(rel)), rel: rel})
		}
		return nil
	})
}

// base returns the file's name in lower case, without compression.
func (f *file) base() string {
	name := strings.ToLower(path.Base(filepath.ToSlash(f.rel)))
	return strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
}

// content returns the whole text. What is not UTF-8 is decoded.
func (f *file) content() (string, error) {
	if !f.read {
		f.read = true
		f.text, f.encoding, f.err = f.load(testsets.MaxBytes)
	}
	return f.text, f.err
}

// headSize is what is looked at to recognize a format.
const headSize = 64 << 10

// head returns the beginning of the text, which may end anywhere; empty where it cannot be read.
func (f *file) head() string {
	if f.stdin != nil {
		text, _ := f.content()
		return text[:min(len(text), headSize)]
	}
	if !f.topRead {
		f.topRead = true
		f.top, _, _ = f.load(headSize)
	}
	return f.top
}

func (f *file) load(most int) (text, encoding string, err error) {
	in := f.stdin
	if in == nil {
		opened, err := unpack.Open(f.path)
		if err != nil {
			return "", "", err
		}
		defer func() { _ = opened.Close() }() // it was only read
		in = opened
	}
	plain, err := unpack.New(in)
	if err != nil {
		return "", "", fmt.Errorf("%s: %w", f.path, err)
	}
	defer plain.Close()
	data, err := io.ReadAll(io.LimitReader(plain, int64(most)+1))
	switch {
	case err != nil:
		return "", "", fmt.Errorf("%s: %w", f.path, err)
	case len(data) > most && most == headSize:
		data = whole(data[:most])
	case len(data) > most:
		return "", "", fmt.Errorf("%s: larger than %d MiB; split it", f.path, most>>20)
	}
	text, encoding, err = delimited.Text(data)
	if err != nil {
		return "", "", cmp.Or(f.noSet(string(data), true), fmt.Errorf("%s: %w", f.path, err))
	}
	return text, strings.TrimPrefix(encoding, "UTF-8"), nil
}

// whole cuts off the character that the beginning of a file ends within.
func whole(data []byte) []byte {
	if data[0] >= 0xfe && len(data)%2 == 1 { // the mark of UTF-16
		return data[:len(data)-1]
	}
	for n := range utf8.UTFMax {
		if r, size := utf8.DecodeLastRune(data[:len(data)-n]); r != utf8.RuneError || size > 1 {
			return data[:len(data)-n]
		}
	}
	return data
}

// ofOneFile reads the only file, for formats of one.
func ofOneFile(read func(context.Context, *file, *draft) error) func(context.Context, *input, *draft) error {
	return func(ctx context.Context, in *input, d *draft) error {
		if len(in.files) != 1 {
			return fmt.Errorf("%d files, and the format has one; import them one by one", len(in.files))
		}
		return read(ctx, in.files[0], d)
	}
}

func (in *input) any(is func(*file) bool) bool { return slices.ContainsFunc(in.files, is) }

func (in *input) all(are func(*file) bool) bool {
	return !in.any(func(f *file) bool { return !are(f) })
}

// only reports one file that is as asked for, for formats of one.
func only(is func(*file) bool) func(*input) bool {
	return func(in *input) bool { return len(in.files) == 1 && is(in.files[0]) }
}

// eachLine reads a file line by line, each without its end and with its place.
func (d *draft) eachLine(ctx context.Context, f *file, read func(at place, line string)) error {
	text, err := d.text(ctx, f)
	at := place{file: f.path}
	for l := range strings.Lines(text) {
		at.line++
		read(at, strings.TrimSuffix(strings.TrimSuffix(l, "\n"), "\r"))
	}
	return err
}

// text reads a file and notes how.
func (d *draft) text(ctx context.Context, f *file) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	text, err := f.content()
	if err != nil {
		return "", err
	}
	if strings.TrimSpace(text) == "" {
		return "", fmt.Errorf("%s: the file is empty", f.path)
	}
	if start := strings.TrimSpace(text)[0]; start == '{' || start == '[' {
		if line, err := textfaults.CheckJSON([]byte(text), 1); err != nil {
			return "", fmt.Errorf("%s:%d: %w", f.path, line, err)
		}
	}
	if f.encoding != "" {
		d.notes = append(d.notes, Note{Told, "encoding", 1, f.path + " is no UTF-8 and was read as " + f.encoding})
	}
	return text, nil
}

func (in *input) label() string {
	if in.folder != "" {
		return in.folder
	}
	names := ordered.Each(in.files, func(f *file) string { return f.path })
	return strings.Join(names, ", ")
}
