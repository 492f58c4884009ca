package recording_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

// A script is an engine that says of each call what is written for it, one call
// at a time.
type script struct {
	asked  []string
	answer func(call int, query string) (retrieval.Response, error)
	closed int
}

func (s *script) Retrieve(context.Context, retrieval.Query, int) ([]retrieval.Hit, error) {
	return nil, errors.New("not asked this way")
}

func (s *script) Respond(_ context.Context, q retrieval.Query, _ int) (retrieval.Response, error) {
	s.asked = append(s.asked, q.ID)
	return s.answer(len(s.asked), q.ID)
}

func (s *script) Close() error {
	s.closed++
	return nil
}

// took returns one hit after so many milliseconds.
func took(ms float64, hit string) (retrieval.Response, error) {
	return retrieval.Response{Hits: []retrieval.Hit{{ID: hit, Score: 1}}, Took: time.Duration(ms * float64(time.Millisecond)), Attempts: 1}, nil
}

// asks returns a component whose engine follows a script.
func asks(name string, s *script, missing ...string) *recording.Component {
	return &recording.Component{
		Name: name, Key: result.RecordingKey{Component: name}, Depth: 10, Known: map[string]result.RecordingState{},
		Missing: asQueries(missing...), Report: result.ComponentRetrieval{Component: name},
		Open: func(context.Context) (retrieval.Retriever, error) { return s, nil },
	}
}

var errDown = fmt.Errorf("refused: %w", retrieval.ErrUnavailable)

// Each missing query is asked once, query by query and in turns, counted and
// kept; the others are left alone. Reranks are counted apart.
func TestAsk(t *testing.T) {
	var order []string
	engine := func(name string, attempts int) *script {
		return &script{answer: func(_ int, query string) (retrieval.Response, error) {
			order = append(order, name+" "+query)
			r, err := took(3, "d"+query)
			r.Attempts = attempts
			return r, err
		}}
	}
	a, b, idle := engine("a", 1), engine("b", 3), engine("idle", 1)
	one, two, three := asks("a", a, "q1", "q2", "q3"), asks("b", b, "q2", "q3"), asks("idle", idle)
	two.Report.Step = result.StepRerank
	s := newShelf()
	var progress []string
	sum, err := recording.Ask(t.Context(), asQueries("q1", "q2", "q3"), []*recording.Component{one, two, three}, s,
		recording.Settings{Concurrency: 1, WarmUp: 1}, recording.Hooks{Progress: func(done, total int) { progress = append(progress, fmt.Sprint(done, total)) }})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"a q1", "b q1", "a q1", "b q2", "a q2", "a q3", "b q3"}; !slices.Equal(order, want) { // two to warm up
		t.Errorf("asked %q, want %q", order, want)
	}
	if sum.Calls != 3 || sum.Reranks != 2 || !(sum.DurationMS > 0) {
		t.Errorf("%+v, want 3 calls and 2 reranks", sum)
	}
	if want := []string{"1 5", "2 5", "3 5", "4 5", "5 5"}; !slices.Equal(progress, want) {
		t.Errorf("progress %q, want %q", progress, want)
	}
	for _, c := range []struct {
		of             *recording.Component
		calls, retries int
		warmUp, closed int
	}{{one, 3, 0, 1, a.closed}, {two, 2, 4, 1, b.closed}} {
		r := c.of.Report
		if r.Calls != c.calls || r.Retries != c.retries || r.WarmUpCalls != c.warmUp || c.closed != 1 {
			t.Errorf("%+v, closed %d times; want %d calls, %d retries, %d to warm up, closed once", r, c.closed, c.calls, c.retries, c.warmUp)
		}
		if r.QueriesPerSecond == nil || math.Abs(*r.QueriesPerSecond*sum.DurationMS/1000-float64(c.calls)) > 1e-6 {
			t.Errorf("%s: %v queries a second in %v ms, want %d in that time", c.of.Name, r.QueriesPerSecond, sum.DurationMS, c.calls)
		}
		if len(s.held[c.of.Key]) != c.calls {
			t.Errorf("%d recordings of %s, want %d", len(s.held[c.of.Key]), c.of.Name, c.calls)
		}
	}
	if three.Report.QueriesPerSecond != nil || idle.closed != 0 {
		t.Errorf("the component without missing queries: %+v", three.Report)
	}
	if !one.WasAsked("q1") || two.WasAsked("q1") || three.WasAsked("q1") {
		t.Error("WasAsked does not tell who was asked q1")
	}
	want := result.Recording{QueryID: "q2", Hits: []retrieval.Hit{{ID: "dq2", Score: 1}}, LatencyMS: 3, Attempts: 3, RecordedAt: two.Known["q2"].At}
	want.Content = s.held[two.Key]["q2"].Content // see TestContent
	if since := time.Since(want.RecordedAt); since < 0 || since > time.Minute || want.RecordedAt.Nanosecond() != 0 {
		t.Errorf("q2 was recorded at %v, want now, to the second", want.RecordedAt)
	}
	if diff := cmp.Diff(want, s.held[two.Key]["q2"]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if two.Known["q2"] != want.State() {
		t.Errorf("known of q2: %+v, want %+v", two.Known["q2"], want.State())
	}
}

// The failures of a streak are those of their queries when the engine comes
// back, and of no one when the run stops.
func TestStreaks(t *testing.T) {
	ids := []string{"q1", "q2", "q3", "q4", "q5", "q6", "q7"}
	for _, c := range []struct {
		what    string
		down    string // of each call: x is down, t times out, e a bad query, . a ranking
		giveUp  int
		stopped int // after so many in a row; 0: not
		kept    []string
		failed  []string
	}{
		{"comes back", ".xx.xx.", 3, 0, ids, []string{"q2", "q3", "q5", "q6"}},
		{"is down at the end", ".....xx", 3, 0, ids, []string{"q6", "q7"}},
		{"stays down", ".xx.xxx", 3, 3, ids[:4], []string{"q2", "q3"}},
		{"a bad query is a reply", ".xxexx.", 3, 0, ids, []string{"q2", "q3", "q4", "q5", "q6"}},
		{"five by default", "..xxxxx", 0, 5, ids[:2], nil},
		{"four are not five", "..xxxx.", 0, 0, ids, []string{"q3", "q4", "q5", "q6"}},
		{"hangs from the start", "ttttttt", 7, 7, nil, nil},
		{"hangs after an answer", ".ttttt.", 3, 0, ids, []string{"q2", "q3", "q4", "q5", "q6"}},
		{"no number is enough", "xxxxxx.", -1, 0, ids, ids[:6]},
	} {
		engine := &script{answer: func(call int, query string) (retrieval.Response, error) {
			switch c.down[call-1] {
			case 'x':
				return retrieval.Response{}, errDown
			case 't':
				return retrieval.Response{}, fmt.Errorf("refused by the clock: %w", context.DeadlineExceeded)
			case 'e':
				return retrieval.Response{}, errors.New("bad query")
			}
			return took(3, "d"+query)
		}}
		s, component := newShelf(), asks("a", engine, ids...)
		_, err := recording.Ask(t.Context(), asQueries(ids...), []*recording.Component{component}, s,
			recording.Settings{Concurrency: 1, GiveUpAfter: c.giveUp}, recording.Hooks{})
		var down *recording.UnavailableError
		if errors.As(err, &down) != (c.stopped > 0) || (err != nil) != (c.stopped > 0) {
			t.Fatalf("%s: %v, want the run to be stopped: %v", c.what, err, c.stopped > 0)
		}
		if down != nil && (down.InARow != c.stopped || down.Component != "a" || !strings.Contains(down.Last, "refused") || !errors.Is(err, recording.ErrAllFailed)) {
			t.Errorf("%s: %+v, want %d in a row", c.what, down, c.stopped)
		}
		var kept, failed []string
		for _, id := range ids {
			if r, ok := s.held[component.Key][id]; ok {
				kept = append(kept, id)
				if r.Error != "" {
					failed = append(failed, id)
				}
			}
			if _, ok := s.held[component.Key][id]; ok != component.WasAsked(id) {
				t.Errorf("%s: Asked(%s) = %v, and kept: %v", c.what, id, component.WasAsked(id), ok)
			}
		}
		if !slices.Equal(kept, c.kept) || !slices.Equal(failed, c.failed) {
			t.Errorf("%s: %v kept and %v of them failed, want %v and %v", c.what, kept, failed, c.kept, c.failed)
		}
	}
}

// Every query is asked in each repeat, under a key of its own, with how often it was
// asked before; all of it comes before any of it again. One engine answers all repeats, and
// what a killed run has recorded of a repeat is not asked again.
func TestRepeats(t *testing.T) {
	ids := []string{"q1", "q2", "q3"}
	var said []string
	engine := &numbering{script{answer: func(call int, query string) (retrieval.Response, error) {
		if call == 5 {
			return retrieval.Response{}, errors.New("bad query")
		}
		return took(3, query)
	}}, &said}
	opened := 0
	s := newShelf()
	repeats := func() []*recording.Component {
		all := make([]*recording.Component, 3)
		for r := range all {
			key := result.RecordingKey{Component: fmt.Sprint("a", r)}
			all[r] = &recording.Component{
				Name: "a", Key: key, Depth: 10, Repeat: r, Known: map[string]result.RecordingState{},
				Open: func(context.Context) (retrieval.Retriever, error) { opened++; return engine, nil },
			}
			for id, held := range s.held[key] {
				all[r].Known[id] = held.State()
			}
			if r > 0 {
				all[r].Of = all[0]
			}
			all[r].Divide(asQueries(ids...), false, recording.Shard{})
		}
		return all
	}
	// As of a run that was killed after it had asked all of the first repeat and one of the second.
	killed := repeats()
	killed[1].Missing, killed[2].Missing = killed[1].Missing[:1], nil
	if _, err := recording.Ask(t.Context(), asQueries(ids...), killed, s, recording.Settings{Concurrency: 1}, recording.Hooks{}); err != nil {
		t.Fatal(err)
	}
	var progress []string
	resumed := repeats()
	sum, err := recording.Ask(t.Context(), asQueries(ids...), resumed, s, recording.Settings{Concurrency: 1}, recording.Hooks{Progress: func(done, total int) { progress = append(progress, fmt.Sprint(done, "/", total)) }})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"q1 0", "q2 0", "q3 0", "q1 1", "q2 1", "q3 1", "q1 2", "q2 2", "q3 2"}; !slices.Equal(said, want) {
		t.Errorf("asked %q, want %q", said, want)
	}
	if sum.Calls != 5 || opened != 2 || engine.closed != 2 || resumed[0].Report.Reused != 3 || resumed[1].Report.Reused != 1 || progress[4] != "5/5" {
		t.Errorf("%+v, opened %d times, closed %d; progress %q; want 5 calls of an engine that is opened and closed once a run", sum, opened, engine.closed, progress)
	}
	for r, c := range resumed {
		if len(s.held[c.Key]) != 3 {
			t.Errorf("repeat %d: %d recordings, want 3", r, len(s.held[c.Key]))
		}
	}
	if failed := s.held[resumed[1].Key]["q2"]; failed.Error != "bad query" || s.held[resumed[2].Key]["q2"].Error != "" {
		t.Errorf("%+v: want the failure in the one repeat in which it was", failed)
	}
}

// A numbering engine notes how often each query was asked before, as it is told.
type numbering struct {
	script
	said *[]string
}

func (n *numbering) Respond(ctx context.Context, q retrieval.Query, k int) (retrieval.Response, error) {
	*n.said = append(*n.said, fmt.Sprint(q.ID, " ", q.Repeat))
	return n.script.Respond(ctx, q, k)
}

// A run that is interrupted says how far it came and what to do; a store that
// cannot keep anything ends it; a component that cannot be opened is named.
func TestAskEndsEarly(t *testing.T) {
	ids := []string{"q1", "q2", "q3", "q4"}
	for refreshed, remedy := range map[bool]string{false: "interrupted after 2 of 4 retrieval calls, which are recorded; run again to go on", true: "run again with --refresh"} {
		ctx, stop := context.WithCancel(t.Context())
		engine := &script{answer: func(call int, query string) (retrieval.Response, error) {
			if call >= 3 { // a fourth may be under way already
				stop()
				return retrieval.Response{}, ctx.Err()
			}
			return took(3, query)
		}}
		s, component := newShelf(), asks("a", engine, ids...)
		_, err := recording.Ask(ctx, asQueries(ids...), []*recording.Component{component}, s, recording.Settings{Concurrency: 1}, recording.Hooks{Refreshed: refreshed})
		if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), remedy) || !strings.HasPrefix(err.Error(), "interrupted after 2 of 4 ") {
			t.Errorf("refreshed %v: %v, want %q", refreshed, err, remedy)
		}
		if len(s.held[component.Key]) != 2 {
			t.Errorf("%d recordings, want those before the interruption", len(s.held[component.Key]))
		}
	}
	for i := range 40 { // enough that chance does not ask all of them
		ids = append(ids, fmt.Sprintf("more%d", i))
	}
	full := newShelf()
	full.err = errFull
	engine := &script{answer: func(_ int, query string) (retrieval.Response, error) { return took(3, query) }}
	_, err := recording.Ask(t.Context(), asQueries(ids...), []*recording.Component{asks("a", engine, ids...)}, full, recording.Settings{Concurrency: 1}, recording.Hooks{})
	var store *result.StoreError
	if !errors.As(err, &store) || !errors.Is(err, errFull) || len(engine.asked) == len(ids) {
		t.Errorf("Ask = %v after %d calls, want the store's error before all are made", err, len(engine.asked))
	}
	closed := &recording.Component{Name: "a", Missing: asQueries("q1"), Open: func(context.Context) (retrieval.Retriever, error) { return nil, errDown }}
	if _, err := recording.Ask(t.Context(), asQueries(ids...), []*recording.Component{asks("b", engine, "q1"), closed}, newShelf(), recording.Settings{}, recording.Hooks{}); err == nil || !strings.HasPrefix(err.Error(), `component "a": refused`) || engine.closed != 2 {
		t.Errorf("Ask = %v, closed %d times; want the component by name, and the other one closed", err, engine.closed)
	}
}

// Rankings that took a millisecond are kept one by one; quicker ones wait for each
// other, for 200 ms at most, and the last ones do not get lost. Time moves only
// when all wait.
func TestQuickAnswersAreKeptTogether(t *testing.T) {
	ids := []string{"q1", "q2", "q3", "q4", "q5", "q6", "q7"}
	for _, c := range []struct {
		ms    float64       // as the engine says
		after time.Duration // as it is
		want  []int         // sizes of the writes
	}{{1, 0, []int{1, 1, 1, 1, 1, 1, 1}}, {0.5, 0, []int{2, 2, 2, 1}}, {0.25, 0, []int{4, 3}}, {0.1, 0, []int{7}}, {0.1, 100 * time.Millisecond, []int{2, 2, 2, 1}}} {
		synctest.Test(t, func(t *testing.T) {
			engine := &script{answer: func(_ int, query string) (retrieval.Response, error) {
				time.Sleep(c.after)
				return took(c.ms, query)
			}}
			s := newShelf()
			if _, err := recording.Ask(t.Context(), asQueries(ids...), []*recording.Component{asks("a", engine, ids...)}, s, recording.Settings{Concurrency: 1}, recording.Hooks{}); err != nil {
				t.Fatal(err)
			}
			var sizes []int
			for _, batch := range s.batches {
				sizes = append(sizes, len(batch))
			}
			if !slices.Equal(sizes, c.want) {
				t.Errorf("%v ms each, one in %v: writes of %v, want %v", c.ms, c.after, sizes, c.want)
			}
		})
	}
}

// Components without missing queries are no work, and stand in no one's way.
func TestNothingToAsk(t *testing.T) {
	engine := &script{answer: func(_ int, query string) (retrieval.Response, error) { return took(3, query) }}
	idle, busy := asks("idle", engine), asks("busy", engine, "q1")
	if sum, err := recording.Ask(t.Context(), asQueries("q1"), []*recording.Component{idle}, newShelf(), recording.Settings{}, recording.Hooks{}); err != nil || sum != (recording.Tally{}) {
		t.Errorf("nothing to ask: %+v, %v, want nothing", sum, err)
	}
	if sum, err := recording.Ask(t.Context(), asQueries("q1"), []*recording.Component{idle, busy}, newShelf(), recording.Settings{}, recording.Hooks{}); err != nil || sum.Calls != 1 || !busy.WasAsked("q1") {
		t.Errorf("one query to ask: %+v, %v, want one call", sum, err)
	}
}

// A streak that no one ended is not among the calls that count.
func TestInterruptedMidway(t *testing.T) {
	ids := []string{"q1", "q2", "q3", "q4"}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	engine := &script{answer: func(call int, query string) (retrieval.Response, error) {
		switch "..x!!!"[call-1] {
		case 'x':
			return retrieval.Response{}, errDown
		case '!':
			stop()
			return retrieval.Response{}, ctx.Err()
		}
		return took(3, query)
	}}
	_, err := recording.Ask(ctx, asQueries(ids...), []*recording.Component{asks("a", engine, ids...)}, newShelf(),
		recording.Settings{Concurrency: 1}, recording.Hooks{})
	if !errors.Is(err, context.Canceled) || !strings.HasPrefix(err.Error(), "interrupted after 2 of 4 ") {
		t.Errorf("%v, want an interruption after 2 of 4", err)
	}
}
