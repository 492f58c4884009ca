// Package document is the model that reports are written in: a document has sections, a section has a title, tables and
// the lines that explain them. A section is written once; the form of the document says whether it is drawn as text for
// a terminal, as GitHub's Markdown, as LaTeX with booktabs, or as elements of HTML. Numbers, names and findings are
// written here too, the same in every report, and so are CSV and JSON.
//
// It knows no report. What a cell holds is data, which the writers make safe; titles
// and lines are made safe by Document.Safe where they are put together.
package document
