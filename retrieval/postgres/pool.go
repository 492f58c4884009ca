package postgres

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// errClosed answers queries after Close.
var errClosed = errors.New("postgres: the retriever is closed")

// closeTimeout bounds the farewell to a server that may be gone.
const closeTimeout = 2 * time.Second

// A pool keeps connections. It runs nothing in the background, so that a retriever that nobody closes leaves
// connections behind and no goroutines.
type pool struct {
	config *pgconn.Config
	places chan struct{} // one for each connection in use

	mu     sync.Mutex
	idle   []*pgconn.PgConn
	closed bool
}

func newPool(config *pgconn.Config, size int) *pool {
	return &pool{config: config, places: make(chan struct{}, size)}
}

// take waits for a place and hands out a connection, a kept one when there is one and fresh is false. The caller gives
// it back.
func (p *pool) take(ctx context.Context, fresh bool) (c *pgconn.PgConn, kept bool, err error) {
	select {
	case p.places <- struct{}{}:
	case <-ctx.Done():
		return nil, false, ctx.Err()
	}
	defer func() {
		if err != nil {
			<-p.places
		}
	}()
	p.mu.Lock()
	closed := p.closed
	if last := len(p.idle) - 1; last >= 0 && !fresh {
		c, p.idle = p.idle[last], p.idle[:last]
	}
	p.mu.Unlock()
	switch {
	case closed:
		return nil, false, errClosed
	case c != nil:
		return c, true, nil
	}
	c, err = pgconn.ConnectConfig(ctx, p.config)
	return c, false, err
}

// give takes a connection back. One that is closed or in the middle of something is not kept.
func (p *pool) give(c *pgconn.PgConn) {
	defer func() { <-p.places }()
	p.mu.Lock()
	keep := !p.closed && !c.IsClosed() && !c.IsBusy() && c.TxStatus() == 'I'
	if keep {
		p.idle = append(p.idle, c)
	}
	p.mu.Unlock()
	if !keep {
		dismiss(c)
	}
}

// close closes what is idle; what is in use is closed when it is given back.
func (p *pool) close() error {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	for _, c := range idle {
		dismiss(c)
	}
	return nil
}

// dismiss says goodbye. That it may not be heard is no fault: nothing is lost with the connection.
func dismiss(c *pgconn.PgConn) {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	_ = c.Close(ctx)
}
