package prom

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/outfile"
)

// ErrOthersFile is about a file that was not written for the same owner. Of two
// experiments that write to one file in turn, each would hide the other.
var ErrOthersFile = errors.New("has something else in it, and stays as it is; name a file of its own for each experiment, or remove it")

// ending is that of the files that node_exporter reads.
const ending = ".prom"

// writtenFor begins the first line, a comment to Prometheus.
const writtenFor = "# written by rankduel "

// CheckFile finds out whether a file can be written for an owner, in words what its metrics are about,
// without writing it. The error wraps ErrOthersFile where it was written for another.
func CheckFile(path, owner string) error {
	if err := outfile.Check(path); err != nil {
		return err
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return err // what is written into a pipe hides nothing
	}
	first, err := bufio.NewReaderSize(f, 16<<10).ReadSlice('\n')
	switch {
	case len(first) == 0:
		return nil // empty
	case err == nil && string(bytes.TrimRight(first, "\r\n")) == writtenFor+strconv.Quote(owner):
		return nil
	}
	return ErrOthersFile
}

// Unread tells whether node_exporter would pass over a file.
func Unread(path string) bool {
	info, err := os.Stat(path)
	return !strings.HasSuffix(path, ending) && (err != nil || info.Mode().IsRegular())
}

// WriteFile writes what was published into a file for the textfile collector of node_exporter, whole or not
// at all and for everybody to read. Counters are left out: they would start again with every file.
func (c *Collector) WriteFile(path, owner string) error {
	var text bytes.Buffer
	fmt.Fprintf(&text, "%s%s\n", writtenFor, strconv.Quote(owner))
	if err := write(&text, c.families(false)); err != nil {
		return err
	}
	return outfile.WriteMode(path, text.Bytes(), 0o644)
}
