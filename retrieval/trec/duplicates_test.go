package trec

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// A run with many duplicates names the first ten of the file and counts all, as
// going through its lines one by one does, wherever blocks are cut and whether
// its queries stand together or not.
func TestAllDuplicatesOfARun(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	most := 0
	for range 300 {
		var (
			b     strings.Builder
			named []string
			first = map[string]int{}
		)
		interleaved := rng.IntN(2) == 0
		queries, depth := 1+rng.IntN(6), 1+rng.IntN(12)
		for i := range queries * depth {
			query := i / depth
			if interleaved {
				query = rng.IntN(queries)
			}
			doc := fmt.Sprintf("d%d", rng.IntN(2*depth))
			fmt.Fprintf(&b, "q%d Q0 %s %d %d t\n", query, doc, i, rng.IntN(9))
			key := fmt.Sprint(query, doc)
			if at, again := first[key]; again {
				named = append(named, fmt.Sprintf("test.run:%d: duplicate document %q in query \"q%d\", first on line %d", i+1, doc, query, at))
			} else {
				first[key] = i + 1
			}
		}
		most = max(most, len(named))
		want := "<nil>"
		switch n := len(named); {
		case n == 1:
			want = named[0] + "; remove one, or keep the better ranked with --duplicates keep-first"
		case n > 1:
			want = fmt.Sprintf("test.run: %d duplicate documents; remove one of each, or keep the better ranked with --duplicates keep-first\n", n) +
				strings.Join(named[:min(10, n)], "\n")
			if n > 10 {
				want += fmt.Sprintf("\nand %d more", n-10)
			}
		}
		for _, setting := range []struct{ workers, size int }{{1, 1 << 20}, {1, 1}, {3, 40}} {
			_, _, err := scanned(b.String(), RunOptions{Workers: setting.workers}, setting.size)
			if fmt.Sprint(err) != want {
				t.Fatalf("%+v: error\n%v\nwant\n%s\nin\n%s", setting, err, want, b.String())
			}
		}
	}
	if most < 15 {
		t.Errorf("at most %d duplicates: the random runs are too tame", most)
	}
}

// Of a duplicate and another fault the one that comes first is told.
func TestDuplicatesAndOtherFaults(t *testing.T) {
	const twice = "a Q0 d 1 2 t\na Q0 d 2 1 t\n"
	for text, want := range map[string]string{
		twice + "b Q0 d 1\n":                                 `test.run:2: duplicate document "d" in query "a"`,
		"c Q0 d 1\n" + twice:                                 `test.run:1: 4 of 6 fields`,
		twice + "b Q0 d 1 1 t\na Q0 d 2 1 t\nc Q0 d 1\n":     "test.run: 2 duplicate documents",
		"b Q0 d 1 1 t\nc Q0 d x 1 t\nb Q0 d 1 1 t\n" + twice: `test.run:2: rank "x"`,
	} {
		for _, size := range []int{1, 1 << 20} {
			_, _, err := scanned(text, RunOptions{Workers: 2}, size)
			if err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%q: error %v, want %s", text, err, want)
			}
		}
	}
	_, _, err := scanned(twice+twice, RunOptions{}, 1<<20)
	var (
		at  *LineError
		all *RepeatsError
	)
	if !errors.Is(err, ErrDuplicate) || !errors.As(err, &at) || at.Line != 2 || !errors.As(err, &all) || all.Count != 3 || len(all.First) != 3 {
		t.Errorf("error %+v, want three duplicates, the first on line 2", err)
	}
}

// More duplicates of one query than are named are counted all the same, where
// its lines are not together: 14 of d and 2 of e.
func TestManyDuplicatesOfAnInterleavedQuery(t *testing.T) {
	var b strings.Builder
	for i := range 15 {
		fmt.Fprintf(&b, "a Q0 d %d %d t\nb Q0 d%d 1 1 t\n", i+1, 99-i, i)
	}
	b.WriteString(strings.Repeat("b Q0 e 1 1 t\n", 3))
	for _, size := range []int{1, 1 << 20} {
		_, _, err := scanned(b.String(), RunOptions{}, size)
		var all *RepeatsError
		if !errors.As(err, &all) || all.Count != 16 || len(all.First) != 10 {
			t.Errorf("blocks of %d: %v, want 16 duplicates, 10 of them named", size, err)
		}
	}
}

// Two of one place, as of a row of several hits, stay in the order in which they come.
func TestRepeatsOfOnePlace(t *testing.T) {
	var all Repeats
	for _, doc := range []string{"b", "a"} {
		all.Add(Repeat{Query: "q", Doc: doc, First: 1, Again: 2})
	}
	all.Add(Repeat{Query: "q", Doc: "c", First: 0, Again: 1})
	err := all.Err("x", func(_ int, err error) error { return err }, func(place int) string { return fmt.Sprintf("in row %d", place) })
	want := "x: 3 duplicate documents; remove one of each, or keep the better ranked with --duplicates keep-first\n" +
		"duplicate document \"c\" in query \"q\", first in row 0\nduplicate document \"b\" in query \"q\", first in row 1\nduplicate document \"a\" in query \"q\", first in row 1"
	if err == nil || strings.ReplaceAll(err.Error(), "\n  ", "\n") != want {
		t.Errorf("%v, want %s", err, want)
	}
}
