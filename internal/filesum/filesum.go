// Package filesum remembers the hash of a file for as long as nothing has been
// written to it, for a process that asks again and again.
//
// A file is taken for unchanged when device, inode, size, and the times of its content and of its inode, to the
// nanosecond, are those of before. The last of them cannot be set by hand. Where a system does not tell them, and of
// what was written within the last seconds, whose times another write might share, nothing is remembered.
package filesum

import (
	"sync"
	"time"
)

// settled is how long ago a file must have changed: longer than any file system
// takes to show by its times that it changed again.
const settled = 3 * time.Second

// A Cache is safe for concurrent use. The zero value is usable.
type Cache struct {
	mu    sync.Mutex
	known map[string]known
}

type known struct {
	stamp stamp
	sum   string
}

// Of returns what hash says of the file at a path, or what it said when the file was as
// it is now. It has to be the same for the same bytes. Errors are not remembered.
func (c *Cache) Of(path string, hash func() (string, error)) (string, error) {
	before, ok := stampOf(path)
	if !ok {
		return hash()
	}
	if sum, ok := c.find(path, before); ok {
		return sum, nil
	}
	began := time.Now()
	sum, err := hash()
	if err != nil {
		return "", err
	}
	if began.Sub(before.changed()) > settled { // what is written from then on is seen, also while hash reads
		c.keep(path, known{before, sum})
	}
	return sum, nil
}

func (c *Cache) find(path string, now stamp) (sum string, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok := c.known[path]
	return k.sum, ok && k.stamp == now
}

func (c *Cache) keep(path string, k known) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil {
		c.known = map[string]known{}
	}
	c.known[path] = k
}
