package judgments_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/retrieval/trec"
)

func TestReadPaths(t *testing.T) {
	p, err := judgments.ReadPaths(t.Context(), trec.Bytes("paths.txt", []byte("docs/a b.md\r\n\n#notes.md\ndocs/a b.md\n")))
	if err != nil {
		t.Fatal(err)
	}
	if !p.Has("docs/a b.md") || !p.Has("#notes.md") || p.Has("") || p.Has("docs/a") || len(p.SHA256) != 64 {
		t.Errorf("read as %+v", p)
	}
	if none := (*judgments.Paths)(nil); none.Has("a.md") {
		t.Error("a path is in no list")
	}
	for text, want := range map[string]string{
		"":                                  "paths.txt: no path",
		"\n\n":                              "paths.txt: no path",
		"a.md\nb\x00.md\n":                  "paths.txt:2: a zero byte",
		"a.md\n\x00b.md\n":                  "paths.txt:2: a zero byte",
		"SQLite format 3\x00\x10":           "paths.txt: a database, not a list",
		"a.md\n" + strings.Repeat("x", 2e6): "paths.txt:2: ",
	} {
		if _, err := judgments.ReadPaths(t.Context(), trec.Bytes("paths.txt", []byte(text))); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("ReadPaths(%.20q) = %v, want %q", text, err, want)
		}
	}
	long := strings.Repeat("x", 1e5) // more than a scanner takes of itself
	if p, err := judgments.ReadPaths(t.Context(), trec.Bytes("paths.txt", []byte(long+"\n"))); err != nil || !p.Has(long) {
		t.Errorf("a path of %d bytes: %v", len(long), err)
	}
}
