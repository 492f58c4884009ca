package runfile

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/rankduel/rankduel/retrieval"
)

// A resultLine is a line of one query while it is read. Hits can come before
// the id of their query, so they are kept apart.
type resultLine struct {
	p     place
	query namedID
	draft *draft
	Result
	listed bool // there is a list of hits, be it empty
}

// readResults reads JSON lines of one query each.
func (c *collector) readResults(in io.Reader, shape resultShape) error {
	var d draft
	return c.eachObject(in, func(p place, s *scanner) error {
		r, err := c.resultLine(p, s, shape, &d)
		if err != nil {
			return err
		}
		return c.handOver(r)
	})
}

// resultLine reads one query. d is scratch space.
func (c *collector) resultLine(p place, s *scanner, shape resultShape, d *draft) (*Result, error) {
	d.reset()
	l := resultLine{p: p, query: namedID{names: queryNames}, draft: d}
	if err := c.result(s, &l, shape); err != nil {
		if l.query.as != "" && !errors.Is(err, errCut) {
			return nil, fmt.Errorf("query %q: %w", l.query.text, err)
		}
		return nil, err
	}
	if err := l.query.check("query"); err != nil {
		return nil, err
	}
	r, err := c.newQuery(p, l.query.text)
	if err != nil {
		return nil, err
	}
	if !l.listed && l.Error == "" {
		return nil, fmt.Errorf("query %q has no list of hits; write an empty one where nothing was found", l.query.text)
	}
	r.Answer, r.LatencyMS, r.Error = l.Answer, l.LatencyMS, l.Error
	c.finish(r, d)
	return r, nil
}

// A resultShape says what a format calls the parts of a line, and how it has its hits.
type resultShape struct {
	hits, answer, latency string // keys of the line
	text                  string // key of the answer's text
	hit                   func(*collector, *scanner, *resultLine) error
	keys                  []string // all that are read
}

func (r resultShape) withKeys() resultShape {
	r.keys = slices.Concat(queryNames, []string{r.hits, r.answer, r.latency, "error"})
	return r
}

// ownShape is that of a line as Write writes it.
var ownShape = resultShape{
	hits: "hits", answer: "answer", text: "text", latency: "latency_ms", hit: (*collector).ownHit,
}.withKeys()

func (c *collector) result(s *scanner, l *resultLine, shape resultShape) error {
	return s.fields(shape.keys, func(name string) (err error) {
		switch name {
		case shape.hits:
			if s.next() != '[' {
				return s.errorf("%s where the list of hits belongs", s.seen())
			}
			l.listed = true
			return s.array(func() error { return shape.hit(c, s, l) })
		case shape.answer:
			l.Answer, err = s.answer(shape.text)
		case shape.latency:
			l.LatencyMS, err = s.latency()
		case "error":
			l.Error, err = s.failure()
		default:
			return l.query.take(s, name)
		}
		return err
	})
}

// listedFields are all keys that a hit in the list of its query can have.
var listedFields = slices.Concat(chunkNames, idNames, scoreNames, textNames, documentNames, []string{"spans"}, extentNames)

// ownHit reads one hit. Its rank is its position.
func (c *collector) ownHit(s *scanner, l *resultLine) error {
	h, err := s.hit(listedFields, &namedID{})
	h.rank = int32(l.draft.Len() + 1)
	if err != nil {
		return fmt.Errorf("hit %d: %w", h.rank, err)
	}
	return c.append(l.draft, l.p, h)
}

// extentNames are what says where the text of a hit is in its document, and how long.
var extentNames = []string{"start", "end", "tokens"}

// extent reads one of them; null is not known.
func (s *scanner) extent(name string, e *retrieval.Extent) error {
	if s.null() {
		return nil
	}
	text, err := s.number()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	n, err := strconv.ParseFloat(string(text), 64) // 90.0 is what tables with gaps write
	if err != nil || n != math.Trunc(n) || n < 0 || n > math.MaxInt32 {
		return fmt.Errorf("%s is %.60s: want characters of the document, or tokens, as a whole number from 0 on", name, text)
	}
	*map[string]*int32{"start": &e.Start, "end": &e.End, "tokens": &e.Tokens}[name] = int32(n)
	return nil
}

func (s *scanner) spans() (spans []retrieval.Span, err error) {
	err = s.arrayOrNull(func() error {
		span, err := s.span("start", "end")
		if span != nil {
			spans = append(spans, *span)
		}
		return err
	})
	return spans, err
}

// span reads a range of lines from two keys of an object; nil where there is none.
func (s *scanner) span(start, end string) (*retrieval.Span, error) {
	span := [2]int32{noRank, noRank}
	err := s.fieldsOrNull([]string{start, end}, func(name string) (err error) {
		i := 0
		if name == end {
			i = 1
		}
		span[i], err = s.rank()
		return err
	})
	if err != nil || span[0] == noRank && span[1] == noRank {
		return nil, err
	}
	if span[0] < 1 || span[1] < span[0] {
		return nil, s.errorf("span: %s and %s have to be lines, the first at least 1 and the second not before it", start, end)
	}
	return &retrieval.Span{Start: int(span[0]), End: int(span[1])}, nil
}

// latency reads milliseconds; nil for a null.
func (s *scanner) latency() (*float64, error) {
	if s.null() {
		return nil, nil
	}
	text, err := s.number()
	if err != nil {
		return nil, err
	}
	return milliseconds(text)
}

// failure reads an error: its text, or as it is written when it is not text. A null is none.
func (s *scanner) failure() (string, error) {
	if s.null() {
		return "", nil
	}
	if s.next() == '"' {
		text, err := s.quoted()
		if err == nil && len(text) == 0 {
			return "", nil
		}
		return string(text), err
	}
	start := s.pos
	err := s.skip()
	return string(s.text[start:min(s.pos, len(s.text))]), err
}
