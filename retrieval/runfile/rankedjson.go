package runfile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
)

// readJSON reads {qid: {docid: score}}: what ranx saves with Run.save, what
// pytrec_eval and ir_measures take as a dictionary, dumped.
func (c *collector) readJSON(in io.Reader) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	c.line = func(p place) int { return 1 + bytes.Count(text[:min(int(p), len(text))], []byte{'\n'}) }
	c.stats.Lines = bytes.Count(text, []byte{'\n'})
	if len(text) > 0 && text[len(text)-1] != '\n' {
		c.stats.Lines++
	}
	s := &scanner{text: text}
	if s.next() == 0 && s.pos == len(text) {
		return nil
	}
	var d draft
	err = s.object(func(query []byte) error {
		d.reset()
		return c.jsonQuery(s, query, &d)
	})
	if err == nil {
		err = s.end()
	}
	return inDocument(s, err)
}

func (c *collector) jsonQuery(s *scanner, query []byte, d *draft) error {
	r, err := c.newQuery(place(s.pos), query)
	if err != nil {
		return err
	}
	if s.next() != '{' {
		return s.errorf("query %q: %s where an object of documents and scores belongs", query, s.seen())
	}
	err = s.object(func(id []byte) error {
		p := place(s.pos)
		score, err := s.score()
		if err != nil {
			return fmt.Errorf("query %q, document %q: %w", query, id, err)
		}
		return c.append(d, p, hit{id: id, score: score, scored: true, rank: noRank})
	})
	if err != nil {
		return err
	}
	c.finish(r, d)
	return c.handOver(r)
}

// inDocument gives an error its place in a document: a line, and for syntax the byte in it.
func inDocument(s *scanner, err error) error {
	if err == nil {
		return nil
	}
	p := s.pos
	var syntax *syntaxError
	if errors.As(err, &syntax) {
		p = syntax.pos
		syntax.pos -= 1 + bytes.LastIndexByte(s.text[:p], '\n')
	}
	if errors.Is(err, errCut) {
		err = fmt.Errorf("the file ends in the middle of a value; get the rest of it: %w", err)
	}
	return placed(place(p), err)
}

// readHits reads JSON lines of one hit each: the fields of ir_measures.ScoredDoc, or a row of a PyTerrier
// frame of results written with DataFrame.to_json(orient="records", lines=True).
func (c *collector) readHits(in io.Reader) error {
	return c.eachObject(in, func(p place, s *scanner) error {
		query := namedID{names: queryNames}
		h, err := s.hit(hitFields, &query)
		if err = cmp.Or(err, query.check("query")); err != nil {
			return err
		}
		return c.add(p, query.text, h)
	})
}

// hitFields are all keys that a line of a hit can have.
var hitFields = slices.Concat(queryNames, chunkNames[1:], idNames, scoreNames, rankNames, textNames, documentNames, extentNames)

// hit reads one, and the id of its query where it says that. Of a chunk the id of a document is its document's.
func (s *scanner) hit(names []string, query *namedID) (h hit, err error) {
	h.rank = noRank
	chunk, doc := namedID{names: chunkNames}, namedID{names: idNames}
	err = s.fields(names, func(name string) (err error) {
		switch name {
		case "score":
			h.score, err = s.score()
			h.scored = true
		case "rank":
			h.rank, err = s.rank()
		case "text":
			h.text, err = s.optional()
		case "document":
			h.document, err = s.optional()
		case "spans":
			h.spans, err = s.spans()
		case "start", "end", "tokens":
			return s.extent(name, &h.Extent)
		default:
			for _, id := range []*namedID{query, &chunk, &doc} {
				if slices.Contains(id.names, name) {
					return id.take(s, name)
				}
			}
		}
		return err
	})
	switch h.id = doc.text; {
	case err != nil:
	case chunk.as != "":
		h.id, h.parent = chunk.text, doc.text
	case doc.as == "":
		err = (&namedID{names: slices.Concat(chunkNames[1:], idNames)}).check("document")
	}
	return h, err
}
