// Package workbook takes a sheet of questions to an Excel workbook and back.
// Every cell is text, so that ids keep their zeros and nothing is computed; the
// column of grades offers the grades. What the columns mean is the business of
// package sheet.
//
// It writes and reads the little of Office Open XML that such a sheet has. The
// library that knows all of it (excelize) adds 2.3 ms to the start of every
// command, labels or none; it checks this package in its tests.
package workbook

import (
	"encoding/xml"
	"strings"
)

// most is the number of characters that a cell holds, and MaxBytes what a part
// of a workbook may unpack to.
const (
	most     = 32_767
	MaxBytes = 128 << 20
)

// worksheet is a sheet as it is written.
type worksheet struct {
	XMLName xml.Name `xml:"http://schemas.openxmlformats.org/spreadsheetml/2006/main worksheet"`
	Views   struct {
		View struct {
			ID   int `xml:"workbookViewId,attr"`
			Pane struct {
				YSplit int    `xml:"ySplit,attr"`
				Top    string `xml:"topLeftCell,attr"`
				Active string `xml:"activePane,attr"`
				State  string `xml:"state,attr"`
			} `xml:"pane"`
		} `xml:"sheetView"`
	} `xml:"sheetViews"`
	Columns []columnXML `xml:"cols>col"`
	Rows    []rowXML    `xml:"sheetData>row"`
	Choices struct {
		Count int       `xml:"count,attr"`
		List  choiceXML `xml:"dataValidation"`
	} `xml:"dataValidations"`
}

type columnXML struct {
	Min    int `xml:"min,attr"`
	Max    int `xml:"max,attr"`
	Width  int `xml:"width,attr"`
	Style  int `xml:"style,attr"`
	Custom int `xml:"customWidth,attr"`
}

type choiceXML struct {
	Type  string `xml:"type,attr"`
	Blank int    `xml:"allowBlank,attr"`
	At    string `xml:"sqref,attr"`
	From  string `xml:"formula1"`
}

type rowXML struct {
	Number int       `xml:"r,attr"`
	Cells  []cellXML `xml:"c"`
}

type cellXML struct {
	At     string   `xml:"r,attr"`
	Style  int      `xml:"s,attr"`
	Type   string   `xml:"t,attr,omitempty"`
	Value  string   `xml:"v,omitempty"`
	Inline *textXML `xml:"is"`
}

// textXML is a text, plain or in runs of different looks.
type textXML struct {
	Plain *plainXML  `xml:"t"`
	Runs  []plainXML `xml:"r>t"`
}

type plainXML struct {
	Space string `xml:"http://www.w3.org/XML/1998/namespace space,attr,omitempty"`
	Text  string `xml:",chardata"`
}

func (t *textXML) text() string {
	if t == nil {
		return ""
	}
	var out strings.Builder
	if t.Plain != nil {
		out.WriteString(t.Plain.Text)
	}
	for _, r := range t.Runs {
		out.WriteString(r.Text)
	}
	return out.String()
}
