package trec

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/interrupt"
	"github.com/rankduel/rankduel/internal/textfaults"
)

// ReadQrels reads a qrels file. Lines of a query need not stand together.
func ReadQrels(ctx context.Context, src Source, opts QrelsOptions) (*Qrels, error) {
	if err := opts.Duplicates.validate(); err != nil {
		return nil, err
	}
	b := newQrelsBuilder(opts)
	if err := ScanQrels(ctx, src, opts, func(l QrelsLine) { b.add(l.Judgment, l.Iteration, l.Line) }); err != nil {
		return nil, err
	}
	q := b.qrels()
	if err := b.repeats.byLine(src.Name, keepFirst); err != nil {
		return nil, err
	}
	return q, nil
}

// noJudgments returns why there are none: a comment may have swallowed all lines.
func noJudgments(name, text string) error {
	text = strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\r\n")
	if i := strings.IndexByte(text, '\r'); i >= 0 {
		return &LineError{name, 1 + strings.Count(text[:i], "\n"), textfaults.ErrReturn}
	}
	return fmt.Errorf("%s: %w", name, ErrEmpty)
}

// maxQrels bounds a source, whose judgments are in memory: some 15 million.
const maxQrels = 512 << 20

// eachLine hands over the lines of a source as they come, with their ends. They are pieces of blocks.
func eachLine(ctx context.Context, src Source, each func(line string, number int) error) error {
	in, err := src.decoded()
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	lines := interrupt.Reader(ctx, in)
	buf, begun, number := make([]byte, 256<<10), "", 0
	for size := 0; ; {
		n, err := lines.Read(buf)
		size += n
		end, last := bytes.LastIndexByte(buf[:n], '\n')+1, errors.Is(err, io.EOF)
		if last {
			end = n
		}
		if last || end > 0 {
			for line := range strings.Lines(begun + string(buf[:end])) {
				number++
				if err := each(line, number); err != nil {
					return err
				}
			}
			begun = ""
		}
		begun += string(buf[end:n])
		switch {
		case last:
			return nil
		case err != nil:
			return sourceError(src.Name, err)
		case size > maxQrels:
			return fmt.Errorf("%s: larger than %d MiB; leave out the queries that no run has", src.Name, maxQrels>>20)
		case len(begun) > maxLine:
			return &LineError{src.Name, 1 + number, noLineEnd([]byte(begun), "these are no qrels")}
		}
	}
}

// A QrelsLine is one judgment and where it is.
type QrelsLine struct {
	Judgment
	Iteration string // the second field
	Line      int    // from 1
}

// ScanQrels hands over the lines of a qrels file as they come, those that repeat or contradict each other too:
// opts.Duplicates and opts.Subtopics play no part. A file without any is an error; that none is kept is not.
func ScanQrels(ctx context.Context, src Source, opts QrelsOptions, each func(QrelsLine)) error {
	var head strings.Builder // all that is before the first judgment
	judged := false
	err := eachLine(ctx, src, func(line string, number int) error {
		l := QrelsLine{Line: number}
		if err := l.parse(line, opts.RealGains); err != nil {
			return located(lineAt(number, err), src.Name, func(line int) int { return line })
		}
		if l.Query == "" {
			if !judged {
				head.WriteString(line)
			}
			return nil
		}
		judged = true
		if opts.Keep == nil || opts.Keep(l.Query) {
			each(l)
		}
		return nil
	})
	if err == nil && !judged {
		return noJudgments(src.Name, head.String())
	}
	return err
}

// parse reads a line; of a comment and of a blank line the query stays empty.
func (l *QrelsLine) parse(line string, realGains bool) error {
	query, rest := cutField(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"))
	if query == "" || query[0] == '#' {
		return nil
	}
	l.Iteration, rest = cutField(rest)
	l.Doc, rest = cutField(rest)
	grade, rest := cutField(rest)
	switch {
	case grade == "":
		return fewQrelsFields(l.Iteration, l.Doc)
	case strings.IndexByte(grade, '\r') >= 0 || strings.IndexByte(rest, '\r') >= 0:
		return textfaults.ErrReturn
	}
	if extra, more := cutField(rest); extra != "" {
		return manyQrelsFields(grade, extra, more)
	}
	l.Query = query
	return l.setGrade(grade, realGains)
}

// cutField takes the first field off a line.
func cutField(line string) (field, rest string) {
	start := 0
	for start < len(line) && blank(line[start]) {
		start++
	}
	end := start
	for end < len(line) && !blank(line[end]) {
		end++
	}
	return line[start:end], line[end:]
}

func fewQrelsFields(iteration, doc string) error {
	n := 1
	for _, f := range []string{iteration, doc} {
		if f != "" {
			n++
		}
	}
	return fmt.Errorf(`%d of 4 fields; a qrels line is "qid iter docid grade"`, n)
}

// manyQrelsFields says what has more than four fields: most often a run, whose rank would become the grade.
func manyQrelsFields(fourth, fifth, rest string) error {
	sixth, rest := cutField(rest)
	_, rankErr := parseRank([]byte(fourth))
	_, scoreErr := ParseScore([]byte(fifth))
	if sixth != "" && rankErr == nil && scoreErr == nil {
		return errors.New(`this is a line of a run, whose rank would be read as a grade; ` +
			`give the judgments here, whose lines are "qid iter docid grade"`)
	}
	n := 5
	if sixth != "" {
		n = 6 + len(strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == '\t' }))
	}
	return fmt.Errorf(`%d fields in place of 4; a qrels line is "qid iter docid grade", and an id holds no blank`, n)
}

func (j *Judgment) setGrade(text string, realGains bool) error {
	grade, err := strconv.ParseInt(text, 10, 32)
	if err == nil {
		j.Grade, j.Gain = int(grade), float64(grade)
		return nil
	}
	gain, scoreErr := ParseScore([]byte(text))
	switch {
	case scoreErr != nil || math.IsInf(gain, 0) || math.Abs(gain) > math.MaxInt32:
		return fmt.Errorf("grade %q is not an integer; write 0 for not relevant, 1 or more for relevant", text)
	case !realGains:
		return fmt.Errorf("grade %q is not an integer; round it, or declare real-valued gains with --gains real", text)
	}
	j.Gain = gain
	j.Grade = int(math.Floor(gain))
	return nil
}

// NewQrels builds qrels from judgments held otherwise. A document that is
// judged twice in a query is an error that wraps [ErrDuplicate].
func NewQrels(judgments iter.Seq[Judgment]) (*Qrels, error) {
	b := newQrelsBuilder(QrelsOptions{})
	n := 0
	for j := range judgments {
		n++
		b.add(j, "", n)
	}
	q := b.qrels()
	if b.repeats.count > 0 {
		first := b.repeats.named[0]
		return nil, fmt.Errorf("%w %q in query %q", ErrDuplicate, first.Doc, first.Query)
	}
	return q, nil
}
