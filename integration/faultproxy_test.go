package integration_test

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// A proxyFault is what happens to one exchange. The zero value is none.
type proxyFault struct {
	Delay  time.Duration // before the request is passed on
	Answer string        // sent instead of the server's answer; then the connection is closed
	Drip   time.Duration // before each byte of the answer
	Cut    bool          // closes the connection after CutAfter bytes of the answer
	// CutAfter counts bytes of the answer, head included; 0 closes before anything is sent.
	CutAfter int
}

// A faultProxy is between a client and a server and breaks their conversation on purpose, so that tests can show what a
// client makes of a cut, slow, garbled or refusing engine. It passes bytes between clients and one server, and is safe
// for concurrent use.
//
// It knows TCP and turns, nothing else: an exchange begins when the client speaks and ends when it speaks again after
// the server did. That fits HTTP/1.1 without pipelining and most other protocols of question and answer. A test starts
// a proxy in front of its server, gives the proxy's address to the client, and says with Inject what happens to which
// exchange.
type faultProxy struct {
	target   string
	listener net.Listener
	running  sync.WaitGroup
	ended    chan struct{}

	mu          sync.Mutex
	plan        func(exchange int) proxyFault
	exchanges   int
	connections map[net.Conn]bool // nil after the end
}

// newProxy starts a proxy for the server at target, "host:port", on a free port of the loopback. Close ends it.
func newProxy(target string) (*faultProxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("fault proxy: %w", err)
	}
	p := &faultProxy{target: target, listener: listener, connections: make(map[net.Conn]bool), ended: make(chan struct{})}
	p.running.Go(p.accept)
	return p, nil
}

// startProxy returns [newProxy] for a test, with which the proxy ends.
func startProxy(tb testing.TB, target string) *faultProxy {
	tb.Helper()
	p, err := newProxy(target)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(p.Close)
	return p
}

// Addr returns where clients connect, "127.0.0.1:port".
func (p *faultProxy) Addr() string { return p.listener.Addr().String() }

// Inject decides from now on what happens to each exchange; exchanges are counted from 1 over all connections, and
// go on being counted. Nil means no faults. The plan may be called concurrently.
func (p *faultProxy) Inject(plan func(exchange int) proxyFault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.plan = plan
}

// Exchanges returns how many exchanges have begun.
func (p *faultProxy) Exchanges() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.exchanges
}

// next counts an exchange and fixes its fault.
func (p *faultProxy) next() proxyFault {
	p.mu.Lock()
	p.exchanges++
	n, plan := p.exchanges, p.plan
	p.mu.Unlock()
	if plan == nil {
		return proxyFault{}
	}
	return plan(n)
}

func (p *faultProxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return // closed
		}
		p.running.Go(func() { p.serve(client) })
	}
}

// pause waits, and reports whether the proxy still runs.
func (p *faultProxy) pause(d time.Duration) bool {
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
func (p *faultProxy) keep(c net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.connections == nil {
		return false
	}
	p.connections[c] = true
	return true
}

func (p *faultProxy) drop(c net.Conn) {
	p.mu.Lock()
	delete(p.connections, c)
	p.mu.Unlock()
	_ = c.Close() // anyone who hears of an error here hangs up anyway
}

// Close ends the proxy and all connections through it.
func (p *faultProxy) Close() {
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

// A conversation is one client's connection and the server's next to it.
type conversation struct {
	proxy          *faultProxy
	client, server net.Conn

	mu       sync.Mutex
	fault    proxyFault
	answered bool // the server has spoken since the exchange began
	sent     int  // bytes of its answer
}

func (p *faultProxy) serve(client net.Conn) {
	if !p.keep(client) {
		_ = client.Close()
		return
	}
	defer p.drop(client)
	server, err := net.DialTimeout("tcp", p.target, 10*time.Second)
	if err != nil {
		return // the client sees a closed connection, as it would of a server that dies
	}
	if !p.keep(server) {
		_ = server.Close()
		return
	}
	defer p.drop(server)
	c := &conversation{proxy: p, client: client, server: server, answered: true}
	var down sync.WaitGroup
	down.Go(c.answers)
	c.requests()
	p.drop(server) // ends answers
	down.Wait()
}

// requests passes on what the client says.
func (c *conversation) requests() {
	buffer := make([]byte, 32<<10)
	for {
		n, err := c.client.Read(buffer)
		if n > 0 {
			if c.begins() {
				fault := c.begin()
				if !c.proxy.pause(fault.Delay) {
					return
				}
				if fault.Answer != "" {
					c.hangUp(fault.Answer)
					return
				}
			}
			if _, err := c.server.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// begins reports whether what the client says now is a new request.
func (c *conversation) begins() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.answered
}

func (c *conversation) begin() proxyFault {
	fault := c.proxy.next()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fault, c.answered, c.sent = fault, false, 0
	return fault
}

// answers passes on what the server says, as far as the fault allows.
func (c *conversation) answers() {
	defer func() { _ = c.client.Close() }() // ends requests
	buffer := make([]byte, 32<<10)
	for {
		n, err := c.server.Read(buffer)
		if n > 0 && !c.answer(buffer[:n]) {
			return
		}
		if err != nil {
			return
		}
	}
}

func (c *conversation) answer(part []byte) bool {
	c.mu.Lock()
	fault, left := c.fault, c.fault.CutAfter-c.sent
	c.answered, c.sent = true, c.sent+len(part)
	c.mu.Unlock()
	cut := fault.Cut && len(part) >= left
	if cut {
		part = part[:left]
	}
	if fault.Drip == 0 {
		_, err := c.client.Write(part)
		return err == nil && !cut
	}
	for i := range part {
		if !c.proxy.pause(fault.Drip) {
			return false
		}
		if _, err := c.client.Write(part[i : i+1]); err != nil {
			return false
		}
	}
	return !cut
}

// hangUp answers and ends the connection, after reading what the client still wants to say: closing before that would
// reset the connection and take the answer away with it.
func (c *conversation) hangUp(answer string) {
	if _, err := c.client.Write([]byte(answer)); err != nil {
		return
	}
	if half, ok := c.client.(interface{ CloseWrite() error }); ok && half.CloseWrite() != nil {
		return
	}
	if c.client.SetReadDeadline(time.Now().Add(time.Second)) != nil {
		return
	}
	buffer := make([]byte, 32<<10)
	for {
		if _, err := c.client.Read(buffer); err != nil {
			return
		}
	}
}

// cutAfter breaks the connection after that many bytes of the answer, head included.
func cutAfter(after int) proxyFault { return proxyFault{Cut: true, CutAfter: after} }

// delayed holds the request back.
func delayed(d time.Duration) proxyFault { return proxyFault{Delay: d} }

// dripping sends the answer byte by byte, with that pause before each.
func dripping(pause time.Duration) proxyFault { return proxyFault{Drip: pause} }

// garbage answers with bytes that are no HTTP.
func garbage() proxyFault { return proxyFault{Answer: "\x00\xff\x16\x03garbage\r\n\r\n{[<"} }

// refusal answers with an HTTP status and, when it is not empty, a Retry-After header: a storm of 429 is
// Inject(func(int) proxyFault { return refusal(429, "1") }).
func refusal(code int, retryAfter string) proxyFault {
	var b strings.Builder
	body := "injected\n"
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\nConnection: close\r\nContent-Length: %d\r\n", code, http.StatusText(code), len(body))
	if retryAfter != "" {
		fmt.Fprintf(&b, "Retry-After: %s\r\n", retryAfter)
	}
	return proxyFault{Answer: b.String() + "\r\n" + body}
}
