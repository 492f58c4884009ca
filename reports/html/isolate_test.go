package html

import (
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
)

func TestIsolated(t *testing.T) {
	for name, want := range map[string]string{
		"bm25": "bm25", "": "", "Größe": "Größe", "日本語": "日本語",
		"אלף": "\u2068אלף\u2069", "run-سؤال": "\u2068run-سؤال\u2069",
	} {
		if got := isolated(name); got != want {
			t.Errorf("isolated(%q) = %q, want %q", name, got, want)
		}
	}
}

// A sentence may begin with a name in any script.
func TestCapital(t *testing.T) {
	capital := functions["capital"].(func(string) string)
	for s, want := range map[string]string{"": "", "a run": "A run", "élan": "Élan", "אלף ran": "אלף ran", "日本": "日本"} {
		if got := capital(s); got != want {
			t.Errorf("capital(%q) = %q, want %q", s, got, want)
		}
	}
}

// Names that begin alike are told apart by how they end.
func TestNamesWithin(t *testing.T) {
	for _, x := range []struct {
		names, want []string
		most        int
	}{
		{[]string{"input.p_bm25", "input.p_tct0"}, []string{"…bm25", "…tct0"}, 5},
		{[]string{"input.p_bm25", "input.p_tct0"}, []string{"input.p_bm25", "input.p_tct0"}, 12},
		{[]string{"dense", "bm25-with-a-long-name"}, []string{"dense", "bm25-…"}, 6},
		{[]string{"מודל-אלף-1", "מודל-אלף-2"}, []string{"…1", "…2"}, 4},
		{[]string{"alike", "alike-and-longer"}, []string{"…", "…-and…"}, 6},
	} {
		var systems []result.SystemMean
		for _, name := range x.names {
			systems = append(systems, result.SystemMean{Name: name})
		}
		for i, got := range namesWithin(systems, x.most) {
			if got != x.want[i] {
				t.Errorf("%q within %d = %q, want %q", x.names[i], x.most, got, x.want[i])
			}
		}
	}
}
