package httpclient_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/httpclient"
)

func discard() *log.Logger { return log.New(io.Discard, "", 0) }

// nasty is a secret that no encoding leaves as it is.
const nasty = `pä ss/w+o"r<d>&x=1@:%`

func environment(name string) (string, bool) {
	v, ok := map[string]string{
		"KEY": "abcd1234", "NASTY": nasty, "EMPTY": "", "LONG": "abcd1234-and-more", "NESTED": "${KEY}",
		"SERVER": "http://user:hunter2@engine:9200",
	}[name]
	return v, ok
}

func TestExpand(t *testing.T) {
	s := httpclient.NewSecrets(environment)
	for text, want := range map[string]string{
		"":                    "",
		"plain $KEY $ {KEY}":  "plain $KEY $ {KEY}",
		"Bearer ${KEY}":       "Bearer abcd1234",
		"${KEY}${LONG}":       "abcd1234abcd1234-and-more",
		"${NESTED}":           "${KEY}", // a value is data, not settings
		"ApiKey ${NASTY} end": "ApiKey " + nasty + " end",
	} {
		if got, err := s.Expand(text); got != want || err != nil {
			t.Errorf("Expand(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
	got, err := s.Expand("${NOT_SET} ${EMPTY} ${KEY} ${1}")
	for _, want := range []string{"NOT_SET is not set", "EMPTY is empty", "${ without a name"} {
		if got != "" || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Expand = %q, %v, want an error that says %q", got, err, want)
		}
	}
}

// What is put into a URL has to come out of it again: net/url is the judge.
func TestExpandURL(t *testing.T) {
	s := httpclient.NewSecrets(environment)
	parse := func(text string) *url.URL {
		t.Helper()
		expanded, err := s.ExpandURL(text)
		if err != nil {
			t.Fatalf("ExpandURL(%q): %v", text, err)
		}
		u, err := url.Parse(expanded)
		if err != nil {
			t.Fatalf("ExpandURL(%q) = %q: %v", text, expanded, err)
		}
		return u
	}
	if u := parse("https://${NASTY}:${NASTY}@host/x"); u.User.Username() != nasty || u.Host != "host" {
		t.Errorf("user %q, host %q", u.User.Username(), u.Host)
	} else if password, _ := u.User.Password(); password != nasty {
		t.Errorf("password %q, want %q", password, nasty)
	}
	if u := parse("https://host/a/${NASTY}/b"); u.Path != "/a/"+nasty+"/b" {
		t.Errorf("path %q", u.Path)
	}
	if u := parse("https://host/a?k=${NASTY}&l=2"); u.Query().Get("k") != nasty || u.Query().Get("l") != "2" {
		t.Errorf("query %v", u.Query())
	}
	if u := parse("${SERVER}/a"); u.Host != "engine:9200" || u.Path != "/a" {
		t.Errorf("server %v", u)
	}
	if u := parse("http://${KEY}:80/a"); u.Host != "abcd1234:80" {
		t.Errorf("host %v", u.Host)
	}
	if got := s.Redact("lookup hunter2, " + base64.StdEncoding.EncodeToString([]byte("user:hunter2"))); strings.Contains(got, "hunter2") ||
		strings.Contains(got, "dXNlcjpodW50ZXIy") {
		t.Errorf("Redact = %q, want no password and no Authorization header", got)
	}
}

func TestRedactEveryForm(t *testing.T) {
	s := httpclient.NewSecrets(environment)
	if got := s.Redact(nasty); got != nasty {
		t.Errorf("nothing expanded yet: Redact = %q", got)
	}
	if _, err := s.Expand("${NASTY} ${LONG} ${KEY}"); err != nil {
		t.Fatal(err)
	}
	quoted, err := json.Marshal(nasty)
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{
		nasty, url.QueryEscape(nasty), url.PathEscape(nasty), string(quoted[1 : len(quoted)-1]),
		url.UserPassword("u", nasty).String()[2:], strings.ReplaceAll(nasty, `"`, `\"`),
	} {
		if got := s.Redact("<" + form + ">"); got != "<[secret]>" {
			t.Errorf("Redact(<%s>) = %q", form, got)
		}
	}
	if got := s.Redact("abcd1234-and-more abcd1234"); got != "[secret] [secret]" {
		t.Errorf("Redact = %q: the longer of two must not leave its tail", got)
	}
	var none *httpclient.Secrets
	if got := none.Redact("x"); got != "x" {
		t.Errorf("nil secrets: Redact = %q", got)
	}
}

func TestSnippet(t *testing.T) {
	s := httpclient.NewSecrets(environment)
	s.Hide("abcd1234")
	for body, want := range map[string]string{
		"":                                    "",
		" a\r\n\tb\x00c\x1b[31m\xff ":         "a b c [31m�",
		strings.Repeat("x", 300):              strings.Repeat("x", 300),
		strings.Repeat("x", 301):              strings.Repeat("x", 297) + "…",
		strings.Repeat("é", 151):              strings.Repeat("é", 148) + "…", // not half a letter
		strings.Repeat("y", 294) + "abcd1234": strings.Repeat("y", 294) + "[se…",
	} {
		if got := s.Snippet([]byte(body)); got != want {
			t.Errorf("Snippet(%q) = %q, want %q", body, got, want)
		}
	}
}

// Whatever goes wrong, no error shows a secret: neither one that the engine echoes nor one in the address.
func TestNoErrorShowsASecret(t *testing.T) {
	failures := map[string]func(http.ResponseWriter, *http.Request){
		"echo": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusBadRequest)
			_ = json.NewEncoder(w).Encode(map[string]any{"url": r.URL.String(), "query": r.URL.Query(), "headers": r.Header})
		},
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/new"+r.URL.String(), http.StatusFound)
		},
		"cut":     func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Length", "9") },
		"garbage": func(w http.ResponseWriter, r *http.Request) { hijack(w, r.URL.String()+"\r\n\r\n") },
		"refused": nil,
	}
	for name, fail := range failures {
		t.Run(name, func(t *testing.T) {
			e := newEngine(t, func(w http.ResponseWriter, r *http.Request, _ int) { fail(w, r) })
			if fail == nil {
				e.Close()
			}
			s := httpclient.NewSecrets(environment)
			address, err := s.ExpandURL(strings.Replace(e.URL, "://", "://me:${NASTY}@", 1) + "/p/${KEY}?key=${NASTY}")
			if err != nil {
				t.Fatal(err)
			}
			header, err := s.Expand("${LONG}")
			if err != nil {
				t.Fatal(err)
			}
			c, err := httpclient.NewPool().Client(address, quick, s)
			if err != nil {
				t.Fatal(err)
			}
			_, err = c.Do(t.Context(), httpclient.Request{URL: address, Header: http.Header{"X-Api-Key": {header}}})
			if err == nil {
				t.Fatal("no error")
			}
			for e := err; e != nil; e = unwrap(e) { // the errors inside are errors that somebody may print, too
				for _, secret := range []string{
					"abcd1234", nasty, url.QueryEscape(nasty), url.PathEscape(nasty), "ss/w", "ss%2Fw",
					base64.StdEncoding.EncodeToString([]byte("me:" + nasty)),
				} {
					if text := fmt.Sprintf("%v %+v", e, e); strings.Contains(text, secret) {
						t.Errorf("%q is in %s", secret, text)
					}
				}
			}
		})
	}
}

func unwrap(err error) error {
	if u, ok := err.(interface{ Unwrap() error }); ok {
		return u.Unwrap()
	}
	return nil
}

func hijack(w http.ResponseWriter, answer string) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer func() { _ = conn.Close() }()
	_, _ = io.WriteString(conn, answer)
}
