package unpack

import "io"

// An ahead reads from in, in a goroutine of its own, up to two chunks ahead of its reader, so that
// decompressing and parsing overlap. Close ends the goroutine and waits for it; only then may in be closed.
type ahead struct {
	empty   chan []byte
	full    chan chunk
	stop    chan struct{}
	stopped chan struct{}
	now     chunk
	at      int // in now.bytes
}

// A chunk is what one or more reads gave, and how they ended.
type chunk struct {
	bytes []byte
	err   error
}

// aheadChunk is large enough that handing it over costs nothing next to decompressing it.
const aheadChunk = 256 << 10

func readAhead(in io.Reader) *ahead {
	a := &ahead{
		empty: make(chan []byte, 2), full: make(chan chunk, 2),
		stop: make(chan struct{}), stopped: make(chan struct{}),
	}
	for range cap(a.empty) {
		a.empty <- make([]byte, aheadChunk)
	}
	go a.fill(in)
	return a
}

func (a *ahead) fill(in io.Reader) {
	defer close(a.stopped)
	for {
		var buf []byte
		select {
		case buf = <-a.empty:
		case <-a.stop:
			return
		}
		var c chunk
		n := 0
		for n < len(buf) && c.err == nil {
			var m int
			m, c.err = in.Read(buf[n:])
			n += m
		}
		c.bytes = buf[:n]
		a.full <- c // never blocks: there are as many places as buffers
		if c.err != nil {
			return
		}
	}
}

func (a *ahead) Read(b []byte) (int, error) {
	for a.at == len(a.now.bytes) {
		if a.now.err != nil {
			return 0, a.now.err
		}
		if a.now.bytes != nil {
			a.empty <- a.now.bytes[:aheadChunk]
		}
		a.now, a.at = <-a.full, 0
	}
	n := copy(b, a.now.bytes[a.at:])
	a.at += n
	return n, nil
}

func (a *ahead) Close() error {
	close(a.stop)
	<-a.stopped
	return nil
}
