package httpsearch

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/internal/secrets"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/internal/echo"
	"github.com/rankduel/rankduel/retrieval/internal/wirejson"
)

// A Retriever asks a declared engine. It is safe for concurrent use.
type Retriever struct {
	client      *httpclient.Client
	secrets     *secrets.Set
	method      string
	header      http.Header
	templates   *templates
	expressions *expressions
}

var _ retrieval.Responder = (*Retriever)(nil)

// Open makes the retriever of valid settings, with the secrets that the environment has now. It does not call the
// engine. All components of a run share one pool.
func Open(s Settings, pool *httpclient.Pool) (*Retriever, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	s, err := s.resolved()
	if err != nil {
		return nil, err
	}
	r := &Retriever{method: s.Method, secrets: secrets.New(nil)}
	var templatesErr, headerErr, expressionsErr error
	r.templates, templatesErr = s.templates(r.secrets.ExpandURL)
	r.header, headerErr = s.header(r.secrets)
	r.expressions, expressionsErr = s.expressions()
	if err := errors.Join(templatesErr, headerErr, expressionsErr); err != nil {
		return nil, r.secrets.RedactError(err)
	}
	address, _, err := r.templates.render(retrieval.Query{ID: "1", Text: "x"}, 1)
	if err != nil {
		return nil, r.secrets.RedactError(err)
	}
	r.client, err = pool.Client(address, s.Policy, r.secrets)
	return r, err
}

// header expands the secrets of the headers, and adds what the declaration leaves to us.
func (s Settings) header(hidden *secrets.Set) (http.Header, error) {
	h := http.Header{"Accept": {"application/json"}}
	if s.Body != "" {
		h.Set("Content-Type", "application/json")
	}
	faults := []error{httpclient.SetHeaders(h, s.Headers, hidden)}
	if s.Username != "" {
		name, nameErr := hidden.Expand(s.Username)
		password, passwordErr := hidden.ExpandSecret(s.Password)
		faults = append(faults, nameErr, passwordErr)
		token := base64.StdEncoding.EncodeToString([]byte(name + ":" + password))
		hidden.Hide(token)
		h.Set("Authorization", "Basic "+token)
	}
	return h, errors.Join(faults...)
}

// Retrieve implements [retrieval.Retriever].
func (r *Retriever) Retrieve(ctx context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
	response, err := r.Respond(ctx, q, k)
	return response.Hits, err
}

// Respond implements [retrieval.Responder].
func (r *Retriever) Respond(ctx context.Context, q retrieval.Query, k int) (retrieval.Response, error) {
	if err := ctx.Err(); err != nil || k < 1 {
		return retrieval.Response{}, err
	}
	if q.Document != nil {
		q.ID = q.Document.Query
	}
	address, body, err := r.templates.render(q, k)
	if err != nil {
		return retrieval.Response{}, r.secrets.RedactError(err)
	}
	reply, err := r.client.Do(ctx, httpclient.Request{Method: r.method, URL: address, Header: r.header, Body: body})
	if err != nil {
		if httpclient.Unavailable(err) {
			err = fmt.Errorf("%w: %w", retrieval.ErrUnavailable, err)
		}
		return retrieval.Response{Attempts: reply.Attempts}, err
	}
	response, err := r.read(ctx, reply.Body, q, k)
	if err != nil {
		return retrieval.Response{Attempts: reply.Attempts}, r.secrets.RedactError(r.quoting(err, reply.Body))
	}
	response.Attempts, response.Took = reply.Attempts, reply.Took
	return response, nil
}

func (r *Retriever) read(ctx context.Context, body []byte, q retrieval.Query, k int) (response retrieval.Response, err error) {
	asked := question{query: q, k: k, params: r.expressions.params}
	if asked.response, err = decodeResponse(body); err != nil {
		return response, err
	}
	if err = r.expressions.failure(ctx, asked); err != nil {
		return response, err
	}
	if response.Hits, err = r.expressions.ranking(ctx, asked); err != nil {
		return response, err
	}
	if response.Answer, err = r.expressions.written(ctx, asked); err != nil {
		return response, err
	}
	return response, echo.Clean(&response, r.secrets)
}

func decodeResponse(body []byte) (any, error) {
	switch start := bytes.TrimSpace(body); {
	case len(start) == 0:
		return nil, errors.New("the response is empty: want JSON")
	case start[0] == '<':
		return nil, errors.New("the response is HTML or XML and not JSON: is the url that of the search API?")
	case !utf8.Valid(body):
		return nil, errors.New("the response is not UTF-8, so it is no JSON")
	}
	var value any
	if err := wirejson.Decode(body, &value); err != nil {
		return nil, fmt.Errorf("the response: %w", err)
	}
	return value, nil
}

// quoting adds the beginning of the response, which says best what came back in place of what was declared.
func (r *Retriever) quoting(err error, body []byte) error {
	if errors.Is(err, ErrDegraded) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || len(body) == 0 {
		return err
	}
	return fmt.Errorf("%w; the response begins %s", err, r.secrets.Snippet(body))
}
