package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/rankduel/rankduel/retrieval"
)

// A Retriever answers queries from a PostgreSQL database. It is safe for concurrent use.
type Retriever struct {
	settings Settings
	target   target
	pool     *pgxpool.Pool
	closed   atomic.Bool
	limited  bool // the SQL uses $2
}

var _ retrieval.Responder = (*Retriever)(nil)

// Open connects once and has the server check the SQL, so that what is wrong with either is known before the first
// query. The caller closes the retriever.
func Open(ctx context.Context, s Settings) (*Retriever, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	at, err := resolve(s)
	if err != nil {
		return nil, err
	}
	size := cmp.Or(s.MaxConnections, DefaultMaxConnections)
	r := &Retriever{settings: s, target: at}
	if r.pool, err = newPool(ctx, at.config, size); err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	if err := r.check(ctx); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// check has the server look at the SQL.
func (r *Retriever) check(ctx context.Context) error {
	c, err := r.pool.Acquire(ctx)
	if err != nil {
		return r.unreachable(ctx, err)
	}
	defer c.Release()
	connection := c.Conn().PgConn()
	use(connection)
	description, err := connection.Prepare(ctx, "", r.settings.SQL, nil)
	if err != nil {
		return r.failed(ctx, err)
	}
	if n := len(description.ParamOIDs); n > 2 {
		return fmt.Errorf("postgres: sql has $%d: there are only $1, the query, and $2, the number of hits", n)
	}
	r.limited = len(description.ParamOIDs) == 2
	if _, err = resolveColumns(r.settings.Columns, description.Fields); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	return nil
}

// Close waits for the queries that are running, without taking new ones, and closes the connections.
func (r *Retriever) Close() error {
	r.closed.Store(true)
	r.pool.Close()
	return nil
}

// Retrieve runs the SQL for one query.
func (r *Retriever) Retrieve(ctx context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
	response, err := r.Respond(ctx, q, k)
	return response.Hits, err
}

// Respond returns Retrieve that also says how long the database took. Waiting for a connection and opening it are not in
// that time.
func (r *Retriever) Respond(ctx context.Context, q retrieval.Query, k int) (retrieval.Response, error) {
	if err := ctx.Err(); err != nil {
		return retrieval.Response{}, err
	}
	if k < 1 {
		return retrieval.Response{}, nil
	}
	for attempt := 1; ; attempt++ {
		c, err := r.pool.Acquire(ctx)
		if err != nil {
			return retrieval.Response{Attempts: attempt - 1}, r.unreachable(ctx, err)
		}
		connection := c.Conn().PgConn()
		kept := use(connection)
		start := time.Now()
		hits, err := r.ask(ctx, connection, q, k)
		took := time.Since(start)
		lost := connection.IsClosed()
		c.Release()
		switch {
		case err == nil:
			return retrieval.Response{Hits: hits, Attempts: attempt, Took: took}, nil
		case ctx.Err() != nil:
			return retrieval.Response{Attempts: attempt}, ctx.Err()
		case lost && kept && attempt == 1: // it may have been dead for long; reading again harms no one
			r.pool.Reset() // the others are as old
			continue
		}
		return retrieval.Response{Attempts: attempt}, r.failed(ctx, err)
	}
}

// The parts of the pipeline around the SQL. Without COMMIT nothing stays, even if PostgreSQL let something pass.
const (
	begin    = "BEGIN READ ONLY"
	rollback = "ROLLBACK"
)

// ask sends everything that one query needs at once and reads the answers.
func (r *Retriever) ask(ctx context.Context, c *pgconn.PgConn, q retrieval.Query, k int) ([]retrieval.Hit, error) {
	parameters := [][]byte{[]byte(clean(q.Text))}
	if r.limited {
		parameters = append(parameters, strconv.AppendInt(nil, int64(k), 10))
	}
	p := c.StartPipeline(ctx)
	p.SendQueryParams(begin, nil, nil, nil, nil)
	if deadline, ok := ctx.Deadline(); ok {
		p.SendQueryParams(statementTimeout(time.Until(deadline)), nil, nil, nil, nil)
	}
	p.SendQueryParams(r.settings.SQL, parameters, nil, nil, nil)
	p.SendPipelineSync() // after an error, the server goes on reading here
	p.SendQueryParams(rollback, nil, nil, nil, nil)
	hits, err := read(p, r.settings.Columns, k)
	if closing := p.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return nil, err
	}
	return hits, nil
}

// grace is how much later than the context the server gives up: long enough for the context to end first, so that the
// caller learns of its own deadline.
const grace = time.Second

// statementTimeout stops the server's work when no one waits for it any more, should the request to cancel get lost.
func statementTimeout(left time.Duration) string {
	return fmt.Sprintf("SET LOCAL statement_timeout = %d", max(left+grace, grace).Milliseconds())
}

// read takes the rows of the one part of the pipeline that returns any.
func read(p *pgconn.Pipeline, names Columns, k int) ([]retrieval.Hit, error) {
	if err := p.Sync(); err != nil {
		return nil, err
	}
	var hits []retrieval.Hit
	for {
		result, err := p.GetResults()
		if err != nil {
			return nil, err
		}
		switch result := result.(type) {
		case nil:
			return hits, nil
		case *pgconn.ResultReader:
			if hits, err = addRows(hits, result, names, k); err != nil {
				return nil, err
			}
		}
	}
}

// addRows adds the rows of one part of the pipeline; those around the SQL have none. The columns are looked up every
// time, because someone may change a table while a run lasts.
func addRows(hits []retrieval.Hit, rows *pgconn.ResultReader, names Columns, k int) ([]retrieval.Hit, error) {
	if len(rows.FieldDescriptions()) == 0 {
		_, err := rows.Close()
		return hits, err
	}
	c, err := resolveColumns(names, rows.FieldDescriptions())
	if err != nil {
		_, closing := rows.Close()
		return nil, errors.Join(closing, &resultError{err})
	}
	return c.hits(rows, k)
}

// clean makes a text that PostgreSQL takes: without NUL, and all of it UTF-8.
func clean(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// errClosed answers queries after Close.
var errClosed = errors.New("postgres: the retriever is closed")

// newPool keeps connections without asking them whether they are alive before each query: that would be a second round
// trip. That one is dead is noticed by the query, which is asked again on a fresh one.
func newPool(ctx context.Context, config *pgxpool.Config, size int) (*pgxpool.Pool, error) {
	config = config.Copy()
	config.MaxConns = int32(size)
	config.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false }
	return pgxpool.NewWithConfig(ctx, config)
}

// use notes that a connection is used, and reports whether it was kept from an earlier use.
func use(c *pgconn.PgConn) (kept bool) {
	const key = "rankduel used"
	data := c.CustomData()
	_, kept = data[key]
	data[key] = true
	return kept
}
