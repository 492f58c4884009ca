package trec

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/retrieval"
)

// WriteRun writes one query's hits as run lines, ranks from 1, in the order given. Scores are written so that they read
// back to the same float64. Where scores rise along the list, as a live retriever's can, only [OrderRank] or
// [OrderFile] read back the same ranking. What a run cannot hold is an error, and then nothing is written: ids and tags
// that are empty or contain white space, a query id that starts with '#', a score that is NaN.
func WriteRun(w io.Writer, tag, query string, hits []retrieval.Hit) error {
	if err := errors.Join(checkID("tag", tag), checkQuery(query)); err != nil {
		return err
	}
	var b bytes.Buffer
	var number []byte
	for i, h := range hits {
		if err := checkID("document id", h.ID); err != nil {
			return fmt.Errorf("query %q: %w", query, err)
		}
		if math.IsNaN(h.Score) {
			return fmt.Errorf("query %q, document %q: score: %w", query, h.ID, ErrNaN)
		}
		b.WriteString(query)
		b.WriteString(" Q0 ")
		b.WriteString(h.ID)
		b.WriteByte(' ')
		b.Write(strconv.AppendInt(number[:0], int64(i+1), 10))
		b.WriteByte(' ')
		b.Write(appendScore(number[:0], h.Score))
		b.WriteByte(' ')
		b.WriteString(tag)
		b.WriteByte('\n')
	}
	_, err := w.Write(b.Bytes())
	return err
}

func appendScore(b []byte, score float64) []byte {
	switch {
	case math.IsInf(score, 1):
		return append(b, "inf"...)
	case math.IsInf(score, -1):
		return append(b, "-inf"...)
	}
	return strconv.AppendFloat(b, score+0, 'g', -1, 64) // -0 equals 0
}

// WriteQrels writes qrels lines that read back to the same judgments: the gain
// is written, which is the grade unless gains are real-valued.
func WriteQrels(w io.Writer, judgments iter.Seq[Judgment]) error {
	var b bytes.Buffer
	for j := range judgments {
		if err := errors.Join(checkQuery(j.Query), checkID("document id", j.Doc)); err != nil {
			return fmt.Errorf("query %q: %w", j.Query, err)
		}
		if math.IsNaN(j.gain()) || math.IsInf(j.gain(), 0) {
			return fmt.Errorf("query %q, document %q: gain %v is no gain", j.Query, j.Doc, j.Gain)
		}
		b.WriteString(j.Query)
		b.WriteString(" 0 ")
		b.WriteString(j.Doc)
		b.WriteByte(' ')
		b.Write(strconv.AppendFloat(nil, j.gain(), 'f', -1, 64))
		b.WriteByte('\n')
		if b.Len() > blockSize {
			if _, err := b.WriteTo(w); err != nil {
				return err
			}
		}
	}
	_, err := b.WriteTo(w)
	return err
}

func checkQuery(id string) error {
	if strings.HasPrefix(id, "#") {
		return fmt.Errorf("query id %q: a line that starts with # would be read as a comment", id)
	}
	return checkID("query id", id)
}

func checkID(what, id string) error {
	if id == "" {
		return fmt.Errorf("%s is empty", what)
	}
	if strings.ContainsAny(id, " \t\r\n") {
		return fmt.Errorf("%s %q holds white space, which separates fields; replace it", what, id)
	}
	return nil
}
