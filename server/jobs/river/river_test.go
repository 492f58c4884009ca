//go:build unix

package river_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rankduel/rankduel/internal/pgtest"
	"github.com/rankduel/rankduel/server/jobs/river"
)

// brought counts how often each id was brought, and where.
type brought struct {
	mu    sync.Mutex
	ids   map[string]int
	where map[string]int
}

func newBrought() *brought { return &brought{ids: map[string]int{}, where: map[string]int{}} }

func (b *brought) to(server string, answer func(ctx context.Context, id string) error) func(ctx context.Context, id string) error {
	return func(ctx context.Context, id string) error {
		b.mu.Lock()
		b.ids[id]++
		b.where[server]++
		b.mu.Unlock()
		if answer == nil {
			return nil
		}
		return answer(ctx, id)
	}
}

func (b *brought) times(id string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ids[id]
}

func (b *brought) wait(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		b.mu.Lock()
		ok := done()
		b.mu.Unlock()
		if ok {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: brought were %v", what, b.ids)
		}
	}
}

// open starts a server of a service and stops it when the test ends.
func open(t *testing.T, dsn, service string, n int, do func(ctx context.Context, id string) error) *river.Dispatcher {
	t.Helper()
	d, err := river.Open(t.Context(), dsn, service, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	if err := d.Start(ctx, n, do); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		patience, done := context.WithTimeout(context.Background(), 30*time.Second)
		defer done()
		if err := d.Stop(patience); err != nil {
			t.Error(err)
		}
	})
	return d
}

func dispatch(t *testing.T, d *river.Dispatcher, id string, tries int) {
	t.Helper()
	if err := d.Dispatch(t.Context(), id, tries); err != nil {
		t.Fatal(err)
	}
}

func TestRiver(t *testing.T) {
	database := pgtest.Start(t)

	t.Run("each id goes to one of the servers", func(t *testing.T) {
		b := newBrought()
		slow := func(context.Context, string) error { time.Sleep(20 * time.Millisecond); return nil }
		var servers []*river.Dispatcher
		var starting sync.WaitGroup
		var mu sync.Mutex
		for i := range 3 { // at once, on a database without the tables
			starting.Go(func() {
				d := open(t, database.URL(), "exact", 2, b.to(fmt.Sprint(i), slow))
				mu.Lock()
				servers = append(servers, d)
				mu.Unlock()
			})
		}
		starting.Wait()
		const ids = 30
		for i := range ids {
			for _, d := range servers { // as the rounds of all do
				dispatch(t, d, fmt.Sprint("job", i), 0)
			}
		}
		b.wait(t, "all", func() bool { return len(b.ids) == ids })
		b.mu.Lock()
		defer b.mu.Unlock()
		if len(b.where) != 3 {
			t.Errorf("the servers had %v, want each some", b.where)
		}
	})

	t.Run("no more at once than may run", func(t *testing.T) {
		b, enough := newBrought(), make(chan struct{})
		d := open(t, database.URL(), "bounded", 2, b.to("a", func(context.Context, string) error { <-enough; return nil }))
		for i := range 5 {
			dispatch(t, d, fmt.Sprint("job", i), 0)
		}
		b.wait(t, "two", func() bool { return len(b.ids) == 2 })
		time.Sleep(300 * time.Millisecond)
		b.wait(t, "two still", func() bool { return len(b.ids) == 2 })
		close(enough)
		b.wait(t, "all", func() bool { return len(b.ids) == 5 })
	})

	t.Run("a service sees its own", func(t *testing.T) {
		b := newBrought()
		mine := open(t, database.URL(), "mine <&> ä", 1, b.to("mine", nil))
		open(t, database.URL(), "theirs", 1, b.to("theirs", nil))
		dispatch(t, mine, "job", 0)
		b.wait(t, "one", func() bool { return len(b.ids) == 1 })
		if b.where["theirs"] != 0 {
			t.Error("another service had the job")
		}
	})

	t.Run("what could not be looked at is brought again, and what is dispatched again too", func(t *testing.T) {
		b := newBrought()
		d := open(t, database.URL(), "again", 1, b.to("a", func(_ context.Context, id string) error {
			if id == "lost" && b.times(id) < 3 {
				return errors.New("the store cannot be reached")
			}
			return nil
		}))
		dispatch(t, d, "lost", 0)
		b.wait(t, "thrice", func() bool { return b.ids["lost"] == 3 })
		dispatch(t, d, "held", 1)
		b.wait(t, "once", func() bool { return b.ids["held"] == 1 })
		for b.times("held") == 1 { // as soon as River has noted the first
			dispatch(t, d, "held", 1)
			time.Sleep(20 * time.Millisecond)
		}
	})

	// River itself would bring it again when its rescuer comes round, every 30 s.
	t.Run("what was brought to a server that died is brought to another one", func(t *testing.T) {
		b, buried := newBrought(), make(chan struct{})
		dies := func(context.Context, string) error { <-buried; return nil } // it takes nothing up
		first := open(t, database.URL(), "dies", 1, b.to("dies", dies))
		t.Cleanup(func() { close(buried) })
		dispatch(t, first, "job", 0)
		b.wait(t, "one", func() bool { return b.where["dies"] == 1 })
		second := open(t, database.URL(), "dies", 1, b.to("lives", nil))
		until := time.Now().Add(10 * time.Second)
		for b.times("job") == 1 && time.Now().Before(until) {
			dispatch(t, second, "job", 0) // as its rounds do
			time.Sleep(50 * time.Millisecond)
		}
		if b.where["lives"] != 1 {
			t.Errorf("after ten seconds it was brought to %v", b.where)
		}
	})

	t.Run("who stops is told to, and waited for", func(t *testing.T) {
		b := newBrought()
		d, err := river.Open(t.Context(), database.URL(), "stops", slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		dispatch(t, d, "early", 0) // as who does no job itself
		ctx, stop := context.WithCancel(t.Context())
		ended := false
		err = d.Start(ctx, 1, b.to("a", func(ctx context.Context, _ string) error {
			<-ctx.Done()
			time.Sleep(100 * time.Millisecond) // what was asked is recorded
			ended = true
			return nil
		}))
		if err != nil {
			t.Fatal(err)
		}
		dispatch(t, d, "job", 0)
		b.wait(t, "one", func() bool { return len(b.ids) == 1 })
		stop()
		if err := d.Stop(context.Background()); err != nil || !ended {
			t.Errorf("Stop = %v, with the job at its end: %v", err, ended)
		}
	})

	t.Run("tables that may not be made", func(t *testing.T) {
		database.Exec(t, "CREATE ROLE guest LOGIN; CREATE SCHEMA closed; GRANT USAGE ON SCHEMA closed TO guest")
		guest := strings.Replace(database.URL("search_path=closed"), "user=test", "user=guest", 1)
		_, err := river.Open(t.Context(), guest, "guest", slog.New(slog.DiscardHandler))
		if err == nil || !strings.Contains(err.Error(), "make or change the tables of the queue (river_…)") || !strings.Contains(err.Error(), "permission denied") {
			t.Errorf("Open = %v, want that the tables may not be made", err)
		}
	})

	t.Run("an address is not repeated", func(t *testing.T) {
		_, err := river.Open(t.Context(), "postgres://u:hunter2@h:notaport/db", "x", slog.New(slog.DiscardHandler))
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("Open = %v, want it without the password", err)
		}
	})
}
