package traces

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
)

// WriteDocument writes a document whose events are not in memory: it marks and
// counts them on their way, and returns the counts. What it writes is what
// [Encode] writes of the whole document. The document's own events and summary
// are not looked at.
func WriteDocument(to io.Writer, d *Document, events iter.Seq[Event], c Convention) (*Summary, error) {
	head := *d
	head.Events, head.Summary = []Event{}, nil
	text, err := Encode(head)
	if err != nil {
		return nil, err
	}
	text, ok := bytes.CutSuffix(text, []byte("]\n}\n"))
	if !ok {
		return nil, errors.New("a document does not end in its events")
	}
	w := bufio.NewWriterSize(to, 64<<10)
	_, _ = w.Write(text) // Flush says what failed
	m := newMarker(c, d.GroundTruth.Files)
	between, last := "\n    ", ""
	for e := range events {
		m.mark(&e)
		if err := writeValue(w, between, "    ", e); err != nil {
			return nil, err
		}
		between, last = ",\n    ", "\n  "
	}
	s := m.counts()
	if err := writeValue(w, last+"],\n  \"summary\": ", "  ", s); err != nil {
		return nil, err
	}
	_, _ = w.WriteString("\n}\n")
	return s, w.Flush()
}

// writeValue writes a value that is within another, as far in as prefix says.
func writeValue(w *bufio.Writer, before, prefix string, v any) error {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, _ = w.WriteString(before)
	_, err := w.Write(bytes.TrimSuffix(out.Bytes(), []byte("\n")))
	return err
}
