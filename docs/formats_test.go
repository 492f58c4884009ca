package docs_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/testsets/convert"
)

// TestFormats holds the table of formats to the list of the program: each is
// there, and those that cannot be written say so.
func TestFormats(t *testing.T) {
	rows := regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| [^|]+ \\| `testset import [^|]+ \\| (?:`--to ([a-z]+)|(–))").FindAllStringSubmatch(readPage(t, "formats.md"), -1)
	var listed, written []string
	for _, r := range rows {
		listed = append(listed, r[1])
		if r[2] != "" {
			written = append(written, r[2])
		}
	}
	for _, c := range []struct {
		what      string
		got, want []string
	}{{"formats", listed, convert.Names(false)}, {"formats for export", written, convert.Names(true)}} {
		slices.Sort(c.got)
		slices.Sort(c.want)
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s of the page: %v, want %v", c.what, c.got, c.want)
		}
	}
}
