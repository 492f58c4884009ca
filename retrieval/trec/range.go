package trec

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// FileRange returns piece i of n of a plain TREC run whose queries stand together, and where
// it is: from one change of query to another, so that the pieces have every line once.
func FileRange(path string, i, n int) (piece Source, from, to int64, err error) {
	in, err := File(path).decoded()
	if err != nil {
		return Source{}, 0, 0, err
	}
	defer func() { _ = in.Close() }() // it was only read
	f, size := in.Plain()
	if f == nil {
		return Source{}, 0, 0, fmt.Errorf("%s is compressed or no file, and cannot be cut into ranges", path)
	}
	if from, err = cutBefore(f, size*int64(i)/int64(n), size); err == nil {
		to, err = cutBefore(f, size*int64(i+1)/int64(n), size)
	}
	if err == nil && to < from {
		err = fmt.Errorf("%s cannot be cut into ranges: lines of one query do not stand together", path)
	}
	return Section(path, from, to), from, to, err
}

// Section returns the bytes of a file from one place to another.
func Section(path string, from, to int64) Source {
	name := path
	if from > 0 {
		name = fmt.Sprintf("%s from byte %d", path, from)
	}
	return Source{Name: name, open: func() (io.ReadCloser, error) {
		f, err := os.Open(path)
		return struct {
			io.Reader
			io.Closer
		}{io.NewSectionReader(f, from, to-from), f}, err
	}}
}

// cutBefore returns the last place up to at where a line has another query than the line
// before it; the beginning of the file where there is none.
func cutBefore(in io.ReaderAt, at, size int64) (int64, error) {
	for window := int64(64 << 10); at < size; window *= 2 {
		from := max(0, at-window)
		text := make([]byte, at-from)
		if _, err := in.ReadAt(text, from); err != nil {
			return 0, err
		}
		if from > 0 { // the first line may have begun before
			line := bytes.IndexByte(text, '\n') + 1
			text, from = text[line:], from+int64(line)
		} else if bytes.HasPrefix(text, []byte("\ufeff")) { // no part of the first id
			text, from = text[3:], 3
		}
		text = text[:bytes.LastIndexByte(text, '\n')+1]
		if cut := lastBoundary(text); cut > 0 && lastLine(text) >= 0 {
			return from + int64(cut), nil
		}
		if window >= at {
			return 0, nil
		}
	}
	return size, nil
}
