package trec

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/textfaults"
)

// An error names the line of the file, wherever the blocks were cut.
func TestErrorsNameTheLine(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	var good strings.Builder
	for q := range 40 {
		if q%7 == 0 {
			good.WriteString("# comment\n\n")
		}
		for d := range 5 {
			fmt.Fprintf(&good, "q%d Q0 d%d %d %d.5 tag\n", q, d, d+1, 9-d)
		}
	}
	lines := strings.SplitAfter(strings.TrimSuffix(good.String(), "\n"), "\n")
	for _, c := range []struct{ name, line, want string }{
		{"fields", "q%d Q0 d9 6 1.5", `5 of 6 fields; a run line is "qid Q0 docid rank score tag"`},
		{"one field", "q%d", `1 of 6 fields; a run line is "qid Q0 docid rank score tag"`},
		{"score", "q%d Q0 d9 6 high tag", `score "high": not a number; write it in decimal (12.5) or scientific (1.25e1) notation`},
		{"signs", "q%d Q0 d9 6 --1.5 tag", `score "--1.5": not a number; write it in decimal (12.5) or scientific (1.25e1) notation`},
		{"blank in the id", "q%d Q0 my d9 6 1.5 tag", `rank "d9": not a whole number, as where an id holds a blank, which shifts the fields after it; replace the blank in the id, or number the hits 1, 2, 3`},
		{"fraction as rank", "q%d Q0 d9 6.0 1.5 tag", `rank "6.0": not a whole number, as where an id holds a blank, which shifts the fields after it; replace the blank in the id, or number the hits 1, 2, 3`},
		{"long word as rank", "q%d Q0 d9 99999999999999999999d 1.5 tag", `rank "99999999999999999999d": not a whole number, as where an id holds a blank, which shifts the fields after it; replace the blank in the id, or number the hits 1, 2, 3`},
		{"carriage return", "q%d Q0 d9 6 1.5 tag\rq Q0 d9 6 1.5 tag", `a carriage return within the line: lines end in LF or CRLF; convert a file whose lines end in CR alone: tr '\r' '\n'`},
		{"nan", "q%d Q0 d9 6 -NaN tag", `score "-NaN": NaN has no place in a ranking; give the hit a number or leave its line out`},
		{"too large", "q%d Q0 d9 6 1e999 tag", `score "1e999": too large for a float64; write inf if that is meant`},
		{"duplicate", "q%d Q0 d4 6 0.5 tag", `duplicate document "d4" in query "q%d", first on line %d; remove one, or keep the better ranked with --duplicates keep-first`},
	} {
		for at := range lines {
			query, ok := strings.CutPrefix(strings.Fields(lines[at] + " #")[0], "q")
			if !ok || !strings.Contains(lines[at], "d4") { // the line after the last of a query
				continue
			}
			text := strings.Join(lines[:at+1], "") + strings.ReplaceAll(c.line, "%d", query) + "\n" + strings.Join(lines[at+1:], "")
			text = strings.Replace(text, "tagq", "tag\nq", 1)
			want := fmt.Sprintf("test.run:%d: ", at+2) + strings.Replace(strings.Replace(c.want, "%d", query, 1), "%d", fmt.Sprint(at+1), 1)
			for _, size := range []int{1, 50, 300, 1 << 20} {
				for _, workers := range []int{1, 3} {
					_, _, err := scanned(text, RunOptions{Workers: workers}, size)
					if err == nil || err.Error() != want {
						t.Fatalf("%s after line %d, blocks of %d: error\n%v\nwant\n%s", c.name, at+1, size, err, want)
					}
					var at *LineError
					if !errors.As(err, &at) || at.Name != "test.run" {
						t.Fatalf("%v is no LineError of the file", err)
					}
				}
			}
		}
	}
}

// The same for a run that is read through memory.
func TestErrorsNameTheLineOfInterleavedRuns(t *testing.T) {
	text := "a Q0 d1 1 9 t\n\nb Q0 d1 1 9 t\n# c\na Q0 d2 2 8 t\nb Q0 d2 2 8 t\na Q0 d1 3 7 t\n"
	_, _, err := scanned(text, RunOptions{}, 1<<20)
	want := `test.run:7: duplicate document "d1" in query "a", first on line 1; remove one, or keep the better ranked with --duplicates keep-first`
	if err == nil || err.Error() != want || !errors.Is(err, ErrDuplicate) {
		t.Errorf("error\n%v\nwant\n%s", err, want)
	}
	_, _, err = scanned(text+"b Q0 d9 3 y t\n", RunOptions{Duplicates: DuplicatesKeepFirst}, 1)
	if want := "test.run:8: score \"y\""; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
}

// More than six fields are read as long as rank and score are where they belong.
func TestMoreThanSixFields(t *testing.T) {
	got, _, err := scanned("a Q0 d1 1 9 t and more\na Q0 d2 2 8\tt 5\n", RunOptions{}, 1<<20)
	if err != nil || len(got) != 1 || strings.Join(got[0].Docs, " ") != "d1 d2" {
		t.Errorf("%+v, error %v, want d1 d2", got, err)
	}
}

func TestOrderRankNeedsRanks(t *testing.T) {
	_, _, err := scanned("a Q0 d1 1 9 t\na Q0 d2 99999999999 8 t\n", RunOptions{Order: OrderRank}, 1<<20)
	if want := "test.run:2: order rank needs ranks that fit into 32 bits; use another order"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// A file of an old Macintosh is one line that begins like any other.
func TestLoneCarriageReturns(t *testing.T) {
	for _, text := range []string{
		"a Q0 d1 1 9 t\ra Q0 d2 2 8 t\r", "a Q0 d1 1 9 t\rb Q0 d2 2 8 t", "# comment\ra Q0 d1 1 9 t\r",
		"\ra Q0 d1 1 9 t\r", "a Q0 d1 1 9 t\r\r\na Q0 d2 2 8 t\r\r\n",
	} {
		for _, size := range []int{1, 1 << 20} {
			_, _, err := scanned(text, RunOptions{}, size)
			want := `test.run:1: a carriage return within the line: lines end in LF or CRLF; convert a file whose lines end in CR alone: tr '\r' '\n'`
			if err == nil || err.Error() != want {
				t.Errorf("%q: error %v, want %s", text, err, want)
			}
		}
	}
	if got, _, err := scanned("a Q0 d\r1 1 9 t\r\nb\r Q0 d2 2 8 t\r", RunOptions{}, 1<<20); err != nil || len(got) != 2 || got[0].Docs[0] != "d\r1" {
		t.Errorf("ids with a carriage return: %+v, error %v", got, err)
	}
}

// A file without line ends must not fill the memory.
func TestNoLineEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("needs 300 MiB")
	}
	long := strings.Repeat("x", maxLine+maxLine/2)
	_, err := ScanRun(t.Context(), Bytes("long.run", []byte("q Q0 d 1 1 t\n"+long)), RunOptions{}, func(*Ranking) error { return nil }, func() {})
	if want := "long.run:2: no line end in 64 MiB: this is not a run file"; err == nil || err.Error() != want {
		t.Errorf("run: error %v, want %s", err, want)
	}
	if _, err := ScanRun(t.Context(), Bytes("long.run", []byte(strings.ReplaceAll(long, "xxxxxxx", "xxxxxx\r"))), RunOptions{}, nil, nil); !errors.Is(err, textfaults.ErrReturn) {
		t.Errorf("run with carriage returns: error %v, want %v", err, textfaults.ErrReturn)
	}
	_, err = ReadQrels(t.Context(), Bytes("long.qrels", []byte("q 0 d 1\n"+long)), QrelsOptions{})
	if want := "long.qrels:2: no line end in 64 MiB: these are no qrels"; err == nil || err.Error() != want {
		t.Errorf("qrels: error %v, want %s", err, want)
	}
	comment := "# " + strings.Repeat("x", 1<<20) + "\n"
	q, err := ReadQrels(t.Context(), Bytes("comments.qrels", []byte(strings.Repeat(comment, 65)+"q 0 d 1\n")), QrelsOptions{})
	if err != nil || q.Size() != 1 {
		t.Errorf("many long lines: error %v", err)
	}
}

// Nor must qrels that have no end.
func TestEndlessQrels(t *testing.T) {
	if testing.Short() {
		t.Skip("needs 1.2 GiB")
	}
	endless := Source{Name: "all.qrels", open: func() (io.ReadCloser, error) {
		return io.NopCloser(&repeated{n: 1 << 30, text: []byte("q 0 d 1\n")}), nil
	}}
	_, err := ReadQrels(t.Context(), endless, QrelsOptions{})
	if want := "all.qrels: larger than 512 MiB; leave out the queries that no run has"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// Nor must one query, whose lines are in memory together.
func TestLongQuery(t *testing.T) {
	if testing.Short() {
		t.Skip("needs 700 MiB")
	}
	line := []byte("q Q0 " + strings.Repeat("d", 1000) + " 1 1 t\n")
	for _, before := range []string{"p Q0 d 1 1 t\n", "q Q0 d 1 1 t\np Q0 d 1 1 t\n"} {
		src := Source{Name: "long.run", open: func() (io.ReadCloser, error) {
			again := &repeated{line, (maxQuery / len(line)) + 100, 0}
			return io.NopCloser(io.MultiReader(strings.NewReader(before), again)), nil
		}}
		_, err := ScanRun(t.Context(), src, RunOptions{Workers: 1}, func(*Ranking) error { return nil }, func() {})
		want := "long.run:2: one query holds more than 256 MiB of lines; is this a run, and the query id its first field?"
		if strings.HasPrefix(before, "q") {
			want = strings.Replace(want, ":2:", ":1:", 1) // interleaved: where the query begins
		}
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// repeated gives the same text n times.
type repeated struct {
	text []byte
	n    int
	at   int // in text
}

func (r *repeated) Read(b []byte) (int, error) {
	read := 0
	for read < len(b) && r.n > 0 {
		m := copy(b[read:], r.text[r.at:])
		read += m
		if r.at += m; r.at == len(r.text) {
			r.at = 0
			r.n--
		}
	}
	if read == 0 {
		return 0, io.EOF
	}
	return read, nil
}

func TestOptionsAreChecked(t *testing.T) {
	_, err := ScanRun(t.Context(), Bytes("x", nil), RunOptions{Order: "best", Duplicates: "drop", Workers: -1}, nil, nil)
	want := "order \"best\": use score, rank or file\nworkers -1: use 0 for one a processor, or more\nduplicates \"drop\": use error or keep-first"
	if err == nil || err.Error() != want {
		t.Errorf("error\n%v\nwant\n%s", err, want)
	}
}
