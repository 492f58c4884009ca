package httpclient_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/internal/secrets"
)

func TestCheckHeaders(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"X-Tenant", "blue", ""},
		{"Authorization", "Bearer ${KEY}", ""},
		{"Authorization", "Bearer hunter2", "header Authorization holds a secret in plain text: write ${NAME}"},
		{"x-api-key", "hunter2", "header x-api-key holds a secret in plain text"},
		{"X-Monkey", "hunter2", ""}, // a key has its name to itself
		{"Bad Name", "hunter2", `header name "Bad Name": want letters, digits and -`},
		{"", "hunter2", `header name ""`},
		{"X-Two", "hunter2\r\nX-Three: 3", "header X-Two has a line break"},
		{"X-Ref", "hunter2 ${", "header X-Ref: ${ without a name"},
	} {
		err := httpclient.CheckHeaders(map[string]string{c.name: c.value})
		switch {
		case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %q: %v, want %q", c.name, c.value, err, c.want)
		case err != nil && strings.Contains(err.Error(), "hunter2"):
			t.Errorf("%s: %v shows the value", c.name, err)
		}
	}
	err := httpclient.CheckHeaders(map[string]string{"B b": "", "A a": ""})
	if want := "header name \"A a\": want letters, digits and -\nheader name \"B b\": want letters, digits and -"; err == nil || err.Error() != want {
		t.Errorf("%v, want all faults in the order of the names", err)
	}
}

func TestSetHeaders(t *testing.T) {
	got := http.Header{"Accept": {"text/plain"}, "X-Kept": {"1"}}
	err := httpclient.SetHeaders(got, map[string]string{"accept": "${KEY}", "X-New": "2"}, secrets.New(environment))
	want := http.Header{"Accept": {"abcd1234"}, "X-Kept": {"1"}, "X-New": {"2"}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, want -, got +:\n%s", err, diff)
	}
	err = httpclient.SetHeaders(got, map[string]string{"X-A": "${NOT_SET}", "X-B": "${EMPTY}"}, secrets.New(environment))
	if err == nil || !strings.Contains(err.Error(), "header X-A: environment variable NOT_SET is not set") || !strings.Contains(err.Error(), "header X-B: ") {
		t.Errorf("%v, want both variables", err)
	}
}
