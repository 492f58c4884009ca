package label

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrInUse is about a journal that someone writes already.
var ErrInUse = errors.New("is being written by another process; close that one first")

// ErrNotKept is about an answer that did not reach the disk.
var ErrNotKept = errors.New("the answer was not kept")

// A disk is the file of a journal that is being written.
type disk interface {
	io.WriteCloser
	Sync() error
	Truncate(size int64) error
}

// An appender is a journal that is being written. What add has returned is on the disk.
type appender struct {
	Journal
	file   disk
	broken error // what could not be taken back
}

// openAppender opens a person's journal, makes it where there is none, and cuts
// off the line that a killed process left unfinished.
func openAppender(path string) (*appender, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	a, err := resume(path, f)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return a, nil
}

func resume(path string, f *os.File) (*appender, error) {
	if !hold(f) {
		return nil, fmt.Errorf("%s %w", path, ErrInUse)
	}
	j, err := readJournal(path, f)
	if err != nil {
		return nil, err
	}
	if j.Unfinished > 0 {
		if err := f.Truncate(j.whole); err != nil {
			return nil, err
		}
	}
	return &appender{Journal: *j, file: f}, nil
}

// add appends a line and waits until it is on the disk. What was not kept whole
// is cut off again, so that the next line does not begin in the middle of it.
func (a *appender) add(l Line) error {
	if a.broken != nil {
		return fmt.Errorf("%s: %w: end this and start again, which cuts an unfinished line off: %w", a.Path, ErrNotKept, a.broken)
	}
	var line bytes.Buffer
	if err := l.Write(&line); err != nil {
		return err
	}
	_, err := a.file.Write(line.Bytes())
	if err == nil {
		err = a.file.Sync()
	}
	if err != nil {
		a.broken = a.file.Truncate(a.whole)
		return fmt.Errorf("%s: %w: %w", a.Path, ErrNotKept, err)
	}
	a.whole += int64(line.Len())
	a.Lines = append(a.Lines, l)
	return nil
}

func (a *appender) close() error { return a.file.Close() }

// Hold takes a folder of journals for one that makes one label of them, until it is closed; ErrInUse says that another
// process has it. Journals are written all the same. A folder that is not there needs no holding.
func Hold(folder string) (io.Closer, error) {
	f, err := os.Open(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return io.NopCloser(nil), nil
	}
	if err != nil {
		return nil, err
	}
	if !hold(f) {
		return nil, errors.Join(fmt.Errorf("what becomes of the labels in %s %w", folder, ErrInUse), f.Close())
	}
	return f, nil
}
