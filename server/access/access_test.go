package access_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/server/access"
)

// A secret is 32 random bytes in URL-safe base64 behind a prefix; what is kept is
// its SHA-256, and the secret is nowhere in it.
func TestNew(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 30, 15, 999, time.FixedZone("CET", 3600))
	seen := map[string]bool{}
	for range 100 {
		token, secret, err := access.New("ci", access.Run, now)
		if err != nil {
			t.Fatal(err)
		}
		random, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(secret, "rankduel_"))
		if err != nil || len(random) != 32 || !strings.HasPrefix(secret, "rankduel_") || seen[secret] {
			t.Fatalf("secret %q: %d bytes, %v; want 32 that were not there before", secret, len(random), err)
		}
		seen[secret] = true
		sum := sha256.Sum256([]byte(secret))
		want := result.Token{Name: "ci", Scope: "run", SHA256: hex.EncodeToString(sum[:]), CreatedAt: time.Date(2026, 3, 1, 8, 30, 15, 0, time.UTC)}
		if token != want {
			t.Fatalf("token %+v, want %+v", token, want)
		}
		kept, err := json.Marshal(token)
		if err != nil || strings.Contains(string(kept), secret[len("rankduel_"):]) || strings.Contains(fmt.Sprintf("%+v", token), secret) {
			t.Fatalf("the secret is kept: %s %v", kept, err)
		}
	}
}

// Names stand in the log as they are.
func TestNames(t *testing.T) {
	for _, name := range []string{"a", "ci", "grafana-2", "jane@example.org", "Jürgen", "日本", strings.Repeat("x", 64)} {
		if _, _, err := access.New(name, access.Read, time.Now()); err != nil {
			t.Errorf("name %q: %v", name, err)
		}
	}
	for _, name := range []string{"", " ", "a b", "a\nb", "a\x00", "a\x1b[31m", "a\u202eb", "a\u00a0b", "a\u200bb", "\xff", "a\tb", strings.Repeat("x", 65), strings.Repeat("ü", 33)} {
		if token, secret, err := access.New(name, access.Read, time.Now()); err == nil || secret != "" || token != (result.Token{}) {
			t.Errorf("name %q was taken: %+v", name, token)
		} else if !strings.Contains(err.Error(), "want 1 to 64 bytes") {
			t.Errorf("name %q: %v", name, err)
		}
	}
}

func TestParseScope(t *testing.T) {
	for _, text := range []string{"read", "label", "run", "admin"} {
		if scope, err := access.ParseScope(text); err != nil || string(scope) != text {
			t.Errorf("%s: %q, %v", text, scope, err)
		}
	}
	for _, text := range []string{"", "Read", "all", "read ", "read,run"} {
		if _, err := access.ParseScope(text); err == nil || !strings.Contains(err.Error(), "want read, label, run, admin") {
			t.Errorf("scope %q: %v", text, err)
		}
	}
}

// A keyring is tokens that a test holds, or why they cannot be read.
type keyring struct {
	list []result.Token
	err  error
}

func (k *keyring) Tokens(context.Context) ([]result.Token, error) { return k.list, k.err }

func (k *keyring) add(t *testing.T, name string, scope access.Scope) (secret string) {
	t.Helper()
	token, secret, err := access.New(name, access.Read, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	token.Scope = string(scope)
	k.list = append(k.list, token)
	return secret
}

// A door is a guard before a handler that says who came in.
type door struct {
	access.Guard
	log   bytes.Buffer
	who   string
	scope access.Scope // the largest that the visitor had
	in    int
	front http.Handler // the guard, which remembers
	seen  *access.Visitor
}

func newDoor(tokens *keyring, loopback bool) *door {
	d := &door{}
	d.Guard = access.Guard{
		Loopback: loopback,
		Log:      slog.New(slog.NewTextHandler(&d.log, nil)),
		Public:   func(r *http.Request) bool { return r.URL.Path == "/public" },
		Needs: func(r *http.Request) access.Scope {
			if scope, ok := map[string]access.Scope{"/tokens": access.Admin, "/labels": access.Label, "/me": access.Any}[r.URL.Path]; ok {
				return scope
			}
			return access.ByMethod(r)
		},
	}
	if tokens != nil {
		d.Tokens = tokens
	}
	return d
}

// knock sends a request with headers as name, value.
func (d *door) knock(method, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	r.Host = "127.0.0.1:8080"
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
			continue
		}
		r.Header.Add(headers[i], headers[i+1])
	}
	ctx, visitor := access.Expect(r.Context())
	w := httptest.NewRecorder()
	d.scope, d.seen = "", visitor
	if d.front == nil {
		d.front = d.Wrap(http.HandlerFunc(d.enter))
	}
	d.front.ServeHTTP(w, r.WithContext(ctx))
	d.who = visitor.Name
	return w
}

// enter is behind the guard.
func (d *door) enter(_ http.ResponseWriter, r *http.Request) {
	d.in++
	who := access.Actor(r.Context())
	for _, scope := range []access.Scope{access.Read, access.Label, access.Run, access.Admin} {
		if who.May(scope) {
			d.scope = scope
		}
	}
	if who != *d.seen {
		panic("the visitor and the actor are two")
	}
}

// want checks an answer, and that anyone who was refused did not come in.
func (d *door) want(t *testing.T, status int, says, method, path string, headers ...string) {
	t.Helper()
	before := d.in
	w := d.knock(method, path, headers...)
	if w.Code != status || (d.in > before) != (status == http.StatusOK) {
		t.Errorf("%s %s %q = %d, %d came in; want %d: %s", method, path, headers, w.Code, d.in-before, status, w.Body)
		return
	}
	if status == http.StatusOK {
		return
	}
	var p struct {
		Title, Detail string
		Status        int
	}
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || p.Status != status || p.Title != http.StatusText(status) || !strings.Contains(p.Detail, says) || w.Header().Get("Content-Type") != "application/problem+json" {
		t.Errorf("%s %s %q: problem %s, want %q in it", method, path, headers, w.Body, says)
	}
	if challenge := w.Header().Get("WWW-Authenticate"); (challenge == `Bearer realm="rankduel"`) != (status == http.StatusUnauthorized) {
		t.Errorf("%s %s: %d with the challenge %q", method, path, status, challenge)
	}
}

// Every scope against everything that can be asked.
func TestScopes(t *testing.T) {
	var tokens keyring
	d := newDoor(&tokens, true)
	for _, tt := range []struct {
		scope                      access.Scope
		me, look, label, do, admin int
		refused                    string
	}{
		{access.Read, 200, 200, 403, 403, 403, "the token allows read"},
		{access.Label, 200, 403, 200, 403, 403, "the token allows label"},
		{access.Run, 200, 200, 200, 200, 403, "the token allows run, and this needs admin; `rankduel token add NAME --scope admin`"},
		{access.Admin, 200, 200, 200, 200, 200, ""},
		{"", 403, 403, 403, 403, 403, "this needs"},
		{"root", 403, 403, 403, 403, 403, "the token allows root"},
	} {
		bearer := []string{"Authorization", "Bearer " + tokens.add(t, "of-"+string(tt.scope), tt.scope)}
		d.want(t, 200, "", "GET", "/public", bearer...)
		d.want(t, tt.me, tt.refused, "GET", "/me", bearer...)
		for _, method := range []string{"GET", "POST", "DELETE"} {
			d.want(t, tt.label, tt.refused, method, "/labels", bearer...)
		}
		for _, method := range []string{"GET", "HEAD"} {
			d.want(t, tt.look, tt.refused, method, "/runs", bearer...)
			if tt.look == 200 && (d.who != "of-"+string(tt.scope) || d.scope != tt.scope) {
				t.Errorf("scope %q came in as %q with %q", tt.scope, d.who, d.scope)
			}
		}
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "get", "ODD"} {
			d.want(t, tt.do, tt.refused, method, "/runs", bearer...)
		}
		for _, method := range []string{"GET", "HEAD", "POST", "DELETE"} {
			d.want(t, tt.admin, tt.refused, method, "/tokens", bearer...)
		}
	}
	for _, path := range []string{"/runs", "/tokens", "/labels", "/me", "/publicly", "/public/more", "/"} {
		d.want(t, 401, "a token is needed", "GET", path)
	}
	d.want(t, 200, "", "GET", "/public")
	if d.who != "" {
		t.Errorf("who needs no token is called %q", d.who)
	}
}

// Only the secret opens, as a bearer: not its hash, which a copy of the store has,
// nor a part of it, nor a secret somewhere else in the request.
func TestSecrets(t *testing.T) {
	var tokens keyring
	d := newDoor(&tokens, true)
	first, last := tokens.add(t, "first", access.Read), ""
	for i := range 5 {
		last = tokens.add(t, fmt.Sprint("t", i), access.Read)
	}
	for _, good := range []struct{ header, who string }{
		{"Bearer " + first, "first"}, {"Bearer " + last, "t4"}, {"bearer " + last, "t4"}, {"BEARER   " + last + " ", "t4"},
	} {
		d.want(t, 200, "", "GET", "/runs", "Authorization", good.header)
		if d.who != good.who {
			t.Errorf("%q came in as %q", good.header, d.who)
		}
	}
	for _, header := range []string{
		"", "Bearer", "Bearer ", "Bearer x", "Basic " + first, first, "Bearer" + first, "Token " + first,
		"Bearer " + first[:len(first)-1], "Bearer " + first + "x", "Bearer " + strings.TrimPrefix(first, "rankduel_"), "Bearer " + strings.ToUpper(first),
		"Bearer " + tokens.list[0].SHA256, "Bearer " + first + "," + last, "Bearer " + first + " " + last, "Bearer first",
	} {
		d.want(t, 401, "a token is needed", "GET", "/runs", "Authorization", header)
	}
	d.want(t, 401, "", "GET", "/runs?token="+first+"&access_token="+first)
	d.want(t, 401, "", "GET", "/runs", "Cookie", "token="+first, "X-Api-Key", first, "Proxy-Authorization", "Bearer "+first)
	tokens.list[0].SHA256 = "" // a faulty row is no one's
	d.want(t, 401, "", "GET", "/runs", "Authorization", "Bearer ")
	d.want(t, 401, "", "GET", "/runs", "Authorization", "Bearer "+first)
}

// When no one knows who may ask, no one may: not on loopback either.
func TestTokensUnread(t *testing.T) {
	tokens := &keyring{err: errors.New("disk /srv/secret is gone")}
	for _, loopback := range []bool{true, false} {
		d := newDoor(tokens, loopback)
		d.want(t, 503, "the store of the tokens cannot be read", "GET", "/runs")
		if w := d.knock("GET", "/runs"); strings.Contains(w.Body.String(), "/srv") {
			t.Errorf("the client is told %s", w.Body)
		}
		if !strings.Contains(d.log.String(), "disk /srv/secret is gone") {
			t.Errorf("the log is told %q, and the client is sent to it", d.log.String())
		}
		d.want(t, 200, "", "GET", "/public")
	}
}

// Without tokens loopback is open to this machine, and nothing else ever is.
func TestOpen(t *testing.T) {
	for _, none := range []*keyring{nil, {}} {
		d := newDoor(none, true)
		for _, method := range []string{"GET", "POST", "DELETE"} {
			d.want(t, 200, "", method, "/runs")
			d.want(t, 200, "", method, "/tokens")
		}
		if d.who != "local" || d.scope != access.Admin {
			t.Errorf("who is on this machine is %q with %q", d.who, d.scope)
		}
		newDoor(none, false).want(t, 401, "a token is needed", "GET", "/runs")
	}
	var tokens keyring
	tokens.add(t, "one", access.Read)
	newDoor(&tokens, true).want(t, 401, "a token is needed", "GET", "/runs")
}

// That the last token is removed, because its secret leaked, lets in neither anyone who has
// it nor everybody else.
func TestLastTokenRemoved(t *testing.T) {
	var tokens keyring
	d := newDoor(&tokens, true)
	d.want(t, 200, "", "GET", "/runs") // there has been none
	bearer := []string{"Authorization", "Bearer " + tokens.add(t, "one", access.Read)}
	d.want(t, 200, "", "GET", "/runs", bearer...)
	tokens.list = nil
	d.want(t, 401, "a token is needed", "GET", "/runs", bearer...)
	d.want(t, 401, "a token is needed", "GET", "/runs")
}

// What comes from elsewhere is kept out of an open server by what browsers and
// proxies say of themselves; with a token, which no browser adds by itself, it does
// not matter.
func TestForeign(t *testing.T) {
	var tokens keyring
	bearer := []string{"Authorization", "Bearer " + tokens.add(t, "ci", access.Read)}
	open, closed := newDoor(nil, true), newDoor(&tokens, true)
	const (
		name  = "by the name localhost or a loopback address alone"
		proxy = "a proxy handed this request over"
		site  = "a page of another site sent this request"
	)
	for _, tt := range []struct {
		says    string
		headers []string
	}{
		{name, []string{"Host", "evil.example"}},
		{name, []string{"Host", "evil.example:8080"}},
		{name, []string{"Host", ""}},
		{name, []string{"Host", "localhost.evil.example"}},
		{name, []string{"Host", "127.0.0.1.evil.example"}},
		{name, []string{"Host", "notlocalhost"}},
		{name, []string{"Host", "0.0.0.0"}},
		{name, []string{"Host", "10.0.0.1"}},
		{name, []string{"Host", "127.1"}},
		{name, []string{"Host", "[::2]:80"}},
		{name, []string{"Host", "localhost:80:80"}},
		{proxy, []string{"Forwarded", "for=203.0.113.9"}},
		{proxy, []string{"Via", "1.1 proxy"}},
		{proxy, []string{"X-Forwarded-For", "203.0.113.9"}},
		{proxy, []string{"X-Forwarded-For", "127.0.0.1"}},
		{proxy, []string{"X-Forwarded-Host", "localhost"}},
		{proxy, []string{"X-Forwarded-Proto", "https"}},
		{proxy, []string{"X-Real-IP", "203.0.113.9"}},
		{proxy, []string{"X-Forwarded-For", "", "X-Forwarded-For", "203.0.113.9"}},
		{site, []string{"Origin", "http://127.0.0.1:8080", "Origin", "https://evil.example"}},
		{site, []string{"Sec-Fetch-Site", "same-origin", "Sec-Fetch-Site", "cross-site"}},
		{site, []string{"Sec-Fetch-Site", "cross-site"}},
		{site, []string{"Sec-Fetch-Site", "same-site"}},
		{site, []string{"Sec-Fetch-Site", "odd"}},
		{site, []string{"Origin", "https://evil.example"}},
		{site, []string{"Origin", "null"}},
		{site, []string{"Origin", "http://127.0.0.1:8081"}},
		{site, []string{"Origin", "http://localhost:8080"}}, // another name is another origin
		{site, []string{"Origin", "127.0.0.1:8080"}},
		{site, []string{"Origin", "http://127.0.0.1:8080", "Sec-Fetch-Site", "cross-site"}},
		{site, []string{"Origin", "http://evil.example", "Sec-Fetch-Site", "same-origin"}},
	} {
		for _, method := range []string{"GET", "POST"} {
			open.want(t, 403, tt.says, method, "/runs", tt.headers...)
		}
		closed.want(t, 200, "", "GET", "/runs", append(bearer, tt.headers...)...)
	}
	for _, headers := range [][]string{
		{},
		{"Host", "localhost"},
		{"Host", "LocalHost:8080"},
		{"Host", "127.0.0.1"},
		{"Host", "127.8.9.1:80"},
		{"Host", "[::1]:8080"},
		{"Host", "[::1]"},
		{"Sec-Fetch-Site", "same-origin"},
		{"Sec-Fetch-Site", "none"},
		{"Origin", "http://127.0.0.1:8080", "Sec-Fetch-Site", "same-origin"},
	} {
		open.want(t, 200, "", "POST", "/runs", headers...)
	}
}

// Of a request that no one looked at, no one is known, and nothing is allowed.
func TestNobody(t *testing.T) {
	ctx, visitor := access.Expect(context.Background())
	for _, who := range []access.Visitor{*visitor, access.Actor(ctx), access.Actor(context.Background())} {
		if who.Name != "" || who.Known || who.Scope != "" {
			t.Errorf("who asks is %+v", who)
		}
		for _, scope := range []access.Scope{access.Read, access.Label, access.Run, access.Admin, access.Any} {
			if who.May(scope) {
				t.Errorf("nobody may %q", scope)
			}
		}
	}
}
