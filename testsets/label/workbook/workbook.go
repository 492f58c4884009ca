// Package workbook takes a sheet of questions to an Excel workbook and back. Every cell is text, so that
// ids keep their zeros and nothing is computed; the column of grades offers the grades. What the columns
// mean is the business of package sheet.
//
// It writes and reads the little of Office Open XML that such a sheet has. The library that knows all of it (excelize)
// adds 2.3 ms to the start of every command, labels or none; it checks this package in its tests.
package workbook

import "strings"

// most is the number of characters that a cell holds, and MaxBytes what a part of a workbook may unpack to.
const (
	most     = 32_767
	MaxBytes = 128 << 20
)

type rowXML struct {
	Number int       `xml:"r,attr"`
	Cells  []cellXML `xml:"c"`
}

type cellXML struct {
	At     string  `xml:"r,attr"`
	Type   string  `xml:"t,attr"`
	Value  string  `xml:"v"`
	Inline textXML `xml:"is"`
}

// textXML is a text, plain or in runs of different looks.
type textXML struct {
	Plain string   `xml:"t"`
	Runs  []string `xml:"r>t"`
}

func (t textXML) text() string { return t.Plain + strings.Join(t.Runs, "") }
