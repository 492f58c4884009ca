package label

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/textfaults"
	"github.com/rankduel/rankduel/internal/unpack"
)

// A Pair is what is graded: a document for a query.
type Pair struct {
	Query string
	Doc   string
}

// An Item is a pair as people see it.
type Item struct {
	Pair
	QueryText string
	Need      string // what the person behind the query wants; may be empty
	Title     string
	Text      string
}

// A Pool is what is to be labelled, in the order of its file.
type Pool struct {
	Name  string // of the file
	Items []Item
	index map[Pair]int
}

// A PoolLine is a line of pool.jsonl. Query text and need may stand in another file.
type PoolLine struct {
	QueryID   string `json:"query_id"`
	QueryText string `json:"query_text,omitempty"`
	Need      string `json:"need,omitempty"`
	DocID     string `json:"doc_id"`
	Title     string `json:"title"`
	Text      string `json:"text"`
}

// MaxPoolLine bounds a line of a pool, in bytes.
const MaxPoolLine = 16 << 20

// ErrEmpty is about a file without anything in it to label or to compare.
var ErrEmpty = errors.New("is empty")

// OpenPool reads a pool from a file, compressed or not.
func OpenPool(path string) (*Pool, error) {
	f, err := unpack.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	return ReadPool(path, f)
}

// ReadPool reads a pool: lines of JSON with query_id, doc_id, title and text, and query_text and need where
// no other file has them. Every fault is reported. A key that says where a document was found is one of
// them, as is any other that no one reads.
func ReadPool(name string, in io.Reader) (*Pool, error) {
	p := &Pool{Name: name, index: map[Pair]int{}}
	var faults []error
	lines := map[Pair]int{}
	err := eachLine(name, in, func(number int, line []byte) {
		item, err := parseItem(line)
		if err == nil {
			if first, twice := lines[item.Pair]; twice {
				err = fmt.Errorf("query %q has document %q in line %d already; keep one of them", item.Query, item.Doc, first)
			}
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s:%d: %w", name, number, err))
			return
		}
		lines[item.Pair] = number
		p.index[item.Pair] = len(p.Items)
		p.Items = append(p.Items, item)
	})
	if len(p.Items) == 0 && len(faults) > 0 && (errors.Is(faults[0], errNoObject) || errors.Is(faults[0], errUnknownKey)) {
		return nil, fmt.Errorf("%w, so this is no pool: %s", faults[0], poolForm) // the same of every line
	}
	if err := errors.Join(prose.JoinFirst(faults), err); err != nil {
		return nil, err
	}
	if len(p.Items) == 0 {
		return nil, fmt.Errorf("%s %w; %s", name, ErrEmpty, poolForm)
	}
	return p, nil
}

// poolForm is what a pool looks like.
const poolForm = "a pool has a line of JSON for each document, with query_id, doc_id, title and text"

// What a file of another kind has in its first line.
var (
	errNoObject   = errors.New("is no JSON object")
	errUnknownKey = errors.New("unknown field")
)

// telling are keys that would say more than a labeller may know.
var telling = []string{"rank", "score", "system", "config", "run", "by", "grade", "relevance", "label"}

func parseItem(line []byte) (Item, error) {
	var keys map[string]json.RawMessage
	if json.Unmarshal(line, &keys) != nil {
		return Item{}, errNoObject
	}
	if _, err := textfaults.CheckJSON(line, 1); err != nil {
		return Item{}, err
	}
	for _, key := range telling {
		if _, ok := keys[key]; ok {
			return Item{}, fmt.Errorf("%q must not be in a pool: labellers are not to know where a document was found, nor what it got; take it out", key)
		}
	}
	var l PoolLine
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		text := strings.TrimPrefix(err.Error(), "json: ")
		if key, ok := strings.CutPrefix(text, errUnknownKey.Error()); ok {
			return Item{}, fmt.Errorf("%w%s; a pool has query_id, doc_id, title and text, query_text and need", errUnknownKey, key)
		}
		return Item{}, errors.New(text)
	}
	switch {
	case l.QueryID == "":
		return Item{}, errors.New("has no query_id")
	case l.DocID == "":
		return Item{}, errors.New("has no doc_id")
	case strings.TrimSpace(l.Title+l.Text) == "":
		return Item{}, fmt.Errorf("query %q, document %q: has neither title nor text, so nobody can grade it", l.QueryID, l.DocID)
	}
	return Item{Pair: Pair{l.QueryID, l.DocID}, QueryText: l.QueryText, Need: l.Need, Title: l.Title, Text: l.Text}, nil
}

func (p *Pool) has(pair Pair) bool {
	_, ok := p.index[pair]
	return ok
}

// Item gives the texts of a pair, and whether the pool has it.
func (p *Pool) Item(pair Pair) (Item, bool) {
	i, ok := p.index[pair]
	if !ok {
		return Item{Pair: pair}, false
	}
	return p.Items[i], true
}

// queries lists the query ids in order of first appearance, with the places of their items.
func (p *Pool) queries() (ids []string, places map[string][]int) {
	places = map[string][]int{}
	for i, item := range p.Items {
		if _, ok := places[item.Query]; !ok {
			ids = append(ids, item.Query)
		}
		places[item.Query] = append(places[item.Query], i)
	}
	return ids, places
}

// eachLine gives the lines of a text file that are not blank, without a byte order mark and line ends, numbered from 1.
func eachLine(name string, in io.Reader, do func(number int, line []byte)) error {
	plain, err := unpack.New(in)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer plain.Close()
	s := bufio.NewScanner(plain)
	s.Buffer(nil, MaxPoolLine)
	number := 0
	for s.Scan() {
		number++
		line := s.Bytes()
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			do(number, line)
		}
	}
	if err := textfaults.OfScanner(s.Err()); err != nil {
		return fmt.Errorf("%s:%d: %w", name, number+1, err)
	}
	return nil
}
