//go:build unix

package service_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/examples"
	"github.com/rankduel/rankduel/testsets/label"
)

// A labelServer is `rankduel serve --labels pool` in a folder.
type labelServer struct {
	cmd *exec.Cmd
	url string
}

func startLabelServer(t *testing.T, dir string) *labelServer {
	t.Helper()
	s := &labelServer{cmd: exec.Command("rankduel", "serve", "hybrid.yaml", "--labels", "pool", "--addr", "127.0.0.1:0")}
	s.cmd.Dir = dir
	stderr, err := s.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill() }) // it may have ended
	lines := bufio.NewScanner(stderr)
	for s.url == "" && lines.Scan() {
		if at := regexp.MustCompile(` at (http://\S+)$`).FindStringSubmatch(lines.Text()); at != nil {
			s.url = at[1]
		}
	}
	go func() {
		for lines.Scan() { // so that it does not wait for a reader
		}
	}()
	return s
}

// A due question, as the server says it.
type due struct {
	Seq, Answered int
	Done          bool
	Text          string
}

// ask sends an answer, or asks for a question when that is empty. An error is a
// server that is gone.
func (s *labelServer) ask(secret, answer string) (status int, q due, err error) {
	method := http.MethodGet
	if answer != "" {
		method = http.MethodPost
	}
	r, err := http.NewRequest(method, s.url+"/v1/labels/pool/labelling", strings.NewReader(answer))
	if err != nil {
		return 0, q, err
	}
	r.Header.Set("Authorization", "Bearer "+secret)
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, q, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, q, json.NewDecoder(resp.Body).Decode(&q)
}

// What a server acknowledged is in the journal when the server is killed. The next
// one goes on there, takes no answer to a question of the first, and a terminal
// cannot write what a server does.
func TestLabelsSurviveTheirServer(t *testing.T) {
	const documents, kills = 60, 3
	dir := t.TempDir()
	if err := os.CopyFS(dir, examples.Clinical()); err != nil {
		t.Fatal(err)
	}
	var pool bytes.Buffer
	for i := range documents {
		fmt.Fprintf(&pool, `{"query_id":"q","query_text":"t","doc_id":"d%d","text":"%d"}`+"\n", i, i)
	}
	if err := os.Mkdir(filepath.Join(dir, "pool"), 0o777); err != nil {
		t.Fatal(err)
	}
	scripttest.Write(t, filepath.Join(dir, "pool", "pool.jsonl"), pool.Bytes())
	add := exec.Command("rankduel", "token", "add", "ada", "--scope", "label")
	add.Dir = dir
	out, err := add.Output()
	if err != nil {
		t.Fatal(err)
	}
	secret := strings.TrimSpace(string(out))
	journal := label.File(filepath.Join(dir, "pool", "labels"), "ada")
	acknowledged, old := map[string]int{}, due{}
	for range kills {
		s := startLabelServer(t, dir)
		if old.Text != "" {
			if status, _, err := s.ask(secret, fmt.Sprintf(`{"seq":%d,"state":"later"}`, old.Seq)); err != nil || status != http.StatusConflict {
				t.Errorf("an answer to a question of the server before: %d, %v; want 409", status, err)
			}
		}
		_, q, err := s.ask(secret, "")
		if err != nil {
			t.Fatal(err)
		}
		terminal := exec.Command("rankduel", "testset", "label", "pool/pool.jsonl", "--as", "ada")
		terminal.Dir, terminal.Stdin = dir, strings.NewReader("3\n")
		if said, err := terminal.CombinedOutput(); err == nil || !strings.Contains(string(said), "is being written by another process") {
			t.Errorf("a terminal next to the server: %v, %s", err, said)
		}
		for n := 0; !q.Done; n++ {
			if n == 5 {
				go func() { _ = s.cmd.Process.Kill() }() // in the middle of the answers that follow
			}
			grade := len(q.Text) % 4
			_, next, err := s.ask(secret, fmt.Sprintf(`{"seq":%d,"state":"graded","grade":%d}`, q.Seq, grade))
			if err != nil {
				break // it is gone, and has answered nothing
			}
			acknowledged["d"+q.Text], q = grade, next
		}
		old = q
		_ = s.cmd.Wait() // killed
		j, err := label.ReadJournal(journal)
		if err != nil {
			t.Fatal(err)
		}
		said := j.Labels()
		for doc, grade := range acknowledged {
			if l, ok := said[label.Pair{Query: "q", Doc: doc}]; !ok || *l.Grade != grade {
				t.Errorf("%s was acknowledged with %d, and the journal has %+v", doc, grade, l)
			}
		}
		if n := len(said) - len(acknowledged); n > kills {
			t.Errorf("%d labels that nobody was told of", n)
		}
	}
	t.Logf("%d of %d answers were acknowledged before %d kills", len(acknowledged), documents, kills)
	if len(acknowledged) < 5*kills {
		t.Error("too few were acknowledged")
	}
}
