package traces

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/internal/prose"
)

// The names of what is written.
const (
	EventsFolder  = "retrieval_events" // of a run, next to its configurations
	EventsEnding  = ".retrieval_events.json"
	MetricsEnding = ".retrieval_metrics.json"
	SummaryFile   = "run_retrieval_summary.json"
)

// parse reads a document. Fields that are not known are those of a later minor version, and left alone.
func parse(data []byte) (*Document, error) {
	if _, changed := Escaped(data); changed {
		return nil, errors.New("no document of retrieval events: it has text that is not Unicode, a byte that is not UTF-8 or half of a surrogate pair; write it again with `rankduel traces normalize`")
	}
	d := &Document{}
	given := struct {
		*Document
		Coverage    *Coverage    `json:"coverage"`
		GroundTruth *GroundTruth `json:"ground_truth"`
	}{Document: d}
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &given); err != nil {
		return nil, fmt.Errorf("no document of retrieval events: %w", err)
	}
	if err := checkVersion(d.SchemaVersion); err != nil {
		return nil, err
	}
	var errs prose.Faults
	errs.If(d.Provenance.TaskName == "", "provenance.task_name is missing")
	errs.If(d.Provenance.ConfigName == "", "provenance.config_name is missing")
	errs.If(given.Coverage == nil, "coverage is missing")
	errs.If(given.GroundTruth == nil, "ground_truth is missing")
	errs.If(d.Events == nil, "events is missing")
	if len(errs) == 0 {
		d.Coverage, d.GroundTruth = *given.Coverage, *given.GroundTruth
	}
	return d, errs.Join()
}

// Files lists the files below a folder, which may be a link to one, whose names have the ending, sorted.
func Files(root, ending string) ([]string, error) {
	var files []string
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("%s: %w", root, err)
		}
		if !entry.IsDir() && strings.HasSuffix(entry.Name(), ending) {
			files = append(files, filepath.Join(root, filepath.FromSlash(path)))
		}
		return nil
	})
	return files, err // WalkDir goes in the order of names
}

// EachDocument visits all documents below a folder, in the order of their paths, one at a time: they may be
// large. It reports every one that cannot be read, and visits the others.
func EachDocument(root string, visit func(Located) error) error {
	files, err := Files(root, EventsEnding)
	if err != nil {
		return err
	}
	var errs []error
	for _, path := range files {
		d, err := ReadDocument(path)
		if err == nil {
			err = visit(Located{path, d})
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// ReadDocument reads one document, and the reading next to it.
func ReadDocument(path string) (*Document, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	d, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	d.Reading, err = readReading(path)
	return d, err
}

// A Located is a document and the file that it was read from.
type Located struct {
	Path string
	*Document
}

// encode writes a value that is within another, as far in as prefix says.
func encode(v any, prefix string) ([]byte, error) {
	var out bytes.Buffer
	e := plainjson.NewEncoder(&out)
	e.SetIndent(prefix, "  ")
	err := e.Encode(v)
	return out.Bytes(), err
}

// WriteDocument writes a document whose events are not in memory: it marks and counts them on their way,
// and returns the counts. What it writes is what plainjson.Document writes of the whole document. The
// document's own events and summary are not looked at.
func WriteDocument(to io.Writer, d *Document, events iter.Seq[Event], c Convention) (*Summary, error) {
	head := *d
	head.Events, head.Summary = []Event{}, nil
	w := bufio.NewWriterSize(to, 64<<10)
	m := newMarker(c, d.GroundTruth.Files)
	if err := writeEvents(w, head, func(yield func(Event) bool) {
		events(func(e Event) bool { m.mark(&e); return yield(e) })
	}); err != nil {
		return nil, err
	}
	s := m.counts()
	if err := writeValue(w, "],\n  \"summary\": ", "  ", s); err != nil {
		return nil, err
	}
	_, _ = w.WriteString("\n}\n") // Flush says what failed
	return s, w.Flush()
}

// writeEvents writes a value that ends in an empty list of events up to the end of that list, and these in it.
func writeEvents(w *bufio.Writer, head any, events iter.Seq[Event]) error {
	text, err := plainjson.Document(head)
	if err != nil {
		return err
	}
	text, ok := bytes.CutSuffix(text, []byte("]\n}\n"))
	if !ok {
		return errors.New("a document does not end in its events")
	}
	_, _ = w.Write(text)
	between, last := "\n    ", ""
	for e := range events {
		if err := writeValue(w, between, "    ", e); err != nil {
			return err
		}
		between, last = ",\n    ", "\n  "
	}
	_, _ = w.WriteString(last)
	return nil
}

// writeValue writes a value behind what is before it, without the end of a line.
func writeValue(w *bufio.Writer, before, prefix string, v any) error {
	text, err := encode(v, prefix)
	if err != nil {
		return err
	}
	_, _ = w.WriteString(before)
	_, err = w.Write(bytes.TrimSuffix(text, []byte("\n")))
	return err
}

// Moment reads a time as traces and harnesses write it: with a zone, or as Python writes UTC without saying so.
func Moment(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02T15:04:05.999999999Z0700"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// Readable tells whether JSON was read, if only in part: a member of another kind
// than the one that was looked for is left out, and the others are there.
func Readable(err error) bool {
	_, kind := errors.AsType[*json.UnmarshalTypeError](err)
	return err == nil || kind
}
