package delimited_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/internal/delimited"
)

func utf16LE(s string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune("\ufeff" + s)) {
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return b.String()
}

// The same table as Excel and others save it.
func TestDialects(t *testing.T) {
	want := [][]string{{"id", "text"}, {"1", "größer, \"so\""}, {"2", "a\nb"}}
	const commas = "id,text\r\n1,\"größer, \"\"so\"\"\"\r\n2,\"a\nb\"\r\n"
	semicolons := "id;text\r\n1;\"größer, \"\"so\"\"\"\r\n2;\"a\nb\"\r\n"
	for name, c := range map[string]struct{ text, encoding string }{
		"UTF-8":              {commas, "UTF-8"},
		"with a mark":        {"\ufeff" + commas, "UTF-8"},
		"no last line feed":  {strings.TrimSuffix(commas, "\r\n"), "UTF-8"},
		"blank rows":         {commas + ",\r\n\r\n", "UTF-8"},
		"semicolons":         {semicolons, "UTF-8"},
		"sep=":               {"sep=;\r\n" + semicolons, "UTF-8"},
		"tabs in UTF-16":     {utf16LE(strings.ReplaceAll(semicolons, ";", "\t")), "UTF-16"},
		"the Windows' page":  {strings.NewReplacer("ö", "\xf6", "ß", "\xdf").Replace(semicolons), "Windows-1252"},
		"quoted head, comma": {"\"id\",\"text\"\r\n" + strings.TrimPrefix(commas, "id,text\r\n"), "UTF-8"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := delimited.Read([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got.Rows); diff != "" || got.Encoding != c.encoding {
				t.Errorf("%s, want %s: -want +got\n%s", got.Encoding, c.encoding, diff)
			}
		})
	}
	old, err := delimited.Read([]byte("id,text\r1,a\r2,b\r"))
	if err != nil || len(old.Rows) != 3 {
		t.Errorf("line ends of a carriage return alone: %v, %v", old.Rows, err)
	}
}

func TestFaults(t *testing.T) {
	if _, err := delimited.Read([]byte("PK\x03\x04\x00\x00")); !errors.Is(err, delimited.ErrNUL) {
		t.Errorf("a workbook: %v", err)
	}
	if _, err := delimited.Read([]byte("sep=;\nid;text\n1;\"a\"b\n")); err == nil || !strings.HasPrefix(err.Error(), "line 3: ") {
		t.Errorf("a stray quotation mark: %v", err)
	}
	if got, err := delimited.Read(nil); err != nil || len(got.Rows) != 0 {
		t.Errorf("nothing: %v, %v", got, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("a,b\n1,2\n"))
	f.Add([]byte("sep=;\n\"a\";b"))
	f.Add([]byte("\xff\xfea\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := delimited.Read(data)
		if err == nil && len(got.Rows) != len(got.Lines) {
			t.Errorf("%d rows and %d lines", len(got.Rows), len(got.Lines))
		}
	})
}

// Every byte is what the code page of x/text makes of it.
func TestWindows1252(t *testing.T) {
	var data []byte
	for c := 1; c < 256; c++ {
		data = append(data, byte(c))
	}
	want, err := charmap.Windows1252.NewDecoder().Bytes(data)
	if got, encoding, fault := delimited.Text(data); err != nil || fault != nil || encoding != "Windows-1252" || got != string(want) {
		t.Errorf("%q %s, %v, %v; want %q", got, encoding, err, fault, want)
	}
}
