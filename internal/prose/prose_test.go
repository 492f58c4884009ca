package prose_test

import (
	"testing"

	"github.com/rankduel/rankduel/internal/prose"
)

func TestPlural(t *testing.T) {
	for _, c := range []struct {
		n           int
		thing, want string
	}{
		{1, "query", "1 query"},
		{0, "query", "0 queries"},
		{2, "query", "2 queries"},
		{2, "key", "2 keys"},
		{2, "day", "2 days"},
		{1, "key", "1 key"},
		{3, "other split", "3 other splits"},
	} {
		if got := prose.Plural(c.n, c.thing); got != c.want {
			t.Errorf("Plural(%d, %q) = %q, want %q", c.n, c.thing, got, c.want)
		}
	}
}
