package scorefile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
)

// What one system lacks is an error, scores 0 there, or is left out everywhere.
func TestAlignMissing(t *testing.T) {
	for policy, want := range map[string]string{
		scorefile.MissingZero:  "a 1=0.5 2=1 3=0;b 2=0.25 3=1 1=0",
		scorefile.MissingPairs: "a 2=1;b 2=0.25",
		scorefile.MissingError: `2 of 3 queries are not in all systems: a lacks "3"; b lacks "1"`,
		"":                     `2 of 3 queries are not in all systems: a lacks "3"; b lacks "1"`,
	} {
		tables := []*scoring.Table{read(t, "a", "1,.5\n2,1\n"), read(t, "b", "2,.25\n3,1\n")}
		if err := scorefile.Align(tables, scorefile.Alignment{Missing: policy}); err != nil {
			if got := err.Error(); !strings.HasPrefix(got, want) {
				t.Errorf("%q: %s, want %s", policy, got, want)
			}
			continue
		}
		if got := row(tables[0]) + ";" + row(tables[1]); got != want {
			t.Errorf("%q: %s, want %s", policy, got, want)
		}
		if n := tables[1].Count(result.Missing); (n == 1) != (policy == scorefile.MissingZero) {
			t.Errorf("%q: %d queries are missing", policy, n)
		}
	}
}

func read(t *testing.T, name, rows string) *scoring.Table {
	t.Helper()
	s, err := scorefile.Read(name, strings.NewReader("query_id,RR\n"+rows))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// row returns a table of one measure in a line.
func row(s *scoring.Table) string {
	text := s.Name
	for q := range s.Len() {
		query := s.Query(q)
		text += fmt.Sprintf(" %s=%v", query.QueryID, s.Value(0, q))
	}
	return text
}
