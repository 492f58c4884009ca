package read

import (
	"cmp"
	"hash/fnv"
	"iter"
	"slices"

	"github.com/rankduel/rankduel/traces"
)

// A page is as many calls as are kept in memory or in a file together.
const (
	pageCalls = 256
	pageBytes = 256 << 10 // of arguments and files; a page that has more takes no further call
	pagesHeld = 8
)

// Calls is a list of calls, of which a few pages are in memory: the latest, and
// those that were looked at last. The others are in a temporary file, because a
// trace of a gigabyte has hundreds of thousands of calls. The zero value is an
// empty list, and a short list has no file.
//
// It is used by one goroutine at a time. A file that cannot be written or read
// makes calls empty; Err says so.
type Calls struct {
	convention traces.Convention
	n, events  int
	tokens     bool // a call has a total
	pages      []*page
	held       []*page // those in memory, the last used last
	file       spill
}

// A page is calls from a position on.
type page struct {
	first int
	bytes int
	calls []Call // nil when they are in the file only
	dirty bool   // they differ from what the file has
	place
}

// Len returns the number of calls.
func (l *Calls) Len() int { return l.n }

// Events returns the number of those that are events.
func (l *Calls) Events() int { return l.events }

// Err says what went wrong with the file.
func (l *Calls) Err() error { return l.file.err }

// Close removes the file. The list is not used afterwards.
func (l *Calls) Close() { l.file.close() }

// All returns the calls in their order.
func (l *Calls) All() iter.Seq2[int, Call] {
	return func(yield func(int, Call) bool) {
		for i := range l.n {
			if !yield(i, l.At(i)) {
				return
			}
		}
	}
}

// At returns one call. What it refers to is not changed by the caller.
func (l *Calls) At(i int) Call {
	p := l.page(i)
	return p.calls[i-p.first]
}

func (l *Calls) change(i int, by func(*Call)) {
	p := l.page(i)
	p.dirty = true
	by(&p.calls[i-p.first])
}

func (l *Calls) add(call Call) {
	if call.Tool.Retrieve {
		l.events++
	}
	l.tokens = l.tokens || call.Tokens != nil
	var last *page
	if len(l.pages) > 0 {
		last = l.pages[len(l.pages)-1]
	}
	if last == nil || l.n-last.first >= pageCalls || last.bytes >= pageBytes {
		last = &page{first: l.n, dirty: true}
		l.pages = append(l.pages, last)
		l.held = append(l.held, last)
		l.shrink()
	} else {
		last = l.page(l.n - 1)
	}
	last.calls = append(last.calls, call)
	last.dirty = true
	last.bytes += call.bytes()
	l.n++
}

// page returns the one that has a call, in memory.
func (l *Calls) page(i int) *page {
	at, exact := slices.BinarySearchFunc(l.pages, i, func(p *page, i int) int { return cmp.Compare(p.first, i) })
	if !exact {
		at--
	}
	p := l.pages[at]
	if last := len(l.held) - 1; l.held[last] != p {
		if where := slices.Index(l.held, p); where >= 0 {
			l.held = slices.Delete(l.held, where, where+1)
		}
		l.held = append(l.held, p)
	}
	if p.calls == nil {
		end := l.n
		if at+1 < len(l.pages) {
			end = l.pages[at+1].first
		}
		p.calls = l.file.read(p.place, end-p.first, l.convention)
		l.shrink()
	}
	return p
}

// shrink lets go of the pages that were not used for longest.
func (l *Calls) shrink() {
	for len(l.held) > pagesHeld {
		p := l.held[0]
		if p.dirty {
			p.place = l.file.write(p.calls)
		}
		p.calls, p.dirty = nil, false
		l.held = slices.Delete(l.held, 0, 1)
	}
}

// bytes is about what a call takes.
func (c Call) bytes() int {
	n := 300
	for _, a := range c.Arguments {
		n += 100 + len(a)
	}
	for _, f := range c.Files {
		n += 16 + len(f)
	}
	if c.Shell != nil {
		n += 200 + len(c.Shell.Command)
	}
	return n
}

// A name is an id in a set of many, of which eight bytes are enough.
type name uint64

func nameOf(id string) name {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // it never fails
	return name(h.Sum64())
}
