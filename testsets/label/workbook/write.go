package workbook

import (
	"archive/zip"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/delimited"
)

// parts are the files of a workbook next to its sheet. Style 1 is text, wrapped.
var parts = []struct{ name, text string }{
	{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`},
	{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
	{"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><bookViews><workbookView/></bookViews><sheets><sheet name="labels" sheetId="1" r:id="rId1"/></sheets></workbook>`},
	{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`},
	{"xl/styles.xml", `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`},
}

const declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

// beginning is that of a sheet whose header stays in sight.
const beginning = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"></pane></sheetView></sheetViews>`

// Write writes rows, the first of them the header, with a list of choices for the cells of one column. A
// text that is longer than a cell holds is cut, which is counted. The same rows make the same bytes.
func Write(w io.Writer, rows [][]string, choose string, choices []string) (cutCells int, err error) {
	sheet, cutCells := made(rows, choose, choices)
	z := zip.NewWriter(w)
	for _, p := range append(slices.Clone(parts), struct{ name, text string }{"xl/worksheets/sheet1.xml", sheet}) {
		f, err := z.Create(p.name)
		if err != nil {
			return 0, err
		}
		if _, err := io.WriteString(f, declaration+p.text); err != nil {
			return 0, err
		}
	}
	return cutCells, z.Close()
}

func made(rows [][]string, choose string, choices []string) (string, int) {
	var s, choice strings.Builder
	s.WriteString(beginning + "<cols>")
	for i, column := range rows[0] {
		width := 14
		if slices.Contains([]string{"text", "query_text", "need", "title", "comment"}, column) {
			width = 40
		}
		fmt.Fprintf(&s, `<col min="%d" max="%d" width="%d" style="1" customWidth="1"></col>`, i+1, i+1, width)
		if column == choose {
			at := delimited.Letters(i)
			fmt.Fprintf(&choice, `<dataValidations count="1"><dataValidation type="list" allowBlank="1" sqref="%s2:%s%d"><formula1>%s</formula1></dataValidation></dataValidations>`,
				at, at, max(len(rows), 2), escaped(`"`+strings.Join(choices, ",")+`"`))
		}
	}
	s.WriteString("</cols><sheetData>")
	cutCells := 0
	for i, row := range rows {
		fmt.Fprintf(&s, `<row r="%d">`, i+1)
		for j, text := range row {
			text, long := fitting(text)
			if long {
				cutCells++
			}
			kind, content := "", ""
			if text != "" {
				kind, content = ` t="inlineStr"`, `<is><t xml:space="preserve">`+escaped(text)+`</t></is>`
			}
			fmt.Fprintf(&s, `<c r="%s%d" s="1"%s>%s</c>`, delimited.Letters(j), i+1, kind, content)
		}
		s.WriteString("</row>")
	}
	s.WriteString("</sheetData>" + choice.String() + "</worksheet>")
	return s.String(), cutCells
}

func escaped(text string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(text)) // a builder takes everything
	return out.String()
}

func fitting(text string) (string, bool) {
	if utf8.RuneCountInString(text) <= most {
		return text, false
	}
	return string([]rune(text)[:most-1]) + "…", true
}
