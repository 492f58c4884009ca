package read

import (
	"hash/fnv"
	"iter"
	"slices"

	"github.com/rankduel/rankduel/traces"
)

// What is kept in memory of a list; where it is more, half of it goes to the file.
const (
	mostCalls = 2048
	mostBytes = 2 << 20 // of arguments and files
)

// Calls is a list of calls, of which the latest are in memory. The others are in a temporary file, as there
// may be hundreds of thousands. The zero value is an empty list, and a short list has no file. It is used
// by one goroutine at a time. A file that cannot be written or read makes calls empty; Err says so.
type Calls struct {
	convention traces.Convention
	events     int
	tokens     bool // a call has a total
	bytes      int  // of the latest, about
	latest     []Call
	earlier    []place // in the file
	file       spill
}

// Len returns the number of calls.
func (l *Calls) Len() int { return len(l.earlier) + len(l.latest) }

// Events returns the number of those that are events.
func (l *Calls) Events() int { return l.events }

// Err says what went wrong with the file.
func (l *Calls) Err() error { return l.file.err }

// Close removes the file. The list is not used afterwards.
func (l *Calls) Close() { l.file.close() }

// All returns the calls in their order.
func (l *Calls) All() iter.Seq2[int, Call] {
	return func(yield func(int, Call) bool) {
		for i := range l.Len() {
			if !yield(i, l.At(i)) {
				return
			}
		}
	}
}

// At returns one call. What it refers to is not changed by the caller.
func (l *Calls) At(i int) Call {
	if i < len(l.earlier) {
		return l.file.read(l.earlier[i], l.convention)
	}
	return l.latest[i-len(l.earlier)]
}

func (l *Calls) change(i int, by func(*Call)) {
	if i >= len(l.earlier) {
		call := &l.latest[i-len(l.earlier)]
		l.bytes -= call.bytes()
		by(call)
		l.bytes += call.bytes()
		return
	}
	call := l.At(i)
	by(&call)
	l.earlier[i] = l.file.write([]Call{call})[0]
}

func (l *Calls) add(call Call) {
	if call.Tool.Retrieve {
		l.events++
	}
	l.tokens = l.tokens || call.Tokens != nil
	l.latest = append(l.latest, call)
	if l.bytes += call.bytes(); len(l.latest) <= mostCalls && l.bytes <= mostBytes {
		return
	}
	half := (len(l.latest) + 1) / 2
	l.earlier = append(l.earlier, l.file.write(l.latest[:half])...)
	for _, c := range l.latest[:half] {
		l.bytes -= c.bytes()
	}
	l.latest = slices.Clone(l.latest[half:])
}

// bytes estimates what a call takes.
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
