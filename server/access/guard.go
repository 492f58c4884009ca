package access

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/problem"
)

// A Guard lets through who may ask.
type Guard struct {
	// Tokens are looked up at each request, so that a token counts from when it is
	// added and to when it is removed; nil when there are none.
	Tokens interface {
		Tokens(ctx context.Context) ([]result.Token, error)
	}

	// Loopback says that no one but this machine can ask. As long as there has been no
	// token at all, everybody who can may then do everything. That the last one is
	// removed, since its secret leaked, opens nothing.
	Loopback bool

	// Log is told why tokens cannot be read.
	Log *slog.Logger

	// Public tells requests that need no token.
	Public func(r *http.Request) bool

	// Needs is the scope of requests that is not that of their method; nil when
	// there are none.
	Needs func(r *http.Request) (scope Scope, ok bool)
}

func (g Guard) needs(r *http.Request) Scope {
	if g.Needs != nil {
		if scope, ok := g.Needs(r); ok {
			return scope
		}
	}
	return byMethod(r)
}

// local is who asks where no token is needed.
const local = "local"

// Wrap guards a handler.
func (g Guard) Wrap(next http.Handler) http.Handler {
	var closed atomic.Bool // there has been a token
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if g.Public(r) {
			next.ServeHTTP(w, r)
			return
		}
		tokens, err := g.tokens(r.Context())
		if len(tokens) > 0 {
			closed.Store(true)
		}
		open := err == nil && g.Loopback && !closed.Load()
		if open {
			if refusal := foreign(r); refusal != "" {
				problem.Write(w, http.StatusForbidden, refusal)
				return
			}
			note(r.Context(), Visitor{name: local, scope: Admin})
			next.ServeHTTP(w, r)
			return
		}
		if err != nil {
			g.Log.ErrorContext(r.Context(), "tokens unread", "error", err)
			problem.Write(w, http.StatusServiceUnavailable, "the store of the tokens cannot be read; try again, and look into the server's log")
			return
		}
		token, ok := find(tokens, secretOf(r))
		if !ok {
			w.Header().Set("WWW-Authenticate", `Bearer realm="rankduel"`)
			problem.Write(w, http.StatusUnauthorized, "a token is needed, as `Authorization: Bearer TOKEN`; `rankduel token add NAME` makes one")
			return
		}
		note(r.Context(), Visitor{name: token.Name, scope: Scope(token.Scope), token: true})
		if wanted := g.needs(r); !Scope(token.Scope).allows(wanted) {
			problem.Write(w, http.StatusForbidden, fmt.Sprintf("the token allows %s, and this needs %s; `rankduel token add NAME --scope %s` makes one", token.Scope, wanted, wanted))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (g Guard) tokens(ctx context.Context) ([]result.Token, error) {
	if g.Tokens == nil {
		return nil, nil
	}
	return g.Tokens.Tokens(ctx)
}

// secretOf returns the secret that a request carries, "" without one.
func secretOf(r *http.Request) string {
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(secret)
}
