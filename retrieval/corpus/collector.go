package corpus

import (
	"context"
	"fmt"
)

// A place is where a document starts.
type place struct {
	file string
	line int // 0 when the whole file is the document
}

func (p place) String() string {
	if p.line == 0 {
		return p.file
	}
	return fmt.Sprintf("%s:%d", p.file, p.line)
}

// A collector gathers documents and refuses what no corpus may have.
type collector struct {
	ctx       context.Context
	documents []Document
	empty     int // see Corpus
	seen      map[string]place
	repeats   repeats
}

func (c *collector) add(d Document, at place) error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if d.ID == "" {
		return fmt.Errorf("%v: document without an id; give it one", at)
	}
	if before, twice := c.seen[d.ID]; twice {
		c.repeats.add(repeat{d.ID, before, at})
		return nil
	}
	c.seen[d.ID] = at
	c.documents = append(c.documents, d)
	return nil
}
