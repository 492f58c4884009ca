// Package labelfile reads what people said of documents, wherever it was
// written down: a journal, lines of JSON, a table of one person or with a column
// for each, or qrels. Grades are read as they are; which of them there may be is
// for the caller to say.
package labelfile
