package docs_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/retrieval/runfile"
)

// TestRunFiles holds the table of run files to the lists of the program: each format
// is there, and whether it can be written.
func TestRunFiles(t *testing.T) {
	rows := regexp.MustCompile("(?m)^\\| `([a-z]+)` \\| .* \\| (yes|no) \\|$").FindAllStringSubmatch(readPage(t, "run-files.md"), -1)
	var read, written []runfile.Format
	for _, r := range rows {
		read = append(read, runfile.Format(r[1]))
		if r[2] == "yes" {
			written = append(written, runfile.Format(r[1]))
		}
	}
	for _, c := range []struct{ got, want []runfile.Format }{{read, runfile.Formats()}, {written, runfile.Writable()}} {
		slices.Sort(c.got)
		slices.Sort(c.want)
		if !slices.Equal(c.got, c.want) {
			t.Errorf("the page has %v, want %v", c.got, c.want)
		}
	}
}
