package prose_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/prose"
)

// One insertion, deletion, replacement or swap of neighbors is one edit each; of names that are
// as near three are named, and none for a word that is far from all.
func TestNearest(t *testing.T) {
	for _, c := range []struct {
		word, names string
		want        string
	}{
		{"recal", "precision recall", "recall"},
		{"recalll", "precision recall", "recall"},
		{"Recoll", "precision recall", "recall"},
		{"ercall", "precision recall", "recall"},
		{"ab", "ac ad bb cb", "ac ad bb"},
		{"abc", "abd abdd", "abd"},
		{"xyz", "precision recall", ""},
		{strings.Repeat("a", 41), strings.Repeat("a", 41), ""},
	} {
		if got := prose.Nearest(c.word, strings.Fields(c.names)); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%q among %q: %q, want %q", c.word, c.names, got, c.want)
		}
	}
	if got := prose.Meant("recal", []string{"recall", "rekal"}); got != "did you mean recall or rekal?" {
		t.Errorf("%q", got)
	}
	if got := prose.Meant("xyz", []string{"recall"}); got != "" {
		t.Errorf("%q for a word that is far from all", got)
	}
}
