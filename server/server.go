// Package server is the service for a team: it puts what its rooms answer behind one address, with access,
// limits, security headers, a log of who asked what, and an end that loses nothing. server/api has the
// operations, server/access who may use them, server/system what they are about. It computes nothing.
package server

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/problem"
	"github.com/rankduel/rankduel/server/access"
	"github.com/rankduel/rankduel/server/api"
)

// A Config is what a server is made of. Page and Metrics are mounted where they are given.
type Config struct {
	API     api.Config
	Guard   access.Guard // Public, Needs and Log are the server's own
	Page    http.Handler // at / and /assets/
	Metrics http.Handler // at /metrics
	Log     *slog.Logger // of who asked what
	Clock   func() time.Time
	Limits  Limits
}

// Limits bound what a connection may cost. The zero value has the defaults.
type Limits struct {
	Body    int64         // bytes of one request; 0 means 8 MiB
	Bodies  int64         // bytes of all requests at once; 0 means 256 MiB
	Slow    time.Duration // in which a request has to be here; 0 means 30 s
	Header  time.Duration // in which its headers have to; 0 means 5 s
	Idle    time.Duration // of a connection between requests; 0 means 2 minutes
	Write   time.Duration // in which an answer has to be made and taken; 0 means 10 minutes
	Grace   time.Duration // for what runs when the server is stopped; 0 means 30 s
	Headers int           // bytes of the headers; 0 means 32 KiB
}

func (l Limits) withDefaults() Limits {
	l.Body, l.Bodies, l.Headers = cmp.Or(l.Body, 8<<20), cmp.Or(l.Bodies, 256<<20), cmp.Or(l.Headers, 32<<10)
	l.Slow, l.Header, l.Idle = cmp.Or(l.Slow, 30*time.Second), cmp.Or(l.Header, 5*time.Second), cmp.Or(l.Idle, 2*time.Minute)
	l.Write, l.Grace = cmp.Or(l.Write, 10*time.Minute), cmp.Or(l.Grace, 30*time.Second)
	return l
}

// A Server answers requests until it is stopped.
type Server struct {
	cfg     Config
	handler http.Handler
}

// New makes the server of a config.
func New(cfg Config) *Server {
	cfg.Limits = cfg.Limits.withDefaults()
	mux := http.NewServeMux()
	api.Mount(mux, cfg.API)
	if cfg.Metrics != nil {
		mux.Handle("GET /metrics", cfg.Metrics)
	}
	if cfg.Page != nil {
		mux.Handle("GET /{$}", cfg.Page)
		mux.Handle("GET /assets/", cfg.Page)
	}
	mux.HandleFunc("/", unknown(mux))
	cfg.Guard.Public, cfg.Guard.Needs, cfg.Guard.Log = public, needs, cfg.Log
	h := bodies(cfg.Limits)(mux)
	h = cfg.Guard.Wrap(h)
	h = secured(h)
	h = audited(cfg.Log, cfg.Clock, h)
	return &Server{cfg: cfg, handler: h}
}

// Handler returns what the server answers with.
func (s *Server) Handler() http.Handler { return s.handler }

// public tells what needs no token: whether the server runs, what can be asked,
// and the page, which holds no data and asks for a token itself.
func public(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	switch r.URL.Path {
	case "/", "/healthz", "/readyz", "/openapi.json", "/openapi.yaml":
		return true
	}
	return strings.HasPrefix(r.URL.Path, "/assets/") && r.URL.Path != "/assets/"
}

// needs returns the scopes of what is neither looking nor running: labels, which have a scope of their own,
// what anyone who has any token may know, and what only those may ask who look after the server.
func needs(r *http.Request) access.Scope {
	switch {
	case r.URL.Path == api.TokensPath:
		return access.Admin
	case r.Method == http.MethodGet && (r.URL.Path == "/v1/whoami" || r.URL.Path == "/v1/labels"):
		return access.Any
	case strings.HasPrefix(r.URL.Path, "/v1/labels/"):
		return access.Label
	}
	return access.ByMethod(r)
}

// unknown answers what no route takes: with the methods that one of the path has, or with 404.
func unknown(mux *http.ServeMux) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var allowed []string
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete} {
			other := r.Clone(r.Context())
			other.Method = method
			if _, pattern := mux.Handler(other); pattern != "/" {
				allowed = append(allowed, method)
			}
		}
		if len(allowed) == 0 {
			problem.Write(w, http.StatusNotFound, "there is nothing at this path; /openapi.json lists what there is")
			return
		}
		for _, method := range allowed {
			w.Header().Add("Allow", method)
		}
		problem.Write(w, http.StatusMethodNotAllowed, "this path does not take the method; see the header Allow")
	}
}

// Serve answers on a listener until ctx ends. Then no new request is taken, those that run have the time of
// Limits.Grace, and what still runs after that is told to stop: what was retrieved until then is recorded.
func (s *Server) Serve(ctx context.Context, at net.Listener, secret *tls.Config) error {
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	l := s.cfg.Limits
	front := &http.Server{
		Handler: s.handler, TLSConfig: secret,
		ReadHeaderTimeout: l.Header, ReadTimeout: l.Slow, WriteTimeout: l.Write, IdleTimeout: l.Idle, MaxHeaderBytes: l.Headers,
		BaseContext: func(net.Listener) context.Context { return working },
		ErrorLog:    slog.NewLogLogger(s.cfg.Log.Handler(), slog.LevelDebug), // clients that go away
	}
	if s.cfg.API.Jobs != nil {
		switch err := s.cfg.API.Jobs.Start(ctx); {
		case err != nil && ctx.Err() != nil:
			return nil // it was stopped before it began
		case err != nil:
			return &result.StoreError{Err: err}
		}
	}
	ended := make(chan error, 1)
	go func() {
		if secret != nil {
			ended <- front.ServeTLS(at, "", "")
			return
		}
		ended <- front.Serve(at)
	}()
	select {
	case err := <-ended:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	s.cfg.Log.Info("stopping", "grace", l.Grace.String())
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), l.Grace)
	defer cancel()
	stopped := s.stopJobs(patience) // at once, so that anyone who watches one is not waited for
	defer func() { <-stopped }()
	if err := front.Shutdown(patience); err != nil {
		stop() // what runs records what it has, and says so
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if err := front.Shutdown(last); err != nil {
			s.cfg.Log.Warn("connections were closed in the middle of an answer", "error", err)
			_ = front.Close()
		}
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// stopJobs puts back what runs, for the next server.
func (s *Server) stopJobs(ctx context.Context) (stopped chan struct{}) {
	stopped = make(chan struct{})
	go func() {
		defer close(stopped)
		if s.cfg.API.Jobs == nil {
			return
		}
		if err := s.cfg.API.Jobs.Stop(ctx); err != nil {
			s.cfg.Log.Warn("jobs were left as they are; the next server takes them up when their leases have run out", "error", err)
		}
	}()
	return stopped
}

// secured adds the headers that keep a browser from making more of an answer than it is. The page may run its own
// script and style, speak to this server, and nothing else; no one may frame it. Answers are not kept by caches.
func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		h.Set("Cache-Control", "no-store")
		if r.TLS != nil {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}
