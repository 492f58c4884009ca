package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/rankduel/rankduel/retrieval"
)

// A Retriever answers queries from a PostgreSQL database. It is safe for concurrent use.
type Retriever struct {
	settings Settings
	target   target
	pool     *pool
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
	size := s.MaxConnections
	if size == 0 {
		size = DefaultMaxConnections
	}
	r := &Retriever{settings: s, target: at, pool: newPool(at.config, size)}
	c, _, err := r.pool.take(ctx, true)
	if err != nil {
		return nil, r.unreachable(ctx, err)
	}
	defer r.pool.give(c)
	description, err := c.Prepare(ctx, "", s.SQL, nil)
	if err != nil {
		return nil, r.failed(ctx, err)
	}
	if n := len(description.ParamOIDs); n > 2 {
		return nil, fmt.Errorf("postgres: sql has $%d: there are only $1, the query, and $2, the number of hits", n)
	}
	r.limited = len(description.ParamOIDs) == 2
	if _, err = resolveColumns(s.Columns, description.Fields); err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	return r, nil
}

// Close closes the connections. Queries that are running are not interrupted.
func (r *Retriever) Close() error { return r.pool.close() }

// Retrieve runs the SQL for one query.
func (r *Retriever) Retrieve(ctx context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
	response, err := r.Respond(ctx, q, k)
	return response.Hits, err
}

// Respond is Retrieve that also says how long the database took. Waiting for a connection and opening it are not in
// that time.
func (r *Retriever) Respond(ctx context.Context, q retrieval.Query, k int) (retrieval.Response, error) {
	if err := ctx.Err(); err != nil {
		return retrieval.Response{}, err
	}
	if k < 1 {
		return retrieval.Response{}, nil
	}
	for attempt := 1; ; attempt++ {
		c, kept, err := r.pool.take(ctx, attempt > 1)
		if err != nil {
			return retrieval.Response{}, r.unreachable(ctx, err)
		}
		start := time.Now()
		hits, err := r.ask(ctx, c, q, k)
		took := time.Since(start)
		lost := c.IsClosed()
		r.pool.give(c)
		switch {
		case err == nil:
			return retrieval.Response{Hits: hits, Attempts: attempt, Took: took}, nil
		case ctx.Err() != nil:
			return retrieval.Response{}, ctx.Err()
		case lost && kept: // it may have been dead for long; reading again harms nobody
			continue
		}
		return retrieval.Response{}, r.failed(ctx, err)
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

// statementTimeout stops the server's work when nobody waits for it any more, should the request to cancel get lost.
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
// time, because somebody may change a table while a run lasts.
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
