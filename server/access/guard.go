// Package access says who may ask a server for what: tokens with a scope, each kept as a hash, and what may
// be asked without any on a loopback address. It knows requests and no routes: a route asks for reading
// unless it changes something, and is refused unless it was said to be public.
package access

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
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

	// Loopback says that no one but this machine can ask. As long as there has been no token at all, everybody who can
	// may then do everything. That the last one is removed, since its secret leaked, opens nothing.
	Loopback bool

	// Log is told why tokens cannot be read.
	Log *slog.Logger

	// Public tells requests that need no token.
	Public func(r *http.Request) bool

	// Needs returns the scope of a request; [ByMethod] is what most need.
	Needs func(r *http.Request) Scope
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
			note(r.Context(), Visitor{Name: local, Scope: Admin})
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
		note(r.Context(), Visitor{Name: token.Name, Scope: Scope(token.Scope), Known: true})
		if wanted := g.Needs(r); !Scope(token.Scope).allows(wanted) {
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

func secretOf(r *http.Request) string {
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(secret)
}

// foreign says why a request is not to be trusted although it comes from this machine: another site's
// page may have had a browser send it, under a name made to mean this address, or a proxy hands it
// over. "" is for what people and programs of this machine send.
func foreign(r *http.Request) string {
	if !isLoopbackName(r.Host) {
		return "without tokens, the server is asked by the name localhost or a loopback address alone; `rankduel token add NAME` lets it be asked by others"
	}
	for _, header := range []string{"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip"} {
		if len(r.Header[header]) > 0 { // also an empty one, which may come before the proxy's
			return "a proxy handed this request over, and without tokens only this machine may ask; `rankduel token add NAME` makes one"
		}
	}
	foreignSite := func(site string) bool { return site != "" && site != "same-origin" && site != "none" }
	foreignOrigin := func(origin string) bool {
		_, host, _ := strings.Cut(origin, "://")
		return host != r.Host
	}
	if slices.ContainsFunc(r.Header["Sec-Fetch-Site"], foreignSite) || slices.ContainsFunc(r.Header["Origin"], foreignOrigin) {
		return "a page of another site sent this request"
	}
	return ""
}

// isLoopbackName tells whether a host, with or without a port, is this machine by
// definition and not because a name server says so.
func isLoopbackName(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	name = strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	if strings.EqualFold(name, "localhost") {
		return true
	}
	ip := net.ParseIP(name)
	return ip != nil && ip.IsLoopback()
}

type actorKey struct{}

// A Visitor is who sends a request, as far as that was found out.
type Visitor struct {
	Name  string // of the visitor's token, "" while no one knows, and "local" where no token is needed
	Scope Scope
	Known bool // the name is that of a token, and so of someone in particular
}

// May tells whether the visitor has a scope. No one has one who was not found out.
func (v Visitor) May(wanted Scope) bool { return v.Scope.allows(wanted) }

// Expect makes room in a context for who it will turn out to be.
func Expect(ctx context.Context) (context.Context, *Visitor) {
	v := &Visitor{}
	return context.WithValue(ctx, actorKey{}, v), v
}

func note(ctx context.Context, who Visitor) {
	if v, ok := ctx.Value(actorKey{}).(*Visitor); ok {
		*v = who
	}
}

// Actor returns who sent the request that a context is of.
func Actor(ctx context.Context) Visitor {
	if v, ok := ctx.Value(actorKey{}).(*Visitor); ok {
		return *v
	}
	return Visitor{}
}
