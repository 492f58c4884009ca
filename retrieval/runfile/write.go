package runfile

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"unicode/utf8"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// WriteOptions tune [Write].
type WriteOptions struct {
	Tag string // of a TREC run; "" means rankduel
}

// A Loss counts what a format has no place for, or no reader would take. Nothing of it is written.
type Loss struct {
	Empty      int // queries without a hit, of which trec and parquet do not know
	Failed     int // queries with an error: written without it, they would be a bad ranking
	Answers    int
	Latencies  int
	Texts      int // hits whose text is not written
	Documents  int // hits whose document is not written
	Spans      int // hits whose spans or characters are not written
	Duplicates int // hits whose id is better ranked in the same query
}

// Write writes results in their order, hits in theirs, so that reading gives the same scores to the last
// bit. It says what had to be left out, which in format jsonl is duplicates alone. Scores that rise along a
// ranking keep their places only under the order of ranks, or of the file. Errors are what the format
// cannot hold: ids that are empty, not UTF-8 (all but trec) or with blanks (trec), a score that is NaN or,
// in format json, infinite, and a query that comes twice; do not use what was written then.
func Write(w io.Writer, format Format, results iter.Seq[Result], opts WriteOptions) (Loss, error) {
	out := bufio.NewWriterSize(w, bufferSize)
	f := sink{end: func() error { return nil }}
	switch format {
	case TREC:
		f.write = func(r Result) error { return trec.WriteRun(out, cmp.Or(opts.Tag, "rankduel"), r.QueryID, r.Hits) }
	case JSON:
		w := &jsonWriter{out: out}
		f = sink{holds{empty: true}, w.write, w.end}
	case JSONL:
		f.holds, f.write = holds{true, true, true, true, true, true, true}, newResultWriter(out).write
	case Parquet:
		f = parquetSink(out)
	default:
		return Loss{}, fmt.Errorf("format %q cannot be written; use %s", format, names(Writable()))
	}
	loss, err := writeAll(f, format, results)
	if err != nil {
		return loss, err
	}
	return loss, errors.Join(f.end(), out.Flush())
}

// A sink writes one format.
type sink struct {
	holds holds
	write func(r Result) error
	end   func() error
}

// holds says what a format has a place for.
type holds struct{ empty, failed, answers, latencies, texts, documents, spans bool }

func writeAll(f sink, format Format, results iter.Seq[Result]) (Loss, error) {
	var loss Loss
	written := map[string]bool{}
	for r := range results {
		if written[r.QueryID] {
			return loss, fmt.Errorf("query %q comes twice", r.QueryID)
		}
		written[r.QueryID] = true
		all := len(r.Hits)
		r.Hits = retrieval.Unique(r.Hits)
		loss.Duplicates += all - len(r.Hits)
		if !loss.keep(f.holds, r) {
			continue
		}
		if err := check(format, r); err != nil {
			return loss, fmt.Errorf("query %q: %w", r.QueryID, err)
		}
		if err := f.write(r); err != nil {
			return loss, err
		}
	}
	return loss, nil
}

// keep counts what is lost of a result, and tells whether anything is left.
func (l *Loss) keep(can holds, r Result) bool {
	count := func(n *int, lost bool) {
		if lost {
			*n++
		}
	}
	count(&l.Answers, r.Answer != nil && !can.answers)
	count(&l.Latencies, r.LatencyMS != nil && !can.latencies)
	if r.Error != "" && !can.failed {
		l.Failed++
		return false
	}
	if len(r.Hits) == 0 && !can.empty {
		l.Empty++
		return false
	}
	for _, h := range r.Hits {
		count(&l.Texts, h.Text != "" && !can.texts)
		count(&l.Documents, h.Document != "" && !can.documents)
		count(&l.Spans, (h.Spans != nil || h.Extent != (retrieval.Extent{})) && !can.spans)
	}
	return true
}

// check finds what no reader would take. What TREC cannot hold its writer knows.
func check(format Format, r Result) error {
	if format == TREC {
		return nil
	}
	texts := []string{r.QueryID, r.Error}
	if r.Answer != nil {
		texts = append(texts, r.Answer.Text)
		for _, c := range r.Answer.Citations {
			texts = append(texts, c.Path)
		}
	}
	for _, h := range r.Hits {
		switch {
		case h.ID == "":
			return errors.New("a document id is empty")
		case math.IsNaN(h.Score):
			return fmt.Errorf("document %q: score: %w", h.ID, errNaN)
		case format == JSON && math.IsInf(h.Score, 0):
			return fmt.Errorf("document %q: JSON has no number for the score %v; write format %s", h.ID, h.Score, JSONL)
		}
		texts = append(texts, h.ID, h.Text, h.Document)
	}
	if r.QueryID == "" {
		return errors.New("the id is empty")
	}
	if ms := r.LatencyMS; ms != nil && !(*ms >= 0 && *ms <= math.MaxFloat64) {
		return fmt.Errorf("latency %v ms: want a number, 0 or more", *ms)
	}
	for _, text := range texts {
		if !utf8.ValidString(text) {
			return fmt.Errorf("%.60q is not UTF-8, as format %s needs it; write format %s", text, format, TREC)
		}
	}
	return nil
}
