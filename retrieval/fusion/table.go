package fusion

import "fmt"

// A table holds what each component says about each document, on a common scale.
type table struct {
	parts [][]float64 // parts[c][d]; 0 where c did not return d, unless everywhere is set

	// everywhere is set when a document has a part from each component, be it returned or not.
	everywhere bool

	err error
}

// A tableKey names a table: a way of turning ranks or scores into parts, and its parameter.
type tableKey struct {
	name  string
	param float64
}

// A columnFunc writes the parts of component c to column, which is 0 for each document that c did not return.
type columnFunc func(p *Pool, c int, param float64, column []float64) error

// tables are the tables of a pool. Memory of forgotten ones is used again.
type tables struct {
	made  map[tableKey]*table
	spare []*table

	lastKey tableKey // a sweep asks for one table many times in a row
	last    *table
}

func (t *tables) clear() {
	for _, made := range t.made {
		t.spare = append(t.spare, made)
	}
	clear(t.made)
	t.last = nil
}

// table returns the table of that key. It is filled at its first use.
func (p *Pool) table(key tableKey, everywhere bool, fill columnFunc) (*table, error) {
	if t := p.tables.find(key); t != nil {
		return t, t.err
	}
	t := new(table)
	if n := len(p.tables.spare); n > 0 {
		t, p.tables.spare = p.tables.spare[n-1], p.tables.spare[:n-1]
	}
	t.everywhere = everywhere
	p.fillTable(t, func(c int, column []float64) error { return fill(p, c, key.param, column) })
	if p.tables.made == nil {
		p.tables.made = make(map[tableKey]*table)
	}
	p.tables.made[key] = t
	return t, t.err
}

// find returns the table of that key, nil when there is none yet.
func (t *tables) find(key tableKey) *table {
	if t.last == nil || t.lastKey != key {
		t.lastKey, t.last = key, t.made[key]
	}
	return t.last
}

func (p *Pool) fillTable(t *table, fill func(c int, column []float64) error) {
	t.err = nil
	t.parts = resize(t.parts, len(p.lists))
	for c := range t.parts {
		t.parts[c] = zeros(t.parts[c], p.Len())
		if err := fill(c, t.parts[c]); err != nil {
			t.err = fmt.Errorf("component %q: %w", p.lists[c].Component, err)
			return
		}
	}
}
