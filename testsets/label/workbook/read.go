package workbook

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/delimited"
)

// ErrNoWorkbook is about bytes that are none, or one that is damaged.
var ErrNoWorkbook = errors.New("is no workbook that can be read; save it as .xlsx or CSV")

// Read reads the first sheet, cells as they are kept and not as they are shown: 3 and not 300 %.
func Read(data []byte) (delimited.Table, error) {
	t := delimited.Table{Encoding: "UTF-8"}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return t, fmt.Errorf("%w (%w)", ErrNoWorkbook, err)
	}
	name, err := firstSheet(z)
	if err != nil {
		return t, err
	}
	var texts struct {
		List []textXML `xml:"si"`
	}
	if err := part(z, "xl/sharedStrings.xml", &texts); err != nil && !errors.Is(err, errNoPart) {
		return t, err
	}
	var s struct { // other programs write the rest in other ways
		Rows []rowXML `xml:"sheetData>row"`
	}
	if err := part(z, name, &s); err != nil {
		return t, err
	}
	shared := make([]string, len(texts.List)) // each made once, however many cells name it
	for i, text := range texts.List {
		shared[i] = text.text()
	}
	for i, r := range s.Rows {
		row, err := r.cells(shared)
		if err != nil {
			return t, fmt.Errorf("%w (%w)", ErrNoWorkbook, err)
		}
		if slices.ContainsFunc(row, func(cell string) bool { return strings.TrimSpace(cell) != "" }) {
			t.Rows, t.Lines = append(t.Rows, row), append(t.Lines, max(r.Number, i+1))
		}
	}
	return t, nil
}

var errNoPart = errors.New("a part is missing")

// part reads one of the workbook's files, as far as MaxBytes.
func part(z *zip.Reader, name string, into any) error {
	f, err := z.Open(name)
	if err != nil {
		return fmt.Errorf("%w (%w: %s)", ErrNoWorkbook, errNoPart, name)
	}
	defer func() { _ = f.Close() }()                                 // it was only read
	if info, err := f.Stat(); err != nil || info.Size() > MaxBytes { // no more is unpacked than that
		return fmt.Errorf("%w (%s is larger than %d MB)", ErrNoWorkbook, name, MaxBytes>>20)
	}
	err = xml.NewTokenDecoder(&flat{Decoder: xml.NewDecoder(f)}).Decode(into)
	if err != nil {
		return fmt.Errorf("%w (%w)", ErrNoWorkbook, err)
	}
	return nil
}

// flat refuses what is nested deeper than any sheet: a little that unpacks to 100 MB of
// beginnings would take ten times that.
type flat struct {
	*xml.Decoder
	depth int
}

func (x *flat) Token() (xml.Token, error) {
	token, err := x.Decoder.Token()
	switch token.(type) {
	case xml.StartElement:
		x.depth++
	case xml.EndElement:
		x.depth--
	}
	if x.depth > 100 {
		return nil, errors.New("it is nested more than 100 deep")
	}
	return token, err
}

// firstSheet finds the file of the first sheet by the workbook's relations.
func firstSheet(z *zip.Reader) (string, error) {
	var book struct {
		Sheets []struct {
			ID string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
		} `xml:"sheets>sheet"`
	}
	var rels struct {
		List []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	if err := errors.Join(part(z, "xl/workbook.xml", &book), part(z, "xl/_rels/workbook.xml.rels", &rels)); err != nil {
		return "", err
	}
	for _, r := range rels.List {
		if len(book.Sheets) > 0 && r.ID == book.Sheets[0].ID {
			if strings.HasPrefix(r.Target, "/") {
				return strings.TrimPrefix(path.Clean(r.Target), "/"), nil
			}
			return path.Join("xl", r.Target), nil
		}
	}
	return "", fmt.Errorf("%w (it has no sheet)", ErrNoWorkbook)
}

// widest is the number of columns that are read: a sheet of ours has nine, and people add some.
const widest = 1_024

// cells returns the texts of a row, in their columns.
func (r rowXML) cells(texts []string) ([]string, error) {
	var row []string
	for _, c := range r.Cells {
		at := len(row)
		if c.At != "" {
			at = column(c.At)
		}
		if at < len(row) || at >= widest {
			return nil, fmt.Errorf("cell %q is out of place", c.At)
		}
		for len(row) < at {
			row = append(row, "")
		}
		text := c.Value
		switch c.Type {
		case "inlineStr":
			text = c.Inline.text()
		case "s":
			i, err := strconv.Atoi(strings.TrimSpace(c.Value))
			if err != nil || i < 0 || i >= len(texts) {
				return nil, fmt.Errorf("cell %s has text %q, and there are %d", c.At, c.Value, len(texts))
			}
			text = texts[i]
		}
		row = append(row, text)
	}
	for len(row) > 0 && row[len(row)-1] == "" {
		row = row[:len(row)-1]
	}
	return row, nil
}

// column returns the place of a cell's column, from 0; −1 where it has none.
func column(at string) int {
	n := 0
	for _, r := range at {
		if r < 'A' || r > 'Z' || n > widest {
			break
		}
		n = n*26 + int(r-'A') + 1
	}
	return n - 1
}
