package sets_test

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/testsets/label"
)

// --serve prints a link for each person; an answer there is in that person's
// journal, and an interrupt ends it with what everybody did.
func TestLabelServed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupts")
	}
	dir := t.TempDir()
	scripttest.Write(t, filepath.Join(dir, "pool.jsonl"), []byte(`{"query_id":"q","query_text":"t","doc_id":"d","text":"x"}`+"\n"))
	cmd := exec.Command("rankduel", "testset", "label", "pool.jsonl", "--serve", "--as", "ada", "--as", "ben")
	cmd.Dir = dir
	links, said := startServed(t, cmd, 2)
	answerServed(t, links["ben"], 2)
	j, err := label.ReadJournal(filepath.Join(dir, "labels", "ben.jsonl"))
	if err != nil || len(j.Lines) != 1 || *j.Lines[0].Grade != 2 {
		t.Errorf("%v, %v", j, err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ends with %v", err)
	}
	for _, want := range []string{"ada: 0 of 1 answered; the same command goes on from here", "ben: 1 of 1 answered\n"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("%q lacks %q", said.String(), want)
		}
	}
}

// startServed starts a program that serves a page, and has the links of its
// people and what it says.
func startServed(t *testing.T, cmd *exec.Cmd, people int) (links map[string]string, said *strings.Builder) {
	t.Helper()
	said = &strings.Builder{}
	cmd.Stderr = said
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // it may have ended
	links = map[string]string{}
	for lines := bufio.NewScanner(out); len(links) < people && lines.Scan(); {
		person, link, _ := strings.Cut(lines.Text(), ": ")
		links[person] = link
	}
	return links, said
}

// answerServed gives the first question a grade.
func answerServed(t *testing.T, link string, grade int) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, link+"answer", strings.NewReader(fmt.Sprintf(`{"seq":0,"state":"graded","grade":%d,"comment":"c"}`, grade)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", "http://"+r.URL.Host)
	resp, err := http.DefaultClient.Do(r)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%v, %v", resp, err)
	}
	_ = resp.Body.Close() // its status is enough
}
