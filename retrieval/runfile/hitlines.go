package runfile

import (
	"fmt"
	"io"
	"slices"
)

// readHits reads JSON lines of one hit each: the fields of
// ir_measures.ScoredDoc, or a row of a PyTerrier frame of results written with
// DataFrame.to_json(orient="records", lines=True).
func (c *collector) readHits(in io.Reader) error {
	return c.eachObject(in, func(p place, s *scanner) error {
		query, h, err := s.hit()
		if err != nil {
			return err
		}
		return c.add(p, query, h)
	})
}

// hitFields are all keys that a line of a hit can have.
var hitFields = slices.Concat(queryNames, idNames, scoreNames, rankNames, textNames, documentNames)

func (s *scanner) hit() (query []byte, h hit, err error) {
	h.rank = noRank
	qid, id := namedID{names: queryNames}, namedID{names: idNames}
	err = s.fields(hitFields, func(name string) (err error) {
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
		default:
			if slices.Contains(queryNames, name) {
				return qid.take(s, name)
			}
			return id.take(s, name)
		}
		return err
	})
	if err != nil {
		return nil, hit{}, err
	}
	if err := qid.check("query"); err != nil {
		return nil, hit{}, err
	}
	if err := id.check("document"); err != nil {
		return nil, hit{}, fmt.Errorf("query %q: %w", qid.text, err)
	}
	h.id = id.text
	return qid.text, h, nil
}
