package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/rankduel/rankduel/internal/jq"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/internal/wirejson"
)

// once starts a process for each query.
type once struct {
	program   program
	arguments []string
	hits      *jq.Expression
	seats     *seats

	life  context.Context // ends with close
	end   context.CancelFunc
	mu    sync.Mutex
	calls sync.WaitGroup
}

func openOnce(p program, s Settings) (*once, error) {
	o := &once{program: p, arguments: s.Argv[1:], seats: newSeats(s.Instances, 1)}
	var err error
	if o.hits, err = compileHits(s.Hits); err != nil {
		return nil, err
	}
	o.life, o.end = context.WithCancel(context.Background())
	return o, nil
}

// enter counts a call, unless the retriever is closed.
func (o *once) enter() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.life.Err() != nil {
		return errClosed
	}
	o.calls.Add(1)
	return nil
}

func (o *once) close() error {
	o.mu.Lock()
	o.end()
	o.mu.Unlock()
	o.calls.Wait()
	return nil
}

func (o *once) respond(ctx context.Context, q retrieval.Query, k int) (retrieval.Response, error) {
	if err := o.enter(); err != nil {
		return retrieval.Response{}, err
	}
	defer o.calls.Done()
	running, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(o.life, cancel)()

	at, err := o.seats.take(running, false)
	if err == nil {
		defer o.seats.free(at)
		var response retrieval.Response
		if response, err = o.run(running, cancel, q, k); err == nil {
			return response, nil
		}
	}
	switch {
	case ctx.Err() != nil:
		return retrieval.Response{}, ctx.Err()
	case o.life.Err() != nil:
		return retrieval.Response{}, errClosed
	}
	return retrieval.Response{}, fmt.Errorf("%s: %w", o.program.name(), err)
}

// run runs the program and reads what it wrote. Stop ends ctx, for a program that writes too much.
func (o *once) run(ctx context.Context, stop func(), q retrieval.Query, k int) (retrieval.Response, error) {
	cmd := o.program.command(ctx, filled(o.arguments, q, k))
	if !slices.ContainsFunc(o.arguments, hasPlaceholder) {
		cmd.Stdin = bytes.NewReader(requestOf(0, q, k).line())
	}
	output, words := &capped{full: stop}, new(tail)
	cmd.Stdout, cmd.Stderr = output, words
	begin := time.Now()
	err := cmd.Start()
	switch {
	case errors.Is(err, syscall.E2BIG):
		return retrieval.Response{}, fmt.Errorf("the query is too long for an argument, %d bytes: have the program read it from its standard input", len(q.Text))
	case err != nil:
		return retrieval.Response{}, fmt.Errorf("%w: it cannot be started: %w", retrieval.ErrUnavailable, err)
	}
	err = cmd.Wait()
	took := time.Since(begin)
	_ = killGroup(cmd.Process) // what it has started and left behind
	var exit *exec.ExitError
	switch {
	case output.over:
		return retrieval.Response{}, fmt.Errorf("its standard output: %w; it begins %q", errTooLong, o.program.secrets.Snippet(output.kept[:min(beginning, len(output.kept))]))
	case errors.As(err, &exit):
		return retrieval.Response{}, fmt.Errorf("the program ended (%w)%s", err, words.words(o.program.secrets))
	case errors.Is(err, exec.ErrWaitDelay):
		return retrieval.Response{}, fmt.Errorf("the program ended, but something that it started went on with its output%s", words.words(o.program.secrets))
	case err != nil:
		return retrieval.Response{}, err
	}
	response, err := o.read(ctx, output.kept, q, k)
	if err != nil {
		return retrieval.Response{}, fmt.Errorf("its standard output: %w; it begins %q", err, o.program.secrets.Snippet(output.kept))
	}
	response.Attempts, response.Took = 1, took
	return response, nil
}

// read makes hits of an output: by the jq expression, or of a response, or of a list of hits.
func (o *once) read(ctx context.Context, output []byte, q retrieval.Query, k int) (retrieval.Response, error) {
	output = bytes.TrimSpace(output)
	var r response
	switch {
	case o.hits != nil:
		list, err := o.selected(ctx, output, q, k)
		if err != nil {
			return retrieval.Response{}, err
		}
		r.Hits = list
	case len(output) == 0:
		return retrieval.Response{}, errors.New("it is empty: want a list of hits, [] where nothing matches")
	case output[0] == '[':
		if err := wirejson.Decode(output, &r.Hits); err != nil {
			return retrieval.Response{}, err
		}
	default:
		if err := wirejson.Decode(output, &r); err != nil {
			return retrieval.Response{}, err
		}
	}
	return r.meaning(requestOf(0, q, k), o.program.secrets)
}

// compileHits compiles an expression that may use $query, $k and $id, the query's; nil is none.
func compileHits(text string) (*jq.Expression, error) {
	if text == "" {
		return nil, nil
	}
	return jq.Compile("hits", text, "$query", "$k", "$id")
}

// selected runs the expression over every JSON value of an output, and stops when it has k hits.
func (o *once) selected(ctx context.Context, output []byte, q retrieval.Query, k int) ([]any, error) {
	hits := []any{}
	for value, err := range wirejson.Values(output) {
		if err != nil {
			return nil, err
		}
		more, err := o.hits.List(ctx, k-len(hits), value, q.Text, k, q.ID)
		if err != nil {
			return nil, err
		}
		if hits = append(hits, more...); len(hits) == k {
			break
		}
	}
	return hits, nil
}

// capped keeps what is written to it, up to maxOutput bytes; then it calls full.
type capped struct {
	kept []byte
	over bool
	full func()
}

func (c *capped) Write(p []byte) (int, error) {
	if len(c.kept)+len(p) > maxOutput {
		c.over = true
		c.full()
		return 0, errTooLong
	}
	c.kept = append(c.kept, p...)
	return len(p), nil
}

// The placeholders of mode once.
const (
	placeQuery = "{query}"
	placeK     = "{k}"
	placeID    = "{id}"
	placeAgain = "{repeat}"
)

func hasPlaceholder(argument string) bool {
	return slices.ContainsFunc([]string{placeQuery, placeK, placeID, placeAgain}, func(p string) bool { return strings.Contains(argument, p) })
}

// filled puts a query into the arguments, in one pass: a query that holds {k} keeps it.
func filled(arguments []string, q retrieval.Query, k int) []string {
	replace := strings.NewReplacer(placeQuery, argument(q.Text), placeK, strconv.Itoa(k), placeID, argument(q.ID), placeAgain, strconv.Itoa(q.Repeat))
	return ordered.Each(arguments, replace.Replace)
}

// argument makes text that can be an argument of a program, and is UTF-8 like the text in a request.
func argument(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}
