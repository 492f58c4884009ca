package integration_test

import (
	"archive/tar"
	"bytes"
	"strings"
	"testing"
)

// tarred returns an archive of files, name and content in turn.
func tarred(files ...string) string {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		// A buffer takes all, and the headers are right.
		_ = w.WriteHeader(&tar.Header{Name: files[i], Size: int64(len(files[i+1])), Mode: 0o644, Format: tar.FormatUSTAR})
		_, _ = w.Write([]byte(files[i+1]))
	}
	_ = w.Close()
	return b.String()
}

func TestMalformedCorpora(t *testing.T) {
	const (
		none  = "no documents"
		other = "rename or remove one of them"
		give  = "give it one"
	)
	refuse(t, readCorpus, []malformed{
		{"empty", "", "corpus FILE", none, "is this the right file or folder?"},
		{"blanks", " \n\n", "corpus FILE", none, "is this the right file or folder?"},
		{"a table", "title,text\na,b\n", "corpus FILE", "not a corpus", "want JSON lines, SMART (.I), TREC (<DOC>)"},
		{"a program", "\x7fELF\x02\x01", "corpus FILE", "not a corpus", "want JSON lines"},
		{"gzip cut short", gzipped(`{"_id":"a","text":"x"}`)[:30], "corpus FILE", "gzip: unexpected EOF", damaged},
		{"gzip that grows beyond measure", gzipped("{" + strings.Repeat(" ", 70<<20)), "corpus FILE:1", "it unpacks to more than 64 MiB and 200 times its size", "unpack it"},

		{"beir: no id", `{"text":"x"}`, "corpus FILE:1", "document without an id", give},
		{"beir: empty id", `{"_id":"","text":"x"}`, "corpus FILE:1", "document without an id", give},
		{"beir: id is a list", "{\"_id\":\"a\",\"text\":\"x\"}\n{\"_id\":[1],\"text\":\"y\"}", "corpus FILE:2", "_id must be a string", `write "_id": "…"`},
		{"beir: id twice", "{\"_id\":\"a\",\"text\":\"x\"}\n\n{\"_id\":\"a\",\"text\":\"y\"}", "corpus FILE:3", `document id "a" is taken by FILE:1`, other},
		{"beir: no text", `{"_id":"a","body":"x"}`, "corpus FILE:1", `document "a" has no text`, `write "text": "" for an empty one`},
		{"beir: text is a number", `{"_id":"a","text":7}`, "corpus FILE:1", "cannot unmarshal number", "write each document as one JSON object on a line of its own"},
		{"beir: cut short", `{"_id":"a","te`, "corpus FILE:1", "unexpected end of JSON input", "write each document as one JSON object on a line of its own"},
		{"beir: over several lines", "{\n\"_id\":\"a\",\"text\":\"x\"}\n", "corpus FILE:1", "unexpected end of JSON input", "on a line of its own"},
		{"beir: not UTF-8", "{\"_id\":\"a\",\"text\":\"\xff\"}", "corpus FILE:1", "not UTF-8", "convert the file"},
		{"beir: lines that end in CR", "{\"_id\":\"a\",\"text\":\"x\"}\r{\"_id\":\"b\",\"text\":\"y\"}\r", "corpus FILE:1", cr, mendCR},

		{"smart: no id", ".I\n.W\nx\n.I 2\n.W\ny\n", "corpus FILE:1", "document without an id", give},
		{"smart: id twice", ".I 1\n.W\nx\n.I 1\n.W\ny\n", "corpus FILE:4", `document id "1" is taken by FILE:1`, other},
		{"smart: text before a section", ".I 1\nx\n", "corpus FILE:2", `text before the first section: "x"`, "begin it with a line such as .W"},
		{"smart: only an empty record", ".I 1\n", "corpus FILE", none, "is this the right file or folder?"},
		{"smart: lines that end in CR", ".I 1\r.W\rx\r", "corpus FILE:1", cr, mendCR},

		{"trec: no id", "<DOC>\nx\n</DOC>\n", "corpus FILE:1", "document without an id", give},
		{"trec: id twice", "<DOC>\n<DOCNO>1</DOCNO>\n</DOC>\n<DOC>\n<DOCNO>1</DOCNO>\n</DOC>\n", "corpus FILE:4", `document id "1" is taken by FILE:1`, other},
		{"trec: not closed", "<DOC>\n<DOCNO>1</DOCNO>\nx\n", "corpus FILE:3", "<DOC> of line 1 has no </DOC>", "close it"},
		{"trec: nested", "<DOC>\n<DOC>\n", "corpus FILE:2", "<DOC> inside the document of line 1", "close that one first"},
		{"trec: text outside", "<DOC>\n<DOCNO>1</DOCNO>\n</DOC>\nx\n", "corpus FILE:4", `text outside of <DOC>: "x"`, "put it into a document"},

		{"archive: no pages", tarred("a.txt", "x"), "corpus FILE", none, "is this the right file or folder?"},
		{"archive: id twice", tarred("a/x.html", "1", "b/x.html", "2"), "corpus FILE:b/x.html", `document id "x" is taken by FILE:a/x.html`, other},
		{"archive: cut short", tarred("a.html", strings.Repeat("x", 600))[:800], "corpus FILE:a.html", "unexpected EOF", damaged},
	})
}
