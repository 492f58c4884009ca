package rerank

import (
	"context"
	_ "embed" // services.yaml
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/secrets"
	"github.com/rankduel/rankduel/retrieval"
)

// A service is one kind of rerank API: how it is asked, how it answers, and what it takes.
type service struct {
	name      string
	Address   string         // of the vendor; "" when everybody runs an own server
	Batch     int            // texts in one call unless batch_size says otherwise
	Model     string         // "needed" or "taken"; "": a server has one model
	Pointwise bool           // see [method]
	Texts     string         // the key of the texts in a request
	Fixed     map[string]any // what a request has that is the same in each
	Truncated map[string]any // what it has where texts are to be cut; nil: the service does not take truncate
	Bare      bool           // the response is the list of results
	Remedies  map[int]string // by status, for faults that settings can mend
}

//go:embed services.yaml
var servicesText []byte

// services are the rows of services.yaml.
var services = sync.OnceValue(func() map[string]service {
	var all map[string]service
	if err := yaml.Unmarshal(servicesText, &all); err != nil {
		panic(err) // services.yaml is part of the program
	}
	return all
})

func (v service) pointwise() bool { return v.Pointwise }

func (v service) resolve(s Settings) Settings {
	if s.URL == "" {
		s.URL = v.Address
	}
	if s.BatchSize == nil {
		s.BatchSize = new(v.Batch)
	}
	return s
}

func (v service) check(s Settings) []error {
	faults := prose.Faults(s.unused(
		field{"language", s.Language != ""},
		field{"model", s.Model != "" && v.Model == ""},
		field{"truncate", s.Truncate && v.Truncated == nil},
	))
	faults.If(v.Model == "needed" && s.Model == "", "model is missing: method %s needs its name", v.name)
	if n := s.BatchSize; n != nil {
		faults.If(*n < 1, "batch_size is %d: want at least 1", *n)
	}
	faults = append(faults, addressFaults(v.resolve(s).URL)...)
	faults = append(faults, s.headerFaults()...)
	return append(faults, s.Policy.Validate())
}

// addressFaults looks at an address whose secrets are not yet expanded. It quotes no address: there may be a password
// in it.
func addressFaults(address string) []error {
	if err := secrets.CheckReferences(address); err != nil {
		return []error{fmt.Errorf("url: %w", err)}
	}
	if strings.HasPrefix(address, "${") {
		return nil // it is all in the environment
	}
	if secrets.LiteralPassword(address) {
		return []error{errors.New("url has a password in plain text: write ${NAME} in its place and set that environment variable")}
	}
	want := "want a whole address such as http://localhost:8080/rerank"
	u, err := url.Parse(strings.NewReplacer("${", "", "}", "").Replace(address))
	switch {
	case address == "":
		return []error{errors.New("url is missing: " + want)}
	case err != nil:
		return []error{errors.New("url is malformed: " + want)}
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return []error{errors.New("url is not absolute: " + want)}
	case strings.Trim(u.Path, "/") == "":
		return []error{errors.New("url has no path: " + want)}
	}
	return nil
}

// request returns what is asked about texts.
func (v service) request(s Settings, query string, texts []string) map[string]any {
	r := map[string]any{"query": query, v.Texts: texts}
	if s.Model != "" {
		r["model"] = s.Model
	}
	maps.Copy(r, v.Fixed)
	if s.Truncate {
		maps.Copy(r, v.Truncated)
	}
	return r
}

// A caller is a service that is ready to be called.
type caller struct {
	service
	settings Settings // resolved
	address  string
	header   http.Header
	secrets  *secrets.Set
	client   *httpclient.Client
}

func (v service) open(s Settings, pool *httpclient.Pool) (Reranker, error) {
	s = v.resolve(s)
	if pool == nil {
		return nil, fmt.Errorf("method %s needs a pool of connections", v.name)
	}
	c := &caller{service: v, settings: s, secrets: secrets.New(nil)}
	c.header = http.Header{"Accept": {"application/json"}, "Content-Type": {"application/json"}}
	var faults prose.Faults
	expand := func(what, text string, with func(string) (string, error)) string {
		expanded, err := with(text)
		faults.In(what, err)
		return expanded
	}
	c.address = expand("url", s.URL, c.secrets.ExpandURL)
	faults = append(faults, httpclient.SetHeaders(c.header, s.Headers, c.secrets))
	if s.APIKey != "" {
		c.header.Set("Authorization", "Bearer "+expand("api_key", s.APIKey, c.secrets.ExpandSecret))
	}
	if err := faults.Join(); err != nil {
		return nil, err
	}
	var err error
	c.client, err = pool.Client(c.address, s.Policy, c.secrets)
	return c, err
}

// Rerank implements [Reranker]: one batch after the other.
func (c *caller) Rerank(ctx context.Context, q retrieval.Query, passages []Passage) (Scores, error) {
	var all Scores
	for batch := range slices.Chunk(passages, *c.settings.BatchSize) {
		scores, err := c.call(ctx, q.Text, batch)
		all.Attempts += scores.Attempts
		all.Retries += max(0, scores.Attempts-1)
		if err != nil {
			return all.calls(), fmt.Errorf("%s: %w", c.name, err)
		}
		all.Values = append(all.Values, scores.Values...)
		all.Took += scores.Took
	}
	return all, nil
}

func (c *caller) call(ctx context.Context, query string, batch []Passage) (Scores, error) {
	texts := ordered.Each(batch, func(p Passage) string { return p.Text })
	body, err := json.Marshal(c.request(c.settings, query, texts))
	if err != nil {
		return Scores{}, err
	}
	reply, err := c.client.Do(ctx, httpclient.Request{Method: http.MethodPost, URL: c.address, Header: c.header, Body: body})
	if err != nil {
		return Scores{Attempts: reply.Attempts}, c.failure(err)
	}
	results, err := c.results(reply.Body)
	if err == nil {
		var values []float64
		if values, err = inOrder(results, batch); err == nil {
			return Scores{Values: values, Attempts: reply.Attempts, Took: reply.Took}, nil
		}
	}
	return Scores{Attempts: reply.Attempts}, fmt.Errorf("%s; the response begins %s", c.secrets.Redact(prose.OneLine(err)), c.secrets.Snippet(reply.Body))
}

// failure says whose fault it was, and what settings can do about it.
func (c *caller) failure(err error) error {
	if httpclient.Unavailable(err) {
		return fmt.Errorf("%w: %w", retrieval.ErrUnavailable, err)
	}
	var status *httpclient.StatusError
	if errors.As(err, &status) && c.Remedies[status.Status] != "" {
		return fmt.Errorf("%w; %s", err, c.Remedies[status.Status])
	}
	return err
}
