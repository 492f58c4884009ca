package command

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/rankduel/rankduel/retrieval"
)

// A call is a request that was not answered yet.
type call struct {
	request request
	result  chan result // with room for one: no one may be waiting any more
	settled func()
	overdue *time.Timer // kills the process; set when the caller has given up
}

type result struct {
	response retrieval.Response
	err      error
}

// An endError says that the process has ended before it answered.
type endError struct{ err error }

func (e *endError) Error() string { return e.err.Error() }
func (e *endError) Unwrap() error { return e.err }

// ask sends a request and waits for its response. Settled is called once, when the process is done with the request, which
// may be long after the caller has given up.
func (p *process) ask(ctx context.Context, r request, settled func()) (retrieval.Response, error) {
	select {
	case <-p.ready:
	case <-ctx.Done():
		settled()
		return retrieval.Response{}, ctx.Err()
	}
	c := &call{request: r, result: make(chan result, 1), settled: settled}
	p.mu.Lock()
	if p.ended != nil {
		p.mu.Unlock()
		settled()
		return retrieval.Response{}, p.ended
	}
	p.pending[r.ID] = c
	p.mu.Unlock()

	begin := time.Now()
	select {
	case p.outbox <- r.line():
	case <-p.gone:
	case <-ctx.Done(): // not sent, so there is nothing to wait for
		p.withdraw(r, ctx.Err())
		return retrieval.Response{}, ctx.Err()
	}
	select {
	case got := <-c.result:
		got.response.Took = time.Since(begin)
		return got.response, got.err
	case <-ctx.Done():
		return retrieval.Response{}, ctx.Err()
	}
}

// withdraw settles a request that was not sent.
func (p *process) withdraw(r request, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.pending[r.ID]; ok {
		p.resolve(r.ID, result{err: err})
	}
}

// abandon gives the process the grace to answer a request that no one waits for any more.
func (p *process) abandon(r request, grace time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c, ok := p.pending[r.ID]; ok {
		c.overdue = time.AfterFunc(grace, func() {
			p.kill(fmt.Errorf("the program was still at query %q %v after its caller had given up", strings.ToValidUTF8(r.QueryID, "\uFFFD"), grace))
		})
	}
}

// resolve gives a pending call its result. It needs the lock.
func (p *process) resolve(id uint64, got result) {
	c := p.pending[id]
	delete(p.pending, id)
	if c.overdue != nil {
		c.overdue.Stop()
	}
	c.result <- got
	c.settled()
}
