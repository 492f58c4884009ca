package faultproxy

import (
	"net"
	"sync"
	"time"
)

// A conversation is one client's connection and the server's next to it.
type conversation struct {
	proxy          *Proxy
	client, server net.Conn

	mu       sync.Mutex
	fault    Fault
	answered bool // the server has spoken since the exchange began
	sent     int  // bytes of its answer
}

func (p *Proxy) serve(client net.Conn) {
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

func (c *conversation) begin() Fault {
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
