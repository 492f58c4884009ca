package corpus

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
)

// writeFiles writes name → content below a new folder.
func writeFiles(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func writeFile(t testing.TB, name, content string) string {
	t.Helper()
	return filepath.Join(writeFiles(t, map[string]string{name: content}), name)
}

// archive makes a tar file of name, content, name, content, ...
func archive(t testing.TB, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		header := &tar.Header{Name: files[i], Size: int64(len(files[i+1])), Mode: 0o644, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func doc(id string, fields ...string) Document {
	d := Document{ID: id}
	for i := 0; i < len(fields); i += 2 {
		d.Fields = append(d.Fields, Field{fields[i], fields[i+1]})
	}
	return d
}

func TestRead(t *testing.T) {
	tests := []struct {
		name, content, format string
		want                  []Document
	}{
		{
			"beir", `{"_id": "007", "title": "On wings", "text": "A wing.", "metadata": {"x": 1}}` + "\r\n\n" +
				`{"_id": 7, "text": ""}` + "\n" + `{"_id": "b", "title": "", "text": "no line end"}`, "beir",
			[]Document{doc("007", "title", "On wings", "text", "A wing."), doc("7", "text", ""), doc("b", "text", "no line end")},
		},
		{
			"beir with a byte order mark", "\ufeff" + `{"_id": "a", "text": "x"}`, "beir",
			[]Document{doc("a", "text", "x")},
		},
		{
			"smart", ".I 1\n.T\non\nwings .\n.A\nprandtl,l.\n.B\nj. ae.\n.W\n.5 is text\n.A\nbetz,a.\n.I 2\n.T\n.W\n", "smart",
			[]Document{
				doc("1", "title", "on\nwings .", "author", "prandtl,l.\nbetz,a.", "source", "j. ae.", "text", ".5 is text"),
				doc("2", "title", "", "text", ""),
			},
		},
		{
			"trec", "<doc>\n<docno> FT-1 </docno>\n<headline>A &amp; B</headline>\n<text>\nif 1 <= m < n, <b>then</b>\n</text>\n</doc>\n" +
				"<DOC><DOCNO>x</DOCNO>one line</DOC>\n<!-- end -->\n", "trec",
			[]Document{doc("FT-1", "title", "A & B", "text", "if 1 <= m < n,  then"), doc("x", "text", "one line")},
		},
		{
			"html archive", archive(t, "c/CACM-0046.html", "<html>\n<pre>\n\nA title\nof two lines\n\nBody if a<b.\n</pre>\n</html>\n",
				"c/README", "not a page", "c/B.HTM", "<title>T</title><style>p{}</style><p>one</p><p>two</p><script>x<y</script>"), "html",
			[]Document{doc("CACM-0046", "title", "A title\nof two lines", "text", "Body if a<b."), doc("B", "title", "T", "text", "one  two")},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var packed bytes.Buffer
			z := gzip.NewWriter(&packed)
			if _, err := z.Write([]byte(tt.content)); err != nil {
				t.Fatal(err)
			}
			if err := z.Close(); err != nil {
				t.Fatal(err)
			}
			e, err := zstd.NewWriter(nil)
			if err != nil {
				t.Fatal(err)
			}
			for kind, content := range map[string]string{
				"plain": tt.content, "gzip": packed.String(), "zstd": string(e.EncodeAll([]byte(tt.content), nil)),
			} {
				path := writeFile(t, "corpus", content)
				c, err := Read(t.Context(), path)
				if err != nil {
					t.Fatalf("%s: %v", kind, err)
				}
				if diff := cmp.Diff(tt.want, c.Documents); diff != "" {
					t.Errorf("%s: documents (-want +got):\n%s", kind, diff)
				}
				if c.Format != tt.format {
					t.Errorf("%s: format = %s, want %s", kind, c.Format, tt.format)
				}
				if sum, err := Hash(t.Context(), path); err != nil || sum != c.SHA256 {
					t.Errorf("%s: hash without parsing = %s, %v, want %s", kind, sum, err, c.SHA256)
				}
			}
		})
	}
}

func TestReadFolder(t *testing.T) {
	files := map[string]string{
		"b.txt":            "# no heading in a text file\nwords\n",
		"guide/a.md":       "\ufeffIntro\r\n\r\n```\r\n# a comment\r\n```\r\n## The *title* ##\r\nBody\r\n# Second\r\n",
		"guide/empty.md":   "",
		"#only.MD":         "#hashtag is no heading",
		"image.png":        "skipped",
		".git/config.txt":  "skipped",
		"guide/.hidden.md": "skipped",
	}
	dir := writeFiles(t, files)
	c, err := Read(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []Document{
		doc("#only.MD", "text", "#hashtag is no heading"),
		doc("b.txt", "text", "# no heading in a text file\nwords"),
		doc("guide/a.md", "title", "The *title*", "text", "Intro\n\n```\n# a comment\n```\nBody\n# Second"),
		doc("guide/empty.md", "text", ""),
	}
	if diff := cmp.Diff(want, c.Documents); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	if sum, err := Hash(t.Context(), dir); err != nil || sum != c.SHA256 {
		t.Errorf("hash without parsing = %s, %v, want %s", sum, err, c.SHA256)
	}
	delete(files, "image.png")
	if sum, err := Hash(t.Context(), writeFiles(t, files)); err != nil || sum != c.SHA256 {
		t.Errorf("hash without the skipped file in another place = %s, %v, want %s", sum, err, c.SHA256)
	}
	files["guide/c.md"] = files["guide/empty.md"]
	delete(files, "guide/empty.md")
	if sum, err := Hash(t.Context(), writeFiles(t, files)); err != nil || sum == c.SHA256 {
		t.Errorf("hash after renaming a document = %s, %v, want another", sum, err)
	}
}

// A SMART file may end with a record that was begun and holds nothing.
func TestEmptyTrailingRecord(t *testing.T) {
	const two = ".I 1\n.W\nx\n.I 2\n.T\n.W\n"
	for tail, want := range map[string]struct{ documents, empty int }{
		"":               {2, 0},
		".I 3\n":         {2, 1},
		".I\n":           {2, 1},
		".I 3":           {2, 1},
		".I \n.W\n \n\n": {2, 1}, // sections, but no id
		".I 3\n.W\n":     {3, 0}, // an id and a section: like 471 and 995 of Cranfield
		".I 3\n.W\nx\n":  {3, 0},
	} {
		c, err := Read(t.Context(), writeFile(t, "c", two+tail))
		if err != nil || len(c.Documents) != want.documents || c.Empty != want.empty {
			t.Errorf("%q: %+v, error %v, want %+v", tail, c, err, want)
		}
	}
	if _, err := Read(t.Context(), writeFile(t, "c", ".I 1\n")); !errors.Is(err, ErrNoDocuments) {
		t.Errorf("nothing else: error %v, want ErrNoDocuments", err)
	}
}

// Errors say where: NAME stands for the path of the file.
func TestReadErrors(t *testing.T) {
	tests := []struct{ name, content, want string }{
		{"beir, two documents of one id", "{\"_id\":\"a\",\"text\":\"\"}\n\n{\"_id\":\"a\",\"text\":\"\"}\n", `corpus NAME:3: document id "a" is taken by NAME:1; rename or remove one of them`},
		{"beir, many documents of one id, then a fault", "{\"_id\":\"a\",\"text\":\"\"}\n{\"_id\":\"b\",\"text\":\"\"}\n{\"_id\":\"a\",\"text\":\"\"}\n{\"_id\":\"b\",\"text\":\"\"}\n{\"_id\":\"a\",\"text\":\"\"}\n{\"_id\":\"c\"}\n", "corpus NAME: 3 documents have an id that is taken; rename or remove one of each\nNAME:3: document id \"a\" is taken by NAME:1\nNAME:4: document id \"b\" is taken by NAME:2\nNAME:5: document id \"a\" is taken by NAME:1\nNAME:6: document \"c\" has no text; write \"text\": \"\" for an empty one"},
		{"beir, no id", `{"text":"x"}`, `corpus NAME:1: document without an id; give it one as "_id": "…", or take the line out`},
		{"beir, nothing in the last line", "{\"_id\":\"a\",\"text\":\"\"}\n{}\n", `corpus NAME:2: document without an id; give it one as "_id": "…", or take the line out`},
		{"beir, id of another type", "{\"_id\":\"a\",\"text\":\"\"}\n{\"_id\":null,\"text\":\"x\"}", "corpus NAME:2: _id must be a string; write \"_id\": \"…\""},
		{"beir, no text", `{"_id":"a","query":"x"}`, `corpus NAME:1: document "a" has no text; write "text": "" for an empty one`},
		{"beir, cut off", `{"_id":"a","te`, "corpus NAME:1: unexpected end of JSON input; write each document as one JSON object on a line of its own"},
		{"beir, not UTF-8", "{\"_id\":\"a\",\"text\":\"\xff\"}", "corpus NAME:1: not UTF-8; convert the file"},
		{"smart, two documents of one id", ".I 1\n.W\nx\n.I 1\n.W\ny\n", `corpus NAME:4: document id "1" is taken by NAME:1; rename or remove one of them`},
		{"smart, no id", ".I\n.W\nx\n", "corpus NAME:1: document without an id; give it one"},
		{"smart, text before a section", ".I 1\nx\n", `corpus NAME:2: text before the first section: "x"; begin it with a line such as .W`},
		{"trec, not closed", "<DOC>\n<DOCNO>1</DOCNO>\nx\n", "corpus NAME:3: <DOC> of line 1 has no </DOC>; close it, or get the rest of the file"},
		{"trec, nested", "<DOC>\n<DOC>\n", "corpus NAME:2: <DOC> inside the document of line 1; close that one first"},
		{"trec, no id", "<DOC>\nx\n</DOC>\n", "corpus NAME:1: document without an id; give it one"},
		{"trec, text outside", "<DOC>\n<DOCNO>1</DOCNO>\n</DOC>\nx\n", `corpus NAME:4: text outside of <DOC>: "x"; put it into a document`},
		{"archive, two documents of one id", archive(t, "a/x.html", "1", "b/x.html", "2"), `corpus NAME:b/x.html: document id "x" is taken by NAME:a/x.html; rename or remove one of them`},
		{"archive, cut off", archive(t, "x.html", strings.Repeat("x", 600))[:800], "corpus NAME:x.html: unexpected EOF: damaged or cut short; get the file again"},
		{"archive without pages", archive(t, "x.txt", "1"), "corpus NAME: no documents; is this the right file or folder?"},
		{"unknown", "title,text\n", "corpus NAME: not a corpus; want JSON lines, SMART (.I), TREC (<DOC>), a tar archive of HTML files, or a folder of .md and .txt files"},
		{"empty", "", "corpus NAME: no documents; is this the right file or folder?"},
		{"blank", " \n\n", "corpus NAME: no documents; is this the right file or folder?"},
		{"lines that end in CR", ".I 1\r.W\rx\r.I 2\r.W\ry\r", `corpus NAME:1: a carriage return within the line: lines end in LF or CRLF; convert a file whose lines end in CR alone: tr '\r' '\n'`},
		{"gzip, damaged", "\x1f\x8b\x08\x00", "corpus NAME: gzip: unexpected EOF: damaged or cut short; get the file again"},
		{"gzip, cut off", gzipped(t, `{"_id":"a","text":""}`)[:30], "corpus NAME: gzip: unexpected EOF: damaged or cut short; get the file again"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := writeFile(t, "corpus", tt.content)
			c, err := Read(t.Context(), path)
			if err == nil {
				t.Fatalf("Read = %v, want error %q", c, tt.want)
			}
			if got := strings.ReplaceAll(err.Error(), path, "NAME"); got != tt.want {
				t.Errorf("Read: %q, want %q", got, tt.want)
			}
		})
	}
}

// All repeated ids come at once, of many the first ten.
func TestRepeatsAreBounded(t *testing.T) {
	var lines strings.Builder
	for range 2 {
		for id := range 12 {
			fmt.Fprintf(&lines, "{\"_id\":\"%d\",\"text\":\"\"}\n", id)
		}
	}
	path := writeFile(t, "corpus", lines.String())
	_, err := Read(t.Context(), path)
	if err == nil {
		t.Fatal("no error")
	}
	got := strings.Split(strings.ReplaceAll(err.Error(), path, "NAME"), "\n")
	if len(got) != 12 || got[0] != "corpus NAME: 12 documents have an id that is taken; rename or remove one of each" ||
		got[10] != `NAME:22: document id "9" is taken by NAME:10` || got[11] != "and 2 more" {
		t.Errorf("error\n%v\nwant 12 repeats, of which ten are named", err)
	}
}

func gzipped(t testing.TB, content string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReadSentinels(t *testing.T) {
	if _, err := Read(t.Context(), filepath.Join(t.TempDir(), "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v, want os.ErrNotExist", err)
	}
	if _, err := Read(t.Context(), t.TempDir()); !errors.Is(err, ErrNoDocuments) {
		t.Errorf("an empty folder: %v, want ErrNoDocuments", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, writeFile(t, "c.jsonl", `{"_id":"a","text":""}`)); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context: %v, want context.Canceled", err)
	}
}

// What parses has ids that are there and differ, whatever the bytes, and parses to the same after packing.
func FuzzReadFile(f *testing.F) {
	for _, seed := range []string{
		`{"_id": "a", "title": "t", "text": "x"}`, ".I 1\n.T\nt\n.W\nx\n", "<DOC>\n<DOCNO>1</DOCNO>\nx\n</DOC>\n",
		archive(f, "a.html", "<title>t</title>a<b>"), "\x1f\x8b", "\x28\xb5\x2f\xfd",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		documents, err := parse(t, string(content))
		if err != nil {
			return
		}
		seen := make(map[string]bool)
		for _, d := range documents {
			if d.ID == "" || seen[d.ID] {
				t.Errorf("id %q is empty or comes twice", d.ID)
			}
			seen[d.ID] = true
		}
		if isPacked(content) {
			return
		}
		again, err := parse(t, gzipped(t, string(content)))
		if err != nil {
			t.Fatalf("packed: %v", err)
		}
		if diff := cmp.Diff(documents, again); diff != "" {
			t.Errorf("packed (-plain +packed):\n%s", diff)
		}
	})
}

func isPacked(b []byte) bool {
	return bytes.HasPrefix(b, []byte{0x1f, 0x8b}) || bytes.HasPrefix(b, []byte{0x28, 0xb5, 0x2f, 0xfd})
}

func parse(t testing.TB, content string) ([]Document, error) {
	c := &collector{ctx: t.Context(), seen: make(map[string]place)}
	_, err := readFile(c, strings.NewReader(content), "fuzz")
	return c.documents, err
}

// Plain text never grows, and has no tag left that a second pass would find in text without references.
func FuzzPlainText(f *testing.F) {
	f.Add("<p>a &amp; b</p> 1 <= m < n <!-- c --> <script>x</script>")
	f.Add("<a<b><")
	f.Fuzz(func(t *testing.T, markup string) {
		text := plainText(markup)
		if strings.Contains(markup, "&") {
			return
		}
		if len(text) > len(markup) {
			t.Errorf("%q became longer: %q", markup, text)
		}
	})
}

func FuzzCutHeading(f *testing.F) {
	f.Add("a\n# b\nc")
	f.Add("```\n# x\n```")
	f.Fuzz(func(t *testing.T, markdown string) {
		title, rest := cutHeading(markdown)
		if strings.Contains(title, "\n") || len(rest) > len(markdown) || title == "" && rest != markdown {
			t.Errorf("cutHeading(%q) = %q, %q", markdown, title, rest)
		}
	})
}
