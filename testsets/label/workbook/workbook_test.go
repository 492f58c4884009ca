package workbook_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"github.com/rankduel/rankduel/testsets/label/workbook"
)

// rows returns cells that spreadsheets like to change: zeros before, numbers too long
// for a float64, dates, formulas, line ends.
func rows() [][]string {
	return [][]string{
		{"row", "query_id", "doc_id", "text", "grade"},
		{"1", "=1+1", "007", "+a\nb", ""},
		{"2", "1-2", "12345678901234567890", "größer 東京", "2"},
	}
}

func written(t *testing.T, rows [][]string) []byte {
	t.Helper()
	var b bytes.Buffer
	if n, err := workbook.Write(&b, rows, "grade", []string{"0", "1", "x"}); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	return b.Bytes()
}

// Every cell comes back as it was. To excelize none is a formula, all are text,
// and the grades are offered.
func TestRoundTrip(t *testing.T) {
	data := written(t, rows())
	got, err := workbook.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	want := rows()
	want[1] = want[1][:4] // an empty last cell is none
	if diff := cmp.Diff(want, got.Rows); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	f, err := excelize.OpenReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for _, cell := range []string{"B2", "C2", "C3", "D2"} {
		kind, err := f.GetCellType("labels", cell)
		formula, wrong := f.GetCellFormula("labels", cell)
		if err != nil || wrong != nil || kind != excelize.CellTypeInlineString || formula != "" {
			t.Errorf("%s is of type %v, formula %q; %v, %v", cell, kind, formula, err, wrong)
		}
	}
	theirs, err := f.GetRows("labels")
	if diff := cmp.Diff(want, theirs); diff != "" || err != nil {
		t.Errorf("excelize reads: %v, -want +got\n%s", err, diff)
	}
	lists, err := f.GetDataValidations("labels")
	if err != nil || len(lists) != 1 || lists[0].Sqref != "E2:E3" || !strings.Contains(lists[0].Formula1, "0,1,x") {
		t.Errorf("choices %+v, %v", lists, err)
	}
}

// Grades that someone typed as numbers come back as they are kept.
func TestNumbers(t *testing.T) {
	f, err := excelize.OpenReader(bytes.NewReader(written(t, rows())))
	if err != nil {
		t.Fatal(err)
	}
	style, err := f.NewStyle(&excelize.Style{NumFmt: 9}) // per cent
	if err != nil {
		t.Fatal(err)
	}
	if err := f.SetCellValue("labels", "E2", 3); err != nil {
		t.Fatal(err)
	}
	if err := f.SetCellStyle("labels", "E2", "E2", style); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := f.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	got, err := workbook.Read(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if got.Rows[1][4] != "3" {
		t.Errorf("%q, %v; want 3, not 300%%", got.Rows[1], err)
	}
}

// A workbook as excelize writes it, with shared texts, runs of different looks, and
// cells and rows left out.
func TestForeign(t *testing.T) {
	f := excelize.NewFile()
	for cell, value := range map[string]any{"A1": "row", "C1": "grade", "A3": 1, "C3": "007", "AB4": true} {
		if err := f.SetCellValue("Sheet1", cell, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.SetCellRichText("Sheet1", "B3", []excelize.RichTextRun{{Text: "bold ", Font: &excelize.Font{Bold: true}}, {Text: "and not"}}); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := f.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	got, err := workbook.Read(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"row", "", "grade"}, {"1", "bold and not", "007"}, append(make([]string, 27), "1")}
	if diff := cmp.Diff(want, got.Rows); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if diff := cmp.Diff([]int{1, 3, 4}, got.Lines); diff != "" {
		t.Errorf("rows: -want +got\n%s", diff)
	}
}

// parts of the smallest workbook.
const (
	fuzzBook   = `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet r:id="a"/></sheets></workbook>`
	fuzzLinks  = `<Relationships><Relationship Id="a" Target="s.xml"/></Relationships>`
	fuzzShared = `<sst><si><t>x</t></si><si><r><t>y</t></r></si></sst>`
	fuzzSheet  = `<worksheet><sheetData><row r="2"><c r="B1" t="s"><v>1</v></c><c t="inlineStr"><is><t>z</t></is></c><c><v>3</v></c></row></sheetData></worksheet>`
)

// A little that unpacks to a lot is refused, or costs no more than what it unpacks to.
func TestBombs(t *testing.T) {
	rows := strings.Repeat(`<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>`, 10_000)
	for _, c := range []struct{ name, shared, sheet, want string }{
		{"nested", fuzzShared, `<worksheet>` + strings.Repeat("<a>", 2<<20), "nested more than 100 deep"},
		{"one text in many cells", `<sst><si><r><t>` + strings.Repeat("x", 1<<20) + `</t></r><r><t>y</t></r></si></sst>`, `<worksheet><sheetData>` + rows + `</sheetData></worksheet>`, ""},
	} {
		data := packed(t, fuzzBook, fuzzLinks, c.shared, c.sheet)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := workbook.Read(data)
		runtime.ReadMemStats(&after)
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 100 {
			t.Errorf("%s: %d MB for %d kB", c.name, mb, len(data)>>10)
		}
		if (err != nil || c.want != "") && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// FuzzRead reads any bytes, from a workbook of a few hundred bytes on: the engine takes every
// byte of a seed away by itself to see whether it matters.
func FuzzRead(f *testing.F) {
	f.Add(packed(f, fuzzBook, fuzzLinks, fuzzShared, fuzzSheet))
	f.Fuzz(readAny)
}

// FuzzParts reads any parts in an archive that is whole: what is beneath the checksums, which
// stop nearly all that FuzzRead makes.
func FuzzParts(f *testing.F) {
	f.Add(fuzzBook, fuzzLinks, fuzzShared, fuzzSheet)
	f.Add(fuzzBook, strings.Replace(fuzzLinks, "s.xml", "/xl/../xl/s.xml", 1), "", fuzzSheet)
	f.Fuzz(func(t *testing.T, book, links, shared, sheet string) {
		readAny(t, packed(t, book, links, shared, sheet))
	})
}

func readAny(t *testing.T, data []byte) {
	got, err := workbook.Read(data)
	if err != nil && !errors.Is(err, workbook.ErrNoWorkbook) {
		t.Errorf("%v does not say that it is not a workbook", err)
	}
	if err == nil && len(got.Rows) != len(got.Lines) {
		t.Errorf("%d rows, %d numbers", len(got.Rows), len(got.Lines))
	}
	for _, row := range got.Rows {
		if len(row) == 0 || row[len(row)-1] == "" {
			t.Errorf("row %q ends in no text", row)
		}
	}
}

// packed returns an archive of a workbook's parts as they are.
func packed(t testing.TB, book, links, shared, sheet string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	names := []string{"xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/sharedStrings.xml", "xl/s.xml"}
	for i, text := range []string{book, links, shared, sheet} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: names[i], Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestLongAndBroken(t *testing.T) {
	long := rows()
	long[1][3] = strings.Repeat("ß", 40_000)
	var b bytes.Buffer
	if n, err := workbook.Write(&b, long, "grade", []string{"0"}); n != 1 || err != nil {
		t.Errorf("%d cells cut, %v", n, err)
	}
	got, err := workbook.Read(b.Bytes())
	if err != nil || !strings.HasSuffix(got.Rows[1][3], "ß…") {
		t.Errorf("a long text: %v", err)
	}
	for _, bad := range []string{"", "row,grade\n1,2\n", "PK\x03\x04 and no more"} {
		if _, err := workbook.Read([]byte(bad)); err == nil || !strings.Contains(err.Error(), "is no workbook that can be read") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
