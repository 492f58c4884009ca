package trec

import (
	"fmt"
	"strings"
	"testing"
)

// All lines of a query are read by the template that the first one makes, be its
// ends short or long, its scores of one length or of several: what the template
// does not read is read all the same, slowly, so that no result shows it.
func TestAlikeReadsWhatIsAlike(t *testing.T) {
	const n = 1234 // ranks of four sizes, and more lines than a batch
	for _, head := range []string{"q Q0 ", "query-07 Q0 ", "a-query-of-some-length Q0 "} {
		for _, tail := range []string{" t\n", " some-system\n", " a-system-of-some-name\n", " t\r\n"} {
			for _, scores := range []string{"%.3f", "%g"} {
				var text strings.Builder
				for i := range n {
					fmt.Fprintf(&text, "%sdoc%d %d "+scores+"%s", head, i%77, i+1, 5000-1.25*float64(i), tail)
				}
				p := newParser(RunOptions{}, 0)
				p.start(append([]byte(text.String()), make([]byte, padding)...), text.Len())
				if more, err := p.line(); !more || err != nil {
					t.Fatalf("%v, %v", more, err)
				}
				p.alike()
				if p.lines != n || p.Len() != n || p.pos != p.size {
					t.Errorf("%s…%q, scores %s: %d of %d lines, to byte %d of %d", head, tail, scores, p.lines, n, p.pos, p.size)
				}
			}
		}
	}
}
