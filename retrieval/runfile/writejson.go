package runfile

import (
	"bufio"
	"encoding/json"
	"io"
	"math"
	"strconv"

	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/retrieval"
)

// A jsonWriter writes {qid: {docid: score}}, each query on a line. Documents
// stand in ranking order; ranx sorts them by score when it reads them.
type jsonWriter struct {
	out  *bufio.Writer
	open bool
	line []byte
}

func (w *jsonWriter) write(r Result) error {
	w.line = append(w.line[:0], ",\n"...)
	if !w.open {
		w.line[0] = '{'
		w.open = true
	}
	w.line = append(appendQuoted(w.line, r.QueryID), ": {"...)
	for i, h := range r.Hits {
		if i > 0 {
			w.line = append(w.line, ", "...)
		}
		w.line = append(appendQuoted(w.line, h.ID), ": "...)
		w.line = strconv.AppendFloat(w.line, h.Score+0, 'g', -1, 64)
	}
	_, err := w.out.Write(append(w.line, '}'))
	return err
}

func (w *jsonWriter) end() error {
	text := "\n}\n"
	if !w.open {
		text = "{}\n"
	}
	_, err := w.out.WriteString(text)
	return err
}

func appendQuoted(b []byte, text string) []byte {
	b = append(b, '"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < 0x20:
			b = append(b, `\u00`...)
			b = append(b, "0123456789abcdef"[c>>4], "0123456789abcdef"[c&0xf])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// A resultWriter writes a JSON line for each query.
type resultWriter struct{ *json.Encoder }

func newResultWriter(out io.Writer) resultWriter {
	e := plainjson.NewEncoder(out)
	return resultWriter{e}
}

func (w resultWriter) write(r Result) error {
	line := resultJSON{QueryID: r.QueryID, Answer: r.Answer, LatencyMS: r.LatencyMS, Error: r.Error}
	line.Hits = make([]hitJSON, len(r.Hits))
	for i, h := range r.Hits {
		line.Hits[i] = hitJSON{h.ID, scoreJSON(h.Score), h.Text, h.Document, h.Spans, h.Start, h.End, h.Tokens}
	}
	return w.Encode(line)
}

type resultJSON struct {
	QueryID   string            `json:"query_id"`
	Hits      []hitJSON         `json:"hits"`
	Answer    *retrieval.Answer `json:"answer,omitempty"`
	LatencyMS *float64          `json:"latency_ms,omitempty"`
	Error     string            `json:"error,omitempty"`
}

type hitJSON struct {
	ID       string           `json:"id"`
	Score    scoreJSON        `json:"score"`
	Text     string           `json:"text,omitempty"`
	Document string           `json:"document,omitempty"`
	Spans    []retrieval.Span `json:"spans,omitempty"`
	Start    int32            `json:"start,omitempty"`
	End      int32            `json:"end,omitempty"`
	Tokens   int32            `json:"tokens,omitempty"`
}

// A scoreJSON is a number, or as JSON has no infinity, "inf" or "-inf".
type scoreJSON float64

// MarshalJSON writes the fewest digits that read back to the same number.
func (s scoreJSON) MarshalJSON() ([]byte, error) {
	switch {
	case math.IsInf(float64(s), 1):
		return []byte(`"inf"`), nil
	case math.IsInf(float64(s), -1):
		return []byte(`"-inf"`), nil
	}
	return strconv.AppendFloat(nil, float64(s)+0, 'g', -1, 64), nil
}
