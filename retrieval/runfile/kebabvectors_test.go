package runfile_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// The rows of kebab's own tests, with the counts that kebab gives for them.
// Their hits have ranks and no scores; filler chunks come more than once.
func TestKebabCounts(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "vectors", "seeds", "kebab_aggregate.json"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the shared vectors are not here: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Cases []struct {
			ID    string
			Given struct {
				Rows []json.RawMessage
			}
			Expected struct {
				Aggregate struct {
					EmptyResultRate float64 `json:"empty_result_rate"`
					TotalQueries    int     `json:"total_queries"`
					FailedQueries   int     `json:"failed_queries"`
				}
			}
		}
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	for _, c := range vectors.Cases {
		if len(c.Given.Rows) == 0 {
			continue
		}
		var lines bytes.Buffer
		for _, row := range c.Given.Rows {
			if err := json.Compact(&lines, row); err != nil {
				t.Fatal(err)
			}
			lines.WriteByte('\n')
		}
		run, stats, err := runfile.Read(t.Context(), trec.Bytes(c.ID, lines.Bytes()), runfile.Options{Duplicates: trec.DuplicatesKeepFirst})
		if err != nil {
			t.Error(err)
			continue
		}
		empty := 0.0
		for r := range run.Results() {
			if len(r.Hits) == 0 {
				empty++
			}
		}
		want := c.Expected.Aggregate
		rate := math.Round(empty/float64(len(run.Queries()))*1e4) / 1e4
		if stats.Format != runfile.Kebab || stats.Queries != want.TotalQueries || stats.Failed != want.FailedQueries || rate != want.EmptyResultRate {
			t.Errorf("%s: %+v, %v empty, want %+v (kebab)", c.ID, stats, rate, want)
		}
	}
}
