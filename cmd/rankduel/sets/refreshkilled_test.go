//go:build unix

package sets_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// A killedRefresh is a folder in which a refresh of the clinical example is done
// by the program itself.
type killedRefresh struct {
	testing.TB
	dir string
}

// refreshSteps are all steps but label, in order.
var refreshSteps = [][]string{
	{"start", "testset.yaml", "--log", "log.csv", "--labellers", "ada,ben", "--dir", "r", "--date", "2026-11-22", "--replace", "4", "--rule", "lower", "--guideline", "own.md", "--type", "exact_term=^exact", "--type", "paraphrase=^how", "--type", "complex_clinical=^complex"},
	{"pool", "r", "--experiment", "experiment.yaml", "--corpus", "corpus.jsonl", "--depth", "3"},
	{"label", "r", "--as", "ada"},
	{"label", "r", "--as", "ben"},
	{"agreement", "r"},
	{"adjudicate", "r"},
	{"finish", "r", "--date", "2026-11-23"},
}

// TestRefreshKilled kills the program (SIGKILL) at several moments of each step of
// a refresh, and does the step again: the folder is then what it is after a
// refresh that no one disturbed.
func TestRefreshKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the program a hundred times")
	}
	start := killedRefresh{t, t.TempDir()}
	start.fill()
	killed := 0
	for _, step := range refreshSteps {
		whole := start.copy()
		began := time.Now()
		whole.finish(step)
		took := time.Since(began)
		want := whole.files()
		const moments = 7
		for i := range moments {
			other := start.copy()
			if other.kill(step, took*time.Duration(i)/(moments-1)) {
				killed++
			}
			other.finish(step)
			got := other.files()
			for name, text := range want {
				if got[name] != text {
					t.Errorf("%s, killed at moment %d: %s is another than undisturbed", step[0], i, name)
				}
				delete(got, name)
			}
			for name := range got {
				t.Errorf("%s, killed at moment %d: %s is left over", step[0], i, name)
			}
		}
		start = whole
	}
	if least := 3 * len(refreshSteps); killed < least {
		t.Errorf("only %d programs were killed, want %d", killed, least)
	}
	t.Logf("%d programs were killed", killed)
}

// fill makes the folder that a refresh begins with.
func (k killedRefresh) fill() {
	k.Helper()
	if err := os.CopyFS(k.dir, os.DirFS("../../../examples/clinical")); err != nil {
		k.Fatal(err)
	}
	var log strings.Builder
	log.WriteString("query,client\n")
	for _, name := range []string{"exact", "how", "complex"} {
		for i := range 8 {
			fmt.Fprintf(&log, "%[1]s blood pressure %[2]d,a\n%[1]s blood pressure %[2]d,b\n", name, i)
		}
	}
	for name, text := range map[string]string{"log.csv": log.String(), "own.md": "# What grades mean, with examples of ours\n"} {
		if err := os.WriteFile(filepath.Join(k.dir, name), []byte(text), 0o666); err != nil {
			k.Fatal(err)
		}
	}
}

func (k killedRefresh) copy() killedRefresh {
	k.Helper()
	to := killedRefresh{k.TB, filepath.Join(k.TempDir(), "work")}
	if err := os.CopyFS(to.dir, os.DirFS(k.dir)); err != nil {
		k.Fatal(err)
	}
	return to
}

func (k killedRefresh) command(step []string) (*exec.Cmd, *bytes.Buffer) {
	cmd := exec.CommandContext(k.Context(), "rankduel", append([]string{"testset", "refresh"}, step...)...)
	cmd.Dir = k.dir
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+k.dir+"-cache")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	return cmd, &stderr
}

// kill starts a step and kills it after a while. Of a step that labels it answers
// question by question, so that there is something to kill all the time.
func (k killedRefresh) kill(step []string, after time.Duration) (killed bool) {
	k.Helper()
	cmd, _ := k.command(step)
	var answers []string
	if step[0] == "label" {
		answers = k.answers(step)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		k.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		k.Fatal(err)
	}
	wait := after / time.Duration(len(answers)+1)
	for _, line := range answers {
		_, _ = io.WriteString(in, line) // it may be done
		time.Sleep(wait)
	}
	time.Sleep(wait)
	_ = cmd.Process.Kill() // it may be done
	_ = cmd.Wait()         // that it was killed is what is looked at
	return cmd.ProcessState.ExitCode() == -1
}

// answers returns those that a person still has to give, in their order: a grade that
// depends on query and document alone, but for some of ben's.
func (k killedRefresh) answers(step []string) []string {
	k.Helper()
	sheet := filepath.Join(k.TempDir(), "sheet.csv")
	if cmd, stderr := k.command(append(step[:4:4], "--export", sheet)); cmd.Run() != nil {
		k.Fatal(stderr)
	}
	text, err := os.ReadFile(sheet)
	if err != nil {
		k.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		k.Fatal(err)
	}
	said, err := os.ReadFile(filepath.Join(k.dir, "r", "labels", step[3]+".jsonl"))
	if err != nil && !os.IsNotExist(err) {
		k.Fatal(err)
	}
	var list []string
	for _, row := range rows[1+bytes.Count(said, []byte("\n")):] {
		sum := 0
		for _, c := range row[1] + row[3] {
			sum += int(c)
		}
		grade := sum % 4
		if step[3] == "ben" && sum%7 == 0 {
			grade = (grade + 1) % 4
		}
		list = append(list, fmt.Sprintln(grade))
	}
	return list
}

// finish does a step, again if it was killed, to its end.
func (k killedRefresh) finish(step []string) {
	k.Helper()
	cmd, stderr := k.command(step)
	if step[0] == "label" {
		cmd.Stdin = strings.NewReader(strings.Join(k.answers(step), ""))
	}
	if err := cmd.Run(); err != nil && !strings.Contains(stderr.String(), "a refresh has begun here") {
		k.Fatalf("%v: %v: %s", step, err, stderr)
	}
}

var moment = regexp.MustCompile(`"at":"[^"]*"|"ms":\d+|\d{4}-\d\d-\d\dT[\d:.]+Z`)

// files returns all files but the store, without moments.
func (k killedRefresh) files() map[string]string {
	k.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(k.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(d.Name(), "rankduel.db") {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(k.dir, path)
		out[rel] = moment.ReplaceAllString(string(data), "")
		return err
	})
	if err != nil {
		k.Fatal(err)
	}
	return out
}
