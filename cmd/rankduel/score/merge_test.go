package score_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
)

// writeRuns writes two runs, each as a file and as a folder of files, over these judgments: of
// the queries some are missing, of the documents some are judged.
func writeRuns(t *testing.T, dir, qrels string, hits int) {
	t.Helper()
	judged := map[string][]string{}
	var queries []string
	for line := range strings.Lines(qrels) {
		f := strings.Fields(line)
		if judged[f[0]] == nil {
			queries = append(queries, f[0])
		}
		judged[f[0]] = append(judged[f[0]], f[2])
	}
	rng := rand.New(rand.NewPCG(26, 9))
	for _, name := range []string{"a", "b"} {
		var whole bytes.Buffer
		files := make([]bytes.Buffer, 9)
		for i, q := range slices.Concat([]string{"unjudged-1"}, queries, []string{"unjudged-2"}) {
			if i%50 == 7 {
				continue
			}
			var lines strings.Builder
			found := judged[q]
			for rank := range hits {
				id := fmt.Sprintf("d%d-%d", i, rank)
				if len(found) > 0 && rng.IntN(4) == 0 {
					id, found = found[0], found[1:]
				}
				fmt.Fprintf(&lines, "%s Q0 %s %d %.1f %s\n", q, id, rank+1, 50-float64(rank)/2, name)
			}
			whole.WriteString(lines.String())
			files[i*len(files)/(len(queries)+2)].WriteString(lines.String())
		}
		scripttest.Write(t, filepath.Join(dir, name+".run"), whole.Bytes())
		for i := range files {
			scripttest.Write(t, filepath.Join(dir, name, fmt.Sprintf("part-%d", i)), files[i].Bytes())
		}
	}
}

// sameBytes shares two runs out in every way and wants of the parts what the runs give, in
// every form.
func sameBytes(t *testing.T, qrels string, hits int, numbers []int) {
	t.Helper()
	t.Chdir(t.TempDir())
	scripttest.Write(t, "qrels.txt", []byte(qrels))
	writeRuns(t, ".", qrels, hits)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, by := range []string{"file", "range", "query"} {
		a, b := "a.run", "b.run"
		if by == "file" {
			a, b = "a", "b"
		}
		want := map[string][]byte{}
		for _, format := range []string{"text", "json", "csv"} {
			want["eval "+format] = scripttest.Said(t, "eval", a, "--qrels", "qrels.txt", "--format", format, "--per-query")
			want["compare "+format] = scripttest.Said(t, "compare", a, b, "--qrels", "qrels.txt", "--format", format, "--resamples", "200")
		}
		for _, n := range numbers {
			var parts, all []string
			for i := range n {
				runtime.GOMAXPROCS(1 + 7*(i%2))
				for _, run := range []string{a, b} {
					part := fmt.Sprintf("%s-%s-%d-%d.rdx", run, by, n, i)
					scripttest.Does(t, 0, "eval", run, "--qrels", "qrels.txt", "--shard", fmt.Sprintf("%d/%d", i, n), "--shard-by", by, "-o", part)
					if all = append(all, part); run == a {
						parts = append(parts, part)
					}
				}
			}
			slices.Reverse(parts)
			slices.Reverse(all)
			for _, format := range []string{"text", "json", "csv"} {
				got := scripttest.Said(t, slices.Concat([]string{"merge", "--format", format, "--per-query"}, parts)...)
				if !bytes.Equal(got, want["eval "+format]) {
					t.Fatalf("eval of %d shards by %s in %s differs", n, by, format)
				}
				got = scripttest.Said(t, slices.Concat([]string{"merge", "--compare", "a", "b", "--format", format, "--resamples", "200"}, all)...)
				if !bytes.Equal(got, want["compare "+format]) {
					t.Fatalf("compare of %d shards by %s in %s differs", n, by, format)
				}
			}
		}
	}
}

// Shards of a run give the bytes of the run, of a small one.
func TestShardsGiveTheBytesOfTheRun(t *testing.T) {
	var qrels strings.Builder
	for q := range 90 {
		for d := range 3 {
			fmt.Fprintf(&qrels, "%d 0 r%d-%d %d\n", (q*37)%90, q, d, d)
		}
	}
	sameBytes(t, qrels.String(), 12, []int{1, 7})
}

// The same of the development queries of MS MARCO: in 7 shards, and with RANKDUEL_SOAK=1 in 1 and 64 too.
func TestShardsOfManyQueries(t *testing.T) {
	numbers := []int{7}
	if os.Getenv("RANKDUEL_SOAK") != "" { // 432 shards: a minute
		numbers = []int{1, 7, 64}
	}
	sameBytes(t, string(scripttest.Read(t, scripttest.Shared(t, "data", "qrels-topics", "qrels.msmarco-passage.dev-subset.txt"))), 20, numbers)
}

// The line for xargs in docs/scale.md does what it says.
func TestShardsByXargs(t *testing.T) {
	if _, err := exec.LookPath("xargs"); err != nil {
		t.Skip("there is no xargs here")
	}
	page := string(scripttest.Read(t, "../../../docs/scale.md"))
	_, rest, _ := strings.Cut(page, "**Processes of one machine**")
	_, rest, _ = strings.Cut(rest, "```sh\n")
	recipe, _, _ := strings.Cut(rest, "```")
	if !strings.Contains(recipe, "xargs -P 2") {
		t.Fatalf("docs/scale.md has no line for xargs: %q", recipe)
	}
	t.Chdir(t.TempDir())
	qrels := "1 0 a 1\n2 0 b 2\n3 0 c 1\n4 0 d 1\n"
	scripttest.Write(t, "qrels.txt", []byte(qrels))
	writeRuns(t, ".", qrels, 5)
	if err := os.Rename("a.run", "run.trec"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("parts", 0o700); err != nil {
		t.Fatal(err)
	}
	scripttest.Write(t, "bin/rankduel", []byte("#!/bin/sh\nexec \"$RANKDUEL_PROGRAM\" \"$@\"\n"))
	if err := os.Chmod("bin/rankduel", 0o700); err != nil {
		t.Fatal(err)
	}
	program := os.Getenv("RANKDUEL_BIN")
	if program == "" {
		t.Skip("RANKDUEL_BIN names no program for the shell to start")
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", "set -e\n"+recipe)
	cmd.Env = append(os.Environ(), "RANKDUEL_PROGRAM="+program, "PATH="+filepath.Join(mustWD(t), "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	got, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &stderr)
	}
	if want := scripttest.Said(t, "eval", "run.trec", "--qrels", "qrels.txt"); !bytes.Equal(got, want) {
		t.Errorf("xargs and merge give\n%s, want\n%s", got, want)
	}
}

// A shard that is killed leaves its part whole or not at all, whenever that is, above all between
// writing it and giving it its name; another try gives the same bytes and clears up.
func TestKilledShards(t *testing.T) {
	program := os.Getenv("RANKDUEL_BIN")
	if program == "" {
		t.Skip("RANKDUEL_BIN names no program to kill")
	}
	t.Chdir(t.TempDir())
	var qrels strings.Builder
	for q := range 3000 {
		fmt.Fprintf(&qrels, "%d 0 r%d 1\n", q, q)
	}
	scripttest.Write(t, "qrels.txt", []byte(qrels.String()))
	writeRuns(t, ".", qrels.String(), 20)
	if err := os.Mkdir("parts", 0o700); err != nil {
		t.Fatal(err)
	}
	start := func() *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), program, "eval", "a.run", "--qrels", "qrels.txt", "--shard", "0/1", "-o", "parts/0.rdx")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	names := func() (list []string) {
		entries, err := os.ReadDir("parts")
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			list = append(list, e.Name())
		}
		return list
	}
	begin := time.Now()
	if err := start().Wait(); err != nil {
		t.Fatal(err)
	}
	took, want := time.Since(begin), scripttest.Read(t, "parts/0.rdx")
	none := 0
	for round := range 30 {
		if err := os.RemoveAll("parts/0.rdx"); err != nil {
			t.Fatal(err)
		}
		left, cmd := names(), start()
		isNew := func(name string) bool { return !slices.Contains(left, name) }
		if round%2 == 0 {
			time.Sleep(took * time.Duration(round) / 30)
		}
		for begin := time.Now(); round%2 == 1 && !slices.ContainsFunc(names(), isNew) && time.Since(begin) < time.Minute; { // until it writes
		}
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
		got := names()
		if !slices.Contains(got, "0.rdx") {
			none++
		} else if !bytes.Equal(scripttest.Read(t, "parts/0.rdx"), want) {
			t.Fatalf("round %d: a part that is not whole has its name", round)
		}
		for _, name := range got {
			if name != "0.rdx" && strings.HasSuffix(name, ".rdx") {
				t.Fatalf("%s is not whole, and parts/*.rdx has it", name)
			}
		}
	}
	if none < 5 {
		t.Errorf("of 30 killed shards %d left no part; they were killed too late to show anything", none)
	}
	if err := start().Wait(); err != nil {
		t.Fatal(err)
	}
	if got := names(); !slices.Equal(got, []string{"0.rdx"}) || !bytes.Equal(scripttest.Read(t, "parts/0.rdx"), want) {
		t.Errorf("after another try there is %q, want the part alone, with the same bytes", got)
	}
}

func mustWD(t *testing.T) string {
	t.Helper()
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return wd
}
