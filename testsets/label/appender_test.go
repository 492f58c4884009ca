package label

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A failing disk is one that does part of what it is asked to, once.
type failingDisk struct {
	disk
	t     *testing.T
	write int   // bytes that are written before it fails; -1: all
	sync  error // of the next Sync
	cut   error // of the next Truncate
	calls string
}

var (
	errFull = errors.New("no space left on device")
	errGone = errors.New("input/output error")
)

func (d *failingDisk) Write(p []byte) (int, error) {
	d.calls += "write "
	if d.write < 0 {
		return d.disk.Write(p)
	}
	n, err := d.disk.Write(p[:d.write])
	if err != nil {
		d.t.Fatal(err)
	}
	d.write = -1
	return n, errFull
}

func (d *failingDisk) Sync() error {
	d.calls += "sync "
	if err := d.sync; err != nil {
		d.sync = nil
		return err
	}
	return d.disk.Sync()
}

func (d *failingDisk) Truncate(size int64) error {
	d.calls += "cut "
	if err := d.cut; err != nil {
		d.cut = nil
		return err
	}
	return d.disk.Truncate(size)
}

// onFailing returns a session of three documents on a disk that fails, one answered.
func onFailing(t *testing.T) (*Session, *failingDisk) {
	t.Helper()
	pool, err := ReadPool("pool", strings.NewReader(`{"query_id":"q","query_text":"t","doc_id":"a","text":"t"}
{"query_id":"q","query_text":"t","doc_id":"b","text":"t"}
{"query_id":"q","query_text":"t","doc_id":"c","text":"t"}`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(pool, t.TempDir(), Settings{Person: "ada", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // closed by some
	d := &failingDisk{disk: s.journal.file, t: t, write: -1}
	s.journal.file = d
	if err := s.Answer(0, Answer{State: Graded, Grade: 1}); err != nil {
		t.Fatal(err)
	}
	return s, d
}

// An answer is acknowledged when it was written and synced, in this order.
func TestSynced(t *testing.T) {
	s, d := onFailing(t)
	if d.calls != "write sync " || s.View().Seq != 1 {
		t.Errorf("calls %q, question %d", d.calls, s.View().Seq)
	}
}

// What is not on the disk was not answered: the question stays, the journal has
// whole lines alone, and the same answer may be given again.
func TestFailingDisk(t *testing.T) {
	for name, fail := range map[string]func(*failingDisk){
		"full":            func(d *failingDisk) { d.write = 20 },
		"nothing written": func(d *failingDisk) { d.write = 0 },
		"not synced":      func(d *failingDisk) { d.sync = errGone },
	} {
		t.Run(name, func(t *testing.T) {
			s, d := onFailing(t)
			fail(d)
			before := s.View()
			err := s.Answer(1, Answer{State: Graded, Grade: 3})
			if !errors.Is(err, errFull) && !errors.Is(err, errGone) {
				t.Fatalf("%v", err)
			}
			if after := s.View(); after.Seq != before.Seq || after.Answered != 1 || after.Document != before.Document {
				t.Errorf("%+v, want the same question as %+v", after, before)
			}
			kept(t, s, 1)
			if err := s.Answer(1, Answer{State: Graded, Grade: 2}); err != nil {
				t.Fatal(err)
			}
			kept(t, s, 2)
		})
	}
}

// kept reads the journal as the next program would.
func kept(t *testing.T, s *Session, lines int) {
	t.Helper()
	j, err := ReadJournal(s.journal.Path)
	if err != nil || len(j.Lines) != lines || j.Unfinished != 0 {
		t.Errorf("%+v, %v; want %d lines", j, err, lines)
	}
}

// Where not even the half of a line can be taken back nothing more is written
// behind it; anyone who starts again cuts it off.
func TestNotTakenBack(t *testing.T) {
	s, d := onFailing(t)
	d.write, d.cut = 20, errGone
	if err := s.Answer(1, Answer{State: Graded, Grade: 3}); !errors.Is(err, errFull) {
		t.Fatalf("%v", err)
	}
	err := s.Answer(1, Answer{State: Graded, Grade: 3})
	if !errors.Is(err, errGone) || !strings.Contains(err.Error(), "end this and start again") {
		t.Errorf("%v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Open(s.pool, filepath.Dir(s.journal.Path), s.set)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = again.Close() }() // nothing is written
	if again.DroppedBytes() != 20 || again.View().Answered != 1 {
		t.Errorf("%d bytes cut, %d answered; want 20 and 1", again.DroppedBytes(), again.View().Answered)
	}
	if data, err := os.ReadFile(s.journal.Path); err != nil || strings.Count(string(data), "\n") != 1 || !strings.HasSuffix(string(data), "\n") {
		t.Errorf("%q, %v", data, err)
	}
}
