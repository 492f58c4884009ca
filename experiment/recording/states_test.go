package recording_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

// A shelf is as much of a Recorder as recordings need. It refuses what it is
// told to.
type shelf struct {
	result.Recorder
	held    map[result.RecordingKey]map[string]result.Recording
	batches [][]string // query ids of each write
	reads   int
	err     error
}

func newShelf() *shelf {
	return &shelf{held: map[result.RecordingKey]map[string]result.Recording{}}
}

func (s *shelf) Recorded(_ context.Context, key result.RecordingKey) (map[string]result.RecordingState, error) {
	s.reads++
	states := map[string]result.RecordingState{}
	for id, r := range s.held[key] {
		states[id] = r.State()
	}
	return states, s.err
}

func (s *shelf) Recordings(_ context.Context, key result.RecordingKey, queries ...string) (map[string]result.Recording, error) {
	list := map[string]result.Recording{}
	for id, r := range s.held[key] {
		if slices.Contains(queries, id) {
			list[id] = r
		}
	}
	return list, s.err
}

func (s *shelf) Record(_ context.Context, key result.RecordingKey, list []result.Recording) error {
	if s.err != nil {
		return s.err
	}
	if s.held[key] == nil {
		s.held[key] = map[string]result.Recording{}
	}
	var ids []string
	for _, r := range list {
		s.held[key][r.QueryID] = r
		ids = append(ids, r.QueryID)
	}
	s.batches = append(s.batches, ids)
	return nil
}

var errFull = errors.New("disk full")

func asQueries(ids ...string) []retrieval.Query {
	var list []retrieval.Query
	for _, id := range ids {
		list = append(list, retrieval.Query{ID: id, Text: "text of " + id})
	}
	return list
}

// The digest of recordings is another one as soon as one query was answered
// again or failed otherwise; what is recorded of other queries does not matter.
func TestDigest(t *testing.T) {
	a, b := result.RecordingKey{Component: "a"}, result.RecordingKey{Component: "b"}
	digest := func(queries []string, keys []result.RecordingKey, held ...map[string]result.Recording) string {
		t.Helper()
		s := newShelf()
		for i, h := range held {
			s.held[[]result.RecordingKey{a, b}[i]] = h
		}
		d, err := recording.NewStates(s).Digest(t.Context(), keys, asQueries(queries...))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	took := func(ms ...float64) map[string]result.Recording {
		list := map[string]result.Recording{}
		for i, v := range ms {
			list[fmt.Sprintf("q%d", i+1)] = result.Recording{LatencyMS: v}
		}
		return list
	}
	failed := func(text string) map[string]result.Recording {
		return map[string]result.Recording{"q1": {LatencyMS: 1, Error: text}, "q2": {LatencyMS: 2}}
	}
	two, first := []string{"q1", "q2"}, []result.RecordingKey{a}
	if d := digest(two, nil, took(1, 2)); d != "" {
		t.Errorf("digest of nothing = %q, want none", d)
	}
	distinct := map[string]string{}
	for what, d := range map[string]string{
		"first":            digest(two, first, took(1, 2)),
		"q1 again":         digest(two, first, took(1.5, 2)),
		"q2 again":         digest(two, first, took(1, 2.5)),
		"turned":           digest(two, first, took(2, 1)),
		"one query less":   digest(two, first, took(1)),
		"q1 failed":        digest(two, first, failed("refused")),
		"q1 otherwise":     digest(two, first, failed("no such index")),
		"q1 of its length": digest(two, first, failed("refuted")),
		"both components":  digest(two, []result.RecordingKey{a, b}, took(1, 2), took(1, 2)),
		"the other again":  digest(two, []result.RecordingKey{a, b}, took(1, 2), took(1, 3)),
		"other components": digest(two, []result.RecordingKey{b, a}, took(1, 2), took(1, 3)),
		"other content":    digest(two, first, map[string]result.Recording{"q1": {LatencyMS: 1, Content: "0123456789abcdef"}, "q2": {LatencyMS: 2}}),
		"of the other":     digest(two, first, map[string]result.Recording{"q1": {LatencyMS: 1}, "q2": {LatencyMS: 2, Content: "0123456789abcdef"}}),
	} {
		if other, twice := distinct[d]; twice || len(d) != 16 {
			t.Errorf("digest %q of %q and of %q", d, what, other)
		}
		distinct[d] = what
	}
	errorsOf := func(ms1 float64, error1 string, ms2 float64, error2 string) map[string]result.Recording {
		return map[string]result.Recording{"q1": {LatencyMS: ms1, Error: error1}, "q2": {LatencyMS: ms2, Error: error2}}
	}
	second := string(binary.LittleEndian.AppendUint64(nil, math.Float64bits(2))) // the same bytes, differently divided
	if digest(two, first, errorsOf(1, "a", 2, "bcdefghij")) == digest(two, first, errorsOf(1, "a"+second, math.Float64frombits(binary.LittleEndian.Uint64([]byte("bcdefghi"))), "j")) {
		t.Error("one failure runs into the next recording")
	}
	if digest(two, first, took(1, 2)) != digest(two, first, took(1, 2, 3)) {
		t.Error("a query that was not asked about changes the digest")
	}
}

// What is known is read from the store once for each key.
func TestStatesAreReadOnce(t *testing.T) {
	key, s := result.RecordingKey{Component: "a", TestSet: "t"}, newShelf()
	s.held[key] = map[string]result.Recording{"q1": {LatencyMS: 3}}
	states := recording.NewStates(s)
	for range 2 {
		known, err := states.Of(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]result.RecordingState{"q1": {LatencyMS: 3}}
		if diff := cmp.Diff(want, known); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	if s.reads != 1 {
		t.Errorf("the store was read %d times, want once", s.reads)
	}
	s.err = errFull
	other := result.RecordingKey{Component: "b"}
	var store *result.StoreError
	if _, err := states.Of(t.Context(), other); !errors.As(err, &store) || !errors.Is(err, errFull) {
		t.Errorf("Of = %v, want the store's error", err)
	}
	if _, err := states.Digest(t.Context(), []result.RecordingKey{other}, asQueries("q1")); !errors.As(err, &store) {
		t.Errorf("Digest = %v, want the store's error", err)
	}
}

// A feed gives rankings in the order of the queries; what has gone from the store
// says so and how to get it back.
func TestFeed(t *testing.T) {
	key, s := result.RecordingKey{Component: "a"}, newShelf()
	answer := &retrieval.Answer{Text: "so"}
	s.held[key] = map[string]result.Recording{
		"q1": {QueryID: "q1", Hits: []retrieval.Hit{{ID: "d1", Score: 2}}, Answer: answer, LatencyMS: 5},
		"q3": {QueryID: "q3", LatencyMS: 7, Error: "refused"},
	}
	feed := recording.Feed{Recorder: s, Key: key}
	got, err := feed.Rankings(t.Context(), asQueries("q3", "q2", "q1"))
	if err != nil || len(got) != 3 {
		t.Fatalf("Rankings = %v, %v; want three", got, err)
	}
	if got[0].Failure != "refused" || got[0].Absent || *got[0].LatencyMS != 7 {
		t.Errorf("q3: %+v, want its failure", got[0])
	}
	if !got[1].Absent || !strings.Contains(got[1].Failure, "--refresh") {
		t.Errorf("q2: %+v, want that it has gone", got[1])
	}
	if got[2].Absent || got[2].Failure != "" || len(got[2].Hits) != 1 || got[2].Hits[0].ID != "d1" || got[2].Written != answer || *got[2].LatencyMS != 5 {
		t.Errorf("q1: %+v, want its answer", got[2])
	}
	s.err = errFull
	var store *result.StoreError
	if _, err := feed.Rankings(t.Context(), asQueries("q1")); !errors.As(err, &store) {
		t.Errorf("Rankings = %v, want the store's error", err)
	}
}

// Recorded rankings are used again; failures only until a retry, unless there is
// nothing else.
func TestDivide(t *testing.T) {
	answered, failed := result.RecordingState{LatencyMS: 1}, result.RecordingState{Error: "refused"}
	for _, c := range []struct {
		what   string
		known  map[string]result.RecordingState
		retry  bool
		reused int
		asked  []string
	}{
		{"nothing", nil, false, 0, []string{"q1", "q2", "q3"}},
		{"some", map[string]result.RecordingState{"q2": answered}, false, 1, []string{"q1", "q3"}},
		{"some, and a failure", map[string]result.RecordingState{"q2": answered, "q3": failed}, false, 2, []string{"q1"}},
		{"some, and a retry", map[string]result.RecordingState{"q2": answered, "q3": failed}, true, 1, []string{"q1", "q3"}},
		{"only failures", map[string]result.RecordingState{"q1": failed, "q3": failed}, false, 0, []string{"q1", "q2", "q3"}},
		{"all", map[string]result.RecordingState{"q1": answered, "q2": answered, "q3": answered}, true, 3, nil},
	} {
		component := recording.Component{Known: c.known}
		component.Divide(asQueries("q1", "q2", "q3"), c.retry, recording.Shard{})
		var asked []string
		for _, q := range component.Missing {
			asked = append(asked, q.ID)
		}
		if component.Report.Reused != c.reused || !slices.Equal(asked, c.asked) {
			t.Errorf("%s: %d reused and %v to ask, want %d and %v", c.what, component.Report.Reused, asked, c.reused, c.asked)
		}
	}
}
