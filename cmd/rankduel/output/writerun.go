package output

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

// RunFormat returns the form that a run is written in: where none is asked for that of the
// file's ending, or else TREC's.
func RunFormat(path, format string) (runfile.Format, error) {
	f := runfile.Format(format)
	if format == "" {
		f = runfile.Format(strings.TrimPrefix(filepath.Ext(path), "."))
	}
	switch {
	case slices.Contains(runfile.Writable(), f):
		return f, nil
	case format == "":
		return runfile.TREC, nil
	}
	return "", fmt.Errorf("format %q of a run: want one of %v", format, runfile.Writable())
}

// WriteRun writes rankings to a file, whole or not at all, or to standard output when path is empty.
func WriteRun(stdout io.Writer, path string, format runfile.Format, tag string, results iter.Seq2[runfile.Result, error]) (loss runfile.Loss, err error) {
	if path == "" {
		return writeResults(stdout, format, tag, results)
	}
	var unread error // what was to be written, as opposed to the file
	err = outfile.Stream(path, func(w io.Writer) error {
		loss, err = writeResults(w, format, tag, func(yield func(runfile.Result, error) bool) {
			for r, err := range results {
				if unread = err; !yield(r, err) {
					return
				}
			}
		})
		return err
	})
	if err != nil && unread == nil {
		err = fmt.Errorf("%s: %w, what was there is as it was: %w", path, ErrNotWritten, err)
	}
	return loss, err
}

func writeResults(w io.Writer, format runfile.Format, tag string, results iter.Seq2[runfile.Result, error]) (runfile.Loss, error) {
	var reading error
	loss, err := runfile.Write(w, format, func(yield func(runfile.Result) bool) {
		for r, err := range results {
			if reading = err; err != nil || !yield(r) {
				return
			}
		}
	}, runfile.WriteOptions{Tag: tag})
	return loss, errors.Join(reading, err)
}
