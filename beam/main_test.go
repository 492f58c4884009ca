package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
)

func TestMain(m *testing.M) { ptest.Main(m) }

// Shards scored and merged on Prism say what one command says of the whole run, byte by byte.
func TestPipeline(t *testing.T) {
	program := os.Getenv("RANKDUEL_BIN")
	if program == "" {
		t.Skip("RANKDUEL_BIN does not name the program that workers start")
	}
	dir := t.TempDir()
	run, qrels := filepath.Join(dir, "run.trec"), filepath.Join(dir, "qrels.txt")
	var hits, judged bytes.Buffer
	for q := range 100 {
		for rank := range 10 {
			fmt.Fprintf(&hits, "q%d Q0 d%d %d %d t\n", q, rank, rank+1, 10-rank)
		}
		fmt.Fprintf(&judged, "q%d 0 d%d 1\n", q, q%12)
	}
	for path, text := range map[string][]byte{run: hits.Bytes(), qrels: judged.Bytes()} {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	whole, err := exec.CommandContext(t.Context(), program, "eval", run, "--qrels", qrels, "--per-query", "--format", "csv").Output()
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out.csv")
	p, s := beam.NewPipelineWithRoot()
	build(s, Score{Program: program, Run: run, Qrels: qrels, Parts: dir, Of: 7, Flags: []string{"--shard-by", "query"}}, Merge{Program: program, Out: out})
	if err := ptest.Run(p); err != nil {
		t.Fatal(err)
	}
	merged, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(merged, whole) {
		t.Errorf("merged:\n%s\nof the whole run:\n%s", merged, whole)
	}
	if part, err := os.ReadFile(filepath.Join(dir, "0.rdx")); err != nil || !bytes.Contains(part, []byte(`"shard_by":"query"`)) {
		t.Errorf("flags did not reach the program: %v", err)
	}
	// A shard that fails is the end of the pipeline, with what the program said.
	p, s = beam.NewPipelineWithRoot()
	build(s, Score{Program: program, Run: filepath.Join(dir, "none"), Qrels: qrels, Parts: dir, Of: 2}, Merge{Program: program, Out: out})
	if err := ptest.Run(p); err == nil {
		t.Error("a run that is not there was scored")
	}
}
