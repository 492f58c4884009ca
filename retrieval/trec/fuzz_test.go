package trec

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/retrieval"
)

// FuzzRun: any bytes give what the reference reader gives, or are an error for
// both, whatever the settings; and what is read writes and reads back.
func FuzzRun(f *testing.F) {
	for _, text := range []string{
		"q Q0 d 1 1.5 t\n", "q Q0 a 1 2 t\nq Q0 b 2 1 t\nr Q0 a 1 -0.5 t\nq Q0 c 3 0 t",
		"# c\n\nq\tQ0\td\t1\tinf\tt\r\n", "q Q0 a 1 9.5 t\nq Q0 b 2 8.5 t\nq Q0 bb 3 1e-5 t x\nq Q0 c x nan t\n",
		"q Q0 a 9 1.25 t\nq Q0 b 10 1.25 t\nq Q0 c 11 1.2 t\nq Q0 a 12 1.1 t\n",
		"q Q0 a 1 9.5 t\nq Q0 b  2  8.5 t\nq Q0 b 3  t\nq Q0 1 5 0.5 t t\n",
		"q 0 0 0 0 0\nq 0 0 000 0\n0 0 0 0 0 0",        // a rank with leading zeros
		" 0 0 0 0 0 0\n0 q 0 0 0 0\nq 00\n0 q 1 0 0 0", // two faults and an interleaved query
	} {
		f.Add(text, uint8(1), uint8(0), false)
		f.Add(text, uint8(200), uint8(2), true)
	}
	f.Fuzz(func(t *testing.T, text string, size, order uint8, keepFirst bool) {
		if strings.HasPrefix(text, "\xef\xbb\xbf") || strings.HasPrefix(text, "\x1f\x8b") || strings.Contains(text[:min(4, len(text))], "\x2a\x4d\x18") || strings.HasPrefix(text, "\x28\xb5\x2f\xfd") {
			t.Skip("decoded before it is read")
		}
		opts := RunOptions{Order: orders[order%4], Workers: 1 + int(size%3)}
		if keepFirst {
			opts.Duplicates = DuplicatesKeepFirst
		}
		want, wantStats, wantErr := reference(text, opts)
		got, stats, err := scanned(text, opts, 1+int(size))
		if (err == nil) != (wantErr == nil) || errors.Is(err, ErrEmpty) != errors.Is(wantErr, ErrEmpty) {
			t.Fatalf("error %v, reference %v", err, wantErr)
		}
		if err != nil {
			return
		}
		if !reflect.DeepEqual(got, want) || stats != wantStats {
			t.Fatalf("got %+v\n%+v\nreference\n%+v\n%+v", stats, got, wantStats, want)
		}
		if opts.Order == "" && !strings.ContainsRune(text, '\r') {
			readsBack(t, got)
		}
	})
}

func readsBack(t *testing.T, queries []refQuery) {
	t.Helper()
	var b bytes.Buffer
	for _, q := range queries {
		hits := make([]retrieval.Hit, len(q.Docs))
		for i, d := range q.Docs {
			hits[i] = retrieval.Hit{ID: d, Score: q.Scores[i]}
		}
		if err := WriteRun(&b, "tag", q.Query, hits); err != nil {
			t.Fatal(err)
		}
	}
	again, stats, err := scanned(b.String(), RunOptions{}, 1<<16)
	if err != nil {
		t.Fatalf("what was written does not read: %v", err)
	}
	for i := range again {
		again[i].Offset = queries[i].Offset
	}
	if !reflect.DeepEqual(again, queries) || stats.RankContradictions != 0 {
		t.Fatalf("%+v\nwritten and read\n%+v\n%+v", queries, again, stats)
	}
}

// FuzzQrels: what is read is what was written, and writes and reads back.
func FuzzQrels(f *testing.F) {
	for _, text := range []string{"q 0 d 1\n", "q 0 d 1\r\np 0 d -1\n#\n\nq 0 e 2 x", "q 0 d 0.5\n", "q 0 d 1\nq 0 d 2\n", "q 0 d 1e3", "q 0", "q 2 d 1\nq 1 d 0.5\nq 10 d -1\nq 1 e 0\n"} {
		f.Add(text, false, false, false)
		f.Add(text, true, true, false)
		f.Add(text, true, false, true)
	}
	f.Fuzz(func(t *testing.T, text string, real, keepFirst, subtopics bool) {
		opts := QrelsOptions{RealGains: real, Subtopics: subtopics}
		if keepFirst {
			opts.Duplicates = DuplicatesKeepFirst
		}
		q, err := ReadQrels(t.Context(), Bytes("x", []byte(text)), opts)
		if err != nil {
			return
		}
		all := slices.Collect(q.All())
		if len(all) != q.Size() || q.Size() == 0 {
			t.Fatalf("%d judgments of %d", len(all), q.Size())
		}
		for _, j := range all {
			i, ok := q.Index([]byte(j.Query))
			if found, there := q.Judgment(i, j.Doc); !ok || !there || found != j {
				t.Fatalf("%+v is found as %+v, %v", j, found, there)
			}
			if float64(j.Grade) > j.Gain || float64(j.Grade)+1 <= j.Gain {
				t.Fatalf("%+v: the grade is not the gain rounded down", j)
			}
		}
		if strings.ContainsRune(text, '\r') {
			return // an id may hold one, and is not written then
		}
		var b bytes.Buffer
		if err := WriteQrels(&b, q.All()); err != nil {
			t.Fatal(err)
		}
		again, err := ReadQrels(t.Context(), Bytes("x", b.Bytes()), QrelsOptions{RealGains: real})
		if err != nil || !slices.Equal(slices.Collect(again.All()), all) {
			t.Fatalf("%v\nwritten and read\n%v, %v", all, again, err)
		}
	})
}
