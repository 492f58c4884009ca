package command

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rankduel/rankduel/internal/secrets"
)

// FuzzParse holds that no line makes the reader panic, and that what it accepts keeps the contract of a ranking.
func FuzzParse(f *testing.F) {
	for _, line := range []string{
		`{"id":1,"hits":[{"id":"a","score":1,"text":"t","document":2,"spans":[{"start":1,"end":2}]}],"answer":{"text":"x","citations":["p",{"path":"q"}]}}`,
		`{"id":"2","hits":["a",7,{"id":1.50}]}`, `{"ready":true}`, `{"id":3,"error":"e"}`, `{"id":4,"hits":[{"score":NaN}]}`, `{"id":5,`, "", "null", `[]`,
		`{"id":1,"hits":[null],"answer":{"text":null,"citations":[null]}}`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		r, _, err := parse(line)
		if err != nil {
			return
		}
		const k = 3
		got, err := r.meaning(request{K: k}, secrets.New(nil))
		if err != nil {
			if got.Hits != nil || got.Answer != nil {
				t.Fatalf("%s: %v next to %v", line, got, err)
			}
			return
		}
		if len(got.Hits) > k {
			t.Fatalf("%s: %d hits, want at most %d", line, len(got.Hits), k)
		}
		last := math.Inf(1)
		for _, h := range got.Hits {
			if h.ID == "" || math.IsNaN(h.Score) || h.Score > last {
				t.Fatalf("%s: %+v", line, got.Hits)
			}
			last = h.Score
		}
	})
}

// Seats are never more than there are, and who is alone is.
func TestSeats(t *testing.T) {
	const instances, limit = 3, 4
	s := newSeats(instances, limit)
	var used, alone [instances]atomic.Int64
	var wg sync.WaitGroup
	for i := range 300 {
		wg.Go(func() {
			ctx := t.Context()
			if i%7 == 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, time.Duration(i%50)*time.Millisecond)
				defer cancel()
			}
			at, err := s.take(ctx, i%5 == 0)
			if err != nil {
				if ctx.Err() == nil {
					t.Errorf("take: %v", err)
				}
				return
			}
			mine := used[at.instance].Add(1)
			if i%5 == 0 && (mine != 1 || alone[at.instance].Add(1) != 1) || mine > limit || i%5 != 0 && alone[at.instance].Load() != 0 {
				t.Errorf("caller %d is one of %d at instance %d", i, mine, at.instance)
			}
			time.Sleep(time.Millisecond)
			if i%5 == 0 {
				alone[at.instance].Add(-1)
			}
			used[at.instance].Add(-1)
			s.free(at)
		})
	}
	wg.Wait()
	if got := fmt.Sprint(s.used, len(s.waiting)); got != "[0 0 0] 0" {
		t.Errorf("used, waiting = %s, want none", got)
	}
}

// Who waits to be alone is not overtaken, and who gives up makes room.
func TestSeatsInOrder(t *testing.T) {
	s := newSeats(1, 2)
	first, err := s.take(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, giveUp := context.WithCancel(t.Context())
	defer giveUp()
	alone := make(chan error, 1)
	go func() {
		_, err := s.take(ctx, true)
		alone <- err
	}()
	untilWaiting(t, s, 1)
	var second seat
	behind := make(chan error, 1)
	go func() { // has to wait until the other one gives up, though there is room for it
		var err error
		second, err = s.take(t.Context(), false)
		behind <- err
	}()
	untilWaiting(t, s, 2)
	giveUp()
	if err := <-alone; !errors.Is(err, context.Canceled) {
		t.Errorf("who gave up: %v, want context.Canceled", err)
	}
	if err := <-behind; err != nil {
		t.Fatal(err)
	}
	short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := s.take(short, false); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a third of two seats: %v", err)
	}
	s.free(first)
	s.free(second)
	if at, err := s.take(t.Context(), true); err != nil || at.cost != 2 {
		t.Errorf("alone: %+v, %v", at, err)
	}
}

// untilWaiting comes back when so many wait for a seat.
func untilWaiting(t *testing.T, s *seats, want int) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(time.Millisecond) {
		s.mu.Lock()
		n := len(s.waiting)
		s.mu.Unlock()
		if n == want {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d wait for a seat after 30 s, want %d", n, want)
		}
	}
}

func TestTail(t *testing.T) {
	secrets := secrets.New(func(string) (string, bool) { return "hunter2", true })
	if _, err := secrets.Expand("${X}"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		writes []string
		want   string
	}{
		{"nothing", nil, ""},
		{"blank", []string{"\n \t\n"}, ""},
		{"lines", []string{"a\nb", "c\n\n\x1b[31md\xff"}, "; its last words: a / bc / [31md\uFFFD"},
		{"the last five", []string{"1\n2\n3\n4\n5\n6\n7"}, "; its last words: 3 / 4 / 5 / 6 / 7"},
		{"secrets", []string{"the key hun", "ter2 is wrong"}, "; its last words: the key [secret] is wrong"},
		{"a secret that is cut in two", []string{"hunter2 " + strings.Repeat("x", 4090)}, "; its last words: " + strings.Repeat("x", 4090)},
		{"one long word", []string{strings.Repeat("x", 10000)}, ""},
	} {
		var tail tail
		for _, w := range c.writes {
			if n, err := tail.Write([]byte(w)); n != len(w) || err != nil {
				t.Errorf("%s: Write = %d, %v", c.name, n, err)
			}
		}
		if got := tail.words(secrets); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The first time a query is asked the request says nothing of repeats.
func TestRequestSaysTheRepeat(t *testing.T) {
	for repeat, want := range map[int]string{
		0: `{"id":1,"query_id":"q7","query":"cats","k":10}` + "\n",
		2: `{"id":1,"query_id":"q7","query":"cats","k":10,"repeat":2}` + "\n",
	} {
		if got := string(request{ID: 1, QueryID: "q7", Query: "cats", K: 10, Repeat: repeat}.line()); got != want {
			t.Errorf("repeat %d: %s, want %s", repeat, got, want)
		}
	}
}
