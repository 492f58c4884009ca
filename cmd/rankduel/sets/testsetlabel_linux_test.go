package sets_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/testsets/label"
)

// A pty is a terminal that a test types into and reads.
type pty struct {
	testing.TB
	master *os.File
	cmd    *exec.Cmd

	mu   sync.Mutex
	seen bytes.Buffer
}

// startTerminal starts the program in a terminal of a size.
func startTerminal(t testing.TB, dir string, columns, rows uint16, args ...string) *pty {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	p := &pty{TB: t, master: master}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	p.resize(columns, rows)
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	p.cmd = exec.Command("rankduel", args...)
	p.cmd.Dir, p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = dir, slave, slave, slave
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = slave.Close() // the program has it
	go p.read()
	t.Cleanup(func() { _ = p.cmd.Process.Kill(); _ = master.Close() }) // it may have ended
	return p
}

func (p *pty) read() {
	b := make([]byte, 4096)
	for {
		n, err := p.master.Read(b)
		p.mu.Lock()
		p.seen.Write(b[:n])
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (p *pty) resize(columns, rows uint16) {
	p.Helper()
	if err := unix.IoctlSetWinsize(int(p.master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: rows, Col: columns}); err != nil {
		p.Fatal(err)
	}
}

// screen returns what was drawn last.
func (p *pty) screen() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := p.seen.String()
	return all[strings.LastIndex(all, "\x1b[2J")+1:]
}

// wait returns the screen once it shows a text.
func (p *pty) wait(text string) string {
	p.Helper()
	for range 500 {
		if s := p.screen(); strings.Contains(s, text) {
			return s
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.Fatalf("the terminal never shows %q:\n%s", text, p.screen())
	return ""
}

func (p *pty) press(keys string) {
	p.Helper()
	if _, err := p.master.WriteString(keys); err != nil {
		p.Fatal(err)
	}
}

func rule(screen string) int {
	most := 0
	for line := range strings.SplitSeq(screen, "\r\n") {
		most = max(most, strings.Count(line, "─"))
	}
	return most
}

// A person labels in a terminal of 80 columns, makes it wider, is killed, goes
// on, and finishes. Nothing in the documents reaches the terminal as it is.
func TestLabelInTerminal(t *testing.T) {
	dir := t.TempDir()
	var pool strings.Builder
	for i := range 4 {
		fmt.Fprintf(&pool, `{"query_id":"q1","query_text":"the query","doc_id":"d%d","title":"\u001b]0;owned\u0007","text":"%s 東京 \u001b[31mred"}`+"\n", i, strings.Repeat("words ", 600))
	}
	scripttest.Write(t, filepath.Join(dir, "pool.jsonl"), []byte(pool.String()))
	scripttest.Write(t, filepath.Join(dir, "guide.md"), []byte("what a 2 means"))
	args := []string{"testset", "label", "pool.jsonl", "--as", "ada", "--guideline", "guide.md"}

	p := startTerminal(t, dir, 80, 24, args...)
	if n := rule(p.wait("document 1 of 4 · 0 of 4 answered")); n != 80 {
		t.Errorf("%d columns, want 80", n)
	}
	p.press("?")
	p.wait("what a 2 means")
	p.press("\x1b[A") // scrolls
	p.press("z")
	p.wait("lines 1 to")
	p.press("2")
	p.wait("document 2 of 4 · 1 of 4 answered")
	p.resize(120, 40)
	for range 100 {
		if rule(p.screen()) == 120 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if n := rule(p.screen()); n != 120 {
		t.Errorf("%d columns after the terminal was made wider, want 120", n)
	}
	p.press("x")
	p.wait("why it cannot be judged")
	p.press("no text\r")
	p.wait("2 of 4 answered")
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = p.cmd.Wait() // it was killed

	p = startTerminal(t, dir, 80, 24, args...)
	p.wait("document 3 of 4 · 2 of 4 answered")
	p.press("u")
	p.wait("document 2 of 4 · 1 of 4 answered")
	p.press("1")
	p.wait("2 of 4 answered")
	p.press("30")
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("it ends with %v", err)
	}
	p.wait("ada: 4 of 4 answered")
	for _, steering := range []string{"\x1b]0", "\x07", "\x1b[31m"} {
		if p.mu.Lock(); bytes.Contains(p.seen.Bytes(), []byte(steering)) {
			t.Errorf("%q reached the terminal", steering)
		}
		p.mu.Unlock()
	}
	j, err := label.ReadJournal(filepath.Join(dir, "labels", "ada.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, l := range j.Lines {
		g := ""
		if l.Grade != nil {
			g = fmt.Sprint(" ", *l.Grade)
		}
		said = append(said, string(l.State)+g)
		if l.Mode != "terminal" {
			t.Errorf("mode %s", l.Mode)
		}
	}
	if got, want := strings.Join(said, ", "), "graded 2, cannot_judge, undone, graded 1, graded 3, graded 0"; got != want {
		t.Errorf("the journal says %s, want %s", got, want)
	}
}
