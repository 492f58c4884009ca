package prom_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/reports/prom"
)

// Whatever names are, promtool has nothing to say, and each is read back as it was.
func TestHostileNames(t *testing.T) {
	for _, name := range hostile {
		c := collector(t, prom.Options{Labels: prom.Labels{Dataset: true, Config: true}})
		e := evaluated(name, mean("R@10", 0.5))
		e.TestSet.Name, e.TestSet.Version = name, name
		publish(t, c, e)
		promtool(t, scrape(t, c))
	}
}

var hostile = []string{"", " ", `a"b\c`, "two\nlines\r\n", "\x00\x1b[31m", "\xff\xfe", `\n`, "k", "日本", `"} 1` + "\nrankduel_retrieval_recall_at_k{k=\"10\"} 1", strings.Repeat("x", 5000)}

// FuzzLabels reads labels back by the rules of the text format: a value ends at
// the first quotation mark without a backslash; \\, \" and \n are escapes.
func FuzzLabels(f *testing.F) {
	for _, name := range hostile {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		c := collector(t, prom.Options{Labels: prom.Labels{Config: true}})
		publish(t, c, evaluated(name, mean("RR", 0.5)))
		want := strings.ToValidUTF8(name, "\uFFFD")
		for _, line := range strings.Split(strings.TrimSuffix(scrape(t, c), "\n"), "\n") {
			rest, found := strings.CutPrefix(line, `rankduel_retrieval_mrr`)
			if !found {
				if !strings.HasPrefix(line, "# ") && !strings.HasPrefix(line, "rankduel_retrieval_") {
					t.Fatalf("line %q", line)
				}
				continue
			}
			var got strings.Builder
			if want != "" {
				if rest, found = strings.CutPrefix(rest, `{config="`); !found {
					t.Fatalf("line %q", line)
				}
				i := 0
				for ; i < len(rest) && rest[i] != '"'; i++ {
					if rest[i] == '\\' {
						i++
						got.WriteByte(map[byte]byte{'\\': '\\', '"': '"', 'n': '\n'}[rest[i]])
						continue
					}
					got.WriteByte(rest[i])
				}
				rest = strings.TrimPrefix(rest[i:], `"}`)
			}
			if got.String() != want || rest != " 0.5" {
				t.Errorf("%q is read back as %q, then %q", want, got.String(), rest)
			}
		}
	})
}
