package trec

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A random run with everything that the format allows, and at times more.
func randomRun(rng *rand.Rand) string {
	var b strings.Builder
	queries := 1 + rng.IntN(8)
	depth := 1 + rng.IntN(40)
	interleaved := rng.IntN(3) == 0
	odd := []int{0, 0, 10, 100}[rng.IntN(4)] // one line in so many is unusual
	unusual := func() bool { return odd > 0 && rng.IntN(odd) == 0 }
	idLength := 1 + rng.IntN(30)
	pool := []int{1000, 1000, 30}[rng.IntN(3)] * depth
	document := func() string {
		id := fmt.Sprint(rng.IntN(pool))
		if len(id) < idLength && rng.IntN(2) == 0 {
			id = strings.Repeat("d", idLength-len(id)) + id
		}
		if unusual() {
			id += []string{"é", "#", "\x01", "\r", "東", "\x00"}[rng.IntN(6)]
		}
		return id
	}
	score := 50.0
	for i := range queries * depth {
		query := i / depth
		if interleaved && rng.IntN(4) == 0 {
			query = rng.IntN(queries)
		}
		if i%depth == 0 {
			score = 50
		}
		if rng.IntN(10) != 0 {
			score -= rng.Float64()
		}
		if unusual() {
			score = rng.NormFloat64() * 100
		}
		text := fmt.Sprintf("%.*f", rng.IntN(7), score)
		if unusual() {
			text = []string{"inf", "-Infinity", "1e-3", "-0", "0", "0.0", "+7", ".5", "5.", "123456789.123456789", "9007199254740993"}[rng.IntN(11)]
		}
		rank := fmt.Sprint(i%depth + 1)
		if unusual() {
			rank = []string{"0", "-3", "+2", "99999999", "7", "123456789012", "0", "5", "x"}[rng.IntN(9)]
		}
		lead, gap := "", " "
		if unusual() {
			lead = " \t"
		}
		if unusual() {
			gap = []string{"\t", "  ", " \t "}[rng.IntN(3)]
		}
		end := "\n"
		if unusual() {
			end = []string{"\r\n", " more fields\n", "\n\n", "\n# comment\n", " \n", "\n \t\n"}[rng.IntN(6)]
		}
		if i == queries*depth-1 && rng.IntN(2) == 0 {
			end = ""
		}
		fmt.Fprint(&b, lead, "query-", query, gap, "Q0", gap, document(), gap, rank, gap, text, gap, "tag", end)
	}
	return b.String()
}

var orders = []Order{"", OrderScore, OrderRank, OrderFile}

// Whatever the number of workers and the size of the blocks, ScanRun gives
// what the reference gives, and where that is an error, always the same one.
func TestScanRunAgreesWithReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	seen := RunStats{}
	faults, interleaved, rounds := 0, 0, 1500
	if testing.Short() {
		rounds = 500
	}
	for range rounds {
		text := randomRun(rng)
		opts := RunOptions{Order: orders[rng.IntN(4)], Duplicates: []Duplicates{"", DuplicatesKeepFirst}[rng.IntN(2)]}
		want, wantStats, wantErr := reference(text, opts)
		firstErr := ""
		for _, setting := range []struct{ workers, size int }{{1, 1 << 20}, {1, 1}, {2, 1 + rng.IntN(300)}, {4, 1 + rng.IntN(3000)}} {
			opts.Workers = setting.workers
			got, stats, err := scanned(text, opts, setting.size)
			if (err == nil) != (wantErr == nil) || errors.Is(wantErr, ErrDuplicate) && !errors.Is(err, ErrDuplicate) {
				t.Fatalf("%+v: error %v, reference %v, in\n%s", setting, err, wantErr, text)
			}
			if err != nil {
				faults++
				if firstErr == "" {
					firstErr = err.Error()
				}
				if err.Error() != firstErr {
					t.Fatalf("%+v: error %v, with other settings %v, in\n%s", setting, err, firstErr, text)
				}
				continue
			}
			if !reflect.DeepEqual(want, got) {
				t.Fatalf("%+v, %+v: rankings differ (-reference +ScanRun):\n%s\nin\n%s", setting, opts, cmp.Diff(want, got), text)
			}
			if stats != wantStats {
				t.Fatalf("%+v, %+v: stats %+v, reference %+v, in\n%s", setting, opts, stats, wantStats, text)
			}
			seen.Add(stats)
			if stats.Interleaved {
				interleaved++
			}
		}
	}
	// The inputs have to be worth the name.
	if faults < 100 || interleaved < 100 || seen.Duplicates < 50 || seen.RankContradictions < 100 || seen.Tied < 100 {
		t.Errorf("%d faults and in all %+v: the random runs are too tame", faults, seen)
	}
}

// The cut never splits a query whose lines stand together.
func TestCutKeepsQueriesWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 2000 {
		var b strings.Builder
		starts := []int{} // of the first line of each query
		for q := range 1 + rng.IntN(6) {
			if rng.IntN(4) == 0 {
				b.WriteString([]string{"# c\n", "\n", "\t\r\n"}[rng.IntN(3)])
			}
			starts = append(starts, b.Len())
			for range 1 + rng.IntN(5) {
				fmt.Fprintf(&b, "q%d %s\n", q, strings.Repeat("x", rng.IntN(20)))
				if rng.IntN(6) == 0 {
					b.WriteString([]string{"# c\n", "\n", " \n"}[rng.IntN(3)])
				}
			}
		}
		text := b.String()
		text = text[:max(0, len(text)-rng.IntN(10))]
		complete := strings.LastIndexByte(text, '\n') + 1
		want := 0
		if starts[0] >= complete {
			want = complete // comments only
		}
		for _, s := range starts[1:] {
			if s < complete && strings.HasPrefix(text[s:complete], "q") {
				want = s
			}
		}
		got := lastBoundary([]byte(text))
		if got != want {
			t.Fatalf("cut = %d, want %d, in\n%q", got, want, text)
		}
	}
	for text, want := range map[string]int{"": 0, "\n": 1, "# a\n\nb": 5, "a": 0, "a b\n": 0} {
		if got := lastBoundary([]byte(text)); got != want {
			t.Errorf("lastBoundary(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestScanRunEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	text := strings.Repeat("q Q0 d 1 1 t\n", 1)
	for q := range 1000 {
		text += fmt.Sprintf("q%d Q0 d 1 1 t\n", q)
	}
	calls := 0
	_, err := scanRun(ctx, Bytes("x", []byte(text)), RunOptions{Workers: 1}, 100, func(*Ranking) error {
		if calls++; calls == 50 {
			cancel()
		}
		return nil
	}, func() {})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if calls > 100 {
		t.Errorf("%d calls, want few after the 50th", calls)
	}
	if _, err := ScanRun(ctx, Bytes("x", []byte(text)), RunOptions{}, func(*Ranking) error { return nil }, func() {}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: error %v, want context.Canceled", err)
	}
	text += text // interleaved
	if _, err := ScanRun(ctx, Bytes("x", []byte(text)), RunOptions{}, func(*Ranking) error { return nil }, func() {}); !errors.Is(err, context.Canceled) {
		t.Errorf("interleaved, cancelled: error %v, want context.Canceled", err)
	}
}

func TestScanRunReturnsErrorOfCallback(t *testing.T) {
	mine := errors.New("mine")
	for _, text := range []string{"a Q0 d 1 1 t\nb Q0 d 1 1 t\n", "a Q0 d 1 1 t\nb Q0 d 1 1 t\na Q0 e 1 1 t\n"} {
		_, err := ScanRun(t.Context(), Bytes("x", []byte(text)), RunOptions{}, func(r *Ranking) error {
			if string(r.Query) == "b" {
				return mine
			}
			return nil
		}, func() {})
		if !errors.Is(err, mine) {
			t.Errorf("error %v, want the callback's", err)
		}
	}
}

// What fn saw before the run turned out to be interleaved is taken back.
func TestResetOnlyForInterleavedRuns(t *testing.T) {
	for text, want := range map[string]int{
		"a Q0 d 1 1 t\nb Q0 d 1 1 t\n":                   0,
		"a Q0 d 1 1 t\nb Q0 d 1 1 t\na Q0 e 1 1 t\n":     1,
		"a Q0 d 1 1 t\n\n#\na Q0 e 1 1 t\nb Q0 d 1 1 t ": 0,
	} {
		resets := 0
		stats, err := ScanRun(t.Context(), Bytes("x", []byte(text)), RunOptions{}, func(*Ranking) error { return nil }, func() { resets++ })
		if err != nil || resets != want || stats.Interleaved != (want > 0) || stats.Queries != 2 {
			t.Errorf("%q: %d resets, %+v, error %v; want %d resets", text, resets, stats, err, want)
		}
	}
}
