package echo_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/internal/secrets"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/internal/echo"
)

func known(t *testing.T) *secrets.Set {
	t.Helper()
	s := secrets.New(func(name string) (string, bool) {
		v, ok := map[string]string{"API_KEY": "k3y/with-slash", "PASSWORD": "elastic", "SERVER": "http://engine:9200/index-7"}[name]
		return v, ok
	})
	if _, err := s.Expand("${API_KEY} ${PASSWORD} ${SERVER}"); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestClean(t *testing.T) {
	r := retrieval.Response{
		Hits: []retrieval.Hit{
			{ID: "elasticsearch-7", Document: "http://engine:9200/index-7/1", Text: "your key is k3y/with-slash, or k3y%2Fwith-slash, or k3y\\/with-slash"},
			{ID: "b", Text: "about elastic"},
		},
		Answer: &retrieval.Answer{Text: "I was called with k3y/with-slash", Citations: []retrieval.Citation{{Path: "a.md"}}},
	}
	if err := echo.Clean(&r, known(t)); err != nil {
		t.Fatal(err)
	}
	want := retrieval.Response{
		Hits: []retrieval.Hit{
			{ID: "elasticsearch-7", Document: "http://engine:9200/index-7/1", Text: "your key is [secret], or [secret], or [secret]"},
			{ID: "b", Text: "about elastic"},
		},
		Answer: &retrieval.Answer{Text: "I was called with [secret]", Citations: []retrieval.Citation{{Path: "a.md"}}},
	}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for name, r := range map[string]retrieval.Response{
		"hit 1: its id holds a secret":        {Hits: []retrieval.Hit{{ID: "x?key=k3y%2fwith-slash"}}},
		"hit 2: its document holds a secret":  {Hits: []retrieval.Hit{{ID: "a"}, {ID: "b", Document: "k3y/with-slash"}}},
		"citation 1: its path holds a secret": {Answer: &retrieval.Answer{Citations: []retrieval.Citation{{Path: "/k3y/with-slash/a"}}}},
	} {
		if err := echo.Clean(&r, known(t)); err == nil || !strings.HasPrefix(err.Error(), name) || strings.Contains(err.Error(), "slash") {
			t.Errorf("error %v, want %s", err, name)
		}
	}
	if err := echo.Clean(&r, nil); err != nil {
		t.Error(err)
	}
}
