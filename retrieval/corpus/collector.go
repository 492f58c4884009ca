package corpus

import (
	"context"
	"errors"
	"fmt"
	"strings"
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

// maxNamed is how many repeated ids an error names, as for run files and judgments.
const maxNamed = 10

// A repeat is an id that a document has taken before.
type repeat struct {
	id        string
	first, at place
}

func (r repeat) String() string {
	return fmt.Sprintf("%v: document id %q is taken by %v", r.at, r.id, r.first)
}

// repeats are those of a corpus, in its order.
type repeats struct {
	count int
	named []repeat // the first maxNamed
}

func (r *repeats) add(one repeat) {
	r.count++
	if len(r.named) < maxNamed {
		r.named = append(r.named, one)
	}
}

// err returns nil when every id is there once.
func (r *repeats) err(path string) error {
	switch r.count {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%v; rename or remove one of them", r.named[0])
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d documents have an id that is taken; rename or remove one of each", path, r.count)
	for _, one := range r.named {
		fmt.Fprintf(&b, "\n%v", one)
	}
	if more := r.count - len(r.named); more > 0 {
		fmt.Fprintf(&b, "\nand %d more", more)
	}
	return errors.New(b.String())
}
