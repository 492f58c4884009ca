package score_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/cmd/rankduel/program"
	"github.com/rankduel/rankduel/cmd/rankduel/score"
	"github.com/rankduel/rankduel/store/kebab/kebabtest"
)

// What kebab's specification leaves out (R081) is left out of what reads its
// runs: a language model as a judge, other corpora, a server, weights of measures.
func TestKebabScope(t *testing.T) {
	var names []string
	outside := regexp.MustCompile(`(?i)judge|weight|serve|listen|dashboard|url`)
	for _, cmd := range scripttest.Verbs(t) {
		if path := cmd.CommandPath(); strings.HasPrefix(path, "rankduel runs ") {
			names = append(names, cmd.Name())
			if word := outside.FindString(cmd.LocalFlags().FlagUsages()); word != "" {
				t.Errorf("%s has a flag about %q", path, word)
			}
		}
	}
	if diff := cmp.Diff([]string{"aggregate", "export", "list", "show", "variants"}, names); diff != "" {
		t.Errorf("verbs of runs (-want +got):\n%s", diff)
	}
	for _, name := range score.OfKebab {
		if word := outside.FindString(name); word != "" {
			t.Errorf("compare has a flag about %q of runs of kebab", word)
		}
	}
	store, golden := "../../../store/kebab/testdata/kebab_store.sqlite", "../../../testsets/testdata/kebab_store_golden.yaml"
	for _, flag := range []string{"--corpus=c.jsonl", "--measure=nDCG@10", "--gains=1,2", "--all-pairs", "--workers=2"} {
		_, said := scripttest.Does(t, program.ExitInput, "compare", "run_0196a0", "run_0196b1", "--store", store, "--golden", golden, flag)
		if name, _, _ := strings.Cut(strings.TrimPrefix(flag, "--"), "="); !strings.Contains(said, name+" has no use of runs of kebab") {
			t.Errorf("%s: %s", flag, said)
		}
	}
}

// R090: precision skips the queries that hit@k skips, and no other: those without
// expected chunks. Both are summed up here, in whole numbers, over runs drawn at
// random with failed queries, empty lists, queries without an entry and entries
// without a row.
func TestKebabPrecisionSkipsWhatHitsSkip(t *testing.T) {
	rng := rand.New(rand.NewPCG(90, 99))
	for round := range 12 {
		var golden strings.Builder
		fmt.Fprintln(&golden, "- {id: norow, query: never asked, expected_chunk_ids: [c1], expected_doc_ids: [d]}")
		run := kebabtest.Run{RunID: "run_1"}
		labeled, hits, found := 0, map[int]int{}, map[int]int{}
		for q := range 1 + rng.IntN(15) {
			id := fmt.Sprintf("q%02d", q)
			row := map[string]any{"query_id": id, "hits_top_k": []any{}, "error": nil}
			expects := rng.IntN(3) // chunks, of c0 to c11
			if kind := rng.IntN(6); kind > 0 {
				chunks := []string{}
				for c := range expects {
					chunks = append(chunks, fmt.Sprintf("c%d", 5*c))
				}
				fmt.Fprintf(&golden, "- {id: %s, query: asks %d, expected_chunk_ids: [%s], expected_doc_ids: [d]}\n", id, q, strings.Join(chunks, ", "))
			} else {
				expects = 0 // it is not known what it expects
			}
			if expects > 0 {
				labeled++
			}
			if rng.IntN(5) == 0 {
				row["error"] = "boom"
			} else {
				list := rng.Perm(12)[:rng.IntN(13)]
				row["hits_top_k"] = hitsOf(list)
				for _, k := range []int{1, 3, 5, 10} {
					n := 0
					for _, c := range list[:min(k, len(list))] {
						if c%5 == 0 && c/5 < expects {
							n++
						}
					}
					found[k] += n
					hits[k] += min(n, 1)
				}
			}
			run.Rows = append(run.Rows, row)
		}
		dir := t.TempDir()
		store, list := filepath.Join(dir, "kebab.sqlite"), filepath.Join(dir, "golden.yaml")
		kebabtest.Make(t, store, run)
		scripttest.Write(t, list, []byte(golden.String()))
		printed, _ := scripttest.Does(t, program.ExitDone, "runs", "aggregate", "run_1", "--store", store, "--golden", list, "--format", "csv")
		for _, k := range []int{1, 3, 5, 10} {
			for _, want := range []string{
				fmt.Sprintf("run_1,hit@%d,%s\n", k, fourDecimals(hits[k], labeled)),
				fmt.Sprintf("run_1,precision@%d_chunk,%s\n", k, fourDecimals(found[k], k*labeled)),
			} {
				if !strings.Contains(printed, want) {
					t.Errorf("round %d: want %sgot\n%s", round, want, printed)
				}
			}
		}
	}
}

func hitsOf(chunks []int) []any {
	list := []any{}
	for i, c := range chunks {
		list = append(list, map[string]any{"rank": i + 1, "chunk_id": fmt.Sprintf("c%d", c), "doc_id": "d"})
	}
	return list
}

// fourDecimals divides whole numbers, halves away from zero; by nothing it is 0.
func fourDecimals(part, whole int) string {
	if whole == 0 {
		return "0"
	}
	n := (2*10000*part + whole) / (2 * whole)
	text := fmt.Sprintf("%d.%04d", n/10000, n%10000)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
