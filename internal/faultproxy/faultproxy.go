// Package faultproxy is between a client and a server and breaks their conversation on purpose, so that tests can
// show what a client makes of a cut, slow, garbled or refusing engine.
//
// It knows TCP and turns, nothing else: an exchange begins when the client speaks and ends when it speaks again after
// the server did. That fits HTTP/1.1 without pipelining and most other protocols of question and answer. A test starts
// a proxy in front of its server ([Start]), gives the proxy's address to the client, and says with [Proxy.Inject] what
// happens to which exchange.
package faultproxy

import (
	"fmt"
	"net"
	"sync"
	"testing"
	"time"
)

// A Fault is what happens to one exchange. The zero value is none.
type Fault struct {
	Delay  time.Duration // before the request is passed on
	Answer string        // sent instead of the server's answer; then the connection is closed
	Drip   time.Duration // before each byte of the answer
	Cut    bool          // closes the connection after CutAfter bytes of the answer
	// CutAfter counts bytes of the answer, head included; 0 closes before anything is sent.
	CutAfter int
}

// A Proxy passes bytes between clients and one server. It is safe for concurrent use.
type Proxy struct {
	target   string
	listener net.Listener
	running  sync.WaitGroup
	ended    chan struct{}

	mu          sync.Mutex
	plan        func(exchange int) Fault
	exchanges   int
	connections map[net.Conn]bool // nil after the end
}

// New starts a proxy for the server at target, "host:port", on a free port of the loopback. Close ends it.
func New(target string) (*Proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("fault proxy: %w", err)
	}
	p := &Proxy{target: target, listener: listener, connections: make(map[net.Conn]bool), ended: make(chan struct{})}
	p.running.Go(p.accept)
	return p, nil
}

// Start returns [New] for a test, with which the proxy ends.
func Start(tb testing.TB, target string) *Proxy {
	tb.Helper()
	p, err := New(target)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(p.Close)
	return p
}

// Addr returns where clients connect, "127.0.0.1:port".
func (p *Proxy) Addr() string { return p.listener.Addr().String() }

// Inject decides from now on what happens to each exchange; exchanges are counted from 1 over all connections, and
// go on being counted. Nil means no faults. The plan may be called concurrently.
func (p *Proxy) Inject(plan func(exchange int) Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.plan = plan
}

// Exchanges returns how many exchanges have begun.
func (p *Proxy) Exchanges() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.exchanges
}

// next counts an exchange and fixes its fault.
func (p *Proxy) next() Fault {
	p.mu.Lock()
	p.exchanges++
	n, plan := p.exchanges, p.plan
	p.mu.Unlock()
	if plan == nil {
		return Fault{}
	}
	return plan(n)
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return // closed
		}
		p.running.Go(func() { p.serve(client) })
	}
}

// pause waits, and reports whether the proxy still runs.
func (p *Proxy) pause(d time.Duration) bool {
	if d == 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-p.ended:
		return false
	}
}

// keep remembers a connection, so that close can end it. It reports whether the proxy still runs.
func (p *Proxy) keep(c net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.connections == nil {
		return false
	}
	p.connections[c] = true
	return true
}

func (p *Proxy) drop(c net.Conn) {
	p.mu.Lock()
	delete(p.connections, c)
	p.mu.Unlock()
	_ = c.Close() // anyone who hears of an error here hangs up anyway
}

// Close ends the proxy and all connections through it.
func (p *Proxy) Close() {
	_ = p.listener.Close()
	p.mu.Lock()
	connections := p.connections
	p.connections = nil
	p.mu.Unlock()
	if connections == nil {
		return // closed before
	}
	close(p.ended)
	for c := range connections {
		_ = c.Close()
	}
	p.running.Wait()
}
