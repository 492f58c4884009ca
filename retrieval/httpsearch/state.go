package httpsearch

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/internal/jq"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/secrets"
	"github.com/rankduel/rankduel/retrieval"
)

// ReadState asks the engine of valid settings for the state of its index, "" without [Settings.State]. The text is as
// long as the answer: anyone who keeps it hashes it.
func ReadState(ctx context.Context, s Settings, pool *httpclient.Pool) (string, error) {
	if s.State == nil {
		return "", nil
	}
	state, err := readState(ctx, s, pool)
	switch {
	case err == nil:
		return state, nil
	case s.State.Unasked:
		return "", fmt.Errorf("%w: %w", retrieval.ErrNoState, err)
	case httpclient.Unavailable(err):
		return "", fmt.Errorf("state: %w: %w", retrieval.ErrUnavailable, err)
	}
	return "", fmt.Errorf("state: %w", err)
}

func readState(ctx context.Context, s Settings, pool *httpclient.Pool) (string, error) {
	s, err := s.resolved()
	if err != nil {
		return "", err
	}
	hidden := secrets.New(nil)
	address := s.State.URL
	if strings.HasPrefix(address, "/") {
		address = s.base() + address
	}
	s.Body = ""
	header, headerErr := s.header(hidden)
	address, addressErr := hidden.ExpandURL(address)
	if err := errors.Join(headerErr, addressErr); err != nil {
		return "", hidden.RedactError(err)
	}
	client, err := pool.Client(address, s.Policy, hidden)
	if err != nil {
		return "", err
	}
	reply, err := client.Do(ctx, httpclient.Request{Method: "GET", URL: address, Header: header})
	if err != nil || s.State.Value == "" {
		return string(reply.Body), err
	}
	value, err := stateValue(ctx, s.State.Value, reply.Body)
	return value, hidden.RedactError(err)
}

// base returns what a path is put behind: the server, or else the origin of an absolute url; "" when there is neither.
func (s Settings) base() string {
	if s.Server != "" {
		return strings.TrimSuffix(s.Server, "/")
	}
	scheme, rest, absolute := strings.Cut(s.URL, "://")
	if !absolute || strings.ContainsAny(scheme, "/?{") {
		return ""
	}
	host, _, _ := strings.Cut(rest, "/")
	host, _, _ = strings.Cut(host, "?")
	return scheme + "://" + host
}

// stateValue returns the part of the answer that tells.
func stateValue(ctx context.Context, expression string, body []byte) (string, error) {
	compiled, err := jq.Compile("value", expression)
	if err != nil {
		return "", err
	}
	response, err := decodeResponse(body)
	if err != nil {
		return "", err
	}
	var parts []string
	for v, err := range compiled.Results(ctx, response) {
		if err != nil {
			return "", err
		}
		if v == nil {
			continue
		}
		text, err := plainjson.Line(v)
		if err != nil {
			return "", err
		}
		parts = append(parts, string(text))
	}
	if len(parts) == 0 {
		return "", errors.New("value: the expression gave nothing: want what changes with the index")
	}
	return strings.Join(parts, "\n"), nil
}

func (s Settings) stateFaults() []error {
	if s.State == nil {
		return nil
	}
	var faults prose.Faults
	faults.If(s.State.URL == "", "state: url is missing: want an address whose answer changes with the index")
	faults.If(strings.HasPrefix(s.State.URL, "/") && s.base() == "", "state: the url is a path, and there is no server to put it behind")
	faults.If(secrets.LiteralPassword(s.State.URL), "state: the url has a password in plain text: write ${NAME} in its place and set that environment variable")
	if s.State.Value != "" {
		_, err := jq.Compile("state: value", s.State.Value)
		faults = append(faults, err)
	}
	faults.In("state", secrets.CheckReferences(s.State.URL))
	return faults
}
