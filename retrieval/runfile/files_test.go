package runfile_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A run in several files is their queries in the order of files, whatever their formats, and has the hash
// of what sha256sum lists.
func TestReadFiles(t *testing.T) {
	texts := []string{"", "q1 Q0 d1 1 9 first\n", `{"q2": {"d2": 1}}`, "q3 Q0 d3 1 9 last\n"}
	var files []trec.Source
	list := ""
	for i, text := range texts {
		files = append(files, trec.Bytes(fmt.Sprintf("runs/%d", i), []byte(text)))
		list += fmt.Sprintf("%x  %d\n", sha256.Sum256([]byte(text)), i)
	}
	run, sum, err := runfile.ReadFiles(t.Context(), files, runfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := run.Queries(); !reflect.DeepEqual(got, []string{"q1", "q2", "q3"}) || run.Tag != "first" || run.Hits("q3")[0].ID != "d3" {
		t.Errorf("queries %v with tag %q", got, run.Tag)
	}
	if want := fmt.Sprintf("%x", sha256.Sum256([]byte(list))); sum != want {
		t.Errorf("hash %s, want %s", sum, want)
	}
	if _, _, err := runfile.ReadFiles(t.Context(), append(files, files[1]), runfile.Options{}); err == nil || !strings.Contains(err.Error(), `the query "q1" is in runs/1 and in runs/1`) {
		t.Errorf("a query in two files: %v", err)
	}
	for _, none := range [][]trec.Source{files[:1], {files[0], files[0]}} {
		if _, _, err := runfile.ReadFiles(t.Context(), none, runfile.Options{}); !errors.Is(err, trec.ErrEmpty) {
			t.Errorf("%d files without a query: %v", len(none), err)
		}
	}
}
