package secrets_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/secrets"
)

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
	s := secrets.New(environment)
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
	s := secrets.New(environment)
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
	s := secrets.New(environment)
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
	var none *secrets.Set
	if got := none.Redact("x"); got != "x" {
		t.Errorf("nil secrets: Redact = %q", got)
	}
}

// A slash in a secret is written, encoded and taken apart in many ways.
func TestSlashInASecret(t *testing.T) {
	const secret = "pa55word-one/pa55word-two"
	env := map[string]string{
		"SECRET": secret, "LOGIN": "me:" + secret,
		"SERVER": "http://me:" + secret + "@engine:9200", "PORT": "http://me:12/" + secret + "@engine:9200", "PATH_TO": "http://engine:9200/" + secret + "/x?api_key=pa55word-three",
	}
	for text, echoes := range map[string][]string{
		"http://h/${SECRET}/x": {
			secret, "pa55word-one%2Fpa55word-two", "pa55word-one%2fpa55word-two", `pa55word-one\/pa55word-two`,
			`["pa55word-one","pa55word-two"]`, "/pa55word-one",
		},
		"http://me:${SECRET}@h": {secret, base64.StdEncoding.EncodeToString([]byte("me:" + secret))},
		"http://${LOGIN}@h":     {base64.StdEncoding.EncodeToString([]byte("me:" + secret + ":"))},
		"${SERVER}/x":           {secret, `invalid port ":pa55word-one" after host`},
		"${PORT}/x":             {"GET http://me:12/" + secret + "@engine:9200", "/" + secret + "@engine:9200"},
		"${PATH_TO}":            {"no handler for /" + secret + "/x", "pa55word-three"},
	} {
		s := secrets.New(func(name string) (string, bool) { v, ok := env[name]; return v, ok })
		if _, err := s.ExpandURL(text); err != nil {
			t.Fatal(err)
		}
		for _, echo := range echoes {
			got := s.Redact(echo)
			if strings.Contains(got, "pa55word") || got == echo {
				t.Errorf("%s: Redact(%s) = %s", text, echo, got)
			}
		}
	}
}

// A secret is what is where secrets stand, or whose variable is called like
// one, if it can be told from a word.
func TestMask(t *testing.T) {
	env := map[string]string{"API_KEY": "k3y-k3y-k3y", "WEAK_PASSWORD": "elastic", "ES_CRED": "cr3d-cr3d", "INDEX": "docs-2024", "DOTS": "12345678"}
	s := secrets.New(func(name string) (string, bool) { v, ok := env[name]; return v, ok })
	if _, err := s.Expand("${API_KEY} ${WEAK_PASSWORD} ${INDEX} ${DOTS}"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.ExpandSecret("${ES_CRED}"); err != nil {
		t.Fatal(err)
	}
	const text = "k3y-k3y-k3y cr3d-cr3d elasticsearch docs-2024/1 12345678"
	if got, want := s.Mask(text), "[secret] [secret] elasticsearch docs-2024/1 12345678"; got != want {
		t.Errorf("Mask = %s, want %s", got, want)
	}
	if got, want := s.Redact(text), "[secret] [secret] [secret]search [secret]/1 [secret]"; got != want {
		t.Errorf("Redact = %s, want %s", got, want)
	}
	var none *secrets.Set
	if got := none.Mask(text); got != text {
		t.Errorf("nil: Mask = %s", got)
	}
}

func TestLiteral(t *testing.T) {
	for _, c := range []struct {
		name, value string
		want        bool
	}{
		{"api_key", "x", true},
		{"apiKey", "x", true},
		{"X-Auth-Token", "x", true},
		{"password", "x", true},
		{"client_secret", "x", true},
		{"key", "title", false},
		{"key", "ab12cd34", true},
		{"tokenizer", "standard", false},
		{"token", "", false},
		{"token", "${T}", false},
		{"max_tokens", "100", false},
		{"secretary", "miss-jones 2", false},
		{"monkey", "ab12cd34", false},
	} {
		if got := secrets.Literal(c.name, c.value); got != c.want {
			t.Errorf("Literal(%q, %q) = %v", c.name, c.value, got)
		}
	}
	for address, want := range map[string]bool{
		"http://me:pass@h/x": true, "http://me:pa/ss@h/x": true, "http://me:p${X}@h": false, "http://${U}:${P}@h/x": false, "http://me@h/": false,
		"http://h:9200/users/@me": false, "http://${H}:9200/@me": false, "${S}/x@y:z": false, "h/x": false, "http://me:pa/${X}@h": false,
	} {
		if got := secrets.LiteralPassword(address); got != want {
			t.Errorf("LiteralPassword(%s) = %v", address, got)
		}
	}
}

func TestSnippet(t *testing.T) {
	s := secrets.New(environment)
	s.Hide("abcd1234")
	for body, want := range map[string]string{
		"": "",
		"<!DOCTYPE html>\n<head><title>502</title><style>b{}</style></head><h1>502 Bad <b>Gateway</b></h1>": "502 Bad Gateway",
		"a <b of 3":                           "a <b of 3",
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

func TestLine(t *testing.T) {
	s := secrets.New(environment)
	s.Hide("abcd1234")
	if got, want := s.Line(" a\tb\n\x1b[31mabcd1234\xff \n"), "a b [31m[secret]�"; got != want {
		t.Errorf("Line = %q, want %q", got, want)
	}
}

func TestRedactError(t *testing.T) {
	s := secrets.New(environment)
	s.Hide("abcd1234")
	if err := s.RedactError(nil); err != nil {
		t.Errorf("of no error: %v", err)
	}
	plain := errors.New("nothing to hide")
	if err := s.RedactError(plain); err != plain { //nolint:errorlint // the very same is wanted
		t.Errorf("%v, want the same error", err)
	}
	cause := &url.Error{Op: "Get", URL: "http://engine/?key=abcd1234", Err: io.ErrUnexpectedEOF}
	err := s.RedactError(fmt.Errorf("asking: %w", cause))
	if want := `asking: Get "http://engine/?key=[secret]": unexpected EOF`; err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	var inside *url.Error
	if !errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &inside) || errors.Unwrap(err) != nil {
		t.Errorf("%v: want it to be an io.ErrUnexpectedEOF, and closed", err)
	}
}

func TestReferences(t *testing.T) {
	for _, c := range []struct {
		text, replaced string
		has, fault     bool
	}{
		{"", "", false, false},
		{"$KEY {KEY} $ {KEY}", "$KEY {KEY} $ {KEY}", false, false},
		{"a${KEY}b${_k9}", "a$1b$1", true, false}, // $1 is text, not what a group has found
		{"${KEY", "${KEY", false, true},
		{"${} ${KEY}", "${} $1", true, true},
		{"${9}", "${9}", false, true},
		{"${A${KEY}}", "${A$1}", true, true},
	} {
		if got := secrets.ReplaceReferences(c.text, "$1"); got != c.replaced {
			t.Errorf("ReplaceReferences(%q) = %q, want %q", c.text, got, c.replaced)
		}
		if got := secrets.HasReference(c.text); got != c.has {
			t.Errorf("HasReference(%q) = %v", c.text, got)
		}
		if err := secrets.CheckReferences(c.text); (err != nil) != c.fault {
			t.Errorf("CheckReferences(%q) = %v", c.text, err)
		}
	}
}

// FuzzExpand holds that a value comes out of an address as it was put in, and that it is hidden from then on.
func FuzzExpand(f *testing.F) {
	for _, v := range []string{"x", nasty, "${OTHER}", "%41", "a&b#c?d/e", "\x00\xff"} {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, value string) {
		if value == "" {
			t.Skip("an empty variable is a fault")
		}
		s := secrets.New(func(string) (string, bool) { return value, true })
		expanded, err := s.ExpandURL("https://me:${KEY}@host/a/${KEY}/b?k=${KEY}&l=2")
		if err != nil {
			t.Fatal(err)
		}
		u, err := url.Parse(expanded)
		if err != nil {
			t.Fatal(err)
		}
		if password, _ := u.User.Password(); password != value || u.Host != "host" || u.Path != "/a/"+value+"/b" || u.Query().Get("k") != value {
			t.Errorf("%q became %s", value, expanded)
		}
		if got := s.Redact(value); strings.Contains(got, value) && !strings.Contains("[secret]", value) {
			t.Errorf("Redact(%q) = %q", value, got)
		}
	})
}
