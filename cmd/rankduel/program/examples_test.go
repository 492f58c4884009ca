package program_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/cmd/rankduel/program"
	"github.com/rankduel/rankduel/store"
)

// TestHelp wants of every verb a help text on standard output; of ours it
// also names the exit codes.
func TestHelp(t *testing.T) {
	for _, cmd := range scripttest.Verbs(t) {
		path := strings.Fields(cmd.CommandPath())[1:]
		t.Run(cmd.CommandPath(), func(t *testing.T) {
			for _, args := range [][]string{append(slices.Clone(path), "--help"), append([]string{"help"}, path...)} {
				var stdout, stderr bytes.Buffer
				if code := program.Execute(args, strings.NewReader(""), &stdout, &stderr); code != program.ExitDone || stderr.Len() > 0 {
					t.Errorf("%v: exit code %d, standard error %q", args, code, &stderr)
				}
				if !strings.Contains(stdout.String(), "Usage:\n  "+cmd.CommandPath()) {
					t.Errorf("%v shows no usage", args)
				}
				if cmd.RunE != nil && cmd.HasExample() && !strings.Contains(stdout.String(), "Exit codes: 0 done") {
					t.Errorf("%v does not name the exit codes", args)
				}
			}
		})
	}
}

// TestExamples runs every line of every Example in a folder that holds the
// files it names.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("every example of every verb: what they start the scripts start too")
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("examples are lines for a shell, and there is none")
	}
	cache := t.TempDir()
	files := os.DirFS(exampleFolder(t, cache))
	lines := 0
	for _, cmd := range scripttest.Verbs(t) {
		for line := range strings.Lines(strings.ReplaceAll(cmd.Example, " \\\n", "")) {
			line = strings.TrimSpace(line)
			lines++
			t.Run(line, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				if err := os.CopyFS(dir, files); err != nil {
					t.Fatal(err)
				}
				if strings.HasPrefix(line, "rankduel serve ") {
					testServed(t, line, dir)
					return
				}
				shell := exec.CommandContext(t.Context(), "sh", "-e", "-c", line)
				shell.Dir = dir
				shell.Env = append(os.Environ(), "XDG_CACHE_HOME="+cache)
				var stdout, stderr bytes.Buffer
				shell.Stdout, shell.Stderr = &stdout, &stderr
				if err := shell.Run(); err != nil {
					t.Fatalf("%v\n%s", err, &stderr)
				}
				silent := slices.ContainsFunc([]string{"testset init", "token rm", "work --once", "-o bm25.rdx", "-o merged.rdx"}, func(s string) bool { return strings.Contains(line, s) })
				if stdout.Len() == 0 && !silent {
					t.Error("it prints nothing")
				}
			})
		}
	}
	if lines < 15 {
		t.Errorf("only %d examples were found", lines)
	}
}

// testServed runs an example that serves until it is stopped, at an address that
// no one else has.
func testServed(t *testing.T, line, dir string) {
	shell := exec.CommandContext(t.Context(), "sh", "-e", "-c", "exec "+line+" --addr 127.0.0.1:0")
	shell.Dir = dir
	stderr, err := shell.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := shell.Start(); err != nil {
		t.Fatal(err)
	}
	var said []string
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		said = append(said, lines.Text())
		if strings.HasPrefix(lines.Text(), "rankduel: serving ") {
			if err := shell.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := shell.Wait(); err != nil || !slices.ContainsFunc(said, func(l string) bool { return strings.HasPrefix(l, "rankduel: serving ") }) {
		t.Errorf("%v: %q", err, said)
	}
}

// withHeldOut holds every third query of a test set out.
func withHeldOut(testset string) string {
	n := 0
	return regexp.MustCompile(`(?m)^  - query_id: .*$`).ReplaceAllStringFunc(testset, func(line string) string {
		n++
		if n%3 == 0 {
			return line + "\n    split: heldout"
		}
		return line + "\n    split: evaluation"
	})
}

// withAllQueries adds a hit of each query of a test set that a run lacks.
func withAllQueries(run, testset []byte) []byte {
	for _, id := range regexp.MustCompile(`(?m)^  - query_id: (\S+)$`).FindAllSubmatch(testset, -1) {
		if !bytes.Contains(run, append(id[1], " Q0"...)) {
			run = fmt.Appendf(run, "%s Q0 ace-01 1 1 added\n", id[1])
		}
	}
	return run
}

// exampleFolder makes the files and stored runs that the examples name.
func exampleFolder(t *testing.T, cache string) string {
	t.Helper()
	dir := t.TempDir()
	for name, from := range map[string]string{
		"qrels.txt": "runs/qrels.txt", "llm.qrels": "runs/qrels.txt", "human.qrels": "runs/qrels.txt", "newer.qrels": "runs/qrels.txt", "bm25.trec": "runs/baseline.trec", "dense.trec": "runs/candidate.trec",
		"a.trec": "runs/baseline.trec", "b.trec": "runs/candidate.trec", "experiment.yaml": "clinical/experiment.yaml", "sweep.yaml": "clinical/sweep.yaml",
		"corpus.jsonl": "clinical/corpus.jsonl", "testset.yaml": "clinical/testset.yaml", "testsets/clinical_v1.yaml": "clinical/testset.yaml", "next.yaml": "clinical/testset.yaml",
	} {
		text := scripttest.Read(t, filepath.Join("../../../examples", from))
		if from == "clinical/testset.yaml" {
			text = []byte(withHeldOut(string(text)))
		}
		switch name {
		case "a.trec", "b.trec":
			text = withAllQueries(text, scripttest.Read(t, "../../../examples/clinical/testset.yaml"))
		case "llm.qrels", "newer.qrels": // files of other judges than qrels.txt
			text = fmt.Appendf(text, "exact-01 0 only-in-%s 0\n", name)
		}
		scripttest.Write(t, filepath.Join(dir, name), text)
	}
	scripttest.Write(t, filepath.Join(dir, "unsplit.yaml"), scripttest.Read(t, "../../../examples/clinical/testset.yaml"))
	for name, text := range map[string]string{
		"a.csv": "query_id,measure,score\nq1,RR,0.5\nq2,RR,1\nq3,RR,1\n",
		"b.csv": "query_id,measure,score\nq1,RR,1\nq2,RR,0.5\nq3,RR,1\n",

		"a.txt":      "map\tq1\t0.5\nP_10\tq1\t0.5\n",
		"b.txt":      "map\tq1\t0.25\nP_10\tq1\t0.5\n",
		"rules.yaml": "rules: {R@10: \">= 0.5\"}\n",
		"labels.csv": "query;document;grade\naspirin dose;D7;3\naspirin dose;D9;0\n",
		"topics.tsv": topicsOf(string(scripttest.Read(t, "../../../examples/runs/qrels.txt"))),

		"systems.csv": "query_id,bm25,dense,rrf\nq1,0.5,0.25,1\n",

		"g.yaml":           "- {id: g1, query: one, expected_doc_ids: [d1], expected_chunk_ids: [c1], must_contain: [alpha]}\n",
		"pool.jsonl":       `{"query_id": "q1", "query_text": "one", "doc_id": "d1", "title": "", "text": "a text"}` + "\n",
		"answers.txt":      "2 as asked\n",
		"labels/ada.jsonl": `{"at":"2026-03-01T09:00:00Z","query_id":"q1","doc_id":"d1","state":"graded","grade":1,"comment":"","ms":1,"mode":"page","order":"shuffled"}` + "\n",
		"labels/ben.jsonl": `{"at":"2026-03-01T09:00:00Z","query_id":"q1","doc_id":"d1","state":"graded","grade":1,"comment":"","ms":1,"mode":"page","order":"shuffled"}` + "\n",
		"book.csv":         "query,docid,Ada,Ben\none,d1,1.0,2.0\n",
		"llm.csv":          "query_id,doc_id,grade\nexact-01,ace-01,3\n",
		"judge.sh":         `while read -r line; do id=${line#*:}; echo "{\"id\":${id%%,*},\"grade\":1}"; done` + "\n",
		"cem.csv":          "row,query_id,doc_id,grade,comment\n1,q1,d1,2,\n",

		"run.jsonl": `{"query_id": "g1", "hits_top_k": [{"rank": 1, "chunk_id": "c1", "doc_id": "d1"}], "error": null, "answer": null}` + "\n",
	} {
		scripttest.Write(t, filepath.Join(dir, name), []byte(text))
	}
	scripttest.Write(t, filepath.Join(dir, "kebab.sqlite"), scripttest.Read(t, "../../../store/kebab/testdata/kebab_store.sqlite"))
	scripttest.Write(t, filepath.Join(dir, "template.yaml"), scripttest.Read(t, "../../../testsets/template/golden.yaml"))
	scripttest.Write(t, filepath.Join(dir, "k.sqlite"), scripttest.Read(t, "../../../store/kebab/testdata/kebab_store.sqlite"))
	scripttest.Write(t, filepath.Join(dir, "golden.yaml"), scripttest.Read(t, "../../../testsets/testdata/kebab_store_golden.yaml"))
	scripttest.Write(t, filepath.Join(dir, "per_query.jsonl"), scripttest.Read(t, filepath.Join(dir, "run.jsonl")))
	scripttest.Write(t, filepath.Join(dir, "b.trec.gz"), zipped(t, scripttest.Read(t, filepath.Join(dir, "b.trec"))))
	scripttest.Write(t, filepath.Join(dir, "run.gz"), zipped(t, scripttest.Read(t, filepath.Join(dir, "a.trec"))))
	writeExampleTraces(t, dir)
	storeExamples(t, dir, cache)
	refreshExamples(t, dir)
	in := func(name string) string { return filepath.Join(dir, name) }
	var stderr bytes.Buffer
	if code := program.Execute([]string{"compare", in("a.trec"), in("b.trec"), "--qrels", in("qrels.txt"), "-o", in("report.json"), "--quiet"}, strings.NewReader(""), io.Discard, &stderr); code != program.ExitDone {
		t.Fatalf("compare: exit code %d: %s", code, &stderr)
	}
	for _, name := range []string{"bm25", "dense"} {
		mustExecute(t, "eval", in(name+".trec"), "--qrels", in("qrels.txt"), "--shard", "0/1", "-o", in(name+".rdx"))
	}
	return dir
}

// refreshExamples leaves a refresh where its queries are decided, one where
// everybody has labelled, and what systems found for the first.
func refreshExamples(t *testing.T, dir string) {
	t.Helper()
	var log strings.Builder
	log.WriteString("query,client\n")
	for i := range 40 {
		fmt.Fprintf(&log, "matter %d,ada\nmatter %d,ben\n", i, i)
	}
	scripttest.Write(t, filepath.Join(dir, "log.csv"), []byte(log.String()))
	scripttest.Write(t, filepath.Join(dir, "own.md"), []byte("# Ours\n"))
	for _, folder := range []string{"refresh/v2", "refresh/done"} {
		args := []string{
			"testset", "refresh", "start", filepath.Join(dir, "testset.yaml"), "--log", filepath.Join(dir, "log.csv"), "--labellers", "ada,ben",
			"--dir", filepath.Join(dir, folder), "--guideline", filepath.Join(dir, "own.md"), "--type", "exact_term=^matter", "--strata", "exact_term=20",
		}
		mustExecute(t, args...)
	}
	var run, labels, decided strings.Builder
	decided.WriteString("query_id,doc_id,ada,ben,third,grade,rule,by,at,comment\n")
	for i := range 20 {
		id, doc, grade := fmt.Sprintf("v2-%03d", i+1), []string{"htn-01", "htn-02"}[i%2], 1+i%3
		fmt.Fprintf(&run, "%s Q0 %s 1 1 new\n", id, doc)
		fmt.Fprintf(&labels, `{"query_id":%q,"doc_id":%q,"state":"graded","grade":%d}`+"\n", id, doc, grade)
		fmt.Fprintf(&decided, "%s,%s,%d,%d,,%d,third,,,\n", id, doc, grade, grade, grade)
	}
	scripttest.Write(t, filepath.Join(dir, "new/a.trec"), []byte(run.String()))
	mustExecute(t, "testset", "refresh", "pool", filepath.Join(dir, "refresh/done"), filepath.Join(dir, "new/a.trec"), "--corpus", filepath.Join(dir, "corpus.jsonl"))
	for _, person := range []string{"ada", "ben"} {
		scripttest.Write(t, filepath.Join(dir, "refresh/done/labels", person+".jsonl"), []byte(labels.String()))
	}
	scripttest.Write(t, filepath.Join(dir, "refresh/done/adjudicated.csv"), []byte(decided.String()))
}

func mustExecute(t *testing.T, args ...string) {
	t.Helper()
	var stderr bytes.Buffer
	if code := program.Execute(args, strings.NewReader(""), io.Discard, &stderr); code != program.ExitDone {
		t.Fatalf("%v: exit code %d: %s", args, code, &stderr)
	}
}

// storeExamples stores two runs under the ids of the examples.
func storeExamples(t *testing.T, dir, cache string) {
	t.Helper()
	path := filepath.Join(dir, "rankduel.db")
	args := []string{"run", filepath.Join(dir, "experiment.yaml"), "--store", path, "--cache-dir", filepath.Join(cache, "rankduel"), "--quiet"}
	var stderr bytes.Buffer
	if code := program.Execute(args, strings.NewReader(""), io.Discard, &stderr); code != program.ExitDone {
		t.Fatalf("run: exit code %d: %s", code, &stderr)
	}
	if code := program.Execute([]string{"token", "add", "old", "--scope", "read", "--store", path}, strings.NewReader(""), io.Discard, &stderr); code != program.ExitDone {
		t.Fatalf("token add: exit code %d: %s", code, &stderr)
	}
	ctx := context.Background()
	db, err := store.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	runs, err := db.Runs(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range []string{"run_1f3a9c0000000000", "run_77b0e20000000000"} {
		stored, err := db.Run(ctx, runs[i].ID)
		if err != nil {
			t.Fatal(err)
		}
		stored.ID = id
		if err := db.SaveRun(ctx, stored); err != nil {
			t.Fatal(err)
		}
	}
}

func zipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	if _, err := zip.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// writeExampleTraces writes a run of coding agents, with what traces makes of it.
func writeExampleTraces(t *testing.T, dir string) {
	t.Helper()
	if err := os.CopyFS(dir, os.DirFS("../../../examples/traces")); err != nil {
		t.Fatal(err)
	}
	run := filepath.Join(dir, "runs", "staging", "fix_1")
	for _, args := range [][]string{
		{"normalize", run, "--tasks", filepath.Join(dir, "benchmarks")}, {"eval", run}, {"impact", run, "-o", filepath.Join(dir, "impact.json")},
	} {
		scripttest.Said(t, append([]string{"traces"}, args...)...)
	}
	scripttest.Write(t, filepath.Join(dir, "run_retrieval_summary.json"), scripttest.Read(t, filepath.Join(run, "retrieval_events", "run_retrieval_summary.json")))
}

// topicsOf gives every query of qrels a text.
func topicsOf(qrels string) string {
	var topics []string
	for line := range strings.Lines(qrels) {
		id, _, _ := strings.Cut(line, " ")
		if topic := id + "\ttext of " + id; !slices.Contains(topics, topic) {
			topics = append(topics, topic)
		}
	}
	return strings.Join(topics, "\n") + "\n"
}
