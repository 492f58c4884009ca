package sheet_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/sheet"
)

// lines are documents that a spreadsheet would compute, cut or recode.
const lines = `{"query_id":"=q","query_text":"=1+1","doc_id":"-d1","title":"@sum","text":"+\"quoted\", größer\nsecond line"}
{"query_id":"=q","query_text":"=1+1","doc_id":"'d2","title":"\ttab","text":"＝full width"}
{"query_id":"=q","query_text":"=1+1","doc_id":"007","title":"","text":"plain; semicolon"}
`

func session(t *testing.T, dir, pool string) *label.Session {
	t.Helper()
	p, err := label.ReadPool("pool.jsonl", strings.NewReader(pool))
	if err != nil {
		t.Fatal(err)
	}
	s, err := label.Open(p, dir, label.Settings{Person: "ada", Mode: "sheet", Now: func() time.Time { return time.Unix(1_770_000_000, 0) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // what is read afterwards is synced
	return s
}

func exported(t *testing.T, s *label.Session) string {
	t.Helper()
	var b bytes.Buffer
	if err := sheet.Export(&b, s.Rows()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func table(t *testing.T, text string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func written(t *testing.T, rows [][]string, comma rune) []byte {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = comma
	if err := w.WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// No cell of an exported sheet begins a formula (OWASP's list, with full-width
// signs), and filled cells come back for the documents that they stand next to.
func TestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	s := session(t, dir, lines)
	rows := table(t, exported(t, s))
	if got := strings.Join(rows[0], ","); got != "row,query_id,query_text,doc_id,title,text,grade,comment" {
		t.Fatalf("columns %s", got)
	}
	for _, row := range rows[1:] {
		for _, cell := range row {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r\n") || strings.HasPrefix(cell, "＝") {
				t.Errorf("%q begins a formula", cell)
			}
		}
	}
	want := map[string]string{}
	for i, row := range rows[1:] {
		row[6], row[7] = []string{"2", "3,0", "x"}[i], []string{"-50 % sure", "", "'quoted' why"}[i]
		want[strings.TrimPrefix(row[3], "'")] = row[7]
	}
	rows[1], rows[3] = rows[3], rows[1] // sorted by someone
	for name, data := range map[string][]byte{
		"semicolons": written(t, rows, ';'),
		"Windows":    bytes.ReplaceAll(written(t, rows, ';'), []byte("ö"), []byte("\xf6")),
		"with sep=":  append([]byte("sep=\t\r\n"), written(t, rows, '\t')...),
	} {
		in, err := sheet.Import("sheet.csv", data, s.Rows(), s.Scale())
		if err != nil || len(in.Answers) != 3 || in.Blank+in.Missing > 0 {
			t.Fatalf("%s: %+v, %v", name, in, err)
		}
		if _, err := s.Fill(in.Answers); err != nil {
			t.Fatal(err)
		}
	}
	j, err := label.ReadJournal(label.File(dir, "ada"))
	if err != nil || len(j.Lines) != 3 {
		t.Fatalf("%d lines, %v; the same sheet again adds nothing", len(j.Lines), err)
	}
	for _, l := range j.Lines {
		if l.Comment != want[strings.TrimPrefix(l.Doc, "'")] {
			t.Errorf("document %s: comment %q, want %q", l.Doc, l.Comment, want[l.Doc])
		}
	}
	// A comment that begins a formula goes out guarded and comes back as it was; any other as it is.
	again := exported(t, s)
	if !strings.Contains(again, "'-50 % sure") || !strings.Contains(again, "'quoted' why") {
		t.Errorf("comments are not guarded:\n%s", again)
	}
	in, err := sheet.Import("sheet.csv", []byte(again), s.Rows(), s.Scale())
	if err != nil {
		t.Fatal(err)
	}
	if n, err := s.Fill(in.Answers); n != 0 || err != nil {
		t.Errorf("a sheet as it was exported adds %d answers, %v", n, err)
	}
}

func TestImportFaults(t *testing.T) {
	s := session(t, t.TempDir(), lines)
	base := table(t, exported(t, s))
	at := func(doc string) int {
		for i, row := range base {
			if strings.HasSuffix(row[3], doc) {
				return i
			}
		}
		t.Fatalf("no row has %s", doc)
		return 0
	}
	for name, c := range map[string]struct {
		change func(rows [][]string)
		want   string
	}{
		"a number made of an id": {func(r [][]string) { r[at("007")][3] = "7" }, `column D (doc_id): is "7", and "007" was exported`},
		"another query":          {func(r [][]string) { r[1][1] = "q2" }, `column B (query_id): is "q2", and "=q" was exported`},
		"off the scale":          {func(r [][]string) { r[1][6] = "5" }, "column G (grade): 5 is not on the scale (0 irrelevant"},
		"no grade":               {func(r [][]string) { r[1][6] = "good" }, `column G (grade): "good" is neither a grade nor x`},
		"half a grade":           {func(r [][]string) { r[1][6] = "2.5" }, `"2.5" is neither`},
		"x alone":                {func(r [][]string) { r[1][6] = "X" }, "column H (comment): is empty; say why"},
		"comment alone":          {func(r [][]string) { r[1][7] = "hm" }, "has a comment and no grade"},
		"row twice":              {func(r [][]string) { r[2][0] = r[1][0] }, "row 1 stands in line"},
		"no row":                 {func(r [][]string) { r[1][0] = "9" }, `"9" is not one of the 3 rows`},
		"no column":              {func(r [][]string) { r[0][3] = "id" }, `no column "doc_id"`},
		"column twice":           {func(r [][]string) { r[0][3] = "query_id" }, `column "query_id" is there twice`},
	} {
		rows := table(t, exported(t, s))
		rows[2][6] = "1"
		c.change(rows)
		_, err := sheet.Import("s.csv", written(t, rows, ','), s.Rows(), s.Scale())
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "s.csv:") {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if _, err := sheet.Import("s.csv", nil, s.Rows(), s.Scale()); err == nil || err.Error() != "s.csv is empty" {
		t.Errorf("nothing: %v", err)
	}
	rows := table(t, exported(t, s))[:2]
	rows[1][6] = "1"
	if in, err := sheet.Import("s.csv", written(t, rows, ','), s.Rows(), s.Scale()); err != nil || in.Missing != 2 || len(in.Answers) != 1 {
		t.Errorf("rows taken out: %+v, %v", in, err)
	}
}

// A need has a column where there is one.
func TestNeed(t *testing.T) {
	s := session(t, t.TempDir(), `{"query_id":"q","query_text":"t","need":"why","doc_id":"d","text":"x"}`)
	if got := table(t, exported(t, s)); got[0][3] != "need" || got[1][3] != "why" {
		t.Errorf("exported %v", got)
	}
}

func FuzzImport(f *testing.F) {
	f.Add([]byte("row,query_id,doc_id,grade\n1,=q,-d1,2\n"))
	f.Add([]byte("\xef\xbb\xbfrow;query_id;doc_id;grade;comment\n1;'=q;'-d1;x;no\n"))
	p, err := label.ReadPool("p", strings.NewReader(lines))
	if err != nil {
		f.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "sheet")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = os.RemoveAll(dir) })
	s, err := label.Open(p, dir, label.Settings{Person: "ada", Now: time.Now})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := sheet.Import("s", data, s.Rows(), testsets.DefaultScale())
		if err == nil && len(in.Answers)+in.Blank+in.Missing != 3 {
			t.Errorf("%d answers, %d blank, %d missing of 3", len(in.Answers), in.Blank, in.Missing)
		}
	})
}

// Everybody has an order of their own: a sheet in another order is said to be
// one, and is not a list of cells that were changed.
func TestAnothersSheet(t *testing.T) {
	var pool strings.Builder
	for i := range 30 {
		fmt.Fprintf(&pool, `{"query_id":"q","query_text":"=t","doc_id":"%03d","title":"","text":"a"}`+"\n", i)
	}
	s := session(t, t.TempDir(), pool.String())
	rows := table(t, exported(t, s))
	other := slices.Clone(rows)
	for i := 1; i < len(rows); i++ { // the ids of one row under the number of another
		other[i] = slices.Clone(rows[len(rows)-i])
		other[i][0] = rows[i][0]
	}
	_, err := sheet.Import("x.csv", written(t, other, ','), s.Rows(), s.Scale())
	if want := "x.csv: 30 of 30 rows are about what another row was exported with: the sheet is another person's"; err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v, want %s", err, want)
	}
	slices.Reverse(rows[1:])
	if _, err := sheet.Import("x.csv", written(t, rows, ','), s.Rows(), s.Scale()); err != nil {
		t.Errorf("a sorted sheet: %v", err)
	}
}
